import { sql as raw } from 'kysely';
import type { Compilable, Kysely, RawBuilder } from 'kysely';
import { userStream } from '../../../domain/ids.ts';
import type { MsgId, StreamId, UserId } from '../../../domain/ids.ts';
import type { MessageType } from '../../../domain/message.ts';
import { searchLimits as limits } from '../../../domain/limits.ts';
import { partsOf } from '../../../domain/search-words.ts';
import { ordinalsHolding } from '../../../domain/word-blocks.ts';
import type { WordBlock } from '../../../domain/word-blocks.ts';
import { gramsOf } from '../../../domain/word-grams.ts';
import type { MessageRow, PlaceQuery, PlacesQuery, ReadTx, SearchPlace } from '../../../ports/store.ts';
import { listPlan, namesJson } from './lists.ts';
import { rowsAround, unlessDamaged } from './message-around.ts';
import { readable } from './readable.ts';
import { plan, plans } from '../plan.ts';
import type { Executor } from '../plan.ts';
import { messageRow } from './rows.ts';
import { fromFlag } from '../schema/stored-row.ts';
import type { Tables } from '../schema/schema.ts';
import { blockFrom, groupsIn, likelyIn } from './word-groups.ts';
import type { WordGroup } from './word-groups.ts';
import { beginOf, hasWords } from './words.ts';

/**
 * Finds messages by their text (SEARCH-1), in steps (SEARCH-10). A conversation's text is in blocks, in order
 * of ordinal: a step scans a number of them from the newest on. Other conversations are never visited, and a
 * message is read only when it matches.
 */
const compilable = <R>(db: Kysely<Tables>, query: RawBuilder<R>): Compilable<R> => ({
  compile: () => query.compile(db),
});

interface Bounds {
  readonly stream: StreamId;
  readonly above: number;
  /** Exclusive. */
  readonly below: number;
  readonly limit: number;
}

