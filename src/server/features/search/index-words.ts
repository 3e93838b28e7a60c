import type { StreamId } from '../../../domain/ids.ts';
import { searchLimits as limits } from '../../../domain/limits.ts';
import type { Core } from '../../kernel/core.ts';
import { startJob } from '../../kernel/job.ts';
import type { StopJob } from '../../kernel/job.ts';
import { FailedRows, NO_RETRIES } from '../../kernel/row-retries.ts';
import type { RowRetries } from '../../kernel/row-retries.ts';

type Stored = Pick<Core, 'store'>;
/** Which of these conversations are looked after. */
type Chosen = (streams: readonly StreamId[]) => readonly StreamId[];

/**
 * Each conversation falls to one of the nodes that live: by all of them its words would be put in as often as
 * there are nodes, a few at a time (NODE-16).
 */
function ofThisNode({ peers }: Pick<Core, 'peers'>): Chosen {
  if (!peers) return (streams) => streams;
  const names = [peers.name, ...peers.nodes()].toSorted();
  const place = names.indexOf(peers.name);
  return (streams) => streams.filter((stream) => sumOf(stream) % names.length === place);
}

function sumOf(name: string): number {
  let sum = 0;
  for (let at = 0; at < name.length; at += 1) sum = (sum * 31 + name.charCodeAt(at)) >>> 0;
  return sum;
}

/**
 * Puts all words that wait into the index, some conversations at a time, in short transactions (SEARCH-8).
 * Answers of how many messages.
 */
export async function indexWords(
  core: Stored,
  select: Chosen = (all) => all,
  rows: RowRetries = NO_RETRIES,
): Promise<number> {
  let total = 0;
  for (let after = ''; ;) {
    const streams = await core.store.read((tx) => tx.words.waiting(after, limits.indexStreams));
    const ours = select(streams);
    total += await indexStreams(core, ours, rows);
    await groupWords(core, ours, rows);
    const last = streams.at(-1);
    if (last === undefined || streams.length < limits.indexStreams) return total;
    after = last;
  }
}

/**
 * Several share a commit, and its pages, where commands follow one another; elsewhere they would wait for
 * each other's locks.
 */
async function indexStreams({ store }: Stored, all: readonly StreamId[], rows: RowRetries): Promise<number> {
  const streams = all.filter((stream) => !rows.waits(stream));
  const together = store.unordered ? 1 : limits.indexTogether;
  let [total, next] = [0, 0];
  while (next < streams.length) {
    const some = streams.slice(next, next + together);
    // The next step finds out which of them failed, and logs it.
    const progress = await indexSome(store, some).catch(() => null);
    total += progress === null ? await indexEach(store, some, rows) : progress.count;
    next += progress === null ? some.length : progress.ended;
  }
  return total;
}

/** Commits each separately, so that a failing one blocks no other. */
async function indexEach(
  store: Core['store'],
  streams: readonly StreamId[],
  rows: RowRetries,
): Promise<number> {
  let total = 0;
  for (const stream of streams)
    total +=
      (await rows.attempt(stream, async () => {
        for (let indexed = 0; ;) {
          const progress = await indexSome(store, [stream]);
          indexed += progress.count;
          if (progress.ended === 1) return indexed;
        }
      })) ?? 0;
  return total;
}

/** One commit, for as many as fit: returns the number of messages, and of those completed. */
const indexSome = (
  store: Core['store'],
  streams: readonly StreamId[],
): Promise<{ readonly count: number; readonly ended: number }> =>
  store.write(async (tx) => {
    let [count, characters, ended] = [0, 0, 0];
    for (const stream of streams) {
      const [messages, rest] = [limits.indexAtOnce - count, limits.indexCharacters - characters];
      const step = await tx.words.index(stream, messages, rest);
      count += step.messageCount;
      characters += step.characters;
      if (step.more) break;
      ended += 1;
      if (!isRoom(count, characters)) break;
    }
    return { count, ended };
  });

/** Returns true if the same command may take more messages. */
const isRoom = (count: number, characters: number): boolean =>
  count < limits.indexAtOnce / 2 && characters < limits.indexCharacters / 2;

/** Makes the groups of blocks that are to be made in these conversations (SEARCH-13); answers of how many. */
async function groupWords(
  { store }: Stored,
  streams: readonly StreamId[],
  rows: RowRetries,
): Promise<number> {
  let groupCount = 0;
  for (const stream of await store.read((tx) => tx.words.ungrouped(streams)))
    await rows.attempt(`groups of ${stream}`, async () => {
      while (groupCount < limits.groupsOfRound && (await store.write((tx) => tx.words.group(stream))))
        groupCount += 1;
    });
  return groupCount;
}

/**
 * The same for all conversations, once after each start: later only for those with new messages. Returns the
 * one after which the next round continues; null: done.
 */
export async function groupAll(
  core: Stored,
  after: string,
  rows: RowRetries = NO_RETRIES,
): Promise<string | null> {
  for (let at = after, groupCount = 0; ;) {
    const streams = await core.store.read((tx) => tx.streams.names(at, limits.indexStreams));
    groupCount += await groupWords(core, streams, rows);
    if (groupCount >= limits.groupsOfRound) return at;
    const last = streams.at(-1);
    if (last === undefined || streams.length < limits.indexStreams) return null;
    at = last;
  }
}

/**
 * Takes over what was indexed before there were blocks of words, in so many short transactions (SEARCH-12).
 * Whether more is left.
 */
export async function takeOverWords({ store }: Stored): Promise<boolean> {
  for (let step = 0; step < limits.takeOverSteps; step += 1)
    if (!(await store.write((tx) => tx.words.takeOver(limits.indexAtOnce)))) return false;
  return true;
}

/**
 * Runs every few seconds, until stopped; more often while earlier work is left. A single node that found few
 * words waits longer: a block is written again for each round with a message of its conversation.
 */
export function startIndexing(core: Pick<Core, 'store' | 'clock' | 'log' | 'peers'>): StopJob {
  let [isLeft, isBehind] = [true, false];
  let everyMs: number = limits.indexEveryMs;
  let grouped: string | null = core.store.unordered ? null : '';
  let rounds = 0;
  const rows = new FailedRows(core, 'words of a conversation were not indexed');
  return startJob(core, {
    rows,
    failed: 'words were not indexed',
    waitMs: () => (isBehind ? limits.takeOverEveryMs : everyMs),
    work: async () => {
      rounds += 1;
      // Periodically checks all of them: a live node may be cut off from the store.
      const select = rounds % limits.indexAllEvery === 0 ? undefined : ofThisNode(core);
      const isQuiet = (await indexWords(core, select, rows)) < limits.indexFew && !core.peers;
      everyMs = isQuiet ? limits.indexQuietMs : limits.indexEveryMs;
      // They may be noted while this runs, as a change of the schema is filled in.
      isLeft ||= await core.store.read((tx) => tx.words.isBehind());
      // With several nodes writing, an older one may continue for a while.
      if (isLeft || core.store.unordered) isLeft = isBehind = await takeOverWords(core);
      if (!isLeft && grouped !== null) isBehind = (grouped = await groupAll(core, grouped, rows)) !== null;
    },
  });
}
