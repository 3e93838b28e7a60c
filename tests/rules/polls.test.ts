import { describe, expect, it } from 'vitest';
import { previewOf } from '../../src/client/state/preview.ts';
import type { Input } from '../../src/client/state/effects.ts';
import { EventLog, importScript, replay } from '../../src/client/state/log.ts';
import { stateToJson } from '../../src/client/state/state-json.ts';
import { exportScript } from '../../src/client/report/mask.ts';
import type { ServerEvent } from '../../src/domain/events.ts';
import { messageId, msgId, userId } from '../../src/domain/ids.ts';
import {
  choiceOf,
  endOf,
  isPollOver,
  optionsProblem,
  type Poll,
  pollExtra,
  pollOf,
  choiceAfterPress,
  recounted,
} from '../../src/domain/poll.ts';
import { aMessage, local, run, server } from '../support/contacts.ts';
import { GROUP, at, goings, pageAsked, pageOf, said, start } from '../support/one-group.ts';

const ONE: Poll = { options: ['a', 'b', 'c'], many: false, secret: false, lastsSec: null };
const MANY: Poll = { ...ONE, many: true };

describe('the form of a poll', () => {
  it('POLL-1, POLL-2: a poll is read as it is written, and from nothing else', () => {
    for (const poll of [ONE, MANY, { ...ONE, secret: true, lastsSec: 3_600 }])
      expect(pollOf(pollExtra(poll))).toEqual(poll);
    expect(pollOf({ poll: { options: [' a ', 'b'] } })?.options).toEqual(['a', 'b']);
    for (const extra of [null, undefined, {}, { poll: 1 }, { poll: { options: ['a'] } }])
      expect(pollOf(extra)).toBeNull();
    expect(
      [['a'], ['a', ' a'], ['a', '\u200b'], ['a', 'x'.repeat(101)], ['a', 'b']].map(optionsProblem),
    ).toEqual(['count', 'double', 'empty', 'long', null]);
  });

  it('POLL-3: which options may be chosen, the meaning of a press, and the count', () => {
    expect([[0], [2, 0], [0, 0], [3], [-1], []].map((given) => choiceOf(MANY, given))).toEqual([
      [0],
      [0, 2],
      null,
      null,
      null,
      [],
    ]);
    expect(choiceOf(ONE, [0, 1])).toBeNull();
    expect([choiceAfterPress(ONE, [0], 1), choiceAfterPress(ONE, [1], 1)]).toEqual([[1], []]);
    expect([choiceAfterPress(MANY, [2], 0), choiceAfterPress(MANY, [0, 2], 0)]).toEqual([[0, 2], [2]]);
    const none = { counts: [], voters: 0 };
    const first = recounted(none, [], [2]);
    expect(first).toEqual({ counts: [0, 0, 1], voters: 1 });
    expect(recounted(first, [2], [0])).toEqual({ counts: [1, 0, 0], voters: 1 });
    expect(recounted(first, [2], [])).toEqual({ counts: [0, 0, 0], voters: 0 });
  });

  it('POLL-7: a poll ends by hand, or after its time', () => {
    expect(endOf(ONE, 1_000)).toBeNull();
    const timed = { ...ONE, lastsSec: 60 };
    expect(endOf(timed, 1_000)).toBe(61_000);
    expect([60_999, 61_000].map((nowMs) => isPollOver(timed, false, 1_000, nowMs))).toEqual([false, true]);
    expect([false, true].map((closed) => isPollOver(ONE, closed, 0, 1e15))).toEqual([false, true]);
  });
});

const ME = 7;
const asking = (n: number) =>
  aMessage(`m${n}`, ME, {
    n,
    msgId: msgId(n),
    content: 'secret-question',
    extra: pollExtra({ ...MANY, options: ['secret-option', 'b', 'c'] }),
  });
