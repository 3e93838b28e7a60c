import { describe, expect, it, vi } from 'vitest';
import type { MakeSending } from '../../src/client/at-once.ts';
import { EMPTY } from '../../src/client/state/empty.ts';
import type { ChatWindowParts } from '../../src/client/conversation/chat-window.ts';
import { lazyChatWindow } from '../../src/client/conversation/lazy-chat-window.ts';
import { lazy, nothing } from '../../src/client/kernel/lazy.ts';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { lazyOutbox } from '../../src/client/outbox/lazy-outbox.ts';
import type { OutboxParts } from '../../src/client/outbox/outbox.ts';
import { lazyUploads } from '../../src/client/uploads/lazy-uploads.ts';
import type { UploadQueueParts } from '../../src/client/uploads/uploads.ts';
import { lazyLogouts, lazySaver } from '../../src/client/session/lazy-session.ts';
import type { LogoutParts } from '../../src/client/session/logouts.ts';
import type { KeeperParts } from '../../src/client/session/keeper.ts';
import { lazyTidings } from '../../src/client/typing/lazy-tidings.ts';
import type { TidingsParts } from '../../src/client/typing/tidings.ts';
import { lazyWishes } from '../../src/client/wishes/lazy-wishes.ts';
import type { WishParts } from '../../src/client/wishes/wishes.ts';

/** Records its calls in order. */
function spoken() {
  const said: string[] = [];
  const part = new Proxy(
    {},
    {
      get: (_, name) =>
        name === 'then'
          ? undefined
          : (...args: readonly unknown[]) => {
              said.push([String(name), ...args.map(String)].join(' '));
              return Promise.resolve(true);
            },
    },
  );
  return { said, part };
}

/** Code of one part, which loads when the test lets it. */
function later() {
  const { said, part } = spoken();
  const make = () => part as never;
  let isHere = false;
  let arrive: () => void = nothing;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  let asks = 0;
  return {
    said,
    asks: () => asks,
    come: () => {
      isHere = true;
      arrive();
    },
    code: { now: () => (isHere ? make : null), get: () => ((asks += 1), arrived.then(() => make)) },
  };
}

function late() {
  const { said, part } = spoken();
  const make = () => part as never;
  let loads = 0;
  let refused = false;
  const load = () => {
    loads += 1;
    if (refused) return Promise.reject(new Error('no network'));
    const all = { createOutbox: make, createWishes: make, createUploads: make, createChatWindow: make };
    return Promise.resolve(all satisfies MakeSending);
  };
  const sending: MakeSending = {
    createOutbox: lazyOutbox(load),
    createWishes: lazyWishes(load),
    createUploads: lazyUploads(load),
    createChatWindow: lazyChatWindow(load),
  };
  return { said, sending, loads: () => loads, refuse: (on: boolean) => (refused = on) };
}

const outboxParts = (stored: readonly unknown[], raised: unknown[] = []) => {
  const pokes = new Set<() => void>();
  return {
    pokes,
    parts: {
      user: 7,
      log: { write: () => undefined },
      sent: { raise: (notice: unknown) => raised.push(notice) },
      records: {
        all: () => Promise.resolve(stored),
        onPoke: (run: () => void) => {
          pokes.add(run);
          return () => pokes.delete(run);
        },
      },
    } as unknown as OutboxParts,
  };
};
const shelf = (stored: readonly unknown[]) =>
  ({ user: '7', records: { readAll: () => Promise.resolve(new Map(stored.entries())) } }) as never;
const chatParts = { store: { get: () => EMPTY } } as unknown as ChatWindowParts;
const settled = () => new Promise((resolve) => void setImmediate(resolve));

