import { describe, expect, it } from 'vitest';
import { timeline } from '../../src/app/screens/conversation/timeline.ts';
import { messagesOf } from '../../src/client/state/chat-selectors.ts';
import type { Input } from '../../src/client/state/effects.ts';
import { isPinned, messagePinsOf } from '../../src/client/state/message-pin-selectors.ts';
import type { State } from '../../src/client/state/state.ts';
import { messageId, msgId, userId } from '../../src/domain/ids.ts';
import { MESSAGE_TYPES, type Message, type MessagePin, isPinnable } from '../../src/domain/message.ts';
import type { GroupSetting } from '../../src/domain/group-fields.ts';
import { aGroup, aMessage, aPosition, facts, local, run, server, signedIn } from '../support/contacts.ts';
import { GROUP, at, pageAsked, pageOf, said, start } from '../support/one-group.ts';

const wording = (n: number, parts: Partial<Message> = {}) =>
  aMessage(`m${n}`, 9, { n, msgId: msgId(n), content: `words ${n}`, ...parts });
const post = (seq: number, n: number) => said(seq, wording(n));
const pinOf = (n: number, seq: number, parts: Partial<MessagePin> = {}): MessagePin => ({
  id: messageId(`m${n}`),
  msgId: msgId(n),
  n,
  seq,
  by: userId(9),
  byName: 'Nine',
  atMs: 0,
  afterN: 3,
  rev: 0,
  ...parts,
});
const pin = (seq: number, n: number, parts: Partial<MessagePin> = {}): Input =>
  server({ type: 'messagePinned', conversation: GROUP, pin: pinOf(n, seq, parts) }, at(seq));
const unpin = (seq: number, n: number): Input =>
  server({ type: 'messageUnpinned', conversation: GROUP, id: messageId(`m${n}`) }, at(seq));
const loaded = (seq: number, list: readonly MessagePin[]) =>
  local({ type: 'messagePinsLoaded', conversation: GROUP, seq, list });
const makeRemoval = (seq: number, n: number, type: 'messageRecalled' | 'messageDeleted'): Input =>
  server(
    {
      type,
      conversation: GROUP,
      id: messageId(`m${n}`),
      msgId: msgId(n),
      n,
      last: undefined,
      mentioned: [],
      author: userId(9),
      by: userId(9),
      byName: 'Nine',
      byManager: false,
      content: '',
      isLast: false,
    } as never,
    at(seq),
  );
const opened = [
  local({ type: 'chatOpened', conversation: GROUP }),
  pageAsked,
  pageOf([wording(1), wording(2), wording(3)]),
];
const pinned = (state: State) => messagePinsOf(state, GROUP).map(({ n }) => n);
const next = (state: State, ...inputs: readonly Input[]): State => run(state, ...inputs).state;
const after = (...inputs: readonly Input[]) => next(start(), ...opened, ...inputs);

const pendingChange = (id: string, on: boolean) =>
  local({
    type: 'pendingSet',
    register: 'messagePin',
    conversation: messageId(id),
    value: { op: id, to: GROUP, on, atMs: 5 },
  });
const rowsOf = (state: State, live = true) =>
  timeline({
    items: messagesOf(state, GROUP),
    pins: messagePinsOf(state, GROUP),
    live,
    self: userId(7),
    unreadAfter: null,
    dayOf: () => 1,
  }).map((row) => [row.key, row.pinned?.map(({ n }) => n)]);
const set = (seq: number, parts: Partial<GroupSetting>) =>
  server(
    { type: 'groupSettingSet', conversation: GROUP, setting: { ...aGroup().setting, ...parts } },
    at(seq),
  );

