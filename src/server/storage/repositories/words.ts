import { sql as raw } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { StreamId } from '../../../domain/ids.ts';
import { searchLimits as limits } from '../../../domain/limits.ts';
import { searchable } from '../../../domain/search-words.ts';
import type { MessageType } from '../../../domain/message.ts';
import { blocksOf, linesOf } from '../../../domain/word-blocks.ts';
import type { WordBlock, WordLine } from '../../../domain/word-blocks.ts';
import type { MessageRow, ReadTx, WordsWriting } from '../../../ports/store.ts';
import { wordsOf } from '../../files/held-file.ts';
import { firstRow, insertPlan, plan } from '../plan.ts';
import type { Executor } from '../plan.ts';
import { extraOf } from './rows.ts';
import { dropGroups, hasGap, makeGroup } from './word-groups.ts';

/**
 * The text index (SEARCH-8): each conversation's text is in blocks, some forty messages in one row
 * (`domain/word-blocks.ts`). Indexing each message at once would cost a page each: so a send only notes it;
 * soon after, those of one conversation are appended to its last block together. Until then a search reads
 * the noted ones. Removing text rewrites its block.
 */
const note = insertPlan((db, rows: readonly { stream: StreamId; n: number }[]) =>
  db.insertInto('unworded').values(rows.map((a) => ({ stream: a.stream, n: a.n }))),
);
const forget = plan((db, a: { stream: StreamId; n: number }) =>
  db.deleteFrom('unworded').where('stream', '=', a.stream).where('n', '=', a.n).returning('n'),
);
const forgetUpTo = plan((db, a: { stream: StreamId; n: number }) =>
  db.deleteFrom('unworded').where('stream', '=', a.stream).where('n', '<=', a.n),
);
const waiting = plan((db, a: { after: StreamId; limit: number }) =>
  db
    .selectFrom('unworded')
    .select('stream')
    .distinct()
    .where('stream', '>', a.after)
    .orderBy('stream')
    .limit(a.limit),
);
/** Notes with the length of the text to index; a message deleted in the meantime has none. */
const next = plan((db, a: { stream: StreamId; limit: number }) =>
  db
    .selectFrom('unworded as u')
    .leftJoin('messages as x', (join) => join.onRef('x.stream', '=', 'u.stream').onRef('x.n', '=', 'u.n'))
    .select(['u.n', raw<number | null>`length(x.content)`.as('size')])
    .where('u.stream', '=', a.stream)
    .orderBy('u.n')
    .limit(a.limit),
);
const take = plan((db, a: { stream: StreamId; n: number }) =>
  db.deleteFrom('unworded').where('stream', '=', a.stream).where('n', '<=', a.n).returning('n'),
);
const contents = plan((db, a: { stream: StreamId; from: number; to: number }) =>
  db
    .selectFrom('messages')
    .select(['n', 'type', 'content', 'extra'])
    .where('stream', '=', a.stream)
    .where('n', '>=', a.from)
    .where('n', '<=', a.to)
    .orderBy('n'),
);

/** With concurrent writers, a change of a conversation's blocks is exclusive until the commit. */
const hold = plan<{ stream: StreamId }, unknown>((db, a) => ({
  compile: () => raw`select pg_advisory_xact_lock(hashtext('words ' || ${a.stream}))`.compile(db),
}));
const alone = async (sql: Executor, stream: StreamId): Promise<void> => {
  if (!sql.isCaching) await sql.all(hold, { stream });
};

interface Range {
  readonly stream: StreamId;
  readonly from: number;
  readonly to: number;
}

/** Start of the block that may contain this ordinal. */
export const beginOf = (stream: StreamId, n: number): RawBuilder<number> =>
  raw`coalesce((select b.from_n from word_blocks as b where b.stream = ${stream} and b.from_n <= ${n}
    order by b.from_n desc limit 1), 0)`;

/** Blocks with these ordinals, and the last one before them. */
const around = plan((db, a: Range) =>
  db
    .selectFrom('word_blocks')
    .select(['from_n', 'words'])
    .where('stream', '=', a.stream)
    .where('from_n', '<=', a.to)
    .where('from_n', '>=', beginOf(a.stream, a.from))
    .orderBy('from_n'),
);
const upsertBlock = plan((db, a: { stream: StreamId; from: number; words: string }) =>
  db
    .insertInto('word_blocks')
    .values({ stream: a.stream, from_n: a.from, words: a.words })
    .onConflict((conflict) =>
      conflict.columns(['stream', 'from_n']).doUpdateSet((e) => ({ words: e.ref('excluded.words') })),
    ),
);
const dropBlock = plan((db, a: { stream: StreamId; from: number }) =>
  db.deleteFrom('word_blocks').where('stream', '=', a.stream).where('from_n', '=', a.from),
);

