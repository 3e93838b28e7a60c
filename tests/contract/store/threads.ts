import { expect, it } from 'vitest';
import { msgId, streamId, userId } from '../../../src/domain/ids.ts';
import { message } from '../../support/store-rows.ts';
import type { Here } from './place.ts';

const A = streamId('group-1');
const [ME, YOU] = [userId(1), userId(2)];

/** Answers by the thread that they belong to, how many there are, and who follows. */
export function threads(here: Here): void {
  const place = (n: number, root: number | null, from = ME) =>
    here.store.write((tx) => tx.messages.insert(message({ stream: A, n, root, from })));
  const answers = (query: { beforeN?: number; afterN?: number; fromN?: number; limit?: number } = {}) =>
    here.store
      .read((tx) => tx.messages.thread({ stream: A, root: 1, fromN: 0, limit: 10, ...query }))
      .then((rows) => rows.map(({ n }) => n));
  const count = (upTo?: number) => here.store.read((tx) => tx.messages.answers(A, 1, upTo));

  it('THREAD-1, THREAD-4: answers are found by their thread, newest first or from a place on', async () => {
    const { store } = here;
    await place(1, null);
    for (const n of [2, 4, 5, 7]) await place(n, 1);
    await place(3, null);
    await place(6, 3);
    expect([await answers(), await answers({ limit: 2 })]).toEqual([
      [7, 5, 4, 2],
      [7, 5],
    ]);
    expect([await answers({ beforeN: 5 }), await answers({ afterN: 2, limit: 2 })]).toEqual([
      [4, 2],
      [4, 5],
    ]);
    expect([await answers({ fromN: 4 }), await count(), await count(4)]).toEqual([[7, 5], 4, 2]);
    const rows = await store.read((tx) => tx.messages.page({ stream: A, fromN: 0, limit: 10 }));
    expect(rows.rows.map(({ root }) => root)).toEqual([1, 3, 1, 1, null, 1, null]);
  });

  it('THREAD-3: what is taken back, deleted or cleared is an answer no more', async () => {
    const { store } = here;
    const numbers: number[] = [];
    for (let n = 1; n <= 5; n += 1) numbers.push(Number(await place(n, n === 1 ? null : 1)));
    await store.write((tx) => tx.threads.setTally(A, 1, { seq: 5, count: 4 }));
    await store.write((tx) => tx.threads.followAtFirst(A, 1, YOU));
    const note = { note: 'friends' } as const;
    await store.write((tx) =>
      tx.messages.update(msgId(numbers[1] ?? 0), {
        type: 'event',
        content: '',
        recalled: true,
        note,
        root: null,
      }),
    );
    await store.write((tx) => tx.messages.delete(msgId(numbers[2] ?? 0)));
    expect(await answers()).toEqual([5, 4]);
    // Answers outlive their first message, and who follows stays as long.
    await store.write((tx) => tx.messages.clear(A, 4, 10));
    expect(await answers()).toEqual([5]);
    expect(await store.read((tx) => tx.threads.followers(A, 1))).toEqual([YOU]);
    expect(await store.read((tx) => tx.threads.tallies(A, [1]))).toEqual(new Map());
    await store.write((tx) => tx.messages.clear(A, 5, 10));
    expect(await store.read((tx) => tx.threads.followers(A, 1))).toEqual([]);
  });

  it('THREAD-3, THREAD-6: counts with their place, and who follows until they say otherwise', async () => {
    const { store } = here;
    await store.write((tx) => tx.threads.setTally(A, 1, { seq: 2, count: 1 }));
    await store.write((tx) => tx.threads.setTally(A, 1, { seq: 4, count: 2 }));
    await store.write((tx) => tx.threads.setTally(A, 9, { seq: 5, count: 1 }));
    expect(await store.read((tx) => tx.threads.tallies(A, [1, 2, 9]))).toEqual(
      new Map([
        [1, { seq: 4, count: 2 }],
        [9, { seq: 5, count: 1 }],
      ]),
    );
    expect(await store.read((tx) => tx.threads.tallies(A, []))).toEqual(new Map());
    const follows = (who: typeof ME) => store.read((tx) => tx.threads.follows(A, 1, who));
    expect(await follows(ME)).toBeNull();
    await store.write((tx) => tx.threads.followAtFirst(A, 1, ME));
    await store.write((tx) => tx.threads.setFollow(A, 1, YOU, false));
    await store.write((tx) => tx.threads.followAtFirst(A, 1, YOU));
    expect([await follows(ME), await follows(YOU)]).toEqual([true, false]);
    expect(await store.read((tx) => tx.threads.followers(A, 1))).toEqual([ME]);
    await store.write((tx) => tx.threads.setFollow(A, 1, ME, false));
    expect(await store.read((tx) => tx.threads.followers(A, 1))).toEqual([]);
  });
}
