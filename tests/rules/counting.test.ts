import { describe, expect, it } from 'vitest';
import { stateToJson } from '../../src/client/state/state-json.ts';
import type { State } from '../../src/client/state/state.ts';
import type { ServerEvent } from '../../src/domain/events.ts';
import { contactId, messageId, userId } from '../../src/domain/ids.ts';
import { countingLimits as limits } from '../../src/client/state/limits.ts';
import {
  aLast,
  aMessage,
  aPosition,
  facts,
  local,
  place,
  run,
  server,
  signedIn,
} from '../support/contacts.ts';
import { GROUP, at, said, start } from '../support/one-group.ts';

const mine = (seq: number) => place('u7', seq);
const post = (n: number, from: number, mentioned: readonly number[] = []) =>
  said(n, aMessage(`m${n}`, from, { n, at: mentioned }));
const figures = (state: State) => {
  const contact = state.contacts.get(GROUP);
  return { unread: contact?.unread, mentions: contact?.mentions };
};
const mark = (parts: { mark: number; own: number; seq: number; count: number }): ServerEvent => ({
  type: 'readMarkSet',
  conversation: GROUP,
  ...parts,
});
const recall = (n: number, mentioned: readonly number[], author = 9): ServerEvent => ({
  type: 'messageRecalled',
  conversation: GROUP,
  id: messageId(`m${n}`),
  msgId: null,
  n,
  by: userId(author),
  byName: 'x',
  byManager: false,
  content: 'taken back',
  isLast: false,
  last: aLast({ n, content: 'taken back', type: 'event' }),
  mentioned,
  author: userId(author),
});

const read = (n: number, seq: number) =>
  server({ type: 'partnerRead', conversation: contactId(9), n }, place('7-9', seq));

