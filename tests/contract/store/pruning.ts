import { expect, it } from 'vitest';
import { streamId } from '../../../src/domain/ids.ts';
import type { StreamId } from '../../../src/domain/ids.ts';
import { happen, START_MS } from '../../support/store-rows.ts';
import type { Here } from './place.ts';

const A = streamId('1-2');
const B = streamId('1-3');

/** Old events go in short steps, from the low end (SYNC-2). */
export function pruning(here: Here): void {
  const state = (stream: StreamId) =>
    here.store.read(async (tx) => ({
      floor: (await tx.streams.get(stream))?.floor,
      head: (await tx.streams.get(stream))?.head,
      seqs: (await tx.streams.events(stream, 0, 100)).map((event) => event.seq),
    }));
  const fill = async (stream: StreamId, count: number) => {
    for (let made = 0; made < count; made += 1) await here.store.write((tx) => happen(tx, stream));
  };
  const prune = (beforeMs: number, keep: number, limit: number) => here.store.write((tx) => tx.write.prune(beforeMs, keep, limit));

  it('SYNC-2: events older than the limit go, the floor says so, the head stays', async () => {
    await fill(A, 3);
    await here.clock.advance(100);
    await fill(A, 2);
    await fill(B, 1);
    expect(await prune(START_MS, 100, 100)).toBe(0);
    expect(await prune(START_MS + 100, 100, 100)).toBe(3);
    expect(await state(A)).toEqual({ floor: 3, head: 5, seqs: [4, 5] });
    expect(await state(B)).toEqual({ floor: 0, head: 1, seqs: [1] });
    expect(await prune(START_MS + 100, 100, 100)).toBe(0);
  });

  it('SYNC-2: a stream keeps only its newest events, however young', async () => {
    await fill(A, 5);
    await fill(B, 2);
    expect(await prune(0, 2, 100)).toBe(3);
    expect(await state(A)).toEqual({ floor: 3, head: 5, seqs: [4, 5] });
    expect(await state(B)).toEqual({ floor: 0, head: 2, seqs: [1, 2] });
  });

  it('SYNC-2: one step drops no more than asked, and the steps together drop all', async () => {
    await fill(A, 5);
    await fill(B, 4);
    const steps: number[] = [];
    do steps.push(await prune(START_MS + 1, 100, 2));
    while (steps.at(-1) === 2);
    expect(steps).toEqual([2, 2, 2, 2, 1]);
    expect(await state(A)).toEqual({ floor: 5, head: 5, seqs: [] });
    expect(await state(B)).toEqual({ floor: 4, head: 4, seqs: [] });
  });

  it('SYNC-2: a stream that was emptied goes on with the next number and is pruned again', async () => {
    await fill(A, 2);
    await prune(START_MS + 1, 100, 100);
    await here.clock.advance(10);
    await fill(A, 1);
    expect(await state(A)).toEqual({ floor: 2, head: 3, seqs: [3] });
    expect(await prune(START_MS + 11, 100, 100)).toBe(1);
  });
}
