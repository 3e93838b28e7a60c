import { sql as raw } from 'kysely';
import type { Kysely } from 'kysely';
import { userStream } from '../../domain/ids.ts';
import type { MsgId, StreamId, UserId } from '../../domain/ids.ts';
import { afterPrefix } from '../../domain/search-tokens.ts';
import type { QueryToken } from '../../domain/search-tokens.ts';
import type { MessageType } from '../../domain/message.ts';
import type { MessageRow, ReadTx, SearchQuery } from '../../ports/store.ts';
import { plans } from './plan.ts';
import type { Executor } from './plan.ts';
import { messageRow } from './rows.ts';
import type { Tables } from './schema.ts';
import { namesJson, tokensIn } from './words.ts';

/**
 * Messages by their words (SEARCH-1). Tokens lie together by conversation: a search visits the
 * conversations of one person and there only the tokens asked for, never what others wrote.
 */
interface Args {
  readonly user: UserId;
  readonly own: StreamId;
  readonly stream: StreamId;
  readonly aboveN: number;
  readonly open: string;
  readonly before: MsgId;
  readonly limit: number;
}

/** Which conditions a query has; the values are arguments `token0`, `after0`, `type0` … */
interface Shape {
  readonly everywhere: boolean;
  readonly prefixes: readonly boolean[];
  readonly types: number;
}

const found = plans((db, a: Args, key: string) => {
  const shape = JSON.parse(key) as Shape;
  const named = a as unknown as Readonly<Record<string, string>>;
  const arg = (name: string) => named[name] ?? '';
  const [first = false, ...rest] = shape.prefixes;
  const types = Array.from({ length: shape.types }, (_, i) => arg(`type${i}`) as MessageType);
  return db
    .selectFrom(places(db, a, shape).as('mine'))
    .innerJoin('message_tokens as t', (join) => {
      const of = join.onRef('t.stream', '=', 'mine.stream');
      return first ? of.on('t.token', '>=', arg('token0')).on('t.token', '<', arg('after0')) : of.on('t.token', '=', arg('token0'));
    })
    .innerJoin('messages as x', (join) => join.onRef('x.stream', '=', 't.stream').onRef('x.n', '=', 't.n'))
    .where(readable(a))
    .where('x.msg_id', '<', a.before)
    .$if(types.length > 0, (query) => query.where('x.type', 'in', types))
    .where((e) =>
      e.and(
        rest.map((prefix, i) => {
          const also = e.selectFrom('message_tokens as o').select('o.n').whereRef('o.stream', '=', 't.stream').whereRef('o.n', '=', 't.n');
          const token = arg(`token${i + 1}`);
          return e.exists(prefix ? also.where('o.token', '>=', token).where('o.token', '<', arg(`after${i + 1}`)) : also.where('o.token', '=', token));
        }),
      ),
    )
    .selectAll('x')
    .distinct()
    .orderBy('x.msg_id', 'desc')
    .limit(a.limit);
});

/** Messages of these conversations whose words are not in the index yet (SEARCH-8): those of a few seconds. */
const unworded = plans((db, a: Args, key: string) => {
  const shape = JSON.parse(key) as Shape;
  const named = a as unknown as Readonly<Record<string, string>>;
  const types = Array.from({ length: shape.types }, (_, i) => (named[`type${i}`] ?? '') as MessageType);
  return db
    .selectFrom(places(db, a, shape).as('mine'))
    .innerJoin('unworded as u', (join) => join.onRef('u.stream', '=', 'mine.stream'))
    .innerJoin('messages as x', (join) => join.onRef('x.stream', '=', 'u.stream').onRef('x.n', '=', 'u.n'))
    .where(readable(a))
    .where('x.msg_id', '<', a.before)
    .$if(types.length > 0, (query) => query.where('x.type', 'in', types))
    .selectAll('x');
});

const holds = (row: MessageRow, tokens: readonly QueryToken[]): boolean => {
  const has = new Set(tokensIn(row));
  return tokens.every(({ text, prefix }) => (prefix ? [...has].some((token) => token.startsWith(text)) : has.has(text)));
};

/** Where to look, and above which ordinal: one conversation, or all of the person's, with the favourites. */
function places(db: Kysely<Tables>, a: Args, { everywhere }: Shape) {
  const one = (stream: StreamId, above: number) =>
    db.selectFrom('streams').select(['stream', raw<number>`cast(${above} as bigint)`.as('from_n')]).where('stream', '=', stream);
  if (!everywhere) return one(a.stream, a.aboveN);
  return db
    .selectFrom('members')
    .select(['stream', raw<number>`from_n`.as('from_n')])
    .where('user_id', '=', a.user)
    .where('until_seq', 'is', null)
    .unionAll(one(a.own, 0));
}

/** What `visible` says of each conversation: from where on, or, where `open` names it, all. */
export const readable = (a: { readonly open: string }) => raw<boolean>`(x.n > mine.from_n or x.stream in (select key from json_each(${a.open})))`;

export const searchReading = (sql: Executor): Pick<ReadTx['messages'], 'search'> => ({
  search: async ({ user, at = null, open, tokens, types = [], before, limit }: SearchQuery) => {
    if (tokens.length === 0) return [];
    const shape: Shape = { everywhere: at === null, prefixes: tokens.map((token) => token.prefix), types: types.length };
    const args = {
      user,
      own: userStream(user),
      stream: at?.stream ?? userStream(user),
      aboveN: at?.aboveN ?? 0,
      open: namesJson(open),
      before: before ?? (Number.MAX_SAFE_INTEGER as MsgId),
      limit,
      ...Object.fromEntries(tokens.flatMap(({ text }, i) => [[`token${i}`, text], [`after${i}`, afterPrefix(text)]])),
      ...Object.fromEntries(types.map((type, i) => [`type${i}`, type])),
    };
    const indexed = (await sql.all(found(JSON.stringify(shape)), args)).map(messageRow);
    const fresh = (await sql.all(unworded(JSON.stringify({ ...shape, prefixes: [] })), args)).map(messageRow).filter((row) => holds(row, tokens));
    return fresh.length === 0 ? indexed : [...indexed, ...fresh].toSorted((x, y) => y.msgId - x.msgId).slice(0, limit);
  },
});
