import { expect } from 'vitest';
import { fillThreads } from '../../src/server/storage/schema/migrations-4.ts';
import type { MigrationTarget } from '../../src/server/storage/schema/change-kinds.ts';

/** Author, number of the quoted message, and whether it was recalled. The numbers are consecutive. */
type Old = readonly [stream: string, n: number, from: number, pid: number | null, recalled?: true];

const OLD: readonly Old[] = [
  ['group-1', 1, 7, null],
  ['group-1', 2, 8, 1],
  ['group-1', 3, 9, 2],
  ['group-1', 4, 7, 3],
  // The quoted message is missing, in another conversation, or recalled.
  ['group-1', 5, 8, 99],
  ['1-2', 1, 1, 1],
  ['group-1', 6, 8, null, true],
  ['group-1', 7, 9, 7],
  ['group-1', 8, 9, 1, true],
  ['1-2', 2, 2, 6],
];

/** Answers from before threads came in, as the migration leaves them (THREAD-1). */
export async function checkOlderAnswers(target: MigrationTarget): Promise<void> {
  const executeSql = (sql: string, parameters: readonly unknown[]) => target.run(sql, parameters);
  for (const [stream, n, from, pid, recalled] of OLD)
    await executeSql(
      `insert into messages (id, stream, n, from_user, type, content, at, pid, sent_at_ms, recalled)
       values
       ('${stream} ${n}', '${stream}', ${n}, ${from}, 'text', '', '[]', ${pid}, 1, ${recalled === true})`,
      [],
    );
  for (const [stream, head] of [
    ['group-1', 20],
    ['1-2', 30],
  ] as const)
    await executeSql(
      `insert into streams (stream, head, count, floor, tx, last_at_ms)
       values ('${stream}', ${head}, 8, 0, 1, 1)`,
      [],
    );
  await fillThreads(target);
  const rows = async (sql: string) =>
    ((await executeSql(sql, [])) as readonly object[]).map((row) => Object.values(row).map(String).join(' '));
  expect(
    await rows('select stream, n, root from messages where root is not null order by stream, n'),
  ).toEqual(['1-2 2 1', 'group-1 2 1', 'group-1 3 1', 'group-1 4 1']);
  expect(await rows('select stream, root, seq, count from thread_tallies order by stream')).toEqual([
    '1-2 1 30 1',
    'group-1 1 20 3',
  ]);
  // The group's thread has a follower, the one-to-one thread has none.
  expect(await rows('select stream, root, user_id from thread_follows order by user_id')).toEqual([
    'group-1 1 7',
    'group-1 1 8',
    'group-1 1 9',
  ]);
}
