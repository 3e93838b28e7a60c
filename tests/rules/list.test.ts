import { describe, expect, it } from 'vitest';
import { EMPTY } from '../../src/client/state/empty.ts';
import { previewOf, rows, totals } from '../../src/client/state/selectors.ts';
import { totalsOf } from '../../src/client/state/totals.ts';
import { contactId, userId } from '../../src/domain/ids.ts';
import type { MessageType } from '../../src/domain/message.ts';
import {
  aLast,
  aMessage,
  aPosition,
  facts,
  local,
  place,
  postedEvent,
  run,
  self,
  server,
  signedIn,
} from '../support/contacts.ts';

const id = contactId;

const readView = (type: MessageType, content: string) => previewOf(aLast({ type, content }));

describe('contact list', () => {
  it('SYNC-8: a list further in the user’s stream applies, also to a row followed further', () => {
    const posting = server(postedEvent(9, aMessage('m1', 9, { n: 1 })), place('7-9', 1));
    const before = run(signedIn([facts(9, { position: aPosition('7-9') })]), posting).state;
    const listed = (selfSeq: number) => ({
      type: 'contactsLoaded' as const,
      contacts: [facts(9, { position: aPosition('7-9'), isNotice: false })],
      epoch: before.sync.epoch,
      cursor: 'new',
      selfSeq,
      applications: 0,
    });
    const seen = (selfSeq: number) => {
      const { state, effects } = run(before, local(listed(selfSeq)));
      const { isNotice, counting } = state.contacts.get(id(9)) ?? expect.fail('no row');
      return [isNotice, counting.seq, effects.map(({ type }) => type)];
    };
    expect(seen(3)).toEqual([false, 0, ['requestSync']]);
    expect(seen(before.sync.selfSeq)).toEqual([true, 1, []]);
  });

  it('LIST-3: total unread counts only what has last content and notifications on; mentions all', () => {
    const state = signedIn([
      facts(1, { unread: 2, mentions: 1, last: aLast(), lastSentAtMs: 1 }),
      facts(2, { unread: 4, mentions: 1, last: aLast(), lastSentAtMs: 1, isNotice: false }),
      facts(3, { unread: 8 }),
    ]);
    expect(totals(state)).toEqual({ unread: 2, mentions: 2, system: 0 });
    const after = run(
      state,
      server({ type: 'noticeSet', conversation: id(2), isNotice: true }, place('u7', 1)),
    ).state;
    expect(totals(after)).toEqual({ unread: 6, mentions: 2, system: 0 });
    expect(after.totals).toEqual(totalsOf(after.contacts, 0));
  });

  it('LIST-5: the unread list holds unread or mentions with notifications on', () => {
    const last = aLast();
    const state = signedIn([
      facts(1, { unread: 1, last, lastSentAtMs: 3 }),
      facts(2, { unread: 1, last, lastSentAtMs: 2, isNotice: false }),
      facts(3, { mentions: 1, last, lastSentAtMs: 4 }),
      facts(4, { last, lastSentAtMs: 5 }),
    ]);
    expect(rows(state, 'unread').map((one) => one.id)).toEqual(['3', '1']);
    expect(rows(state, 'at').map((one) => one.id)).toEqual(['3']);
    expect(rows(state).map((one) => one.id)).toEqual(['4', '3', '1', '2']);
  });

  it('LIST-6: a non-text message shows its label; text, event, location and contact show their content', () => {
    expect(readView('text', '<p>a &amp; b<br>c</p>')).toEqual({ kind: 'text', text: 'a & b c' });
    expect(readView('text', ' plain  words ')).toEqual({ kind: 'text', text: 'plain words' });
    expect(readView('event', 'x joined')).toEqual({ kind: 'text', text: 'x joined' });
    expect(readView('location', '[place] here')).toEqual({ kind: 'text', text: '[place] here' });
    expect(readView('contact', '[card] x')).toEqual({ kind: 'text', text: '[card] x' });
    for (const type of ['image', 'emoji', 'voice', 'video', 'webrtc'] as const)
      expect(readView(type, 'x')).toEqual({ kind: 'label', type });
    expect(readView('file', 'plan.pdf')).toEqual({ kind: 'label', type: 'file', name: 'plan.pdf' });
    expect(previewOf(aLast({ type: 'voice', sec: 7 }))).toEqual({ kind: 'label', type: 'voice', sec: 7 });
    expect(previewOf(null)).toEqual({ kind: 'none' });
    const call = { code: 906, video: true, talkSec: 65 };
    expect(previewOf(aLast({ type: 'webrtc', call }))).toMatchObject({ kind: 'call', call });
    const note = { note: 'friends' } as const;
    expect(previewOf(aLast({ type: 'event', note }))).toEqual({ kind: 'note', note, text: 'hi' });
  });

  it('LIST-6, UI-69: pictures of one user within a minute are reported together, with the text that they begin with', () => {
    let seq = 0;
    let state = signedIn([facts(9, { position: aPosition('7-9', { seq: 0, count: 0, mark: 0 }) })]);
    const notes: unknown[] = [];
    const speak = (from: number, sentAtMs: number, parts: Parameters<typeof aMessage>[2] = {}) => {
      seq += 1;
      const file = { id: 1, name: 'p.png', sizeBytes: 1, download: '', preview: '', icon: '' };
      const message = aMessage(`m${seq}`, from, {
        n: seq,
        type: 'image',
        content: '/p',
        sentAtMs,
        file,
        ...parts,
      });
      const done = run(state, server(postedEvent(from === 7 ? 9 : from, message), place('7-9', seq)));
      ({ state } = done);
      notes.push(...done.effects.flatMap((effect) => (effect.type === 'arrived' ? [effect.preview] : [])));
      return previewOf(state.contacts.get(id(9))?.last ?? null);
    };
    const minute = 60_000;
    expect(speak(9, 0, { extra: { caption: '<b>two</b> greens' } })).toEqual({
      kind: 'label',
      type: 'image',
      text: 'two greens',
    });
    expect(speak(9, minute - 1)).toEqual({ kind: 'label', type: 'image', text: 'two greens', count: 2 });
    expect(speak(9, 2 * minute - 2)).toEqual({ kind: 'label', type: 'image', text: 'two greens', count: 3 });
    expect(notes.at(-1)).toEqual({ kind: 'label', type: 'image', text: 'two greens', count: 3 });
    // A picture a minute later, with other text, or as a reply is separate, and so is the next one after a
    // reply.
    expect(speak(9, 3 * minute)).toEqual({ kind: 'label', type: 'image' });
    expect(speak(9, 3 * minute, { extra: { caption: 'more' } })).toEqual({
      kind: 'label',
      type: 'image',
      text: 'more',
    });
    const quote = { msgId: 1 as never, content: 'x', userId: userId(7), realname: 'Seven' };
    for (const parts of [{ quote }, {}])
      expect(speak(9, 3 * minute, parts)).toEqual({ kind: 'label', type: 'image' });
    expect(speak(9, 3 * minute, { type: 'text', content: 'words', file: null })).toEqual({
      kind: 'text',
      text: 'words',
    });
    expect(speak(9, 3 * minute)).toEqual({ kind: 'label', type: 'image' });
    for (let more = 2; more <= 40; more += 1)
      expect(speak(9, 3 * minute)).toEqual({ kind: 'label', type: 'image', count: Math.min(30, more) });
  });

  it('LIST-7: a message to `system` raises the system counter and nothing else', () => {
    const state = signedIn([facts(9)]);
    const { state: after, effects } = run(
      state,
      server({ type: 'applicationReceived', from: userId(5), text: 'hello', pending: null }),
    );
    expect(after).toEqual({ ...state, totals: { ...state.totals, system: 1 } });
    expect(effects).toEqual([{ type: 'sound' }]);
    const nextState = run(
      after,
      server({ type: 'applicationReceived', from: userId(5), text: 'hello', pending: 4 }, place('u7', 1)),
    ).state;
    expect(nextState.totals.system).toBe(4);
    expect(
      run(nextState, server({ type: 'applicationsSet', pending: 0 }, place('u7', 2))).state.totals.system,
    ).toBe(0);
  });

  it('LIST-8: a deleted chat leaves the list and comes back with the next message', () => {
    const row = facts(9, {
      last: aLast({ n: 3 }),
      lastSentAtMs: 5,
      position: aPosition('7-9', { seq: 3, count: 3, mark: 1 }),
    });
    const hidden = run(
      signedIn([row]),
      server({ type: 'chatHidden', conversation: id(9), n: 3 }, place('u7', 1)),
    ).state;
    expect(rows(hidden)).toEqual([]);
    expect(totals(hidden).unread).toBe(0);
    const back = run(hidden, server(postedEvent(9, aMessage('m4', 9, { n: 4 })), place('7-9', 4))).state;
    expect(rows(back).map((one) => [one.id, one.unread])).toEqual([['9', 3]]);
  });

  it('LIST-9: a message updates last content, time and type; an unknown contact is appended', () => {
    const state = signedIn([facts(9)]);
    const baseState = run(
      state,
      server(postedEvent(9, aMessage('a', 9, { type: 'image', content: 'pic', sentAtMs: 77 }))),
    ).state;
    expect(baseState.contacts.get(id(9))).toMatchObject({
      last: { type: 'image', content: 'pic' },
      lastSentAtMs: 77,
      unread: 1,
    });
    const minimal = run(state, server(postedEvent(5, aMessage('b', 5)))).state;
    expect(minimal.contacts.get(id(5))).toMatchObject({
      displayName: 'Name 5',
      unread: 1,
      isTop: false,
      isNotice: true,
    });
    const nextState = run(
      state,
      server(postedEvent(6, aMessage('c', 6), facts(6, { displayName: 'Told' }))),
    ).state;
    expect(nextState.contacts.get(id(6))).toMatchObject({ displayName: 'Told', unread: 1 });
    expect(nextState.totals.unread).toBe(1);
  });

  it('LIST-9: my own message from another device belongs to whom it was sent, and is not unread', () => {
    const event = { ...postedEvent(7, aMessage('a', 7)), toUser: id(9) };
    const after = run(signedIn([facts(9)]), server(event)).state;
    expect(after.contacts.get(id(9))).toMatchObject({ unread: 0, last: { id: 'a' } });
    expect(after.contacts.has(id(7))).toBe(false);
  });

  it('LIST-10: setChatTop and isNotice change the flag; the pinned row goes up', () => {
    const last = aLast();
    const state = signedIn([facts(1, { last, lastSentAtMs: 9 }), facts(2, { last, lastSentAtMs: 1 })]);
    const top = run(
      state,
      server({ type: 'topSet', conversation: id(2), isTop: true }, place('u7', 1)),
    ).state;
    expect(rows(top).map((one) => one.id)).toEqual(['2', '1']);
    const muted = run(
      top,
      server({ type: 'noticeSet', conversation: id(2), isNotice: false }, place('u7', 2)),
    ).state;
    expect(muted.contacts.get(id(2))?.isNotice).toBe(false);
  });

  it('LIST-11: an event that changes nothing returns the same state', () => {
    const state = signedIn([facts(9, { isOnline: true, position: aPosition('7-9', { seq: 4 }) })]);
    const same = run(
      state,
      server({ type: 'onlineSet', on: [userId(9), userId(99)], off: [] }),
      server({ type: 'topSet', conversation: id(9), isTop: false }),
      server(postedEvent(9, aMessage('a', 9, { n: 4 })), place('7-9', 4)),
      local({ type: 'signedIn', self: { ...self } }),
      local({ type: 'minuteTicked', minute: 0 }),
      local({ type: 'chatClosed' }),
    ).state;
    expect(same).toBe(state);
  });

  it('STORE-6: pending changes cover the facts and the order follows, until confirmed or refused', () => {
    const last = aLast();
    const state = signedIn([
      facts(1, { last, lastSentAtMs: 9, unread: 3 }),
      facts(2, { last, lastSentAtMs: 5 }),
    ]);
    const pendingState = run(
      state,
      local({ type: 'pendingSet', register: 'top', conversation: id(2), value: true }),
      local({ type: 'pendingSet', register: 'notice', conversation: id(1), value: false }),
    ).state;
    expect(rows(pendingState).map((one) => [one.id, one.isTop])).toEqual([
      ['2', true],
      ['1', false],
    ]);
    expect(totals(pendingState).unread).toBe(0);
    expect(pendingState.contacts).toBe(state.contacts);
    const refused = run(
      pendingState,
      local({ type: 'pendingCleared', register: 'notice', conversation: id(1), value: false }),
    ).state;
    expect(totals(refused).unread).toBe(3);
    const confirmed = run(
      refused,
      server({ type: 'topSet', conversation: id(2), isTop: true }, place('u7', 1)),
    ).state;
    expect(confirmed.pending.top.size).toBe(0);
    expect(rows(confirmed).map((one) => one.id)).toEqual(['2', '1']);
  });

  it('SEND-12: the last pending change of a key wins, and an older one is not taken for it', () => {
    const on = local({ type: 'pendingSet', register: 'top', conversation: id(2), value: true });
    const off = local({ type: 'pendingSet', register: 'top', conversation: id(2), value: false });
    const state = run(
      { ...EMPTY, self },
      on,
      off,
      local({ type: 'pendingCleared', register: 'top', conversation: id(2), value: true }),
    ).state;
    expect([...state.pending.top]).toEqual([['2', false]]);
  });
});
