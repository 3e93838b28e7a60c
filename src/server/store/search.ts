import { sql as raw } from 'kysely';
import type { Compilable, Kysely, RawBuilder } from 'kysely';
import { userStream } from '../../domain/ids.ts';
import type { MsgId, StreamId, UserId } from '../../domain/ids.ts';
import { searchLimits as limits } from '../../domain/limits.ts';
import { afterPrefix, standsAs } from '../../domain/search-tokens.ts';
import type { Phrase } from '../../domain/search-tokens.ts';
import type { MessageRow, PlaceQuery, PlacesQuery, ReadTx, SearchPlace } from '../../ports/store.ts';
import { listPlan } from './lists.ts';
import { firstRow, plan, plans } from './plan.ts';
import type { Executor } from './plan.ts';
import { messageRow } from './rows.ts';
import type { Tables } from './schema.ts';
import { namesJson } from './words.ts';

/**
 * Messages by their words (SEARCH-1), in steps (SEARCH-10). Tokens lie together by conversation, and there by
 * ordinal: a step visits so many of one token from the newest on, and of each the other tokens, with the places
 * where they stand. What others wrote elsewhere is never visited, and a message is read when it is found.
 */
const said = <R>(db: Kysely<Tables>, query: RawBuilder<R>): Compilable<R> => ({
  compile: () => query.compile(db),
});

interface Bounds {
  readonly stream: StreamId;
  readonly above: number;
  /** Exclusive. */
  readonly below: number;
  readonly limit: number;
}

/** Values of tokens, as `token0`, `token1` … */
type Named = Readonly<Record<string, string>>;
const tokenArgs = (phrase: Phrase): Named =>
  phrase.begins === null
    ? Object.fromEntries(phrase.tokens.map(({ text }, i) => [`token${i}`, text]))
    : { token0: phrase.begins, after0: afterPrefix(phrase.begins) };
/** How many tokens; 0 is the beginning of one. */
const shapeOf = (phrase: Phrase): number => phrase.tokens.length;

interface Spot {
  readonly n: number;
  readonly [spots: `spots${number}`]: string | null;
  /** Null: that token is not in this message. */
  readonly [other: `n${number}`]: number | null;
}

/** Rows of the first token, newest first, with what the others have there. */
const together = plans((db, a: Bounds & Named, count: number) => {
  const others = Array.from({ length: count - 1 }, (_, i) => raw.raw(`o${i + 1}`));
  const columns = others.map(
    (o, i) => raw`, ${o}.n as ${raw.raw(`n${i + 1}`)}, ${o}.spots as ${raw.raw(`spots${i + 1}`)}`,
  );
  const joins = others.map(
    (o, i) =>
      raw` left join message_tokens as ${o} on ${o}.stream = ${a.stream} and ${o}.token = ${a[`token${i + 1}`]} and ${o}.n = t.n`,
  );
  return said(
    db,
    raw<Spot>`select t.n as n, t.spots as spots0${raw.join(columns, raw``)} from (select n, spots from message_tokens where stream = ${a.stream} and token = ${a['token0']} and n < ${a.below} and n > ${a.above} order by n desc limit ${a.limit}) as t${raw.join(joins, raw``)} order by t.n desc`,
  );
});
/** In how many messages each token stands, counted no further than needed. */
const counts = plans((db, a: Bounds & Named, count: number) => {
  const columns = Array.from(
    { length: count },
    (_, i) =>
      raw`(select count(*) from (select n from message_tokens where stream = ${a.stream} and token = ${a[`token${i}`]} and n < ${a.below} and n > ${a.above} limit ${a.limit}) as few) as ${raw.raw(`count${i}`)}`,
  );
  return said(db, raw<Readonly<Record<`count${number}`, number>>>`select ${raw.join(columns)}`);
});
/** Messages with a token that begins so, of the first ones in the order of tokens. */
const beginning = plan((db, a: Bounds & Named) =>
  said(
    db,
    raw<{
      n: number;
    }>`select n from message_tokens where stream = ${a.stream} and token >= ${a['token0']} and token < ${a['after0']} and n < ${a.below} and n > ${a.above} limit ${a.limit}`,
  ),
);
const newestOf = plan((db, a: Bounds) =>
  db
    .selectFrom('messages')
    .select('n')
    .where('stream', '=', a.stream)
    .where('n', '<', a.below)
    .where('n', '>', a.above)
    .orderBy('n', 'desc')
    .limit(a.limit),
);
/** Messages whose words are not in the index yet (SEARCH-8): those of a few seconds. */
const unworded = plan((db, a: Bounds) =>
  db
    .selectFrom('unworded')
    .select('n')
    .where('stream', '=', a.stream)
    .where('n', '<', a.below)
    .where('n', '>', a.above)
    .orderBy('n', 'desc')
    .limit(a.limit),
);
const rowsOf = listPlan((db, a: { stream: StreamId }, list: readonly number[]) =>
  db.selectFrom('messages').selectAll().where('stream', '=', a.stream).where('n', 'in', list),
);
const below = plan((db, a: { stream: StreamId; below: number; above: number }) =>
  db
    .selectFrom('messages')
    .select(['n', 'msg_id'])
    .where('stream', '=', a.stream)
    .where('n', '<', a.below)
    .where('n', '>', a.above)
    .orderBy('n', 'desc')
    .limit(1),
);
const belowMsg = plan((db, a: { stream: StreamId; before: MsgId; above: number }) =>
  db
    .selectFrom('messages')
    .select(['n', 'msg_id'])
    .where('stream', '=', a.stream)
    .where('msg_id', '<', a.before)
    .where('n', '>', a.above)
    .orderBy('msg_id', 'desc')
    .limit(1),
);