/** Kinds with text content: for a file its name. Event lines are codes, and emoji and voices have none. */
const WITH_WORDS: ReadonlySet<MessageType> = new Set<MessageType>([
  'text',
  'location',
  'contact',
  'file',
  'image',
  'video',
]);

type SearchableRow = Pick<MessageRow, 'n' | 'type' | 'content' | 'extra'>;

interface Placed extends SearchableRow {
  readonly stream: StreamId;
}

export const hasWords = ({ type, content }: Pick<SearchableRow, 'type' | 'content'>): boolean =>
  content !== '' && WITH_WORDS.has(type);

export async function addWords(sql: Executor, rows: readonly Placed[]): Promise<void> {
  await note(sql, rows.filter(hasWords));
}

export async function dropWords(sql: Executor, row: Placed): Promise<void> {
  if (!hasWords(row)) return;
  const { stream, n } = row;
  await alone(sql, stream);
  if ((await sql.all(forget, { stream, n })).length === 0) await takeOut(sql, { stream, from: n, to: n });
}

/** The same of all messages from the first of these ordinals to the last. */
export async function dropWordsBetween(
  sql: Executor,
  stream: StreamId,
  from: number,
  to: number,
): Promise<void> {
  await alone(sql, stream);
  await sql.all(forgetUpTo, { stream, n: to });
  await takeOut(sql, { stream, from, to });
}

async function takeOut(sql: Executor, range: Range): Promise<void> {
  const blocks = await blocksAround(sql, range);
  const lines = blocks.flatMap(linesOf).filter(({ n }) => n < range.from || n > range.to);
  await replace(sql, range.stream, blocks, lines);
}

/** Replaces the blocks' text of messages by the present one. */
async function indexRange(sql: Executor, range: Range, counts: (n: number) => boolean): Promise<void> {
  const blocks = await blocksAround(sql, range);
  const others = blocks.flatMap(linesOf).filter(({ n }) => n < range.from || n > range.to || !counts(n));
  const lines = [...others, ...(await linesBetween(sql, range, counts))];
  await replace(
    sql,
    range.stream,
    blocks,
    lines.toSorted((a, b) => a.n - b.n),
  );
}

const blocksAround = async (sql: Executor, range: Range): Promise<readonly WordBlock[]> =>
  (await sql.all(around, range)).map(({ from_n: from, words: text }) => ({ from, text }));

/** Replaces the lines of these blocks; unchanged blocks stay. */
async function replace(
  sql: Executor,
  stream: StreamId,
  before: readonly WordBlock[],
  lines: readonly WordLine[],
): Promise<void> {
  const begin = Math.min(before[0]?.from ?? Infinity, lines[0]?.n ?? 0);
  const blocks = blocksOf(lines, limits.blockBytes, begin);
  const was = new Map(before.map(({ from, text }) => [from, text]));
  const remain = new Set(blocks.map(({ from }) => from));
  const removed = before.filter(({ from }) => !remain.has(from));
  const changed = blocks.filter(({ from, text }) => was.get(from) !== text);
  const places = [...removed, ...changed].map(({ from }) => from);
  if (places.length > 0) await dropGroups(sql, stream, Math.min(...places), Math.max(...places));
  for (const { from } of removed) await sql.all(dropBlock, { stream, from });
  for (const { from, text } of changed) await sql.all(upsertBlock, { stream, from, words: text });
}

// ---- what waits ----

/** How many of these go in at once: long messages are as much work as many short ones (LIMIT-19). */
function fitting(sizes: readonly (number | null)[], most: number = limits.indexCharacters): number {
  let characters = 0;
  const over = sizes.findIndex((size) => (characters += size ?? 0) > most);
  return over < 0 ? sizes.length : Math.max(1, over);
}

async function linesBetween(
  sql: Executor,
  range: Range,
  counts: (n: number) => boolean,
): Promise<readonly WordLine[]> {
  const rows = await sql.all(contents, range);
  return rows.flatMap((row) => {
    if (!counts(row.n) || !hasWords(row)) return [];
    const words = searchable(wordsOf({ content: row.content, extra: extraOf(row.extra) }));
    return words === '' ? [] : [{ n: row.n, words }];
  });
}

