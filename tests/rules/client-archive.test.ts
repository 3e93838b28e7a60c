import { describe, expect, it } from 'vitest';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { contactView } from '../../src/client/state/contact-view.ts';
import { readTo } from '../../src/client/state/chat-selectors.ts';
import { windowLimits } from '../../src/client/state/limits.ts';
import { rows } from '../../src/client/state/selectors.ts';
import { contactId } from '../../src/domain/ids.ts';
import { PARTNER, scripted, type Scripted, type ScriptedOptions } from '../support/scripted-server.ts';

const BERT = contactId(9);
const listRequests = (on: Scripted, path: string) => on.of(path).map(({ body }) => body);

/** A chat with a message is in the list. */
const SENT_MESSAGE = { lastContent: 'hello', lastSendTime: 1_700_000_000_000, count: 1, mark: 1 };

async function begin(options: ScriptedOptions = {}, more: object = {}): Promise<Scripted> {
  const on = await scripted(options);
  on.answer('/getContacts', {
    code: 0,
    data: [{ ...PARTNER, ...SENT_MESSAGE, last: undefined, ...more }],
    count: 0,
    page: 0,
    cursor: 'c0',
    epoch: 'e1',
    seq: 0,
  });
  await on.client.start();
  return on;
}

async function signedIn(options: ScriptedOptions = {}, more: object = {}): Promise<Scripted> {
  const on = await begin(options, more);
  await on.login();
  return on;
}

const archived = (on: Scripted) => rows(on.client.core.get(), 'archived').map(({ id }) => id);

describe('putting away', () => {
  it('ARCHIVED-1: the change is shown at once, and waits over a reload', async () => {
    const profile = createMemoryProfile();
    const first = await signedIn({ profile });
    first.page.setOnline(false);
    await first.client.actions.archiveChat(BERT, true);
    expect(archived(first)).toEqual([BERT]);
    await first.clock.advance(1_000);
    await first.client.stop();
    const second = await begin({ profile, clock: first.clock });
    await second.clock.advance(100);
    expect(listRequests(second, '/archiveChat')).toMatchObject([{ id: '9', is_group: 0, on: 1 }]);
    second.push('archiveChat', { id: 9, n: 99 }, { stream: 'u7', seq: 1 });
    await second.settle();
    expect([second.client.core.get().pending.archive.size, archived(second)]).toEqual([0, [BERT]]);
  });

  it('ARCHIVED-1: the last press counts, and what is refused goes back', async () => {
    const on = await signedIn();
    on.answer('/archiveChat', { code: 400, msg: 'no' });
    await on.client.actions.archiveChat(BERT, true);
    await on.settle();
    expect(archived(on)).toEqual([]);
    on.answer('/archiveChat', { code: 0, data: {} });
    for (const value of [true, false, true]) await on.client.actions.archiveChat(BERT, value);
    await on.clock.advance(2_000);
    expect(listRequests(on, '/archiveChat').at(-1)).toMatchObject({ on: 1 });
  });
});

describe('marking as unread', () => {
  it('UNREAD-1: a mark goes when the chat is opened, and moves no read mark', async () => {
    const on = await signedIn();
    on.answer('/markUnread', { code: 0, data: {} });
    await on.client.actions.markUnread(BERT, true);
    on.push('markUnread', { id: 9, on: 1 }, { stream: 'u7', seq: 1 });
    await on.settle();
    expect(contactView(on.client.core.get(), BERT)?.marked).toBe(true);
    on.client.actions.openChat(BERT);
    await on.clock.advance(1_000);
    expect(contactView(on.client.core.get(), BERT)?.marked).toBeUndefined();
    expect(listRequests(on, '/markUnread')).toMatchObject([{ on: 1 }, { on: 0 }]);
    expect(on.of('/setMsgIsRead')).toEqual([]);
  });

  it('UNREAD-3: marked from a message on it is opened there, though all of it was read', async () => {
    const on = await signedIn({}, { count: 900, mark: 900 });
    on.answer('/markUnread', { code: 0, data: {} });
    on.answer('/getMessageList', { code: 0, data: [] });
    await on.client.actions.markUnread(BERT, 40);
    on.push('markUnread', { id: 9, on: 1, n: 40 }, { stream: 'u7', seq: 1 });
    await on.settle();
    expect(listRequests(on, '/markUnread')).toMatchObject([{ on: 1, n: 40 }]);
    expect(readTo(on.client.core.get(), BERT)).toBe(39);
    on.client.actions.openChat(BERT);
    await on.clock.advance(1_000);
    expect(listRequests(on, '/getMessageList')[0]).toMatchObject({ after_n: 39 - windowLimits.contextRows });
    expect(listRequests(on, '/markUnread').at(-1)).toEqual(expect.not.objectContaining({ n: 40 }));
    expect(readTo(on.client.core.get(), BERT)).toBeNull();
    expect(on.of('/setMsgIsRead')).toEqual([]);
  });

  it('UNREAD-2: "Mark all as read" takes marks away, too', async () => {
    const on = await signedIn();
    on.push('markUnread', { id: 9, on: 1 }, { stream: 'u7', seq: 1 });
    await on.settle();
    on.answer('/markUnread', { code: 0, data: {} });
    await on.client.actions.markAllRead();
    await on.settle();
    expect(listRequests(on, '/markUnread')).toMatchObject([{ on: 0 }]);
  });
});
