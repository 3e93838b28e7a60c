import { expect, it } from 'vitest';
import { msgId, streamId, userId } from '../../../src/domain/ids.ts';
import { message, START_MS } from '../../support/store-rows.ts';
import type { Here } from './place.ts';

const A = streamId('group-1');
const [ME, YOU] = [userId(1), userId(2)];
const POLL = { poll: { options: ['a', 'b', 'c'] } };

/** Votes and tallies of polls, and that they go with them. */
export function polls(here: Here): void {
  const place = (n: number, user: typeof ME, choice: readonly number[], atMs = START_MS) =>
    here.store.write((tx) => tx.polls.setVote({ stream: A, n, user, choice, ops: [`op-${atMs}`], atMs }));
  const setTally = (n: number, seq: number, closed = false) =>
    here.store.write((tx) => tx.polls.setTally(A, n, { seq, counts: [0, seq], voters: 1, closed }));
  const tallies = (ns: readonly number[]) => here.store.read((tx) => tx.polls.tallies(A, ns));
  const voters = async (option: number, skip = 0) =>
    (await here.store.read((tx) => tx.polls.voters(A, 1, option, skip, 5))).map(({ user }) => user);

  it('POLL-3: what each has chosen last, who chose an option, and how it stands', async () => {
    const { store } = here;
    await place(1, ME, [0, 11]);
    await place(1, YOU, [2], START_MS + 1);
    await place(2, ME, [1]);
    await place(1, ME, [2, 11], START_MS + 2);
    expect(await store.read((tx) => tx.polls.choices(A, 1, [ME, YOU, userId(3)]))).toEqual(
      new Map([
        [ME, [2, 11]],
        [YOU, [2]],
      ]),
    );
    expect(await store.read((tx) => tx.polls.choices(A, 1, []))).toEqual(new Map());
    expect(await store.read((tx) => tx.polls.choicesOf(A, ME, [1, 2, 3]))).toEqual(
      new Map([
        [1, [2, 11]],
        [2, [1]],
      ]),
    );
    expect([await voters(2), await voters(2, 1), await voters(11), await voters(0)]).toEqual([
      [ME, YOU],
      [YOU],
      [ME],
      [],
    ]);
    expect(await store.read((tx) => tx.polls.vote(A, 1, ME))).toEqual({
      choice: [2, 11],
      ops: [`op-${START_MS + 2}`],
    });
    expect(await store.read((tx) => tx.polls.vote(A, 2, YOU))).toBeNull();
    await place(1, ME, []);
    expect(await store.read((tx) => tx.polls.vote(A, 1, ME))).toHaveProperty('choice', []);
    expect(await store.read((tx) => tx.polls.choicesOf(A, ME, [1]))).toEqual(new Map());
    expect(await voters(2)).toEqual([YOU]);
    await setTally(1, 4);
    await setTally(1, 9, true);
    expect(await tallies([1, 2])).toEqual(
      new Map([[1, { seq: 9, counts: [0, 9], voters: 1, closed: true }]]),
    );
    expect(await tallies([])).toEqual(new Map());
  });

  it('POLL-9: they go with their message, however it goes', async () => {
    const { store } = here;
    const numbers: number[] = [];
    for (let n = 1; n <= 4; n += 1) {
      const row = message({ stream: A, n, from: ME, extra: POLL });
      numbers.push(await store.write((tx) => tx.messages.insert(row)));
      await place(n, YOU, [1]);
      await setTally(n, n);
    }
    const note = { note: 'friends' } as const;
    const recalled = { type: 'event', content: '', at: [], extra: null, recalled: true, note } as const;
    await store.write((tx) => tx.messages.update(msgId(numbers[3] ?? 0), recalled));
    await store.write((tx) => tx.messages.delete(msgId(numbers[2] ?? 0)));
    await store.write((tx) => tx.messages.clear(A, 1, 10));
    expect([...(await tallies([1, 2, 3, 4])).keys()]).toEqual([2]);
    const rows = await store.read((tx) => tx.polls.choicesOf(A, YOU, [1, 2, 3, 4]));
    expect([...rows.keys()]).toEqual([2]);
  });
}