/** Conversations from before blocks existed, not fully indexed; done up to an ordinal. */
const backlog = plan((db, a: { limit: number }) =>
  db.selectFrom('word_backlog').selectAll().orderBy('stream').limit(a.limit),
);
const backlogOf = plan((db, a: { stream: StreamId; from: number; upTo: number; limit: number }) =>
  db
    .selectFrom('messages')
    .select(['n', raw<number>`length(content)`.as('size')])
    .where('stream', '=', a.stream)
    .where('n', '>', a.from)
    .where('n', '<=', a.upTo)
    .orderBy('n')
    .limit(a.limit),
);
const moveOn = plan((db, a: { stream: StreamId; upTo: number }) =>
  db.updateTable('word_backlog').set({ done: a.upTo }).where('stream', '=', a.stream),
);
const endBacklog = plan((db, a: { stream: StreamId }) =>
  db.deleteFrom('word_backlog').where('stream', '=', a.stream),
);
/** Rows of the former index. */
const dropTokens = plan<{ limit: number }, { stream: StreamId; n: number }>((db, a) => ({
  compile: () =>
    raw`delete from message_tokens where (stream, token, n) in
      (select stream, token, n from message_tokens limit ${a.limit}) returning stream, n`.compile(db),
}));
const noteAgain = insertPlan((db, rows: readonly { stream: StreamId; n: number }[]) =>
  db
    .insertInto('unworded')
    .values(rows.map((a) => ({ stream: a.stream, n: a.n })))
    .onConflict((conflict) => conflict.columns(['stream', 'n']).doNothing()),
);

async function takeOver(sql: Executor, stream: StreamId, limit: number): Promise<void> {
  await alone(sql, stream);
  const [row] = (await sql.all(backlog, { limit: 1 })).filter((one) => one.stream === stream);
  if (!row) return;
  const rows = await sql.all(backlogOf, { stream, from: row.done, upTo: row.up_to, limit });
  const upTo = rows[fitting(rows.map(({ size }) => size)) - 1]?.n;
  if (upTo === undefined) return void (await sql.all(endBacklog, { stream }));
  await indexRange(sql, { stream, from: row.done + 1, to: upTo }, () => true);
  await sql.all(moveOn, { stream, upTo });
}

export const wordsReading = (sql: Executor): ReadTx['words'] => ({
  waiting: async (after, limit) =>
    (await sql.all(waiting, { after: after as StreamId, limit })).map((row) => row.stream),
  isBehind: async () => (await sql.all(backlog, { limit: 1 })).length > 0,
  ungrouped: async (streams) => {
    const incomplete: StreamId[] = [];
    for (const stream of streams) if (await hasGap(sql, stream)) incomplete.push(stream);
    return incomplete;
  },
});

export const wordsWriting = (sql: Executor): WordsWriting => ({
  index: async (stream, limit, most) => {
    await alone(sql, stream);
    const notes = await sql.all(next, { stream, limit });
    const count = fitting(
      notes.map(({ size }) => size),
      most,
    );
    const upTo = notes[count - 1]?.n;
    if (upTo === undefined) return { messageCount: 0, characters: 0, more: false };
    const numbers = new Set((await sql.all(take, { stream, n: upTo })).map((row) => row.n));
    const range = { stream, from: Math.min(...numbers), to: upTo };
    if (numbers.size > 0) await indexRange(sql, range, (n) => numbers.has(n));
    const characters = notes.slice(0, count).reduce((sum, { size }) => sum + (size ?? 0), 0);
    return { messageCount: numbers.size, characters, more: count < notes.length || notes.length === limit };
  },
  group: (stream) => makeGroup(sql, stream),
  takeOver: async (limit) => {
    const row = await firstRow(sql, backlog, { limit: 1 });
    if (row) await takeOver(sql, row.stream, limit);
    const dropped = await sql.all(dropTokens, { limit: limits.tokensDropped });
    // Older nodes may still run there (`createWordBlocks`).
    if (!sql.isCaching)
      await noteAgain(sql, [...new Map(dropped.map((one) => [`${one.stream} ${one.n}`, one])).values()]);
    return row !== null || dropped.length > 0;
  },
});
