import { type MsgId, type StreamId, type UserId, msgId } from '../../../domain/ids.ts';
import { searchLimits as limits } from '../../../domain/limits.ts';
import type { MessageType } from '../../../domain/message.ts';
import {
  LINK_BEGINS,
  type SearchFilter,
  fitsFilter,
  isNarrowed,
  typesHaving,
} from '../../../domain/search-filter.ts';
import { containsWords, folded, searchable } from '../../../domain/search-words.ts';
import { isFor } from '../../../domain/visible.ts';
import type { MessageRow, ReadTx, SearchPlace } from '../../../ports/store.ts';
import { wordsOf } from '../../files/held-file.ts';
import type { Core } from '../../kernel/core.ts';
import { openStreams } from '../../access/open-streams.ts';
import { serverLimits } from '../../kernel/limits.ts';
import type { RateCounter } from '../../kernel/rate.ts';
import { Refusal, refusedForNow } from '../../kernel/refusal.ts';

export interface SearchQuery {
  readonly user: UserId;
  readonly keywords: string;
  /** One conversation and what may be read of it; null: all. */
  readonly at: { readonly stream: StreamId; readonly aboveN: number } | null;
  readonly types?: readonly MessageType[];
  /** Applied with the words, or instead of them (SEARCH-14). */
  readonly filter?: SearchFilter;
  readonly before?: MsgId | undefined;
  readonly skip: number;
  readonly take: number;
}

interface FoundMessages {
  readonly rows: readonly MessageRow[];
  /** True if more results follow, or may. */
  readonly more: boolean;
  /** It has cost enough: messages older than this one are left to another request. */
  readonly next: MsgId | null;
  readonly tookMs: number;
}

type Candidates = Awaited<ReturnType<ReadTx['messages']['search']>>;

type Searching = Pick<Core, 'store' | 'clock'>;

const NEWEST = msgId(Number.MAX_SAFE_INTEGER);

/**
 * One search. Each conversation is searched downwards, always the one that may have the
 * newest message left; a result is final once no other can have a newer one.
 */
class Search {
  /** The conversation that may have the newest message comes first. */
  private places: SearchPlace[] = [];
  /** Results older than what another conversation may still have. */
  private pending: MessageRow[] = [];
  private readonly rows: MessageRow[] = [];
  private readonly types: readonly MessageType[];
  /** Lower messages were sent too early to match. */
  private lowest = 0;
  private rowsRead = 0;
  private tookMs = 0;
  private readonly candidates: Candidates['rows'][number][] = [];

  constructor(
    private readonly on: Searching,
    private readonly query: SearchQuery,
    private readonly words: string,
    private readonly filter: SearchFilter,
  ) {
    const kinds = typesHaving(filter.has);
    this.types = kinds.length > 0 ? kinds : (query.types ?? []);
  }

  async begin(): Promise<void> {
    const { user, at } = this.query;
    const before = await this.reading((tx) => this.days(tx));
    if (at) {
      const place = await this.reading((tx) => tx.messages.place(at.stream, at.aboveN, before));
      if (place) this.addPlace(place);
      return;
    }
    const open = await this.reading((tx) => openStreams(tx, user));
    for (let after = ''; ;) {
      const query = { user, open, words: this.words, before, after, limit: limits.placesOfStep };
      const places = await this.reading((tx) => tx.messages.places(query));
      this.places.push(...places.filter((place) => this.isLate(place)));
      const last = places.at(-1);
      if (!last || places.length < limits.placesOfStep) break;
      after = last.stream;
    }
    this.places.sort((a, b) => b.newest.msgId - a.newest.msgId);
  }

  get canContinue(): boolean {
    const enough = this.rows.length > this.query.skip + this.query.take;
    const isDear = this.rowsRead >= limits.scanMax || this.tookMs >= limits.requestMs;
    return !enough && this.places.length > 0 && !isDear;
  }

  async step(): Promise<void> {
    await this.reading(async (tx) => {
      const began = this.on.clock.elapsedMs();
      let left: number = limits.step;
      while (left > 0 && this.places.length > 0 && this.rows.length <= this.query.skip + this.query.take) {
        left -= await this.look(tx, Math.min(left, limits.blocksAtOnce));
        // Their texts are read after this read of the store.
        if (this.candidates.length > 0 || this.on.clock.elapsedMs() - began >= limits.stepMs) return;
      }
    });
    await this.judge();
  }

  matches(): FoundMessages {
    const { skip, take } = this.query;
    const ended = this.rows.length <= skip + take && this.places.length > 0;
    const newest = this.newest();
    return {
      rows: this.rows.slice(skip, skip + take),
      more: ended || this.rows.length > skip + take,
      next: ended && newest !== null ? msgId(newest + 1) : null,
      tookMs: this.tookMs,
    };
  }

  private async look(tx: ReadTx, limit: number): Promise<number> {
    const [place] = this.places;
    if (!place) return 0;
    const { rows, scanCount, rest } = await tx.messages.search({
      place,
      words: this.words,
      types: this.types,
      from: this.filter.from,
      limit,
    });
    // After the read, which is repeated around a damaged page (OPS-20).
    this.places.shift();
    this.candidates.push(...rows.filter(({ row }) => isFor(row, this.query.user)));
    if (rest) this.addPlace(rest);
    this.rowsRead += scanCount + 1;
    if (this.candidates.length === 0) this.settle();
    return scanCount + 1;
  }

