import { expect, it } from 'vitest';
import { messageId, msgId, streamId, userId } from '../../../src/domain/ids.ts';
import type { ReminderRow, ScheduledRow } from '../../../src/ports/store.ts';
import { message, START_MS } from '../../support/store-rows.ts';
import type { Here } from './place.ts';

const A = streamId('group-1');
const [ME, YOU] = [userId(1), userId(2)];

const scheduled = (id: string, dueMs: number, more: Partial<ScheduledRow> = {}): ScheduledRow => ({
  user: ME,
  id: messageId(id),
  body: `{"id":"${id}"}`,
  dueMs,
  lookMs: dueMs,
  failed: '',
  ...more,
});
const reminder = (id: number, dueMs: number, more: Partial<ReminderRow> = {}): ReminderRow => ({
  user: ME,
  msgId: msgId(id),
  stream: A,
  n: id,
  dueMs,
  lookMs: dueMs,
  ...more,
});

const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

/** Scheduled messages and reminders, and their removal with their subject. */
export function later(here: Here): void {
  it('LATER-2, LATER-5: the soonest first, each person their own, and a row is taken once', async () => {
    const { store } = here;
    await store.write(async (tx) => {
      await tx.later.insertScheduled(scheduled('b', START_MS + 2));
      await tx.later.insertScheduled(scheduled('a', START_MS + 2));
      await tx.later.insertScheduled(scheduled('c', START_MS + 1));
      await tx.later.insertScheduled(scheduled('a', START_MS + 9, { user: YOU }));
      await tx.later.insertScheduled(scheduled('d', START_MS, { lookMs: null, failed: 'notMember' }));
    });
    await expect(store.write((tx) => tx.later.insertScheduled(scheduled('a', 1)))).rejects.toThrow();
    expect(ids(await store.read((tx) => tx.later.scheduledOf(ME)))).toEqual(['d', 'c', 'a', 'b']);
    expect(await store.read((tx) => tx.later.scheduled(YOU, messageId('a')))).toEqual(
      scheduled('a', START_MS + 9, { user: YOU }),
    );
    expect(await store.read((tx) => tx.later.scheduled(YOU, messageId('b')))).toBeNull();
    const executeDue = (nowMs: number, limit = 9) =>
      store.read(async (tx) => ids(await tx.later.scheduledDue(nowMs, limit)));
    expect(await executeDue(START_MS)).toEqual([]);
    expect(await executeDue(START_MS + 1)).toEqual(['c']);
    expect((await executeDue(START_MS + 2)).toSorted()).toEqual(['a', 'b', 'c']);
    expect(await executeDue(START_MS + 2, 1)).toEqual(['c']);
    expect(
      await store.write(async (tx) => [
        await tx.later.updateScheduled(ME, messageId('c'), { body: '{}', lookMs: null, failed: 'x' }),
        await tx.later.updateScheduled(ME, messageId('none'), { body: '{}' }),
        await tx.later.deleteScheduled(ME, messageId('a')),
        await tx.later.deleteScheduled(ME, messageId('a')),
        await tx.later.deleteScheduled(YOU, messageId('b')),
      ]),
    ).toEqual([true, false, true, false, false]);
    expect(await store.read((tx) => tx.later.scheduled(ME, messageId('c')))).toEqual(
      scheduled('c', START_MS + 1, { body: '{}', lookMs: null, failed: 'x' }),
    );
    expect(await executeDue(START_MS + 9)).toEqual(['b', 'a']);
  });

  it('LATER-9, LATER-11: a reminder is replaced, told once, and goes with its message', async () => {
    const { store } = here;
    const rows = await store.write(async (tx) => {
      const made: number[] = [];
      for (const n of [1, 2, 3, 4]) {
        const row = message({ stream: A, n });
        made.push(await tx.messages.insert(row));
      }
      return made;
    });
    await store.write(async (tx) => {
      for (const [at, id] of rows.entries()) {
        await tx.later.saveReminder(reminder(id, START_MS + 9 - at, { n: at + 1 }));
        await tx.later.saveReminder(reminder(id, START_MS + at, { user: YOU, n: at + 1 }));
      }
      await tx.later.saveReminder(reminder(rows[0]!, START_MS + 1, { n: 1, lookMs: null }));
    });
    const left = async (user = ME) =>
      (await store.read((tx) => tx.later.remindersOf(user))).map(({ n, dueMs }) => [n, dueMs - START_MS]);
    expect(await left()).toEqual([
      [1, 1],
      [4, 6],
      [3, 7],
      [2, 8],
    ]);
    const due = await store.read((tx) => tx.later.remindersDue(START_MS + 6, 9));
    expect(due.filter(({ user }) => user === ME).map((row) => row.msgId)).toEqual([rows[3]]);
    expect(await store.read((tx) => tx.later.reminder(ME, msgId(rows[0]!)))).toMatchObject({ lookMs: null });
    expect(await store.read((tx) => tx.later.reminder(userId(3), msgId(rows[0]!)))).toBeNull();
    await store.write((tx) => tx.messages.delete(msgId(rows[3]!)));
    expect((await left(YOU)).map(([n]) => n)).toEqual([1, 2, 3]);
    await store.write((tx) => tx.messages.update(msgId(rows[2]!), { recalled: true, content: '' }));
    expect((await left()).map(([n]) => n)).toEqual([1, 2]);
    await store.write((tx) => tx.messages.clear(A, 1, 10));
    expect((await left()).map(([n]) => n)).toEqual([2]);
    expect(
      await store.write(async (tx) => [
        await tx.later.deleteReminder(ME, msgId(rows[1]!)),
        await tx.later.deleteReminder(ME, msgId(rows[1]!)),
      ]),
    ).toEqual([true, false]);
    expect((await left(YOU)).map(([n]) => n)).toEqual([2]);
  });
}