interface Everywhere {
  readonly user: UserId;
  readonly own: StreamId;
  readonly open: string;
  readonly before: MsgId;
  readonly after: string;
  readonly limit: number;
}

/** The person's conversations that have every token somewhere, or words that wait, with the newest message to look at. */
const everywhere = plans((db, a: Everywhere & Named, count: number) => {
  const has = (i: number) =>
    count === 0
      ? raw`exists (select 1 from message_tokens as t where t.stream = m.stream and t.token >= ${a['token0']} and t.token < ${a['after0']})`
      : raw`exists (select 1 from message_tokens as t where t.stream = m.stream and t.token = ${a[`token${i}`]})`;
  const tokens = Array.from({ length: Math.max(1, count) }, (_, i) => has(i));
  return said(
    db,
    raw<{
      stream: StreamId;
      above: number;
      n: number;
      msg_id: MsgId;
    }>`select m.stream as stream, m.above as above, x.n as n, x.msg_id as msg_id from (
      select stream, case when stream in (select key from json_each(${a.open})) then 0 else from_n end as above from members where user_id = ${a.user} and until_seq is null
      union all select stream, 0 as above from streams where stream = ${a.own}
    ) as m join messages as x on x.stream = m.stream and x.msg_id = (select y.msg_id from messages as y where y.stream = m.stream and y.msg_id < ${a.before} order by y.msg_id desc limit 1)
    where m.stream > ${a.after} and x.n > m.above and (exists (select 1 from unworded as u where u.stream = m.stream) or (${raw.join(tokens, raw` and `)})) order by m.stream limit ${a.limit}`,
  );
});

/** A candidate; not `sure` where the index does not say all. */
interface Candidate {
  readonly n: number;
  readonly sure: boolean;
}

/** Newest first; `lowest`: everything above it was looked at, and it; null: everything. */
interface Looked {
  readonly candidates: readonly Candidate[];
  readonly looked: number;
  readonly lowest: number | null;
}

const NOTHING: Looked = { candidates: [], looked: 0, lowest: null };

/** The token that stands in the fewest messages leads; null: one stands in none. */
async function rarestFirst(sql: Executor, bounds: Bounds, phrase: Phrase): Promise<Phrase | null> {
  const found = await firstRow(sql, counts(shapeOf(phrase)), {
    ...bounds,
    ...tokenArgs(phrase),
    limit: limits.rarityMax,
  } as Bounds & Named);
  const ranked = phrase.tokens.map((token, i) => ({ token, count: found?.[`count${i}`] ?? 0 }));
  if (ranked.some(({ count }) => count === 0)) return null;
  return { ...phrase, tokens: ranked.toSorted((a, b) => a.count - b.count).map(({ token }) => token) };
}

async function byTokens(sql: Executor, bounds: Bounds, asked: Phrase): Promise<Looked> {
  const phrase = asked.tokens.length === 1 ? asked : await rarestFirst(sql, bounds, asked);
  if (!phrase) return NOTHING;
  const rows = await sql.all(together(shapeOf(phrase)), { ...bounds, ...tokenArgs(phrase) } as Bounds &
    Named);
  const candidates = rows.flatMap((row) => {
    if (phrase.tokens.some((_, i) => i > 0 && row[`n${i}`] === null)) return [];
    const stands = standsAs(
      phrase,
      phrase.tokens.map((_, i) => placesIn(row[`spots${i}`])),
    );
    return stands === false ? [] : [{ n: row.n, sure: stands === true && phrase.whole }];
  });
  return {
    candidates,
    looked: rows.length,
    lowest: rows.length < bounds.limit ? null : (rows.at(-1)?.n ?? null),
  };
}

