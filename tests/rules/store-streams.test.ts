import { describe, expect, it } from 'vitest';
import { createStore } from '../../src/client/state/create-store.ts';
import { streamsAtOnce } from '../../src/client/state/stream-code.ts';
import type { Effect } from '../../src/client/state/effects.ts';
import { EventLog } from '../../src/client/state/log.ts';
import type { SyncFacts } from '../../src/wire/down/sync.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { clientId, contactId, streamId, userId } from '../../src/domain/ids.ts';
import { streamLimits as limits } from '../../src/domain/limits.ts';
import {
  aMessage,
  aPosition,
  facts,
  framed,
  place,
  postedEvent,
  signedIn,
  syncAnswer,
} from '../support/contacts.ts';

/** A clock of this test: timers run when it is moved. */
class ManualClock implements Clock {
  private now = 1_000;
  private next = 1;
  private readonly timers = new Map<number, { readonly at: number; readonly run: () => void }>();
  /** The difference of the system clock. Only the log may read this clock. */
  wrongMs = 0;
  nowMs(): number {
    return this.now + this.wrongMs;
  }
  elapsedMs(): number {
    return this.now;
  }
  setTimeout(run: () => void, delayMs: number): number {
    this.timers.set(this.next, { at: this.now + delayMs, run });
    return this.next++;
  }
  clearTimeout(handle: unknown): void {
    this.timers.delete(handle as number);
  }
  waiting(): number {
    return this.timers.size;
  }
  move(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const due = [...this.timers]
        .filter(([, one]) => one.at <= end)
        .toSorted(([, a], [, b]) => a.at - b.at)[0];
      if (!due) break;
      this.timers.delete(due[0]);
      this.now = due[1].at;
      due[1].run();
    }
    this.now = end;
  }
}

function setUp(contacts = [facts(9, { position: aPosition('7-9') })]) {
  const clock = new ManualClock();
  const lines: unknown[] = [];
  const frames: (() => void)[] = [];
  const store = createStore(
    {
      streams: streamsAtOnce,
      clock,
      log: { write: (...line) => void lines.push(line) },
      schedule: (run) => void frames.push(run),
      events: new EventLog(),
    },
    signedIn(contacts),
  );
  const effects: Effect[] = [];
  store.effects$.subscribe((effect) => void effects.push(effect));
  return { clock, lines, frames, store, effects };
}

const post = (n: number, from = 9) => framed(postedEvent(9, aMessage(`m${n}`, from, { n })), place('7-9', n));
const frame = (n: number) =>
  JSON.stringify({
    type: 'simple',
    time: 1,
    stream: '7-9',
    seq: n,
    data: {
      id: `m${n}`,
      msg_id: n,
      n,
      type: 'text',
      content: 'hi',
      sendTime: 1_700_000_000,
      toContactId: 9,
      fromUser: { id: 9, displayName: 'Nine' },
    },
  });
const answer = (parts: Partial<SyncFacts>) => syncAnswer([], { cursor: 'next', ...parts });
const signal = (kind: string, seq: number) =>
  framed(
    {
      type: 'callSignal',
      message: aMessage('call', 9, { type: 'webrtc' }),
      to: contactId(9),
      toUser: null,
      contact: null,
      signal: {
        kind,
        video: false,
        status: 3,
        code: 906,
        talkSec: 5,
        sdp: '',
        candidate: '',
        isMobile: false,
        no: null,
        path: null,
      },
    },
    place('7-9', seq),
  );
const kinds = (effects: readonly Effect[]) => effects.map((one) => one.type);

