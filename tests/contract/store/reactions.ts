import { expect, it } from 'vitest';
import { msgId, streamId, userId } from '../../../src/domain/ids.ts';
import { message, START_MS } from '../../support/store-rows.ts';
import type { Here } from './place.ts';

const A = streamId('group-1');
const [ME, YOU] = [userId(1), userId(2)];

/** Reactions under messages, and their removal with the message. */
export function reactions(here: Here): void {
  const place = (n: number, user: typeof ME, emoji: string, more: { atMs?: number; fileId?: number } = {}) =>
    here.store.write((tx) =>
      tx.reactions.insert({
        stream: A,
        n,
        user,
        emoji,
        fileId: more.fileId ?? null,
        atMs: more.atMs ?? START_MS,
      }),
    );
  const setTally = (n: number, seq: number) =>
    here.store.write((tx) => tx.reactions.setTally(A, n, { seq, counts: [['👍️', seq]] }));
  const tallies = (ns: readonly number[]) => here.store.read((tx) => tx.reactions.tallies(A, ns));

  const left = async () => [...(await tallies([1, 2, 3, 4])).keys()];

  it('REACT-1: who chose what, oldest first, and how often each stands there', async () => {
    const { store } = here;
    await place(1, ME, 'b', { atMs: START_MS });
    await place(1, ME, 'a', { atMs: START_MS + 1, fileId: 7 });
    await place(1, YOU, 'a', { atMs: START_MS + 2, fileId: 7 });
    await place(2, YOU, 'c');
    await expect(place(1, ME, 'b')).rejects.toThrow();
    const chosen = await store.read((tx) => tx.reactions.ofUsers(A, 1, [ME, YOU]));
    expect(chosen.map(({ user, emoji }) => [user, emoji])).toEqual([
      [ME, 'b'],
      [ME, 'a'],
      [YOU, 'a'],
    ]);
    expect(await store.read((tx) => tx.reactions.ofUsers(A, 1, [YOU]))).toHaveLength(1);
    expect(await store.read((tx) => tx.reactions.ofUsers(A, 1, []))).toEqual([]);
    expect(await store.read((tx) => tx.reactions.ofUser(A, YOU, [1, 2, 3]))).toEqual(
      new Map([
        [1, ['a']],
        [2, ['c']],
      ]),
    );
    expect(await store.read((tx) => tx.reactions.fileOf(A, 1, 'a'))).toBe(7);
    expect(await store.read((tx) => tx.reactions.fileOf(A, 1, 'b'))).toBeNull();
    const people = await store.read((tx) => tx.reactions.people(A, 1, 1, 5));
    expect(people.map(({ user, emoji }) => [user, emoji])).toEqual([
      [ME, 'a'],
      [ME, 'b'],
    ]);
    await store.write((tx) => tx.blocked.insert({ user: ME, other: YOU, atMs: START_MS }));
    expect(await store.read((tx) => tx.reactions.blocked(A, 1))).toEqual(new Map([[ME, ['a']]]));
    expect(await store.read((tx) => tx.reactions.blockedBy(ME, A, [1, 2, 3]))).toEqual(
      new Map([
        [1, ['a']],
        [2, ['c']],
      ]),
    );
    expect(await store.read((tx) => tx.reactions.blockedBy(YOU, A, [1]))).toEqual(new Map());
    await store.write((tx) => tx.blocked.delete(ME, YOU));
    await store.write((tx) => tx.reactions.delete(A, 1, ME, 'b'));
    expect(await store.read((tx) => tx.reactions.ofUsers(A, 1, [ME]))).toHaveLength(1);
    await setTally(1, 4);
    await setTally(1, 9);
    await setTally(2, 5);
    expect(await tallies([1, 2, 3])).toEqual(
      new Map([
        [1, { seq: 9, counts: [['👍️', 9]] }],
        [2, { seq: 5, counts: [['👍️', 5]] }],
      ]),
    );
    expect(await tallies([2])).toHaveProperty('size', 1);
    expect(await tallies([])).toHaveProperty('size', 0);
  });

  it('REACT-7: they go with their message, however it goes', async () => {
    const { store } = here;
    const numbers: number[] = [];
    for (let n = 1; n <= 4; n += 1) {
      numbers.push(await store.write((tx) => tx.messages.insert(message({ stream: A, n, from: ME }))));
      await place(n, YOU, 'a');
      await setTally(n, n);
    }
    const note = { note: 'friends' } as const;
    const recalled = { type: 'event', content: '', at: [], extra: null, recalled: true, note } as const;
    await store.write((tx) => tx.messages.update(msgId(numbers[3] ?? 0), recalled));
    expect(await left()).toEqual([1, 2, 3]);
    await store.write((tx) => tx.messages.delete(msgId(numbers[2] ?? 0)));
    expect(await left()).toEqual([1, 2]);
    await store.write((tx) => tx.messages.clear(A, 1, 10));
    expect(await left()).toEqual([2]);
    const rows = await store.read((tx) => tx.reactions.ofUser(A, YOU, [1, 2, 3, 4]));
    expect([...rows.keys()]).toEqual([2]);
  });
}