describe('pinned messages of a chat', () => {
  it('PINS-1: newest first, as later events of the stream change the list', () => {
    const state = after(loaded(0, []), pin(1, 2), pin(2, 1), pin(3, 3), unpin(4, 1), pin(5, 2));
    expect(pinned(state)).toEqual([2, 3]);
    expect([isPinned(state, GROUP, messageId('m3')), isPinned(state, GROUP, messageId('m1'))]).toEqual([
      true,
      false,
    ]);
  });

  it('PINS-1: a list may be ahead of the stream or behind it, and the end is the same', () => {
    const events = [pin(1, 1), pin(2, 2), unpin(3, 1), pin(4, 3), pin(5, 1)];
    const lists = [
      [],
      [pinOf(1, 1)],
      [pinOf(2, 2), pinOf(1, 1)],
      [pinOf(2, 2)],
      [pinOf(3, 4), pinOf(2, 2)],
      [pinOf(1, 5), pinOf(3, 4), pinOf(2, 2)],
    ];
    for (const [seq, list] of lists.entries())
      for (let when = 0; when <= events.length; when += 1) {
        const inputs = [...events.slice(0, when), loaded(seq, list), ...events.slice(when)];
        const state = after(...inputs);
        // One that was old when it came is asked for again.
        const whole = seq < when ? next(state, loaded(5, lists[5] ?? [])) : state;
        if (seq < when && when === events.length)
          expect(state.conversations.get(GROUP)?.pins?.list).toBeUndefined();
        expect([seq, when, pinned(whole)]).toEqual([seq, when, [1, 3, 2]]);
      }
  });

  it('PINS-7: a recalled, deleted or cleared message is not pinned, in either order', () => {
    const list = [pinOf(3, 3), pinOf(2, 2), pinOf(1, 1)];
    for (const type of ['messageRecalled', 'messageDeleted'] as const) {
      expect(pinned(after(loaded(3, list), makeRemoval(4, 2, type)))).toEqual([3, 1]);
      expect(pinned(after(makeRemoval(4, 2, type), loaded(4, list)))).toEqual([3, 1]);
    }
    const cleared = server({ type: 'historyCleared', conversation: GROUP, n: 2, mentions: 0 }, at(4));
    expect(pinned(after(loaded(3, list), cleared))).toEqual([3]);
    // An answer from before the clearing is old.
    expect(pinned(after(cleared, loaded(3, list)))).toEqual([]);
  });

  it('PINS-7: an edit says that the words are to be asked for again', () => {
    const state = after(
      loaded(1, [pinOf(2, 1)]),
      server(
        {
          type: 'messageEdited',
          conversation: GROUP,
          id: messageId('m2'),
          msgId: msgId(2),
          n: 2,
          author: userId(9),
          was: [],
          mentioned: [],
          words: { content: 'new', rev: 4 },
          last: undefined,
        },
        at(2),
      ),
    );
    expect(messagePinsOf(state, GROUP)).toMatchObject([{ n: 2, rev: 4 }]);
  });

  it('PINS-8: neither unread nor count move, and nothing is heard', () => {
    const before = after(loaded(0, []), post(1, 4));
    const state = next(before, pin(2, 4), unpin(3, 4));
    const [was, is] = [before, state].map((one) => one.contacts.get(GROUP));
    expect([is?.unread, is?.counting.count, is?.last]).toEqual([was?.unread, was?.counting.count, was?.last]);
    expect([state.totals, state.conversations.get(GROUP)?.size]).toEqual([before.totals, 4]);
  });

  it('GROUP-19, PINS-1: when the history setting changes, the list of pins is requested again', () => {
    const contact = facts(GROUP, { group: aGroup(), position: aPosition('group-3', {}) });
    const base = next(signedIn([contact]), ...opened, loaded(1, [pinOf(1, 1)]));
    expect(pinned(next(base, set(2, { pin: true })))).toEqual([1]);
    const state = next(base, set(2, { history: true }), loaded(1, [pinOf(1, 1)]));
    expect(state.conversations.get(GROUP)?.pins?.list).toBeUndefined();
    expect(pinned(next(state, loaded(2, [pinOf(2, 2)])))).toEqual([2]);
  });

  it('PINS-6: a pending pin is shown over the known list until it is confirmed', () => {
    const base = after(loaded(1, [pinOf(1, 1)]));
    const expected = next(base, pendingChange('m2', true), pendingChange('m1', false));
    expect([pinned(expected), expected.pending.messagePin.size]).toEqual([[2], 2]);
    const done = next(expected, pin(2, 2), unpin(3, 1));
    expect([pinned(done), done.pending.messagePin.size]).toEqual([[2], 0]);
    const lost = next(expected, makeRemoval(2, 2, 'messageRecalled'));
    expect([pinned(lost), [...lost.pending.messagePin.keys()]]).toEqual([[], ['m1']]);
  });

  it('PINS-6: a pending pin that is known already is shown once', () => {
    const base = after(loaded(2, [pinOf(2, 2), pinOf(1, 1)]));
    expect(pinned(next(base, pendingChange('m1', true)))).toEqual([2, 1]);
    expect(pinned(next(base, pendingChange('m3', true), pendingChange('m1', true)))).toEqual([3, 2, 1]);
  });

  it('PINS-3: people pin what people said', () => {
    const kinds = MESSAGE_TYPES.filter((type) => !isPinnable({ type, recalled: false }));
    expect(kinds).toEqual(['event', 'webrtc']);
    expect(isPinnable({ type: 'text', recalled: true })).toBe(false);
  });
});

describe('the line that reports a pin', () => {
  it('PINS-4: the line of a pin is below the newest message at that time, one for several', () => {
    const list = [pinOf(1, 3, { afterN: 3 }), pinOf(3, 2, { afterN: 3 }), pinOf(2, 1, { afterN: 2 })];
    expect(rowsOf(after(loaded(3, list)))).toEqual([
      ['m1', undefined],
      ['m2', [2]],
      ['m3', [1, 3]],
    ]);
  });

  it('PINS-4: the line remains if that message is gone, and incomplete windows show none', () => {
    const state = after(loaded(1, [pinOf(1, 1, { afterN: 9 })]));
    expect(rowsOf(state).at(-1)).toEqual(['m3', [1]]);
    expect(rowsOf(state, false).at(-1)).toEqual(['m3', undefined]);
  });
});
