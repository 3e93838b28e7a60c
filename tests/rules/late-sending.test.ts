import { describe, expect, it, vi } from 'vitest';
import type { MakeSending } from '../../src/client/at-once.ts';
import type { Notice } from '../../src/client/interface/client.ts';
import { EMPTY } from '../../src/client/state/empty.ts';
import type { ChatWindowParts } from '../../src/client/conversation/chat-window.ts';
import { lazyChatWindow } from '../../src/client/conversation/lazy-chat-window.ts';
import { lazy, nothing } from '../../src/client/kernel/lazy.ts';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { lazyOutbox } from '../../src/client/outbox/lazy-outbox.ts';
import type { OutboxParts } from '../../src/client/outbox/outbox.ts';
import type { StoredItem } from '../../src/client/outbox/records.ts';
import { lazyUploads } from '../../src/client/uploads/lazy-uploads.ts';
import type { UploadStore } from '../../src/client/uploads/upload-store.ts';
import type { UploadQueueParts } from '../../src/client/uploads/uploads.ts';
import { lazyLogouts, lazySaver } from '../../src/client/session/lazy-session.ts';
import type { LogoutParts } from '../../src/client/session/logouts.ts';
import type { KeeperParts } from '../../src/client/session/keeper.ts';
import { lazyClientReports } from '../../src/client/typing/lazy-client-reports.ts';
import type { ClientReportsParts } from '../../src/client/typing/client-reports.ts';
import { lazyPendingChanges } from '../../src/client/pending-changes/lazy-pending-changes.ts';
import type { PendingChangesParts } from '../../src/client/pending-changes/pending-changes.ts';
import type { PendingChange } from '../../src/client/state/local-event.ts';
import { type ContactId, contactId, messageId, userId } from '../../src/domain/ids.ts';
import { waiting } from '../support/contacts.ts';

type Partly<T> = {
  readonly [K in keyof T]?: T[K] extends (...args: never[]) => unknown ? T[K] : Partly<T[K]>;
};

/** The members of an interface that a part reads before its code is loaded. */
const only = <T>(members: Partly<T>): T => members as T;

/** An argument as text; an object is shown by its most telling field. */
const nameOf = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? String(['conversation', 'id', 'kind'].map((field): unknown => Reflect.get(value, field)).find(Boolean))
    : String(value);

/** Any part of the client: it records its calls in order, and every call succeeds. */
function recordedPart() {
  const calls: string[] = [];
  const record =
    (name: string) =>
    (...args: readonly unknown[]) => {
      calls.push([name, ...args.map(nameOf)].join(' '));
      return Promise.resolve(true);
    };
  const part = new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : record(String(name))) });
  // The proxy has every method; the compiler cannot see that.
  return { calls, make: () => part as never };
}

/** Code of one part, which loads when the test lets it. */
function later() {
  const { calls, make } = recordedPart();
  let isHere = false;
  let arrive: () => void = nothing;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  let asks = 0;
  return {
    calls,
    asks: () => asks,
    come: () => {
      isHere = true;
      arrive();
    },
    code: { now: () => (isHere ? make : null), get: () => ((asks += 1), arrived.then(() => make)) },
  };
}

/** The four parts that send and show messages, whose code loads with their first call. */
function late() {
  const { calls, make } = recordedPart();
  let loads = 0;
  let refused = false;
  const load = () => {
    loads += 1;
    if (refused) return Promise.reject(new Error('no network'));
    const all = {
      createOutbox: make,
      createPendingChanges: make,
      createUploads: make,
      createChatWindow: make,
    };
    return Promise.resolve(all satisfies MakeSending);
  };
  const sending: MakeSending = {
    createOutbox: lazyOutbox(load),
    createPendingChanges: lazyPendingChanges(load),
    createUploads: lazyUploads(load),
    createChatWindow: lazyChatWindow(load),
  };
  return { calls, sending, loads: () => loads, refuse: (on: boolean) => (refused = on) };
}

const stored = only<StoredItem>({ message: { id: messageId('a') } });
const outboxParts = (items: readonly StoredItem[], raised: Notice[] = []) => {
  const pokes = new Set<() => void>();
  const parts = only<OutboxParts>({
    user: userId(7),
    log: { write: () => undefined },
    sent: { raise: (notice) => raised.push(notice) },
    records: {
      all: () => Promise.resolve(items),
      onPoke: (run) => {
        pokes.add(run);
        return () => pokes.delete(run);
      },
    },
  });
  return { pokes, parts };
};
const uploadStoreWith = (...files: readonly string[]) =>
  only<UploadStore>({
    user: '7',
    records: { readAll: () => Promise.resolve(new Map(files.map((file) => [file, file]))) },
  });
