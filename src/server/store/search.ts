import { sql as raw } from 'kysely';
import type { Compilable, Kysely, RawBuilder } from 'kysely';
import { userStream } from '../../domain/ids.ts';
import type { MsgId, StreamId, UserId } from '../../domain/ids.ts';
import { afterPrefix, searchable, tokensOf } from '../../domain/search-tokens.ts';
import type { MessageType } from '../../domain/message.ts';
import type { ReadTx, SearchQuery } from '../../ports/store.ts';
import { plan, plans } from './plan.ts';
import type { Executor } from './plan.ts';
import { messageRow } from './rows.ts';
import type { Tables } from './schema.ts';

/**
 * The words of messages (SEARCH-1). Tokens lie together by conversation: a search visits the
 * conversations of one person and there only the tokens asked for, never what others wrote.
 */
const statement = (db: Kysely<Tables>, query: RawBuilder<unknown>): Compilable => ({ compile: () => query.compile(db) });

/** One statement for all tokens: the names of a JSON object, which both engines unpack alike. */
const add = plan((db, a: { stream: StreamId; n: number; tokens: string }) =>
  statement(db, raw`insert into message_tokens (stream, token, n) select ${a.stream}, key, ${a.n} from json_each(${a.tokens})`),
);
const drop = plan((db, a: { stream: StreamId; n: number; tokens: string }) =>
  statement(db, raw`delete from message_tokens where stream = ${a.stream} and n = ${a.n} and token in (select key from json_each(${a.tokens}))`),
);
const dropUpTo = plan((db, a: { stream: StreamId; n: number }) =>
  db.deleteFrom('message_tokens').where('stream', '=', a.stream).where('n', '<=', a.n),
);

/** Names as JSON, for `json_each`. */
export const namesJson = (names: readonly string[]): string => JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])));

/** Kinds whose content is words: of a file its name. Event lines are codes, and emoji and voices say nothing. */
const WORDED: ReadonlySet<MessageType> = new Set<MessageType>(['text', 'location', 'contact', 'file', 'image', 'video']);

interface Worded {
  readonly stream: StreamId;
  readonly n: number;
  readonly type: MessageType;
  readonly content: string;
}

function tokensJson({ type, content }: Worded): string | null {
  if (content === '' || !WORDED.has(type)) return null;
  const tokens = tokensOf(searchable(content));
  return tokens.length === 0 ? null : namesJson(tokens);
}

export async function addTokens(sql: Executor, row: Worded): Promise<void> {
  const tokens = tokensJson(row);
  if (tokens !== null) await sql.all(add, { stream: row.stream, n: row.n, tokens });
}

/** From what the message said: so no second index by message is needed. */
export async function dropTokens(sql: Executor, row: Worded): Promise<void> {
  const tokens = tokensJson(row);
  if (tokens !== null) await sql.all(drop, { stream: row.stream, n: row.n, tokens });
}

export const dropTokensUpTo = async (sql: Executor, stream: StreamId, n: number): Promise<void> => void (await sql.all(dropUpTo, { stream, n }));

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
    return (await sql.all(found(JSON.stringify(shape)), args)).map(messageRow);
  },
});