describe('parts of the client that come later', () => {
  it('UI-16: an empty outbox needs no code, and the code that comes hears what was said', async () => {
    const { said, sending, loads } = late();
    const { parts, pokes } = outboxParts([]);
    const outbox = sending.createOutbox(parts);
    await outbox.load();
    outbox.permit(true);
    outbox.hold(true);
    outbox.networkReturned();
    expect([loads(), outbox.unsent()]).toEqual([0, 0]);
    expect(await outbox.add({ id: 'a' } as never)).toBe(true);
    expect(said).toEqual(['load', 'permit true', 'hold true', 'add [object Object]']);
    expect(pokes.size).toBe(0);
    outbox.hold(false);
    expect(said.at(-1)).toBe('hold false');
  });

  it('UI-16: stored items, or items of another tab, load the outbox at once', async () => {
    const first = late();
    await first.sending.createOutbox(outboxParts([{}]).parts).load();
    expect(first.said).toEqual(['load', 'permit false', 'hold false']);
    const second = late();
    const { parts, pokes } = outboxParts([]);
    second.sending.createOutbox(parts);
    for (const run of pokes) run();
    await vi.waitFor(() => expect(second.said).toContain('load'));
  });

  it('UI-16: code that fails to load is reported, nothing counts as sent, and it loads again', async () => {
    const { said, sending, loads, refuse } = late();
    const raised: unknown[] = [];
    const outbox = sending.createOutbox(outboxParts([], raised).parts);
    refuse(true);
    expect(await outbox.add({ id: 'a' } as never)).toBe(false);
    expect(raised).toEqual([{ kind: 'text', key: 'err.noNetwork' }]);
    refuse(false);
    expect(await outbox.add({ id: 'a' } as never)).toBe(true);
    expect([loads(), said.at(-1)]).toEqual([2, 'add [object Object]']);
  });

  it('UI-16: waiting changes load their code, an empty list does not; all go in order', async () => {
    const { said, sending, loads } = late();
    const pending = { top: new Map<string, boolean>(), read: new Map() };
    const settings = { keys: () => [], get: () => null };
    const wishes = sending.createWishes({ get: () => ({ pending }), settings } as unknown as WishParts);
    wishes.resume();
    expect(loads()).toBe(0);
    wishes.permit(true);
    wishes.want('first' as never);
    wishes.want('second' as never);
    await settled();
    expect(said).toEqual(['permit true', 'resume', 'want first', 'want second']);
    const other = late();
    pending.top.set('9', true);
    other.sending.createWishes({ get: () => ({ pending }), settings } as unknown as WishParts).resume();
    await settled();
    expect(other.said).toEqual(['permit false', 'resume']);
  });

  it('UI-16: the chat that is wanted when the code comes is opened, and not one that was left', async () => {
    const { said, sending } = late();
    const chat = sending.createChatWindow(chatParts);
    chat.show('9' as never);
    chat.show('12' as never);
    await settled();
    expect(said).toEqual(['show 12']);
    chat.show('13' as never);
    chat.show(null);
    expect(said.slice(1)).toEqual(['show 13', 'show null']);
    const other = late();
    const left = other.sending.createChatWindow(chatParts);
    left.show('9' as never);
    left.show(null);
    await settled();
    expect(other.said).toEqual([]);
  });

  it('UI-16: uploads are fetched with the first file, or when one is stored for this person', async () => {
    const { said, sending, loads } = late();
    const uploads = sending.createUploads({} as UploadQueueParts);
    uploads.keepIn(shelf([]));
    await uploads.restore();
    uploads.onChange();
    expect([loads(), uploads.get()]).toEqual([0, []]);
    uploads.keepIn(shelf(['file']));
    const restoring = uploads.restore();
    uploads.clear();
    await restoring;
    expect(loads()).toBe(0);
    uploads.keepIn(shelf(['file']));
    await uploads.restore();
    expect(said.map((line) => line.split(' ')[0])).toEqual(['subscribe', 'keepIn', 'restore']);
    uploads.cancel('a' as never);
    expect(said.at(-1)).toBe('cancel a');
  });

  it('STORE-5: nothing is saved before the code is loaded, then by the tab’s state then', async () => {
    const { said, come, code } = later();
    const saver = lazySaver(code)({} as KeeperParts);
    saver.hold(true);
    saver.onChange();
    await saver.flush();
    saver.hold(false);
    expect(said).toEqual([]);
    come();
    await settled();
    saver.onChange();
    expect(said).toEqual(['hold false', 'onChange']);
    await saver.flush();
    await saver.stop();
    expect(said.slice(2)).toEqual(['flush', 'stop']);
    const left = later();
    const gone = lazySaver(left.code)({} as KeeperParts);
    gone.hold(true);
    await gone.stop();
    left.come();
    await settled();
    gone.onChange();
    expect(left.said).toEqual([]);
  });

  it('STORE-5: a tab that is to save asks for the code, and saves as soon as it is here', async () => {
    const { said, asks, come, code } = later();
    const saver = lazySaver(code)({} as KeeperParts);
    saver.hold(false);
    expect(asks()).toBe(0);
    saver.hold(true);
    expect(asks()).toBe(1);
    come();
    await settled();
    expect(said).toEqual(['hold true']);
    saver.hold(false);
    saver.hold(true);
    expect([said.slice(1), asks()]).toEqual([['hold false', 'hold true'], 1]);
  });

  it('SESS-6: the code of log-outs loads when one waits, and sends waiting ones on request', async () => {
    const { said, part } = spoken();
    const settings = createMemoryProfile().settings();
    let loads = 0;
    const load = () => Promise.resolve(((loads += 1), () => part as never));
    const make = () => lazyLogouts(load)({ settings } as LogoutParts);
    const logouts = make();
    logouts.resume();
    expect(loads).toBe(0);
    logouts.keep('key');
    expect([loads, settings.get('logouts')]).toEqual([0, 'key']);
    logouts.resume();
    await settled();
    expect([loads, said]).toEqual([1, ['resume']]);
    logouts.resume();
    logouts.said('key', 'broken' as never);
    logouts.stop();
    expect([loads, said.slice(1)]).toEqual([1, ['resume', 'said key broken', 'stop']]);
    said.splice(0);
    const left = make();
    left.resume();
    left.stop();
    await settled();
    expect(said).toEqual(['stop']);
  });

  it('PUSH-3: events before the code is loaded are delivered then, unless the page has gone', async () => {
    const { said, come, code } = later();
    const tidings = lazyTidings(code)({} as TidingsParts);
    tidings.bound();
    expect(said).toEqual([]);
    come();
    await settled();
    expect(said).toEqual(['bound']);
    tidings.bound();
    tidings.stop();
    expect(said).toEqual(['bound', 'bound', 'stop']);
    const left = later();
    const gone = lazyTidings(left.code)({} as TidingsParts);
    gone.bound();
    gone.stop();
    left.come();
    await settled();
    expect(left.said).toEqual([]);
  });

  it('UI-16: calls before the code is loaded wait in order, and find the part in its state', async () => {
    const said: string[] = [];
    const made = { say: (what: string) => said.push(what) };
    const part = lazy(
      () => Promise.resolve(made),
      (code) => code,
      () => part.tell((one) => one.say('begin'), nothing),
    );
    part.tell((one) => one.say('first'), nothing);
    const asked = part.ask(
      (one) => Promise.resolve(one.say('second')),
      () => 0,
    );
    part.tell((one) => one.say('third'), nothing);
    expect([part.now(), await asked, part.now()]).toEqual([null, 3, made]);
    await settled();
    expect(said).toEqual(['begin', 'first', 'second', 'third']);
  });

  it('UI-16: a part that has ended before its code came is ended with it', async () => {
    const { said, sending } = late();
    const wishes = sending.createWishes({ get: () => ({ pending: {} }) } as unknown as WishParts);
    wishes.want('first' as never);
    wishes.stop();
    await settled();
    expect(said[0]).toBe('stop');

    const beside = late();
    const chat = beside.sending.createChatWindow(chatParts);
    chat.show('9' as never);
    chat.stop();
    await settled();
    expect(beside.said).toEqual(['stop']);
    chat.stop();
    expect(beside.said).toEqual(['stop', 'stop']);
  });

  it('UI-16: an outbox that has ended before its code came is ended with it', async () => {
    const { said, sending, loads } = late();
    const { parts, pokes } = outboxParts([{}]);
    const outbox = sending.createOutbox(parts);
    outbox.permit(true);
    outbox.hold(true);
    const loading = outbox.load();
    outbox.stop();
    await loading;
    expect([said, pokes.size]).toEqual([['load', 'stop'], 0]);
    outbox.stop();
    expect([said.at(-1), said.length, loads()]).toEqual(['stop', 3, 1]);

    const idle = outboxParts([]);
    const quiet = sending.createOutbox(idle.parts);
    expect(idle.pokes.size).toBe(1);
    quiet.stop();
    expect(idle.pokes.size).toBe(0);
  });
});
