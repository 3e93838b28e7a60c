import { expect, it } from 'vitest';
import { streamId, userId } from '../../../src/domain/ids.ts';
import type { TimerRow } from '../../../src/ports/store.ts';
import { member, message, START_MS } from '../../support/store-rows.ts';
import type { Here } from './place.ts';

const [A, B] = [streamId('group-1'), streamId('group-2')];
const timer = (n: number, more: Partial<TimerRow> = {}): TimerRow => ({
  stream: A,
  n,
  days: 7,
  doneN: n,
  lookMs: START_MS + n,
  ...more,
});

/** Timers of chats, and chats where messages may be due. */
export function timers(here: Here): void {
  it('VANISH-2: timers of a conversation in their order; the same place again is another value', async () => {
    const { store } = here;
    await store.write(async (tx) => {
      for (const row of [timer(20), timer(9, { days: 90 }), timer(5, { stream: B })])
        await tx.timers.save(row);
      await tx.timers.save(timer(20, { days: 0, doneN: 31, lookMs: null }));
    });
    const rows = await store.read((tx) => tx.timers.of(A));
    expect(rows).toEqual([timer(9, { days: 90 }), timer(20, { days: 0, doneN: 31, lookMs: null })]);
    await store.write((tx) => tx.timers.delete(A, 9));
    expect((await store.read((tx) => tx.timers.of(A))).map(({ n }) => n)).toEqual([20]);
    expect((await store.read((tx) => tx.timers.of(B))).map(({ n }) => n)).toEqual([5]);
  });

  it('VANISH-4: conversations in which something may be due, the longest due first, each once', async () => {
    const { store } = here;
    await store.write(async (tx) => {
      await tx.timers.save(timer(1, { lookMs: START_MS + 30 }));
      await tx.timers.save(timer(2, { lookMs: START_MS + 10 }));
      await tx.timers.save(timer(3, { stream: B, lookMs: START_MS + 20 }));
      await tx.timers.save(timer(4, { stream: B, lookMs: null }));
    });
    const executeDue = (at: number, limit = 10) =>
      store.read((tx) => tx.timers.listDue(START_MS + at, limit));
    expect(await executeDue(9)).toEqual([]);
    expect(await executeDue(10)).toEqual([A]);
    expect(await executeDue(99)).toEqual([A, B]);
    expect(await executeDue(99, 1)).toEqual([A]);
  });

  it('VANISH-4: the oldest messages after an ordinal', async () => {
    const { store } = here;
    await store.write(async (tx) => {
      await tx.streams.open(A);
      for (const n of [1, 2, 3, 4]) await tx.messages.insert(message({ stream: A, n }));
    });
    const after = (n: number, limit: number) =>
      store.read(async (tx) => (await tx.messages.oldest(A, limit, n)).map((row) => row.n));
    expect([await after(0, 2), await after(2, 9), await after(4, 9)]).toEqual([[1, 2], [3, 4], []]);
  });

  it('VANISH-3: a row of the list has the timers of its conversation, and no others', async () => {
    const { store } = here;
    const me = userId(1);
    await store.write(async (tx) => {
      for (const stream of [A, B]) {
        await tx.streams.open(stream);
        await tx.members.save(member(stream, me));
      }
      await tx.timers.save(timer(20, { days: 0, lookMs: null }));
      await tx.timers.save(timer(9));
    });
    const rows = await store.read((tx) => tx.conversations.of(me, [A, B]));
    const reports = rows.map((row) => row.timers);
    expect(reports).toEqual([
      [
        { n: 9, days: 7 },
        { n: 20, days: 0 },
      ],
      undefined,
    ]);
  });
}