const post = (seq: number, n: number) => said(seq, asking(n));
type Changed = Extract<ServerEvent, { type: 'pollChanged' }>;
const changed = (seq: number, n: number, parts: Partial<Changed> = {}): Input =>
  server(
    {
      type: 'pollChanged',
      conversation: GROUP,
      id: messageId(`m${n}`),
      at: seq,
      counts: [0, 2],
      voters: 2,
      closed: false,
      mine: null,
      ...parts,
    },
    at(seq),
  );
const pollIn = (state: ReturnType<typeof start>, n = 1) =>
  state.conversations
    .get(GROUP)
    ?.chunks.flat()
    .find((one) => one.n === n)?.poll;
const opened = () => run(start({ seq: 1, count: 1 }), pageAsked, pageOf([asking(1)])).state;

describe('a poll in the state', () => {
  it('POLL-4: the newest event of a poll applies; neither unread nor the list change', () => {
    const before = opened();
    const { state, effects } = run(before, changed(2, 1, { mine: [1] }), changed(3, 1, { voters: 3 }));
    expect(pollIn(state)).toEqual({ at: 3, counts: [0, 2], voters: 3, closed: false, mine: [1], mineAt: 2 });
    expect(effects).toEqual([]);
    expect(state.contacts.get(GROUP)).toMatchObject({ unread: before.contacts.get(GROUP)?.unread });
    const closed = run(state, changed(4, 1, { closed: true }), changed(5, 1)).state;
    expect(pollIn(closed)?.closed).toBe(true);
  });

  it('POLL-3: an event settles the pending vote that it fulfils, and no other', () => {
    const pendingChange = { op: 'x', to: GROUP, options: [0, 2] };
    const expected = run(
      opened(),
      local({ type: 'pendingSet', register: 'vote', conversation: messageId('m1'), value: pendingChange }),
    ).state;
    expect(run(expected, changed(2, 1), changed(3, 1, { mine: [0] })).state.pending.vote.size).toBe(1);
    expect(run(expected, changed(2, 1, { mine: [0, 2] })).state.pending.vote.size).toBe(0);
  });

  it('POLL-9: recall, deletion and clearing leave nothing of it, in what is held and in the log', () => {
    const pendingChange = { op: 'x', to: GROUP, options: [0] };
    for (const end of goings(userId(ME))) {
      const log = new EventLog();
      let state = start();
      for (const input of [
        post(1, 1),
        pageAsked,
        changed(2, 1, { mine: [1], counts: [0, 4_711] }),
        local({ type: 'pendingSet', register: 'vote', conversation: messageId('m1'), value: pendingChange }),
        server(end, at(3)),
      ]) {
        const before = state;
        state = run(state, input).state;
        log.record(1, input, before, state);
      }
      if (end.type !== 'historyCleared') expect(state.pending.vote.size, end.type).toBe(0);
      const words = /secret-question|secret-option|4711/;
      expect(JSON.stringify(stateToJson(state)), end.type).not.toMatch(words);
      expect(log.export(), end.type).not.toMatch(words);
      expect(stateToJson(replay(importScript(log.export()))), end.type).toEqual(stateToJson(state));
    }
  });

  it('POLL-8: the list says that it is a poll', () => {
    const { state } = run(start({ seq: 1, count: 1 }), post(2, 2));
    const last = state.contacts.get(GROUP)?.last ?? null;
    expect(previewOf(last)).toEqual({ kind: 'label', type: 'poll', text: 'secret-question' });
  });

  it('POLL-6: a recording that is handed on says neither options nor choices', () => {
    const value = { op: 'x', to: GROUP, options: [2] };
    const event = { type: 'pendingSet', register: 'vote', conversation: messageId('m1'), value } as const;
    const text = exportScript(
      [
        { atMs: 0, origin: 'local', event },
        { atMs: 1, origin: 'frame', event: { type: 'poll', data: { extends: asking(1).extra, mine: [2] } } },
      ] as never,
      { masked: true },
    );
    expect(text).toContain('"options":[0]');
    expect(text).toContain('"mine":[0]');
    expect(text).toContain('"options":["•••••••••••••","•","•"]');
  });
});