const placesIn = (spots: string | null | undefined): readonly number[] | null =>
  spots ? (JSON.parse(spots) as readonly number[]) : null;

/**
 * A character that stands in few messages is found in the index at once. Where it stands in very many, the index has them
 * in another order: then the newest messages themselves are looked at, of which many have it.
 */
async function byBeginning(sql: Executor, bounds: Bounds, phrase: Phrase): Promise<Looked> {
  const most = limits.beginningsMax;
  const rows = await sql.all(beginning, { ...bounds, ...tokenArgs(phrase), limit: most } as Bounds & Named);
  if (rows.length < most)
    return {
      candidates: [...new Set(rows.map(({ n }) => n))].map((n) => ({ n, sure: true })),
      looked: rows.length,
      lowest: null,
    };
  const newest = await sql.all(newestOf, { ...bounds, limit: limits.rowsOfStep });
  return {
    candidates: newest.map(({ n }) => ({ n, sure: false })),
    looked: newest.length,
    lowest: newest.length < limits.rowsOfStep ? null : (newest.at(-1)?.n ?? null),
  };
}

/** Both together, down to the lowest of both, and no more than can be read at once. */
function merged(indexed: Looked, waiting: readonly number[]): Looked {
  const waitingLowest = waiting.length < limits.rowsOfStep ? 0 : (waiting.at(-1) ?? 0);
  const lowest = Math.max(indexed.lowest ?? 0, waitingLowest);
  const unsure = new Set(waiting);
  const all = [
    ...indexed.candidates.filter(({ n }) => !unsure.has(n)),
    ...waiting.map((n) => ({ n, sure: false })),
  ]
    .filter(({ n }) => n >= lowest)
    .toSorted((a, b) => b.n - a.n);
  const candidates = all.slice(0, limits.rowsOfStep);
  const cut = all.length > candidates.length ? (candidates.at(-1)?.n ?? lowest) : lowest;
  return { candidates, looked: indexed.looked + waiting.length, lowest: cut === 0 ? null : cut };
}

const placeOf = (
  stream: StreamId,
  aboveN: number,
  row: { readonly n: number; readonly msg_id: MsgId } | null,
): SearchPlace | null => row && { stream, aboveN, newest: { n: row.n, msgId: row.msg_id } };

export const searchReading = (sql: Executor): Pick<ReadTx['messages'], 'places' | 'place' | 'search'> => ({
  places: async ({ user, open, phrase, before, after, limit }: PlacesQuery) => {
    const args = {
      user,
      own: userStream(user),
      open: namesJson(open),
      before,
      after,
      limit,
      ...tokenArgs(phrase),
    } as Everywhere & Named;
    const rows = await sql.all(everywhere(shapeOf(phrase)), args);
    return rows.map(({ stream, above, n, msg_id }) => ({
      stream,
      aboveN: above,
      newest: { n, msgId: msg_id },
    }));
  },
  place: async (stream, aboveN, before) =>
    placeOf(stream, aboveN, await firstRow(sql, belowMsg, { stream, above: aboveN, before })),
  search: async ({ place: { stream, aboveN, newest }, phrase, types, limit }: PlaceQuery) => {
    const bounds: Bounds = { stream, above: aboveN, below: newest.n + 1, limit };
    const waiting = await sql.all(unworded, { ...bounds, limit: limits.rowsOfStep });
    const indexed = await (phrase.begins === null ? byTokens : byBeginning)(sql, bounds, phrase);
    const { candidates, looked, lowest } = merged(
      indexed,
      waiting.map(({ n }) => n),
    );
    const sure = new Map(candidates.map((one) => [one.n, one.sure]));
    const found: MessageRow[] =
      candidates.length === 0 ? [] : (await rowsOf(sql, { stream }, [...sure.keys()])).map(messageRow);
    const shown = found
      .filter(({ type }) => types.length === 0 || types.includes(type))
      .toSorted((a, b) => b.n - a.n);
    const rest =
      lowest === null
        ? null
        : placeOf(stream, aboveN, await firstRow(sql, below, { stream, above: aboveN, below: lowest }));
    return {
      rows: shown.map((row) => ({ row, sure: sure.get(row.n) ?? false })),
      looked: looked + found.length,
      rest,
    };
  },
});