const chatParts = only<ChatWindowParts>({ store: { get: () => EMPTY } });
/** A client of a user with these unsent pins of chats. */
const pendingParts = (top: ReadonlyMap<ContactId, boolean> = new Map()) =>
  only<PendingChangesParts>({
    get: () => ({ ...EMPTY, pending: { ...EMPTY.pending, top } }),
    settings: { keys: () => [], get: () => null },
  });
const pinned = (id: number): PendingChange => ({ register: 'top', conversation: contactId(id), value: true });
const settle = () => new Promise((resolve) => void setImmediate(resolve));

describe('parts of the client that come later', () => {
  it('UI-16: an empty outbox needs no code, and the code that comes hears what was calls', async () => {
    const { calls, sending, loads } = late();
    const { parts, pokes } = outboxParts([]);
    const outbox = sending.createOutbox(parts);
    await outbox.load();
    outbox.permit(true);
    outbox.hold(true);
    outbox.networkReturned();
    expect([loads(), outbox.unsent()]).toEqual([0, 0]);
    expect(await outbox.add(waiting('a').message)).toBe(true);
    expect(calls).toEqual(['load', 'permit true', 'hold true', 'add a']);
    expect(pokes.size).toBe(0);
    outbox.hold(false);
    expect(calls.at(-1)).toBe('hold false');
  });

  it('UI-16: stored items, or items of another tab, load the outbox at once', async () => {
    const first = late();
    await first.sending.createOutbox(outboxParts([stored]).parts).load();
    expect(first.calls).toEqual(['load', 'permit false', 'hold false']);
    const second = late();
    const { parts, pokes } = outboxParts([]);
    second.sending.createOutbox(parts);
    for (const run of pokes) run();
    await vi.waitFor(() => expect(second.calls).toContain('load'));
  });

  it('UI-16: code that fails to load is reported, nothing counts as sent, and it loads again', async () => {
    const { calls, sending, loads, refuse } = late();
    const raised: Notice[] = [];
    const outbox = sending.createOutbox(outboxParts([], raised).parts);
    refuse(true);
    expect(await outbox.add(waiting('a').message)).toBe(false);
    expect(raised).toEqual([{ kind: 'text', key: 'err.noNetwork' }]);
    refuse(false);
    expect(await outbox.add(waiting('a').message)).toBe(true);
    expect([loads(), calls.at(-1)]).toEqual([2, 'add a']);
  });

  it('UI-16: waiting changes load their code, an empty list does not; all go in order', async () => {
    const { calls, sending, loads } = late();
    const pendingChanges = sending.createPendingChanges(pendingParts());
    pendingChanges.resume();
    expect(loads()).toBe(0);
    pendingChanges.permit(true);
    pendingChanges.want(pinned(1));
    pendingChanges.want(pinned(2));
    await settle();
    expect(calls).toEqual(['permit true', 'resume', 'want 1', 'want 2']);
    const other = late();
    other.sending.createPendingChanges(pendingParts(new Map([[contactId(9), true]]))).resume();
    await settle();
    expect(other.calls).toEqual(['permit false', 'resume']);
  });

  it('UI-16: the chat that is wanted when the code comes is opened, and not one that was left', async () => {
    const { calls, sending } = late();
    const chat = sending.createChatWindow(chatParts);
    chat.show(contactId(9));
    chat.show(contactId(12));
    await settle();
    expect(calls).toEqual(['show 12']);
    chat.show(contactId(13));
    chat.show(null);
    expect(calls.slice(1)).toEqual(['show 13', 'show null']);
    const other = late();
    const left = other.sending.createChatWindow(chatParts);
    left.show(contactId(9));
    left.show(null);
    await settle();
    expect(other.calls).toEqual([]);
  });

  it('UI-16: uploads are fetched with the first file, or when one is stored for this person', async () => {
    const { calls, sending, loads } = late();
    const uploads = sending.createUploads(only<UploadQueueParts>({}));
    uploads.keepIn(uploadStoreWith());
    await uploads.restore();
    uploads.onChange();
    expect([loads(), uploads.get()]).toEqual([0, []]);
    uploads.keepIn(uploadStoreWith('file'));
    const restoring = uploads.restore();
    uploads.clear();
    await restoring;
    expect(loads()).toBe(0);
    uploads.keepIn(uploadStoreWith('file'));
    await uploads.restore();
    expect(calls.map((line) => line.split(' ')[0])).toEqual(['subscribe', 'keepIn', 'restore']);
    uploads.cancel(messageId('a'));
    expect(calls.at(-1)).toBe('cancel a');
  });

  it('STORE-5: nothing is saved before the code is loaded, then by the tab’s state then', async () => {
    const { calls, come, code } = later();
    const saver = lazySaver(code)(only<KeeperParts>({}));
    saver.hold(true);
    saver.onChange();
    await saver.flush();
    saver.hold(false);
    expect(calls).toEqual([]);
    come();
    await settle();
    saver.onChange();
    expect(calls).toEqual(['hold false', 'onChange']);
    await saver.flush();
    await saver.stop();
    expect(calls.slice(2)).toEqual(['flush', 'stop']);
    const left = later();
    const removal = lazySaver(left.code)(only<KeeperParts>({}));
    removal.hold(true);
    await removal.stop();
    left.come();
    await settle();
    removal.onChange();
    expect(left.calls).toEqual([]);
  });

  it('STORE-5: a tab that is to save asks for the code, and saves as soon as it is here', async () => {
    const { calls, asks, come, code } = later();
    const saver = lazySaver(code)(only<KeeperParts>({}));
    saver.hold(false);
    expect(asks()).toBe(0);
    saver.hold(true);
    expect(asks()).toBe(1);
    come();
    await settle();
    expect(calls).toEqual(['hold true']);
    saver.hold(false);
    saver.hold(true);
    expect([calls.slice(1), asks()]).toEqual([['hold false', 'hold true'], 1]);
  });

  it('SESS-6: the code of log-outs loads when one waits, and sends waiting ones on request', async () => {
    const { calls, make } = recordedPart();
    const settings = createMemoryProfile().settings();
    let loads = 0;
    const load = () => Promise.resolve(((loads += 1), make));
    const create = () => lazyLogouts(load)(only<LogoutParts>({ settings }));
    const logouts = create();
    logouts.resume();
    expect(loads).toBe(0);
    logouts.keep('key');
    expect([loads, settings.get('logouts')]).toEqual([0, 'key']);
    logouts.resume();
    await settle();
    expect([loads, calls]).toEqual([1, ['resume']]);
    logouts.resume();
    logouts.onResult('key', { kind: 'http', status: 500 });
    logouts.stop();
    expect([loads, calls.slice(1)]).toEqual([1, ['resume', 'onResult key http', 'stop']]);
    calls.splice(0);
    const left = create();
    left.resume();
    left.stop();
    await settle();
    expect(calls).toEqual(['stop']);
  });

  it('PUSH-3: events before the code is loaded are delivered then, unless the page has gone', async () => {
    const { calls, come, code } = later();
    const clientReports = lazyClientReports(code)(only<ClientReportsParts>({}));
    clientReports.bound();
    expect(calls).toEqual([]);
    come();
    await settle();
    expect(calls).toEqual(['bound']);
    clientReports.bound();
    clientReports.stop();
    expect(calls).toEqual(['bound', 'bound', 'stop']);
    const left = later();
    const removal = lazyClientReports(left.code)(only<ClientReportsParts>({}));
    removal.bound();
    removal.stop();
    left.come();
    await settle();
    expect(left.calls).toEqual([]);
  });

  it('UI-16: calls before the code is loaded wait in order, and find the part in its state', async () => {
    const lines: string[] = [];
    const made = { say: (what: string) => lines.push(what) };
    const part = lazy(
      () => Promise.resolve(made),
      (code) => code,
      () => part.tell((one) => one.say('begin'), nothing),
    );
    part.tell((one) => one.say('first'), nothing);
    const pendingAnswer = part.ask(
      (one) => Promise.resolve(one.say('second')),
      () => 0,
    );
    part.tell((one) => one.say('third'), nothing);
    expect([part.now(), await pendingAnswer, part.now()]).toEqual([null, 3, made]);
    await settle();
    expect(lines).toEqual(['begin', 'first', 'second', 'third']);
  });

  it('UI-16: a part that has ended before its code came is ended with it', async () => {
    const { calls, sending } = late();
    const pendingChanges = sending.createPendingChanges(pendingParts());
    pendingChanges.want(pinned(1));
    pendingChanges.stop();
    await settle();
    expect(calls[0]).toBe('stop');

    const beside = late();
    const chat = beside.sending.createChatWindow(chatParts);
    chat.show(contactId(9));
    chat.stop();
    await settle();
    expect(beside.calls).toEqual(['stop']);
    chat.stop();
    expect(beside.calls).toEqual(['stop', 'stop']);
  });

  it('UI-16: an outbox that has ended before its code came is ended with it', async () => {
    const { calls, sending, loads } = late();
    const { parts, pokes } = outboxParts([stored]);
    const outbox = sending.createOutbox(parts);
    outbox.permit(true);
    outbox.hold(true);
    const loading = outbox.load();
    outbox.stop();
    await loading;
    expect([calls, pokes.size]).toEqual([['load', 'stop'], 0]);
    outbox.stop();
    expect([calls.at(-1), calls.length, loads()]).toEqual(['stop', 3, 1]);

    const idle = outboxParts([]);
    const quiet = sending.createOutbox(idle.parts);
    expect(idle.pokes.size).toBe(1);
    quiet.stop();
    expect(idle.pokes.size).toBe(0);
  });
});
