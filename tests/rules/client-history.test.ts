import { describe, expect, it } from 'vitest';
import { isLaterStale, remindersOf } from '../../src/client/state/later.ts';
import { contactId } from '../../src/domain/ids.ts';
import { gate } from '../support/gate.ts';
import { messageOf, type Reply, scripted, type Scripted } from '../support/scripted-server.ts';

const GROUP = contactId('group-3');
const GROUP_ROW = {
  id: 'group-3',
  group_id: 3,
  displayName: 'Team',
  is_group: 1,
  role: 3,
  stream: 'group-3',
  seq: 3,
  count: 3,
  mark: 3,
};
const makeMessage = (n: number, quoted?: string) => ({
  ...messageOf(n, `line ${n}`, { id: `m${n}` }),
  is_group: 1,
  toContactId: 'group-3',
  ...(quoted !== undefined && {
    pid: 1_001,
    extends: { msg_id: 1_001, user_id: 9, realname: 'Bert', content: quoted },
  }),
});
/** The page of a user who joined after two messages: with hidden history, and with open history. */
const hidden = { code: 0, data: [makeMessage(3, '')] };
const open = { code: 0, data: [makeMessage(1), makeMessage(2), makeMessage(3, 'Bert：line 1')] };

async function inGroup(history: 0 | 1, shown: Reply): Promise<Scripted> {
  const on = await scripted();
  const data = [{ ...GROUP_ROW, setting: { history } }];
  on.answer('/getContacts', { code: 0, data, count: 0, page: 0, cursor: 'c0', epoch: 'e1', seq: 0 });
  on.answer('/getMessageList', shown);
  await on.client.start();
  await on.login();
  await on.settle();
  return on;
}
const window = (on: Scripted) => on.client.core.get().conversations.get(GROUP);
const readVisible = (on: Scripted) =>
  window(on)
    ?.chunks.flat()
    .map(({ n, quote }) => [n, quote?.content]);
const set = (on: Scripted, history: 0 | 1) =>
  on.push('groupSetting', { group_id: 'group-3', setting: { history } }, { stream: 'group-3', seq: 4 });
const reminder = (n: number) => ({
  kind: 'reminder',
  toContactId: 'group-3',
  time: 1_800_000_000,
  told: 0,
  message: makeMessage(n),
});
const later = (...ns: readonly number[]) => ({
  code: 0,
  data: { seq: 1, list: ns.map(reminder), more: 0 },
});
const reminders = (on: Scripted) => remindersOf(on.client.core.get()).map(({ id }) => id);
const countRequests = (on: Scripted) => on.of('/getMessageList').length;

const HIDDEN = [[3, '']];
const OPEN = [
  [1, undefined],
  [2, undefined],
  [3, 'Bert：line 1'],
];

describe('a group that opens or closes its history', () => {
  it.each([
    { to: 1, was: hidden, is: open, before: HIDDEN, after: OPEN },
    { to: 0, was: open, is: hidden, before: OPEN, after: HIDDEN },
  ] as const)('GROUP-8: the chat on screen is loaded again (history: $to)', async (turn) => {
    const on = await inGroup(turn.to === 1 ? 0 : 1, turn.was);
    on.client.actions.openChat(GROUP);
    await on.settle();
    expect(readVisible(on)).toEqual(turn.before);
    on.answer('/getMessageList', turn.is);
    set(on, turn.to);
    await on.settle();
    expect(readVisible(on)).toEqual(turn.after);
    expect(countRequests(on)).toBe(2);
  });

  it('GROUP-8: a page that was asked for before it is not shown', async () => {
    const on = await inGroup(0, hidden);
    let answered = 0;
    const slow = gate();
    on.answer('/getMessageList', () => {
      answered += 1;
      return answered === 1 ? slow.passed.then(() => hidden) : open;
    });
    on.client.actions.openChat(GROUP);
    await on.settle();
    set(on, 1);
    await on.settle();
    slow.open();
    await on.settle();
    expect(readVisible(on)).toEqual(OPEN);
  });

  it('GROUP-8: another setting leaves it as it is; a chat that is not on screen is forgotten', async () => {
    const on = await inGroup(0, hidden);
    on.client.actions.openChat(GROUP);
    await on.settle();
    const before = window(on);
    on.push(
      'groupSetting',
      { group_id: 'group-3', setting: { history: 0, pin: 1 } },
      { stream: 'group-3', seq: 4 },
    );
    await on.settle();
    expect(window(on)).toBe(before);
    on.client.actions.openChat(null);
    on.push(
      'groupSetting',
      { group_id: 'group-3', setting: { history: 1, pin: 1 } },
      { stream: 'group-3', seq: 5 },
    );
    await on.settle();
    expect([window(on), countRequests(on)]).toEqual([undefined, 1]);
  });

  it('LATER-11: reminders are loaded again, also where an older answer comes after the change', async () => {
    const on = await inGroup(1, open);
    on.answer('/getLater', later(1, 3));
    await on.client.actions.later();
    expect([reminders(on), isLaterStale(on.client.core.get())]).toEqual([['m1', 'm3'], false]);
    set(on, 0);
    await on.settle();
    expect(isLaterStale(on.client.core.get())).toBe(true);
    let asks = 0;
    on.answer('/getLater', () => {
      asks += 1;
      if (asks > 1) return later(1, 3);
      on.push(
        'groupSetting',
        { group_id: 'group-3', setting: { history: 1 } },
        { stream: 'group-3', seq: 5 },
      );
      return later(3);
    });
    await on.client.actions.later();
    expect([reminders(on), asks]).toEqual([['m1', 'm3'], 2]);
  });
});
