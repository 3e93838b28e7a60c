import { describe, expect, it } from 'vitest';
import type { Input } from '../../src/client/state/effects.ts';
import { EventLog, importScript, replay } from '../../src/client/state/log.ts';
import { stateToJson } from '../../src/client/state/state-json.ts';
import type { ServerEvent } from '../../src/domain/events.ts';
import { messageId, msgId, userId } from '../../src/domain/ids.ts';
import { MESSAGE_TYPES } from '../../src/domain/message.ts';
import { reactionLimits as limits } from '../../src/domain/message-limits.ts';
import {
  countReaction,
  gatherWaitMs,
  reactionRefusal,
  canHaveReactions,
} from '../../src/domain/reactions.ts';
import { aMessage, aPosition, facts, local, run, server, signedIn } from '../support/contacts.ts';
import { GROUP, at, goings, pageAsked, pageOf, said, start } from '../support/one-group.ts';

const [ME, OTHER] = [7, 9];
const mine = (n: number) => aMessage(`m${n}`, ME, { n, msgId: msgId(n) });
const post = (seq: number, n: number) => said(seq, mine(n));

type Reacted = Extract<ServerEvent, { type: 'messageReacted' }>;
const reacted = (seq: number, n: number, parts: Partial<Reacted> = {}): Input =>
  server(
    {
      type: 'messageReacted',
      conversation: GROUP,
      id: messageId(`m${n}`),
      n,
      author: userId(ME),
      at: seq,
      counts: [['secret-emoji', 1]],
      chosen: [[userId(OTHER), ['secret-emoji']]],
      added: { user: userId(OTHER), name: 'Nine', emoji: 'secret-emoji' },
      ...parts,
    },
    at(seq),
  );
const page = pageOf([]);
const opened = local({ type: 'chatOpened', conversation: GROUP });
const closed = local({ type: 'chatClosed' });
const contact = (state: ReturnType<typeof start>) => state.contacts.get(GROUP);

describe('allowed reactions', () => {
  it('REACT-1, REACT-2: kinds of messages, three of one person, twenty of all', () => {
    const open = MESSAGE_TYPES.filter((type) => canHaveReactions({ type, recalled: false }));
    expect(MESSAGE_TYPES.filter((type) => !open.includes(type))).toEqual(['event', 'webrtc']);
    expect(canHaveReactions({ type: 'text', recalled: true })).toBe(false);
    const three = ['a', 'b', 'c'];
    expect(reactionRefusal(three, [], 'd')).toBe('reactionsOwn');
    expect(reactionRefusal(three, [], 'a')).toBeNull();
    const full = Array.from({ length: limits.differentMax }, (_, n) => [`s${n}`, 1] as const);
    expect(reactionRefusal([], full, 'new')).toBe('reactionsFull');
    expect(reactionRefusal([], full, 's3')).toBeNull();
    expect(countReaction([['a', 1]], 'b', 1)).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
    expect(countReaction([['a', 1]], 'a', -1)).toEqual([]);
    expect(countReaction([['a', 1]], 'b', -1)).toEqual([['a', 1]]);
  });

  it('REACT-6: in a large conversation the window is waited for, elsewhere nothing', () => {
    expect(gatherWaitMs(limits.largeFrom - 1, 0)).toBe(0);
    expect(gatherWaitMs(limits.largeFrom, 0)).toBe(limits.gatherMs);
    expect(gatherWaitMs(limits.largeFrom, 100)).toBe(limits.gatherMs - 100);
    expect(gatherWaitMs(10_000, limits.gatherMs)).toBe(0);
  });
});

describe('reactions in the state', () => {
  it('REACT-4: a page that was read earlier does not restore its older reactions', () => {
    const late = run(start({ seq: 1, count: 1 }), pageAsked, reacted(2, 1), pageOf([mine(1)])).state;
    expect(late.conversations.get(GROUP)?.chunks.flat()[0]?.reactions?.counts).toEqual([['secret-emoji', 1]]);
    expect(late.conversations.get(GROUP)?.meanwhile).toBeUndefined();
  });

  it('REACT-10: the author sees a mark, without a sound and without an unread message', () => {
    const before = run(start(), page, post(1, 1)).state;
    const { state, effects } = run(before, reacted(2, 1));
    expect(contact(state)?.reacted).toMatchObject({ id: 'm1', name: 'Nine', emoji: 'secret-emoji' });
    expect([contact(state)?.unread, contact(state)?.lastSentAtMs]).toEqual([
      0,
      contact(before)?.lastSentAtMs,
    ]);
    expect(effects).toEqual([
      {
        type: 'arrived',
        conversation: GROUP,
        from: 'Nine',
        preview: { kind: 'reaction', emoji: 'secret-emoji' },
      },
    ]);
    // The mark disappears when the chat is opened, and does not appear while it is open.
    expect(contact(run(state, opened).state)?.reacted).toBeUndefined();
    const view = run(run(before, opened).state, reacted(2, 1));
    expect([contact(view.state)?.reacted, view.effects]).toEqual([undefined, []]);
    // The mark disappears when the reaction is taken back.
    const none = { counts: [], chosen: [[userId(OTHER), []]] as const, added: null };
    expect(contact(run(state, reacted(3, 1, none)).state)?.reacted).toBeUndefined();
    expect(contact(run(state, reacted(3, 2, none)).state)?.reacted).toBeDefined();
  });

  it('REACT-10: with notifications off only the mark appears; messages of others get none', () => {
    const quiet = signedIn([facts(GROUP, { position: aPosition('group-3', {}), isNotice: false })]);
    const muted = run(run(quiet, page, post(1, 1)).state, reacted(2, 1));
    expect([contact(muted.state)?.reacted !== undefined, muted.effects]).toEqual([true, []]);
    for (const parts of [
      { author: userId(OTHER) },
      { added: { user: userId(ME), name: 'Me', emoji: 'x' } },
      { added: null },
    ]) {
      const nextState = run(run(start(), page, post(1, 1)).state, reacted(2, 1, parts));
      expect([contact(nextState.state)?.reacted, nextState.effects]).toEqual([undefined, []]);
    }
  });

  it('REACT-7: recall, deletion and clearing take them and the mark, in what is held and in the log', () => {
    for (const end of goings(userId(ME))) {
      const log = new EventLog();
      let state = start();
      for (const input of [page, post(1, 1), reacted(2, 1), closed, server(end, at(3))]) {
        const before = state;
        state = run(state, input).state;
        log.record(1, input, before, state);
      }
      expect(JSON.stringify(stateToJson(state)), end.type).not.toContain('secret-emoji');
      expect(log.export(), end.type).not.toContain('secret-emoji');
      expect(stateToJson(replay(importScript(log.export()))), end.type).toEqual(stateToJson(state));
    }
  });
});
