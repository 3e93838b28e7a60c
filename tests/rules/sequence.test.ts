import { describe, expect, it } from 'vitest';
import * as start from '../../src/client/state/sequence-start.ts';
import * as order from '../../src/client/state/sequence.ts';
import type { Positions } from '../../src/client/state/sequence.ts';
import type { SequencerState, Want } from '../../src/client/state/sequence-start.ts';
import type { FramedEvent } from '../../src/domain/events.ts';
import type { StreamId } from '../../src/domain/ids.ts';
import { streamLimits as limits } from '../../src/domain/limits.ts';
import { framed, place } from '../support/contacts.ts';

const sequencer = { ...start, ...order };
const at = (stream: string, seq: number): FramedEvent => framed({ type: 'placeTaken' }, place(stream, seq));
const names = (frames: readonly FramedEvent[]) =>
  frames.map((one) => (one.place ? `${one.place.stream}/${one.place.seq}` : one.event.type));

/** Positions in a plain map that follow the applied events. */
class Reader {
  readonly positions = new Map<string, number>();
  readonly left = new Map<string, number>();
  state: SequencerState = sequencer.SEQUENCE_START;
  applied: string[] = [];
  wants: Want[] = [];

  constructor(known: Readonly<Record<string, number>>) {
    for (const [stream, seq] of Object.entries(known)) this.positions.set(stream, seq);
  }

  private get view(): Positions {
    return {
      of: (stream: StreamId) => this.positions.get(stream) ?? null,
      leftAt: (stream: StreamId) => this.left.get(stream) ?? null,
    };
  }

  take(nowMs: number, ...frames: readonly FramedEvent[]): this {
    for (const one of frames) this.step(sequencer.sequence(this.view, this.state, one, nowMs));
    return this;
  }

  tick(nowMs: number): this {
    return this.step(sequencer.tick(this.state, nowMs));
  }

  drain(): this {
    return this.step(sequencer.drain(this.view, this.state));
  }

  step(step: start.SequencerStep): this {
    this.state = step.state;
    for (const { place } of step.apply) if (place) this.positions.set(place.stream, place.seq);
    this.applied.push(...names(step.apply));
    if (step.want) this.wants.push(step.want);
    return this;
  }
}

