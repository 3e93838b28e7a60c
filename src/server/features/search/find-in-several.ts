import { msgId } from '../../../domain/ids.ts';
import type { MsgId } from '../../../domain/ids.ts';
import type { SearchFilter } from '../../../domain/search-filter.ts';
import type { MessageRow, ReadTx } from '../../../ports/store.ts';
import { firstOf, firstSince, NEWEST, Search, sentBelow } from './one-search.ts';
import type { FoundMessages, Numbers, Searching, SearchQuery } from './one-search.ts';

interface Sought {
  readonly words: string;
  readonly filter: SearchFilter;
  readonly goesOn: () => boolean;
}

type Sent = Pick<MessageRow, 'msgId' | 'sentAtMs'>;

/** Results of one database, and the newest message it has not searched. */
interface Known {
  readonly rows: readonly MessageRow[];
  readonly rest: Sent | null;
}

/**
 * Searches several databases. Numbers of two of them are not ordered in time: each is searched separately,
 * and their results are merged by sending time (SEARCH-1). Pages end at the same time in all of them.
 */
export async function findInSeveral(
  on: Searching,
  wanted: SearchQuery,
  sought: Sought,
): Promise<FoundMessages> {
  const numbers = await numbersOf(on, wanted);
  const [only] = numbers;
  if (wanted.at && only) {
    const search = await searched(on, wanted, sought, only);
    return search.found();
  }
  const last = wanted.skip + wanted.take;
  const known: Known[] = [];
  for (const those of numbers) {
    const before = await on.store.read((tx) => boundIn(tx, numbers, those, wanted.before));
    const part = { ...wanted, before, skip: 0, take: last };
    const found = (await searched(on, part, sought, those, 1 / numbers.length)).known();
    const { rest } = found;
    known.push({
      rows: found.rows,
      rest: rest && (await on.store.read((tx) => sentBelow(tx, those, msgId(rest + 1)))),
    });
  }
  const { rows, rest } = merged(known, last + 1);
  const ended = rows.length <= last && rest !== null;
  return {
    rows: rows.slice(wanted.skip, last),
    more: ended || rows.length > last,
    next: ended ? msgId(rest.msgId + 1) : null,
  };
}

async function searched(
  on: Searching,
  wanted: SearchQuery,
  { words, filter, goesOn }: Sought,
  numbers: Numbers,
  share = 1,
): Promise<Search> {
  const search = new Search(on, wanted, words, filter, numbers, share);
  await search.begin();
  while (search.goesOn && goesOn()) await search.step();
  return search;
}

/** Numbers of all databases, or of the one that holds the conversation. */
async function numbersOf({ store }: Searching, { at }: SearchQuery): Promise<readonly Numbers[]> {
  const begins = store.split ?? [msgId(0)];
  const numbers = begins.map((from, part) => ({ from, below: begins[part + 1] ?? NEWEST, part }));
  if (!at) return numbers;
  const place = await store.read((tx) => tx.messages.place(at.stream, at.aboveN, NEWEST));
  return numbers.filter((those) => isOf(those, place?.newest.msgId ?? 0));
}

const isOf = ({ from, below }: Numbers, id: number): boolean => id >= from && id < below;

/** Before which message of these numbers a page begins that begins before this one of any. */
async function boundIn(
  tx: ReadTx,
  all: readonly Numbers[],
  those: Numbers,
  before: MsgId | undefined,
): Promise<MsgId | undefined> {
  if (before === undefined) return undefined;
  const last = before - 1;
  const own = all.find((one) => isOf(one, last));
  if (own === those || !own) return before;
  const beside = await firstAbove(tx, own, last);
  if (!beside) return undefined;
  // Messages of the same moment are ordered by the higher number first.
  return firstSince(tx, those, those.from > own.from ? beside.sentAtMs : beside.sentAtMs + 1);
}

/** It may be deleted by now: then the next one is used, so that nothing is skipped. */
async function firstAbove(tx: ReadTx, own: Numbers, last: number): Promise<Sent | null> {
  const found = await sentBelow(tx, own, msgId(last + 1));
  if (found?.msgId === last) return found;
  const next = await firstOf(tx, own, (sent) => sent.msgId >= last);
  return next >= own.below ? null : newestAt(await sentBelow(tx, own, msgId(next + 1)), next);
}

const newestAt = (found: Sent | null, id: MsgId): Sent | null => (found?.msgId === id ? found : null);

const isNewer = (a: Sent, b: Sent): boolean =>
  a.sentAtMs > b.sentAtMs || (a.sentAtMs === b.sentAtMs && a.msgId > b.msgId);

/** Merges a number of results, always the newest of the candidates; none beyond an unsearched one. */
function merged(
  known: readonly Known[],
  limit: number,
): { readonly rows: readonly MessageRow[]; readonly rest: Sent | null } {
  const rows: MessageRow[] = [];
  const taken = known.map(() => 0);
  while (rows.length < limit) {
    let newest: { readonly at: number; readonly row: MessageRow | null; readonly sent: Sent } | null = null;
    for (const [at, one] of known.entries()) {
      const row = one.rows[taken[at] ?? 0] ?? null;
      const sent = row ?? one.rest;
      if (sent && (newest === null || isNewer(sent, newest.sent))) newest = { at, row, sent };
    }
    if (newest === null) return { rows, rest: null };
    if (newest.row === null) return { rows, rest: newest.sent };
    rows.push(newest.row);
    taken[newest.at] = (taken[newest.at] ?? 0) + 1;
  }
  return { rows, rest: null };
}