/** The first may begin above the requested range, and end below it. */
const blocksBelow = plan((db, a: Bounds) =>
  db
    .selectFrom('word_blocks')
    .select(['from_n', 'words'])
    .where('stream', '=', a.stream)
    .where('from_n', '<', a.below)
    .where('from_n', '>=', beginOf(a.stream, a.above))
    .orderBy('from_n', 'desc')
    .limit(a.limit),
);
/** Text that is not indexed yet: of a few seconds (SEARCH-8), and from before an update (SEARCH-12). */
const unworded = plan((db, a: Bounds) =>
  compilable(
    db,
    raw<{
      n: number;
    }>`select n from (
        select n from unworded where stream = ${a.stream} and n < ${a.below} and n > ${a.above}
        order by n desc limit ${a.limit}
      ) as notes union select n from (
        select x.n as n from word_backlog as w
        join messages as x on x.stream = w.stream and x.n > w.done and x.n <= w.up_to
        where w.stream = ${a.stream} and x.n < ${a.below} and x.n > ${a.above} order by x.n desc limit ${a.limit}
      ) as behind order by n desc limit ${a.limit}`,
  ),
);
const rowsOf = listPlan((db, a: { stream: StreamId }, list: readonly number[]) =>
  db.selectFrom('messages').selectAll().where('stream', '=', a.stream).where('n', 'in', list),
);
/** A range of messages, without their text. */
const kindsOf = plan((db, a: Bounds) =>
  db
    .selectFrom('messages')
    .select(['n', 'from_user', 'type'])
    .where('stream', '=', a.stream)
    .where('n', '<', a.below)
    .where('n', '>', a.above)
    .orderBy('n', 'desc'),
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
/** The same of a range, for places with damaged pages. */
const belowMsgIn = plan((db, a: { stream: StreamId; before: MsgId; above: number; below: number }) =>
  db
    .selectFrom('messages')
    .select(['n', 'msg_id'])
    .where('stream', '=', a.stream)
    .where('msg_id', '<', a.before)
    .where('n', '>', a.above)
    .where('n', '<', a.below)
    .orderBy('n', 'desc')
    .limit(1),
);

interface Everywhere {
  readonly user: UserId;
  readonly own: StreamId;
  readonly open: string;
  readonly words: string;
  readonly before: MsgId;
  readonly after: string;
  readonly limit: number;
}

const conversationsOf = (a: Pick<Everywhere, 'user' | 'own' | 'open'>) =>
  raw`select stream, case when stream in (select key from json_each(${a.open})) then 0 else from_n end as above
      from members where user_id = ${a.user} and until_seq is null
      union all select stream, 0 as above from streams where stream = ${a.own}`;

/**
 * The user's conversations, with the newest message to search. The embedded engine would block the process
 * while it searches all of them: there each is searched in turn.
 */
const everywhere = plans((db, a: Everywhere, shape: 0 | 1 | 2) => {
  const waits = raw`(exists (select 1 from unworded as u where u.stream = m.stream)
        or exists (select 1 from word_backlog as w where w.stream = m.stream))`;
  const having = raw` and (${waits} or (select 1 from word_blocks as b
      where b.stream = m.stream and strpos(b.words, ${a.words}) > 0 limit 1) is not null)`;
  // The newest of all is known by the index of places alone.
  const newest =
    shape === 2
      ? raw`x.n = (select max(y.n) from messages as y where y.stream = m.stream)`
      : raw`x.msg_id = (select y.msg_id from messages as y
          where y.stream = m.stream and y.msg_id < ${a.before} order by y.msg_id desc limit 1)`;
  return compilable(
    db,
    raw<{
      stream: StreamId;
      above: number;
      n: number;
      msg_id: MsgId;
      waits: boolean | 0 | 1;
    }>`select m.stream as stream, m.above as above, x.n as n, x.msg_id as msg_id,
      ${waits} as waits from (
      ${conversationsOf(a)}
    ) as m join messages as x on x.stream = m.stream and ${newest}
    where m.stream > ${a.after} and x.n > m.above${shape === 1 ? having : raw``}
    order by m.stream limit ${a.limit}`,
  );
});

/** The user's conversations, one page of them, without a look at their messages. */
const theirs = plan((db, a: Pick<Everywhere, 'user' | 'own' | 'open' | 'after' | 'limit'>) =>
  compilable(
    db,
    raw<{ stream: StreamId; above: number }>`select stream, above from (
      ${conversationsOf(a)}
    ) as m where stream > ${a.after} order by stream limit ${a.limit}`,
  ),
);

/** A candidate; not `sure` if the index lacks its text. */
interface Candidate {
  readonly n: number;
  readonly sure: boolean;
}

/** Newest first; `lowest`: everything down to it was searched; null: everything. */
interface Looked {
  readonly candidates: readonly Candidate[];
  readonly examinedCount: number;
  readonly lowest: number | null;
}

/** A search on its way down one conversation. */
class WayDown {
  readonly candidates: Candidate[] = [];
  examinedCount = 0;
  below: number;

  constructor(
    private readonly sql: Executor,
    private readonly bounds: Bounds,
    private readonly words: string,
  ) {
    this.below = bounds.below;
  }

  get isOver(): boolean {
    return this.examinedCount >= this.bounds.limit || this.candidates.length >= limits.rowsOfStep;
  }

  /** Every block down to there; false when it is over before that. */
  async walk(to: number): Promise<boolean> {
    const { sql, bounds } = this;
    for (let size: number = limits.blocksFirst; !this.isOver; size *= 4) {
      const limit = Math.min(size, bounds.limit - this.examinedCount);
      const above = Math.max(to, bounds.above);
      const blocks = await sql.all(blocksBelow, { ...bounds, above, below: this.below, limit });
      for (const { from_n: from, words: text } of blocks) this.look({ from, text });
      this.examinedCount += blocks.length;
      if (blocks.length < limit) return true;
    }
    return false;
  }

  /** The likely blocks of some groups and every block between them; false when it is over before. */
  async pass(groups: readonly WordGroup[], grams: readonly number[]): Promise<boolean> {
    const { sql, bounds } = this;
    let likely: readonly (readonly number[])[] | null = null;
    for (const [at, group] of groups.entries()) {
      if (group.to < this.below && !(await this.walk(group.to))) return false;
      if (this.isOver) return false;
      likely ??= await likelyIn(sql, bounds.stream, groups, grams);
      for (const from of likely[at] ?? []) {
        if (from >= this.below) continue;
        if (this.isOver) return false;
        const block = await blockFrom(sql, bounds.stream, from);
        if (block) this.look(block);
        this.examinedCount += 1;
      }
      this.below = Math.min(this.below, group.from);
      this.examinedCount += 1;
    }
    return true;
  }

  get result(): Looked {
    return { candidates: this.candidates, examinedCount: this.examinedCount, lowest: this.below };
  }

  private look(block: WordBlock): void {
    const { above, below } = this.bounds;
    for (const n of ordinalsHolding(block, this.words).toReversed())
      if (n < below && n > above) this.candidates.push({ n, sure: true });
    this.below = block.from;
  }
}

async function inBlocks(sql: Executor, bounds: Bounds, words: string): Promise<Looked> {
  const way = new WayDown(sql, bounds, words);
  // Runs of characters never span lines.
  const grams = sql.isCaching ? gramsOf(partsOf(words).join('\n'), limits.gramsAsked) : [];
  const groups = grams.length === 0 ? [] : await groupsIn(sql, bounds, limits.groupsAtOnce);
  if (!(await way.pass(groups, grams))) return way.result;
  if (groups.length === limits.groupsAtOnce) return way.result;
  return (await way.walk(bounds.above)) ? { ...way.result, lowest: null } : way.result;
}

const WITHOUT_WORDS: ReadonlySet<MessageType> = new Set<MessageType>(['voice', 'emoji']);

/** Returns true for user messages that still exist. */
const isKept = (row: MessageRow): boolean =>
  hasWords(row) || (WITHOUT_WORDS.has(row.type) && row.content !== '' && !row.recalled);

type Narrowed = Pick<PlaceQuery, 'types' | 'from'>;

const fits = ({ types, from }: Narrowed, row: { readonly type: MessageType; readonly from: UserId }) =>
  (types.length === 0 || types.includes(row.type)) && (from === undefined || row.from === from);

/** Searches without words: by kind and author, one range after the other. */
async function byKind(sql: Executor, bounds: Bounds, filter: Narrowed): Promise<Looked> {
  const lowest = bounds.below - limits.kindsOfStep;
  const rows = await rowsAround(sql, {
    stream: bounds.stream,
    range: { above: Math.max(bounds.above, lowest - 1), below: bounds.below },
    limit: Infinity,
    read: (range) => sql.all(kindsOf, { ...bounds, ...range }),
  });
  const candidates = rows
    .filter(({ type, from_user: from }) => fits(filter, { type, from }))
    .map(({ n }) => ({ n, sure: true }));
  return {
    candidates,
    // A block holds the words of about so many.
    examinedCount: Math.ceil(rows.length / limits.kindsOfLook),
    lowest: lowest > bounds.above + 1 ? lowest : null,
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
  const boundary = all.length > candidates.length ? (candidates.at(-1)?.n ?? lowest) : lowest;
  return {
    candidates,
    examinedCount: indexed.examinedCount + waiting.length,
    lowest: boundary === 0 ? null : boundary,
  };
}

const placeOf = (
  stream: StreamId,
  aboveN: number,
  row: { readonly n: number; readonly msg_id: MsgId } | null,
  waits: boolean,
): SearchPlace | null => row && { stream, aboveN, newest: { n: row.n, msgId: row.msg_id }, waits };

/** The newest message of a place, around damaged pages. */
async function newestOf(sql: Executor, stream: StreamId, aboveN: number, before: MsgId) {
  const newest = await unlessDamaged(sql, () => sql.all(belowMsg, { stream, above: aboveN, before }));
  if (newest) return placeOf(stream, aboveN, newest[0] ?? null, true);
  const rows = await rowsAround(sql, {
    stream,
    range: { above: aboveN, below: Number.MAX_SAFE_INTEGER },
    limit: 1,
    read: (range) => sql.all(belowMsgIn, { stream, before, ...range }),
  });
  return placeOf(stream, aboveN, rows[0] ?? null, true);
}

/** One place after the other, because each may meet a damaged page (OPS-20). */
async function placesAround(sql: Executor, args: Everywhere): Promise<readonly SearchPlace[]> {
  const places: SearchPlace[] = [];
  for (const { stream, above } of await sql.all(theirs, args)) {
    const place = await newestOf(sql, stream, above, args.before);
    if (place) places.push(place);
  }
  return places;
}

export const searchReading = (sql: Executor): Pick<ReadTx['messages'], 'places' | 'place' | 'search'> => ({
  places: async ({ user, open, words, before, after, limit }: PlacesQuery) => {
    const names = namesJson(open);
    // All of them are in one line, and so in one block.
    const [longest = ''] = partsOf(words).toSorted((a, b) => b.length - a.length);
    const args = { user, own: userStream(user), open: names, words: longest, before, after, limit };
    const below = before === Number.MAX_SAFE_INTEGER ? 2 : 0;
    const rows = await unlessDamaged(sql, () => sql.all(everywhere(sql.isCaching ? below : 1), args));
    if (rows === null) return placesAround(sql, args);
    return rows.map(({ stream, above, n, msg_id, waits }) => ({
      stream,
      aboveN: above,
      newest: { n, msgId: msg_id },
      waits: fromFlag(waits),
    }));
  },
  place: (stream, aboveN, before) => newestOf(sql, stream, aboveN, before),
  search: async ({ place: { stream, aboveN, newest, waits }, words, types, from, limit }: PlaceQuery) => {
    const bounds: Bounds = { stream, above: aboveN, below: newest.n + 1, limit };
    const byWords = words !== '';
    const around = { stream, range: { above: aboveN, below: bounds.below }, limit: limits.rowsOfStep };
    const waiting =
      waits && byWords
        ? await rowsAround(sql, {
            ...around,
            read: (range, rows) => sql.all(unworded, { stream, ...range, limit: rows }),
          })
        : [];
    const indexed = byWords ? await inBlocks(sql, bounds, words) : await byKind(sql, bounds, { types, from });
    const { candidates, examinedCount, lowest } = merged(
      indexed,
      waiting.map(({ n }) => n),
    );
    const sure = new Map(candidates.map((one) => [one.n, one.sure]));
    const candidatesRead: MessageRow[] =
      candidates.length === 0
        ? []
        : (await readable(sql, [...sure.keys()], (some) => rowsOf(sql, { stream }, some))).map(messageRow);
    const matches = candidatesRead
      .filter((row) => (byWords ? hasWords(row) : isKept(row)) && fits({ types, from }, row))
      .toSorted((a, b) => b.n - a.n);
    const [next = null] =
      lowest === null
        ? []
        : await rowsAround(sql, {
            stream,
            range: { above: aboveN, below: lowest },
            limit: 1,
            read: (range) => sql.all(below, { stream, ...range }),
          });
    return {
      rows: matches.map((row) => ({ row, sure: sure.get(row.n) ?? false })),
      scanCount: examinedCount + candidatesRead.length,
      rest: placeOf(stream, aboveN, next, waits),
    };
  },
});
