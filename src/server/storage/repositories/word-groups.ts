import { sql as raw } from 'kysely';
import type { StreamId } from '../../../domain/ids.ts';
import { searchLimits as limits } from '../../../domain/limits.ts';
import {
  GRAM_NUMBERS,
  GROUP_BLOCKS,
  PART_BYTES,
  PART_NUMBERS,
  blocksIn,
  groupBits,
  partOf,
  placeInPart,
} from '../../../domain/word-grams.ts';
import type { WordBlock } from '../../../domain/word-blocks.ts';
import { firstRow, insertPlan, plan } from '../plan.ts';
import type { Executor } from '../plan.ts';

/**
 * Groups of completed blocks, with filters that show which of them may contain a text (SEARCH-13). A change
 * of a block drops its group, which is rebuilt some seconds later; until then, and at the end of a
 * conversation, every block is read. Only on the embedded engine.
 */
const first = plan((db, a: { stream: StreamId }) =>
  db.selectFrom('word_blocks').select('from_n').where('stream', '=', a.stream).orderBy('from_n').limit(1),
);
const groupAt = plan((db, a: { stream: StreamId; from: number }) =>
  db.selectFrom('word_groups').select('to_n').where('stream', '=', a.stream).where('from_n', '=', a.from),
);
/** The first group that no other one follows. */
const lastInRow = plan((db, a: { stream: StreamId }) =>
  db
    .selectFrom('word_groups as g')
    .select('g.to_n')
    .where('g.stream', '=', a.stream)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('word_groups as h')
            .select('h.from_n')
            .whereRef('h.stream', '=', 'g.stream')
            .whereRef('h.from_n', '=', 'g.to_n'),
        ),
      ),
    )
    .orderBy('g.from_n')
    .limit(1),
);
const nextGroup = plan((db, a: { stream: StreamId; from: number }) =>
  db
    .selectFrom('word_groups')
    .select('from_n')
    .where('stream', '=', a.stream)
    .where('from_n', '>=', a.from)
    .orderBy('from_n')
    .limit(1),
);
const begins = plan((db, a: { stream: StreamId; from: number; limit: number }) =>
  db
    .selectFrom('word_blocks')
    .select('from_n')
    .where('stream', '=', a.stream)
    .where('from_n', '>=', a.from)
    .orderBy('from_n')
    .limit(a.limit),
);
const texts = plan((db, a: { stream: StreamId; from: number; to: number }) =>
  db
    .selectFrom('word_blocks')
    .select('words')
    .where('stream', '=', a.stream)
    .where('from_n', '>=', a.from)
    .where('from_n', '<', a.to)
    .orderBy('from_n'),
);
const addGroup = plan((db, a: { stream: StreamId; from: number; to: number; begins: string }) =>
  db.insertInto('word_groups').values({ stream: a.stream, from_n: a.from, to_n: a.to, begins: a.begins }),
);
interface Part {
  readonly stream: StreamId;
  readonly part: number;
  readonly from: number;
  readonly bits: Uint8Array;
}
const addBits = insertPlan((db, rows: readonly Part[]) =>
  db
    .insertInto('word_bits')
    .values(rows.map((a) => ({ stream: a.stream, part: a.part, from_n: a.from, bits: a.bits }))),
);
const overlappingGroups = plan((db, a: { stream: StreamId; from: number; to: number }) =>
  db
    .selectFrom('word_groups')
    .select('from_n')
    .where('stream', '=', a.stream)
    .where('from_n', '<=', a.to)
    .where('to_n', '>', a.from),
);
const dropGroup = plan((db, a: { stream: StreamId; from: number }) =>
  db.deleteFrom('word_groups').where('stream', '=', a.stream).where('from_n', '=', a.from),
);
const dropBits = plan((db, a: { stream: StreamId; part: number; from: number }) =>
  db
    .deleteFrom('word_bits')
    .where('stream', '=', a.stream)
    .where('part', '=', a.part)
    .where('from_n', '=', a.from),
);

/** A range without a group, and the blocks in it; empty if all of them were cleared. */
interface Gap {
  readonly from: number;
  readonly to: number;
  readonly begins: readonly number[];
}

/** The lowest blocks without a group, once enough of them are complete. */
async function gapOf(sql: Executor, stream: StreamId): Promise<Gap | null> {
  const lowest = await firstRow(sql, first, { stream });
  if (!lowest) return null;
  const covered = await firstRow(sql, groupAt, { stream, from: lowest.from_n });
  const after = covered ? await firstRow(sql, lastInRow, { stream }) : null;
  const from = after?.to_n ?? lowest.from_n;
  const blocks = await sql.all(begins, { stream, from, limit: GROUP_BLOCKS + limits.blocksGrowing });
  const list = blocks.map((row) => row.from_n);
  const above = await firstRow(sql, nextGroup, { stream, from });
  if (above) {
    const below = list.filter((n) => n < above.from_n);
    const to = below.length > GROUP_BLOCKS ? (below[GROUP_BLOCKS] as number) : above.from_n;
    return { from, to, begins: below.slice(0, GROUP_BLOCKS) };
  }
  if (list.length < GROUP_BLOCKS + limits.blocksGrowing) return null;
  return { from, to: list[GROUP_BLOCKS] as number, begins: list.slice(0, GROUP_BLOCKS) };
}

