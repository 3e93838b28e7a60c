import type { World } from './world-type.ts';
import { drive } from '../time/drive.ts';
import type { Lie } from '../dishonest/lie.ts';
import type { DishonestDevice } from '../dishonest/dishonest-device.ts';

/** Time for consequences: marks are sent within a second, and all users receive them. */
const REST_MS = 3_000;
/** Time within which each node has written its in-memory counts (QUOTA_WRITE). */
const COUNTS_WRITTEN_MS = 15_000;

/**
 * Repeats forged requests one by one when everything rests: then only the call itself can write, and a
 * refusal must leave every table unchanged.
 */
export async function refusalsChangeNothing(world: World, stranger: DishonestDevice): Promise<number> {
  const { clock, record } = world;
  let checkCount = 0;
  stranger.leave();
  await clock.advance(REST_MS);
  let before = printOf(world);
  for (const lie of stranger.repeats.splice(0)) {
    if (before.changes !== world.store.changes()) before = printOf(world);
    checkCount += 1;
    const tables = await changedBy(world, stranger, lie, before);
    if (tables.length === 0) continue;
    // Repeats it after the in-memory counts are written too: an incidental change does not occur a second
    // time.
    await clock.advance(COUNTS_WRITTEN_MS);
    const again = await changedBy(world, stranger, lie, printOf(world));
    if (again.length > 0)
      record.problem(
        'what is refused changes nothing',
        `${lie.path} ${lie.body.slice(0, 300)} changed ${again.join(', ')}`,
      );
  }
  await clock.advance(REST_MS);
  return checkCount;
}

/** Tables changed by a refused request; none for one that was not refused. */
async function changedBy(
  world: World,
  stranger: DishonestDevice,
  lie: Lie,
  before: Print,
): Promise<readonly string[]> {
  const { clock, store } = world;
  const answer = await drive(clock, stranger.ask(lie));
  if (answer === null || answer.code === 0) await clock.advance(REST_MS);
  else if (store.changes() !== before.changes) return differing(before, printOf(world));
  return [];
}

interface Print {
  readonly changes: number;
  readonly tables: ReadonlyMap<string, string>;
}

/** A refused login adds an audit entry (AUDIT-3). */
const AUDIT: ReadonlySet<string> = new Set(['audit', 'audit_ends']);

const printOf = ({ store }: World): Print => ({
  changes: store.changes(),
  tables: new Map(
    store
      .tables()
      .filter((table) => !AUDIT.has(table))
      .map((table) => [table, JSON.stringify(unused(table, store.rows(table)))]),
  ),
});

/** Place and time of a login's last use, which refused requests also update (LOGINS-1). */
const unused = (table: string, rows: readonly object[]): readonly object[] =>
  table === 'tokens' ? rows.map((row) => ({ ...row, place: '', used_minute: 0 })) : rows;

const differing = (before: Print, after: Print): readonly string[] =>
  [...after.tables].filter(([table, rows]) => before.tables.get(table) !== rows).map(([table]) => table);