describe('counting', () => {
  it('COUNT-1: unread = count − mark − own', () => {
    const state = run(start({ seq: 5, count: 5, mark: 2, own: 1 }), post(6, 9), post(7, 7), post(8, 9)).state;
    expect(figures(state)).toEqual({ unread: 4, mentions: 0 });
  });

  it('COUNT-2: a mark only moves forward', () => {
    const state = run(
      start(),
      post(1, 9),
      post(2, 9),
      post(3, 9),
      server(mark({ mark: 2, own: 0, seq: 3, count: 3 }), mine(1)),
    ).state;
    expect(figures(state).unread).toBe(1);
    expect(
      run(state, server(mark({ mark: 1, own: 0, seq: 3, count: 3 }), mine(2))).state.contacts.get(GROUP)
        ?.unread,
    ).toBe(1);
  });

  it('COUNT-13: a line that became an own one after the list was loaded, with nothing else changed', () => {
    const taken = server(mark({ mark: 1, own: 1, seq: 2, count: 2 }), mine(1));
    const loaded = start({ seq: 2, count: 2, mark: 1, own: 0 });
    expect(figures(run(loaded, taken).state).unread).toBe(0);
    expect(figures(run(loaded, post(3, 9), taken).state).unread).toBe(1);
    const before = server(mark({ mark: 1, own: 0, seq: 2, count: 2 }), mine(2));
    expect(figures(run(loaded, taken, before).state).unread).toBe(0);
  });

  it('COUNT-3: mentions after my mark that are not mine; everyone is everyone', () => {
    const state = run(start(), post(1, 9, [7]), post(2, 9, [0]), post(3, 7, [0]), post(4, 9, [8])).state;
    expect(figures(state).mentions).toBe(2);
    const read = run(
      state,
      server(
        { type: 'mentionMarkSet', conversation: GROUP, mark: 1, mentions: 1, seq: 4, count: 4 },
        mine(1),
      ),
    ).state;
    expect(figures(read).mentions).toBe(1);
  });

  it('COUNT-4: a mark of a later moment than what has arrived is true once the rest is there', () => {
    const events = [post(1, 9), post(2, 7), post(3, 9, [7]), post(4, 7)];
    const marks = [
      server(mark({ mark: 3, own: 1, seq: 4, count: 4 }), mine(1)),
      server(
        { type: 'mentionMarkSet', conversation: GROUP, mark: 2, mentions: 1, seq: 4, count: 4 } as const,
        mine(2),
      ),
    ];
    const early = run(start(), ...marks, ...events).state;
    const late = run(start(), ...events, ...marks).state;
    expect(figures(late)).toEqual({ unread: 0, mentions: 1 });
    expect(stateToJson(early)).toEqual(stateToJson(late));
  });

  it('COUNT-5: recall changes neither n nor unread, and takes the mention away', () => {
    const before = run(start(), post(1, 9, [7]), post(2, 9)).state;
    const state = run(before, server(recall(1, [7]), at(3))).state;
    expect(figures(state)).toEqual({ unread: 2, mentions: 0 });
    expect(state.contacts.get(GROUP)?.counting.count).toBe(2);
  });

  it('COUNT-5: a message that arrives already recalled leaves no mention behind', () => {
    const gone = said(1, aMessage('m1', 9, { n: 1, type: 'event', recalled: true }));
    const state = run(start(), gone, server(recall(1, [7]), at(2))).state;
    expect(figures(state)).toEqual({ unread: 1, mentions: 0 });
    const next = run(state, post(2, 9, [7])).state;
    expect(
      run(start(), gone, server(recall(1, [8]), at(2))).state.contacts.get(GROUP)?.counting.mentionSince,
    ).toEqual([]);
    expect(figures(next).mentions).toBe(0);
    expect(figures(run(state, said(3, aMessage('m2', 9, { n: 2, at: [7] }))).state).mentions).toBe(1);
  });

  it('COUNT-5: a deletion does the same, also for a message that is already gone', () => {
    const gone = server(
      { type: 'messageVoid', conversation: GROUP, id: messageId('m1'), n: 1, from: userId(9) },
      at(1),
    );
    const deleted: ServerEvent = {
      type: 'messageDeleted',
      conversation: GROUP,
      id: messageId('m1'),
      n: 1,
      last: null,
      mentioned: [7],
      author: userId(9),
    };
    expect(figures(run(start(), gone, server(deleted, at(2))).state)).toEqual({ unread: 1, mentions: 0 });
    expect(figures(run(start(), post(1, 9, [7]), server(deleted, at(2))).state)).toEqual({
      unread: 1,
      mentions: 0,
    });
  });

  it('COUNT-6: recall and deletion lead to the new last message', () => {
    const before = run(start(), post(1, 9), post(2, 9)).state;
    const deleted: ServerEvent = {
      type: 'messageDeleted',
      conversation: GROUP,
      id: messageId('m2'),
      n: 2,
      last: aLast({ n: 1, content: 'text m1', sentAtMs: 9 }),
      mentioned: [],
      author: userId(9),
    };
    expect(run(before, server(deleted, at(3))).state.contacts.get(GROUP)).toMatchObject({
      last: { n: 1 },
      lastSentAtMs: 9,
    });
    expect(run(before, server({ ...deleted, last: null }, at(3))).state.contacts.get(GROUP)).toMatchObject({
      last: null,
      lastSentAtMs: 0,
    });
    expect(run(before, server(recall(2, []), at(3))).state.contacts.get(GROUP)?.last).toMatchObject({
      type: 'event',
      content: 'taken back',
    });
  });

  it('COUNT-7: a joiner starts with nothing unread and nothing mentioned', () => {
    const contact = facts(GROUP, {
      position: aPosition('group-3', { seq: 90, count: 80, mark: 80, mentionMark: 80 }),
    });
    const { state, effects } = run(signedIn(), server({ type: 'joined', contact, via: 'group' }, mine(1)));
    expect(figures(state)).toEqual({ unread: 0, mentions: 0 });
    expect(effects).toEqual([{ type: 'bindGroup', conversation: GROUP }]);
  });

  it('COUNT-8: the partner has read up to n, never back', () => {
    const chat = signedIn([facts(9, { position: aPosition('7-9', { seq: 3, count: 3 }) })]);
    const state = run(chat, read(2, 4), read(1, 5)).state;
    expect(state.contacts.get(contactId(9))?.counting).toMatchObject({ peerMark: 2, seq: 5 });
  });

  it('COUNT-9: read mentions of another device clear mine, and its wish here', () => {
    const before = run(
      start(),
      post(1, 9, [7]),
      local({ type: 'pendingSet', register: 'mentionsRead', conversation: GROUP, value: 1 }),
    ).state;
    const state = run(
      before,
      server(
        { type: 'mentionMarkSet', conversation: GROUP, mark: 1, mentions: 0, seq: 1, count: 1 },
        mine(1),
      ),
    ).state;
    expect(figures(state).mentions).toBe(0);
    expect(state.pending.mentionsRead.size).toBe(0);
  });

  it('COUNT-1: the figures stay right beyond the kept single changes', () => {
    let state = start();
    const total = limits.sinceMax * 2 + 3;
    for (let n = 1; n <= total; n++)
      state = run(state, post(n, n % 2 === 0 ? 7 : 9, n % 2 === 0 ? [] : [7])).state;
    const contact = state.contacts.get(GROUP);
    expect(contact?.unread).toBe(Math.ceil(total / 2));
    expect(contact?.mentions).toBe(Math.ceil(total / 2));
    expect(contact?.counting.ownSince.length).toBeLessThanOrEqual(limits.sinceMax);
    expect(contact?.counting.mentionSince.length).toBeLessThanOrEqual(limits.sinceMax);
  });

  it('COUNT-4: a mark from before what was folded away asks for the stream anew', () => {
    let state = start();
    for (let n = 1; n <= limits.sinceMax + 1; n++) state = run(state, post(n, 7)).state;
    const { effects } = run(state, server(mark({ mark: 2, own: 0, seq: 2, count: 2 }), mine(1)));
    expect(effects).toEqual([{ type: 'requestResync', stream: 'group-3' }]);
  });
});