  /** Reads the texts of candidates where needed, in parts: a text can be full of addresses (LIMIT-19). */
  private async judge(): Promise<void> {
    if (this.candidates.length === 0) return;
    const { clock } = this.on;
    let began = clock.elapsedMs();
    for (const { row, sure } of this.candidates.splice(0)) {
      const needsText = !sure || this.filter.has === 'link';
      const text = needsText ? wordsOf(row) : '';
      if ((sure || containsWords(searchable(text), this.words)) && fitsFilter(row, text, this.filter))
        this.pending.push(row);
      const took = clock.elapsedMs() - began;
      if (took < limits.stepMs) continue;
      this.tookMs += took;
      await this.on.store.turn?.();
      began = clock.elapsedMs();
    }
    this.tookMs += clock.elapsedMs() - began;
    this.settle();
  }

  /** Results newer than all remaining candidates are final. */
  private settle(): void {
    const newest = this.newest() ?? 0;
    this.pending.sort((a, b) => b.msgId - a.msgId);
    while ((this.pending[0]?.msgId ?? 0) > newest) {
      const row = this.pending.shift();
      if (row) this.rows.push(row);
    }
  }

  private newest(): MsgId | null {
    return this.places[0]?.newest.msgId ?? null;
  }

  /** The message at which a search starts; those older than the requested days are excluded. */
  private async days(tx: ReadTx): Promise<MsgId> {
    const { before = NEWEST } = this.query;
    const { sinceMs, untilMs } = this.filter;
    const since = (atMs: number) => firstMessageSince(tx, atMs);
    if (sinceMs !== undefined) this.lowest = await since(sinceMs - limits.clocksApartMs);
    if (untilMs === undefined) return before;
    return msgId(Math.min(before, await since(untilMs + limits.clocksApartMs)));
  }

  private readonly isLate = ({ newest }: SearchPlace): boolean => newest.msgId >= this.lowest;

  private addPlace(place: SearchPlace): void {
    if (this.isLate(place)) this.places.splice(this.placeFor(place), 0, place);
  }

  /** Binary search: a user may be in thousands of conversations. */
  private placeFor({ newest }: SearchPlace): number {
    let [low, high] = [0, this.places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.places[middle]?.newest.msgId ?? 0) > newest.msgId) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private async reading<T>(work: (tx: ReadTx) => Promise<T>): Promise<T> {
    const { store, clock } = this.on;
    await store.turn?.();
    return store.read(async (tx) => {
      const began = clock.elapsedMs();
      try {
        return await work(tx);
      } finally {
        this.tookMs += clock.elapsedMs() - began;
      }
    });
  }
}

/** The number of the first message sent at this moment or later: by halves. */
export async function firstMessageSince(tx: ReadTx, atMs: number): Promise<MsgId> {
  const newest = await tx.messages.sentBelow(NEWEST);
  let [low, high] = [0, (newest?.msgId ?? 0) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = await tx.messages.sentBelow(msgId(middle + 1));
    if (row && row.sentAtMs >= atMs) high = row.msgId;
    else low = middle + 1;
  }
  return msgId(low);
}

/**
 * Messages that contain these words, newest first. Runs in steps, each a separate read that ends after a
 * number of candidates or a time, so that other requests get their turn (SEARCH-10).
 * @param canContinue false: the rest is no longer wanted.
 */
export async function findMessages(
  on: Searching,
  query: SearchQuery,
  canContinue: () => boolean = () => true,
): Promise<FoundMessages> {
  const { filter = {} } = query;
  // Links are words, too: the index leads to them.
  const words = folded(query.keywords) || (filter.has === 'link' ? LINK_BEGINS : '');
  if (words === '' && !isNarrowed(filter)) return { rows: [], more: false, next: null, tookMs: 0 };
  const search = new Search(on, query, words, filter);
  await search.begin();
  while (search.canContinue && canContinue()) await search.step();
  return search.matches();
}

/** A user's running search, and the next one of the same user. */
interface Running {
  next: { readonly go: () => void; readonly refuse: (refusal: Refusal) => void } | null;
}

const running = new WeakMap<Core, Map<UserId, Running>>();

const workOf = (user: UserId): string => `searching ${user}`;

/** One search of a user: refused for a while if the last ones took too long together (SEARCH-10). */
export async function searchOf(
  { core, rates }: { readonly core: Core; readonly rates: RateCounter },
  query: SearchQuery,
): Promise<FoundMessages | Refusal> {
  const key = workOf(query.user);
  const wait = rates.waitMsOf(key, serverLimits.searchWorkRate);
  if (wait > 0) return refusedForNow('tooOften', wait);
  const result = await oneAtATime(core, query.user, (canContinue) => findMessages(core, query, canContinue));
  if (!(result instanceof Refusal)) rates.spend(key, serverLimits.searchWorkRate, result.tookMs);
  return result;
}

/**
 * Runs one search at a time per user (SEARCH-10). A user who keeps typing wants only the newest: it waits for
 * the running one, which stops at its next step and reports where to continue; an older waiting one is
 * refused for now.
 */
export async function oneAtATime<T>(
  core: Core,
  user: UserId,
  work: (canContinue: () => boolean) => Promise<T>,
): Promise<T | Refusal> {
  const all = running.get(core) ?? new Map<UserId, Running>();
  running.set(core, all);
  const current = all.get(user);
  const mine: Running = current ?? { next: null };
  if (current) {
    current.next?.refuse(refusedForNow('tooOften', limits.againMs));
    const refusal = await new Promise<Refusal | null>(
      (resolve) => (current.next = { go: () => resolve(null), refuse: resolve }),
    );
    if (refusal) return refusal;
  } else all.set(user, mine);
  try {
    return await work(() => mine.next === null);
  } finally {
    // The slot goes to the next one directly, so that no other can take it.
    const { next } = mine;
    mine.next = null;
    if (next) next.go();
    else all.delete(user);
  }
}
