import { sql as raw } from 'kysely';
import type { Compilable, Kysely, RawBuilder } from 'kysely';
import type { StreamId } from '../../domain/ids.ts';
import { searchLimits as limits } from '../../domain/limits.ts';
import { searchable, tokensOf } from '../../domain/search-tokens.ts';
import type { MessageType } from '../../domain/message.ts';
import type { MessageRow, ReadTx, WriteTx } from '../../ports/store.ts';
import { wordsOf } from '../files/held-file.ts';
import { insertPlan, plan } from './plan.ts';
import type { Executor } from './plan.ts';
import { extraOf } from './rows.ts';
import type { Tables } from './schema.ts';

/**
 * How words get into the index (SEARCH-8). A message has some forty tokens, and each lies in another
 * place: written with the message they would cost several times the message itself. So a send only
 * notes that its words wait; soon after, those of one conversation are put in together, in the order
 * of the index, where neighbours share their pages. Until then a search reads what waits.
 *
 * The note is also the lock: whoever takes it, to write the words or to forget them, is waited for by
 * the other one.
 */
const statement = (db: Kysely<Tables>, query: RawBuilder<unknown>): Compilable => ({
  compile: () => query.compile(db),
});

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
/** Notes with the length of what is to be put in; a message that is gone meanwhile has none. */
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
/** One statement for all: the names of JSON objects, which both engines unpack alike: tokens, in each the ordinals, and in each where it stands. */
const add = plan((db, a: { stream: StreamId; tokens: string }) =>
  statement(
    db,
    raw`insert into message_tokens (stream, token, n, spots) select ${a.stream}, t.key, cast(o.key as bigint), cast(o.value as text) from json_each(${a.tokens}) as t, json_each(t.value) as o`,
  ),
);
const drop = plan((db, a: { stream: StreamId; n: number; tokens: string }) =>
  statement(
    db,
    raw`delete from message_tokens where stream = ${a.stream} and n = ${a.n} and token in (select key from json_each(${a.tokens}))`,
  ),
);
const dropAll = plan((db, a: { stream: StreamId; tokens: string }) =>
  statement(
    db,
    raw`delete from message_tokens where stream = ${a.stream} and (token, n) in (select t.key, cast(o.key as bigint) from json_each(${a.tokens}) as t, json_each(t.value) as o)`,
  ),
);

/** Names as JSON, for `json_each`. Written as text: an object of names that were never seen together costs the engine a new shape for each. */
export const namesJson = (names: readonly string[]): string =>
  `{${names.map((name) => `${JSON.stringify(name)}:1`).join(',')}}`;

/** Kinds whose content is words: of a file its name. Event lines are codes, and emoji and voices say nothing. */
const WITH_WORDS: ReadonlySet<MessageType> = new Set<MessageType>([
  'text',
  'location',
  'contact',
  'file',
  'image',
  'video',
]);

type Said = Pick<MessageRow, 'n' | 'type' | 'content' | 'extra'>;

interface Placed extends Said {
  readonly stream: StreamId;
}

export const says = ({ type, content }: Pick<Said, 'type' | 'content'>): boolean =>
  content !== '' && WITH_WORDS.has(type);

/** The tokens that a message is found by. */
export const tokensIn = (row: Said): ReadonlyMap<string, readonly number[]> =>
  says(row) ? tokensOf(searchable(wordsOf(row))) : new Map();

export async function addWords(sql: Executor, rows: readonly Placed[]): Promise<void> {
  await note(sql, rows.filter(says));
}

/** From what the message said: so no second index by message is needed. */
export async function dropWords(sql: Executor, row: Placed): Promise<void> {
  if (!says(row) || (await sql.all(forget, { stream: row.stream, n: row.n })).length > 0) return;
  const tokens = [...tokensIn(row).keys()];
  if (tokens.length > 0) await sql.all(drop, { stream: row.stream, n: row.n, tokens: namesJson(tokens) });
}

/** The same of all messages from the first of these ordinals to the last. */
export async function dropWordsBetween(
  sql: Executor,
  stream: StreamId,
  from: number,
  to: number,
): Promise<void> {
  await sql.all(forgetUpTo, { stream, n: to });
  const tokens = await tokensBetween(sql, { stream, from, to }, () => true);
  if (tokens !== null) await sql.all(dropAll, { stream, tokens });
}

/** Tokens of some messages as `add` and `dropAll` read them; null when they say nothing. */
async function tokensBetween(
  sql: Executor,
  range: { readonly stream: StreamId; readonly from: number; readonly to: number },
  counts: (n: number) => boolean,
): Promise<string | null> {
  const places = new Map<string, string>();
  for (const row of await sql.all(contents, range)) {
    if (!counts(row.n)) continue;
    for (const [token, at] of tokensIn({ ...row, extra: extraOf(row.extra) })) {
      const name = `"${row.n}":[${at.join(',')}]`;
      const before = places.get(token);
      places.set(token, before === undefined ? name : `${before},${name}`);
    }
  }
  // In the order of the index: each page is visited once.
  const tokens = [...places.keys()]
    .toSorted()
    .map((token) => `${JSON.stringify(token)}:{${places.get(token)}}`);
  return tokens.length === 0 ? null : `{${tokens.join(',')}}`;
}

export const wordsReading = (sql: Executor): ReadTx['words'] => ({
  waiting: async (after, limit) =>
    (await sql.all(waiting, { after: after as StreamId, limit })).map((row) => row.stream),
});

export const wordsWriting = (sql: Executor): Pick<WriteTx['write'], 'indexWords'> => ({
  indexWords: async (stream, limit) => {
    const waiting = await sql.all(next, { stream, limit });
    // Long messages have many tokens: some of those are as much as many short ones (LIMIT-19).
    let characters = 0;
    const over = waiting.findIndex(({ size }) => (characters += size ?? 0) > limits.wordedCharacters);
    const last = over < 0 ? waiting.length - 1 : Math.max(0, over - 1);
    const upTo = waiting[last]?.n;
    if (upTo === undefined) return { taken: 0, more: false };
    const taken = new Set((await sql.all(take, { stream, n: upTo })).map((row) => row.n));
    const range = { stream, from: Math.min(...taken), to: upTo };
    const tokens = taken.size === 0 ? null : await tokensBetween(sql, range, (n) => taken.has(n));
    if (tokens !== null) await sql.all(add, { stream, tokens });
    return { taken: taken.size, more: last < waiting.length - 1 || waiting.length === limit };
  },
});