describe('sequencer', () => {
  it('STORE-3: known events are dropped, the next one is applied, registers pass', () => {
    const reader = new Reader({ a: 3 }).take(
      0,
      at('a', 2),
      at('a', 3),
      at('a', 4),
      at('a', 4),
      framed({ type: 'pinged' }),
    );
    expect(reader.applied).toEqual(['a/4', 'pinged']);
    expect(reader.state).toBe(sequencer.SEQUENCE_START);
  });

  it('SYNC-4: events after a gap wait and apply in order once it is filled', () => {
    const reader = new Reader({ a: 0, b: 0 }).take(0, at('a', 3), at('a', 2), at('b', 1), at('a', 2));
    expect(reader.applied).toEqual(['b/1']);
    expect(sequencer.hasHoles(reader.state)).toBe(true);
    expect(reader.take(50, at('a', 1)).applied).toEqual(['b/1', 'a/1', 'a/2', 'a/3']);
    expect(sequencer.wakeAtMs(reader.state)).toBeNull();
  });

  it('SYNC-4: a hole still open after 200 ms asks once for all holes', () => {
    const reader = new Reader({ a: 0, b: 0 }).take(0, at('a', 2)).take(100, at('b', 2));
    expect(sequencer.wakeAtMs(reader.state)).toBe(limits.holeWaitMs);
    expect(reader.tick(limits.holeWaitMs - 1).wants).toEqual([]);
    expect(reader.tick(limits.holeWaitMs).tick(limits.holeWaitMs + 100).wants).toEqual([{ kind: 'sync' }]);
    expect(reader.tick(limits.holeWaitMs + limits.holeAskAgainMs).wants).toHaveLength(2);
  });

  it('SYNC-4: a timer that fires at its time has work to do, at any fraction of the clock', () => {
    for (let n = 0; n < 2_000; n += 1) {
      // A sum across a power of two has fewer fraction bits than its parts.
      const at0 = 130_000 + n * 0.737;
      const reader = new Reader({ a: 0 }).take(at0, at('a', 2));
      for (let requestCount = 1; requestCount <= 4; requestCount += 1) {
        reader.tick(sequencer.wakeAtMs(reader.state) ?? 0);
        expect([at0, reader.wants.length]).toEqual([at0, requestCount]);
      }
      expect(reader.wants.at(-1)).toEqual({ kind: 'resync', stream: 'a' });
      const bound = new Reader({});
      bound.state = sequencer.startBinding(bound.state, at0);
      expect(bound.tick(sequencer.wakeAtMs(bound.state) ?? 0).wants).toEqual([{ kind: 'rebind' }]);
    }
  });

  it('SYNC-4: a young gap beside a closed one sets no timer before its time', () => {
    const again = limits.holeWaitMs + limits.holeAskAgainMs;
    const reader = new Reader({ a: 0, b: 0 }).take(0, at('a', 2)).tick(limits.holeWaitMs);
    reader.take(again - 50, at('b', 2)).take(again - 40, at('a', 1));
    const wake = again - 50 + limits.holeWaitMs;
    expect(sequencer.wakeAtMs(reader.state)).toBe(wake);
    expect(reader.tick(again).wants).toHaveLength(1);
    expect(reader.tick(wake).wants).toHaveLength(2);
  });

  it('SYNC-4: 20 events or 3 s ask for a resync of that stream, once, and the newest are kept', () => {
    const many = Array.from({ length: limits.holdMax + 5 }, (_, i) => at('a', i + 2));
    const reader = new Reader({ a: 0 }).take(0, ...many);
    expect(reader.wants).toEqual([{ kind: 'resync', stream: 'a' }]);
    expect(reader.state.gaps.get('a' as StreamId)?.frames.at(-1)?.place.seq).toBe(limits.holdMax + 6);
    const late = new Reader({ a: 0 })
      .take(0, at('a', 2))
      .tick(limits.holdMaxMs)
      .tick(limits.holdMaxMs + 1);
    expect(late.wants[0]).toEqual({ kind: 'resync', stream: 'a' });
    expect(late.wants.filter((want) => want.kind === 'resync')).toHaveLength(1);
    late.positions.set('a', 1);
    late.state = sequencer.resynced(late.state, 'a' as StreamId, false);
    expect(late.drain().applied).toEqual(['a/2']);
  });

  it('SYNC-4: a resynced stream that still has a gap is requested once more', () => {
    const stream = 'a' as StreamId;
    const reader = new Reader({ a: 0, b: 0 }).take(0, at('a', 2), at('b', 2)).tick(limits.holdMaxMs);
    reader.state = sequencer.resynced(reader.state, stream, false);
    expect([...reader.state.resyncing, ...reader.state.gaps.keys()]).toEqual(['a', 'b']);
    reader.tick(limits.holdMaxMs);
    expect(reader.wants).toEqual([1, 2].map(() => ({ kind: 'resync', stream })));
    // A stream that was left keeps nothing, and the other one stays.
    reader.state = sequencer.resynced(reader.state, stream, true);
    expect([...reader.state.resyncing, ...reader.state.gaps.keys()]).toEqual(['b']);
  });

  it('SYNC-4: a resync that failed is asked for again after the same waits', () => {
    const reader = new Reader({ a: 0 }).take(0, at('a', 2)).tick(limits.holdMaxMs);
    reader.state = sequencer.failed(reader.state, 10_000);
    expect(reader.tick(10_000).wants).toHaveLength(1);
    expect(reader.tick(10_000 + limits.holeWaitMs).wants.at(-1)).toEqual({ kind: 'sync' });
    expect(reader.tick(10_000 + limits.holdMaxMs).wants.at(-1)).toEqual({ kind: 'resync', stream: 'a' });
  });

  it('STREAM-11: events of a left stream up to `until` are dropped, later ones wait for the next `joined`', () => {
    const reader = new Reader({});
    reader.left.set('g', 5);
    reader.take(0, at('g', 4), at('g', 5), at('g', 9));
    expect(reader.applied).toEqual([]);
    expect(reader.state.gaps.get('g' as StreamId)?.frames).toHaveLength(1);
    reader.left.delete('g');
    reader.positions.set('g', 8);
    expect(reader.drain().applied).toEqual(['g/9']);
  });

  it('STREAM-13: from the bind to the end of its sync everything with a place is held', () => {
    const reader = new Reader({ a: 0 });
    reader.state = sequencer.startBinding(reader.state, 0);
    reader.take(1, at('a', 1), at('a', 7), framed({ type: 'pinged' })).tick(5_000);
    expect([reader.applied, reader.wants]).toEqual([['pinged'], []]);
    const fetched = sequencer.sequenceFetched(
      { of: () => 0, leftAt: () => null },
      reader.state,
      at('a', 1),
      2,
    );
    expect(names(fetched.apply)).toEqual(['a/1']);
    const { frames, state } = sequencer.endBinding(reader.state);
    expect(names(frames)).toEqual(['a/1', 'a/7']);
    expect(state.binding).toBeNull();
  });

  it('STREAM-13: more than 5,000 frames or 10 s request another bind', () => {
    const reader = new Reader({});
    reader.state = sequencer.startBinding(reader.state, 0);
    expect(sequencer.wakeAtMs(reader.state)).toBe(limits.bindHeldMaxMs);
    expect(reader.tick(limits.bindHeldMaxMs).wants).toEqual([{ kind: 'rebind' }]);
    reader.state = { ...sequencer.startBinding(reader.state, 0) };
    const binding = {
      sinceMs: 0,
      frames: Array.from({ length: limits.bindHeldMax }, (_, i) => at('a', i + 1) as never),
    };
    reader.state = { ...reader.state, binding };
    const full = reader.state;
    expect(reader.take(1, at('a', 9_999)).wants).toHaveLength(2);
    expect(reader.state.binding).toBeNull();
    // Dropped frames are reported, because calls may end in them (CALL-2).
    const positions = { of: () => null, leftAt: () => null };
    const { late = [] } = sequencer.sequence(positions, full, at('b', 9_999), 1);
    expect([late.length, ...names(late.slice(-1))]).toEqual([limits.bindHeldMax + 1, 'b/9999']);
  });
});