export const hasGap = async (sql: Executor, stream: StreamId): Promise<boolean> =>
  sql.isCaching && (await gapOf(sql, stream)) !== null;

/** False: no work was left. */
export async function makeGroup(sql: Executor, stream: StreamId): Promise<boolean> {
  const gap = sql.isCaching ? await gapOf(sql, stream) : null;
  if (!gap) return false;
  const { from, to } = gap;
  await sql.all(addGroup, { stream, from, to, begins: JSON.stringify(gap.begins) });
  if (gap.begins.length === 0) return true;
  const bits = groupBits((await sql.all(texts, { stream, from, to })).map((row) => row.words));
  await addBits(
    sql,
    Array.from({ length: GRAM_NUMBERS / PART_NUMBERS }, (_, part) => ({
      stream,
      part,
      from,
      bits: bits.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
    })),
  );
  return true;
}

/** Blocks from the first of these to the last are others now. */
export async function dropGroups(sql: Executor, stream: StreamId, from: number, to: number): Promise<void> {
  if (!sql.isCaching) return;
  for (const row of await sql.all(overlappingGroups, { stream, from, to })) {
    await sql.all(dropGroup, { stream, from: row.from_n });
    for (let part = 0; part < GRAM_NUMBERS / PART_NUMBERS; part += 1)
      await sql.all(dropBits, { stream, part, from: row.from_n });
  }
}

// ---- search ----

const groupsBelow = plan((db, a: { stream: StreamId; above: number; below: number; limit: number }) =>
  db
    .selectFrom('word_groups')
    .select(['from_n', 'to_n', 'begins'])
    .where('stream', '=', a.stream)
    .where('from_n', '<', a.below)
    .where('to_n', '>', a.above)
    .orderBy('from_n', 'desc')
    .limit(a.limit),
);
interface BitsOf {
  readonly stream: StreamId;
  readonly part: number;
  readonly place: number;
  readonly from: number;
  readonly to: number;
}
const bitsOf = plan((db, a: BitsOf) =>
  db
    .selectFrom('word_bits')
    .select(['from_n', raw<string>`hex(substr(bits, ${a.place}, ${PART_BYTES / PART_NUMBERS}))`.as('bits')])
    .where('stream', '=', a.stream)
    .where('part', '=', a.part)
    .where('from_n', '>=', a.from)
    .where('from_n', '<=', a.to)
    .orderBy('from_n', 'desc'),
);
const blockAt = plan((db, a: { stream: StreamId; from: number }) =>
  db
    .selectFrom('word_blocks')
    .select(['from_n', 'words'])
    .where('stream', '=', a.stream)
    .where('from_n', '=', a.from),
);

/** A group as a search meets it, on its way down. */
export interface WordGroup {
  readonly from: number;
  readonly to: number;
  readonly begins: readonly number[];
}

export const groupsIn = async (
  sql: Executor,
  at: { readonly stream: StreamId; readonly above: number; readonly below: number },
  limit: number,
): Promise<readonly WordGroup[]> =>
  (await sql.all(groupsBelow, { ...at, limit })).map((row) => ({
    from: row.from_n,
    to: row.to_n,
    begins: JSON.parse(row.begins) as readonly number[],
  }));

/** Starts of blocks that may contain all of these runs, by group; the newest first. */
export async function likelyIn(
  sql: Executor,
  stream: StreamId,
  groups: readonly WordGroup[],
  grams: readonly number[],
): Promise<readonly (readonly number[])[]> {
  const [to, from] = [groups[0]?.from ?? 0, groups.at(-1)?.from ?? 0];
  const bits = new Map<number, string[]>(groups.map((group) => [group.from, []]));
  for (const gram of grams) {
    const rows = await sql.all(bitsOf, {
      stream,
      part: partOf(gram),
      place: placeInPart(gram) + 1,
      from,
      to,
    });
    for (const row of rows) bits.get(row.from_n)?.push(row.bits);
  }
  return groups.map((group) =>
    blocksIn(bits.get(group.from) ?? []).flatMap((block) => group.begins[block] ?? []),
  );
}

export async function blockFrom(sql: Executor, stream: StreamId, from: number): Promise<WordBlock | null> {
  const row = await firstRow(sql, blockAt, { stream, from });
  return row && { from: row.from_n, text: row.words };
}