describe('the store and its streams', () => {
  it('STORE-7: a burst notifies once per frame', () => {
    const { store, frames } = setUp();
    let reportCount = 0;
    const end = store.subscribe(() => reportCount++);
    for (let n = 1; n <= 50; n++) store.frame(frame(n));
    expect([reportCount, frames.length]).toEqual([0, 1]);
    frames.pop()?.();
    expect(reportCount).toBe(1);
    expect(store.get().contacts.get(contactId(9))?.unread).toBe(50);
    store.frame(frame(50));
    expect(frames).toEqual([]);
    end();
    store.frame(frame(51));
    expect(frames).toEqual([]);
  });

  it('CALL-2: the end of a call that a fresh list had counted changes nothing and is still reported', () => {
    const counted = facts(9, { position: aPosition('7-9', { seq: 2 }) });
    const entry = setUp([counted]);
    const before = entry.store.get();
    for (const one of [signal('calling', 1), signal('hangup', 2)]) entry.store.framed(one, 'live');
    expect([entry.store.get() === before, kinds(entry.effects)]).toEqual([true, ['callSignal']]);
    // The frame came first, and waited for the conversation.
    const unknown = setUp([]);
    unknown.store.framed(signal('hangup', 2), 'live');
    expect(unknown.effects).toEqual([]);
    unknown.store.dispatch({ type: 'contactResynced', stream: streamId('7-9'), contact: counted });
    expect(kinds(unknown.effects)).toContain('callSignal');
  });

  it('CALL-2: so is an end that arrived while a list failed to load', () => {
    const { store, clock, effects } = setUp([]);
    store.bindStarted();
    store.framed(signal('hangup', 2), 'live');
    clock.move(limits.bindHeldMaxMs);
    expect(kinds(effects)).toEqual(['rebind', 'callSignal']);
  });

  it('WIRE-5: a malformed frame is logged and changes nothing', () => {
    const { store, lines } = setUp();
    const before = store.get();
    store.frame('{"type":"simple","data":{"content":"secret"}}');
    store.frame('nonsense');
    expect(store.get()).toBe(before);
    expect(lines).toEqual([
      ['warn', 'frame not understood', { reason: 'badFields', type: 'simple', field: 'id' }],
      ['warn', 'frame not understood', { reason: 'notJson' }],
    ]);
  });

  it.each([-3_600_000, 3_600_000])(
    'TIME-3: a hole is judged alike when the clock of the device is corrected by %i ms',
    (correction) => {
      const { store, clock, effects } = setUp();
      store.framed(post(3), 'live');
      clock.move(limits.holeWaitMs - 1);
      clock.wrongMs = correction;
      store.framed(post(4), 'live');
      expect(effects).toEqual([]);
      clock.move(1);
      expect(kinds(effects)).toEqual(['requestSync']);
      clock.move(limits.holdMaxMs - limits.holeWaitMs);
      expect(effects.at(-1)).toEqual({ type: 'requestResync', stream: '7-9' });
    },
  );

  it('SYNC-4: a hole asks for sync after 200 ms with the position of its stream, and for a resync after 3 s', () => {
    const { store, clock, effects } = setUp();
    store.framed(post(3), 'live');
    expect(store.holes()).toEqual({ '7-9': 0 });
    clock.move(limits.holeWaitMs);
    expect(kinds(effects)).toEqual(['requestSync']);
    clock.move(limits.holdMaxMs);
    expect(effects.at(-1)).toEqual({ type: 'requestResync', stream: '7-9' });
    const contact = facts(9, { position: aPosition('7-9', { seq: 2, count: 2, mark: 2 }) });
    store.dispatch({ type: 'contactResynced', stream: streamId('7-9'), contact });
    expect(store.get().contacts.get(contactId(9))).toMatchObject({ unread: 1, counting: { seq: 3 } });
    expect(store.holes()).toEqual({});
    expect(clock.waiting()).toBe(0);
  });

  it('SYNC-4: a hole that is filled in time asks for nothing', () => {
    const { store, clock, effects } = setUp();
    store.framed(post(2), 'live');
    store.framed(post(1), 'live');
    clock.move(60_000);
    expect(kinds(effects)).toEqual(['sound', 'arrived', 'sound', 'arrived']);
  });

  it('STREAM-13: frames during the sync after a bind are held, then drained by `seq`', () => {
    const { store, effects } = setUp();
    store.bindStarted();
    store.frame(frame(3));
    store.frame(frame(2));
    expect(store.get().contacts.get(contactId(9))?.unread).toBe(0);
    store.synced(answer({ frames: [post(1), post(2)] }));
    expect(store.get().contacts.get(contactId(9))).toMatchObject({ unread: 3, counting: { seq: 3 } });
    expect(store.get().sync.cursor).toBe('next');
    expect(kinds(effects)).toEqual(['sound', 'arrived', 'sound', 'arrived']);
  });

  it('SYNC-3: frames that arrived between two pages stay held', () => {
    const { store } = setUp();
    store.bindStarted();
    store.frame(frame(3));
    store.synced(answer({ frames: [post(1)], more: true, cursor: 'page' }));
    expect(store.get().contacts.get(contactId(9))?.counting.seq).toBe(1);
    store.synced(answer({ frames: [post(2)] }));
    expect(store.get().contacts.get(contactId(9))?.counting.seq).toBe(3);
  });

  it('STREAM-13: a bind without an answer is given up after 10 s, and nothing that was held is invented', () => {
    const { store, clock, effects } = setUp();
    store.bindStarted();
    store.frame(frame(1));
    clock.move(limits.bindHeldMaxMs);
    expect([kinds(effects), store.get().contacts.get(contactId(9))?.counting.seq]).toEqual([['rebind'], 0]);
  });

  it('SYNC-5: the cursor of a pong is adopted only when no stream has a hole', () => {
    const { store } = setUp();
    const pong = (cursor: string) =>
      store.frame(JSON.stringify({ type: 'pong', multiport: false, bound: true, cursor }));
    pong('one');
    expect(store.get().sync.cursor).toBe('one');
    store.framed(post(2), 'live');
    pong('two');
    expect(store.get().sync.cursor).toBe('one');
    store.framed(post(1), 'live');
    pong('three');
    expect(store.get().sync.cursor).toBe('three');
  });

  it('STREAM-6: an event of a group whose `joined` has not come is held and asks for sync', () => {
    const { store, clock, effects } = setUp();
    const group = contactId('group-3');
    const posting = framed(postedEvent(group, aMessage('g', 9, { n: 1 })), place('group-3', 6));
    store.framed(posting, 'live');
    expect(store.get().contacts.has(group)).toBe(false);
    expect(store.holes()).toEqual({ u7: 0 });
    clock.move(limits.holeWaitMs);
    expect(kinds(effects)).toEqual(['requestSync']);
    const joined = framed(
      { type: 'joined', contact: facts(group, { position: aPosition('group-3', { seq: 5 }) }), via: 'group' },
      place('u7', 1),
    );
    store.framed(joined, 'live');
    expect(store.get().contacts.get(group)).toMatchObject({ unread: 1, counting: { seq: 6 } });
  });

  it('STREAM-11: after `left` events up to `until` are dropped; one who comes back starts at the new base', () => {
    const { store, clock } = setUp([
      facts('group-3', { position: aPosition('group-3', { seq: 4, count: 4 }) }),
    ]);
    const group = contactId('group-3');
    const say = (seq: number) =>
      store.framed(
        framed(postedEvent(group, aMessage(`g${seq}`, 9, { n: seq })), place('group-3', seq)),
        'live',
      );
    store.framed(
      framed(
        { type: 'left', conversation: group, stream: streamId('group-3'), until: 6, why: 'removed' },
        place('u7', 1),
      ),
      'live',
    );
    say(5);
    say(6);
    say(21);
    expect(store.get().contacts.has(group)).toBe(false);
    store.framed(
      framed(
        {
          type: 'joined',
          contact: facts(group, { position: aPosition('group-3', { seq: 20, count: 20, mark: 20 }) }),
          via: 'group',
        },
        place('u7', 2),
      ),
      'live',
    );
    expect(store.get().contacts.get(group)).toMatchObject({ unread: 1, counting: { seq: 21 } });
    expect(store.get().left.size).toBe(0);
    expect(store.holes()).toEqual({});
    clock.move(60_000);
  });

  it('STREAM-10: a stream that is no longer ours takes its conversation along', () => {
    const { store, effects } = setUp([facts('group-3', { position: aPosition('group-3') })]);
    store.framed(framed({ type: 'placeTaken' }, place('group-3', 5)), 'live');
    store.synced(answer({ cursor: null, resync: [{ stream: streamId('group-3'), contact: null }] }));
    expect(store.get().contacts.size).toBe(0);
    expect(store.holes()).toEqual({});
    expect(kinds(effects)).toEqual(['chatGone']);
  });

  it('SYNC-2: a resync brings contact and counters of one moment and drops the window', () => {
    const { store } = setUp();
    const nine = contactId(9);
    store.dispatch({
      type: 'pageLoaded',
      conversation: nine,
      which: 'first',
      messages: [aMessage('m1', 9, { n: 1 })],
      complete: true,
    });
    store.synced(
      answer({
        resync: [
          {
            stream: streamId('7-9'),
            contact: facts(9, { position: aPosition('7-9', { seq: 900, count: 800, mark: 790, own: 2 }) }),
          },
        ],
      }),
    );
    expect(store.get().contacts.get(nine)).toMatchObject({ unread: 8, counting: { seq: 900 } });
    expect(store.get().conversations.has(nine)).toBe(false);
  });

  it('STREAM-2: registers of a sync answer are taken as they are', () => {
    const { store } = setUp([facts(9, { isOnline: false }), facts(8, { isOnline: true })]);
    store.synced(answer({ online: [userId(9)], applications: 3 }));
    expect([
      store.get().contacts.get(contactId(9))?.isOnline,
      store.get().contacts.get(contactId(8))?.isOnline,
      store.get().totals.system,
    ]).toEqual([true, false, 3]);
  });

  it('STREAM-9: a full resync needs the contact list; a late list repeats the user’s stream', () => {
    const { store, effects } = setUp();
    const before = store.get();
    store.synced(answer({ full: true, cursor: null }));
    expect(store.get()).toBe(before);
    store.framed(framed({ type: 'topSet', conversation: contactId(9), isTop: true }, place('u7', 1)), 'live');
    store.dispatch({
      type: 'contactsLoaded',
      contacts: [facts(9, { position: aPosition('7-9') })],
      epoch: 'e',
      cursor: 'old',
      selfSeq: 0,
      applications: 0,
    });
    expect(kinds(effects)).toEqual(['requestSync']);
    store.framed(
      framed({ type: 'topSet', conversation: contactId(9), isTop: true }, place('u7', 1)),
      'catchUp',
    );
    expect(store.get().contacts.get(contactId(9))?.isTop).toBe(true);
  });

  it('SYNC-4: a failed sync releases the held frames, and the gap is requested again', () => {
    const { store, clock, effects } = setUp();
    store.bindStarted();
    store.frame(frame(2));
    store.syncEnded();
    clock.move(limits.holeWaitMs);
    expect(kinds(effects)).toEqual(['requestSync']);
    store.stop();
    expect(clock.waiting()).toBe(0);
  });

  it('EFFECT-2: an event dispatched by an effect runs after its turn, never inside it', () => {
    const { store } = setUp();
    const observations: number[] = [];
    store.effects$.subscribe((effect) => {
      if (effect.type !== 'sound') return;
      store.dispatch({ type: 'clientIdSet', clientId: clientId('x') });
      observations.push(store.get().contacts.get(contactId(9))?.counting.seq ?? -1);
    });
    store.framed(post(1), 'live');
    expect(observations).toEqual([1]);
    expect(store.get()).toMatchObject({ clientId: 'x' });
    expect(store.log.entries()).toHaveLength(2);
  });
});
