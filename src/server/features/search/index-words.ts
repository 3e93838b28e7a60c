import type { StreamId } from '../../../domain/ids.ts';
import { searchLimits as limits } from '../../../domain/limits.ts';
import type { Core } from '../../kernel/core.ts';
import { startJob } from '../../kernel/job.ts';
import type { StopJob } from '../../kernel/job.ts';

type Stored = Pick<Core, 'store'>;

/**
 * Puts all words that wait into the index, one conversation after another, in short transactions (SEARCH-8).
 * Answers of how many messages.
 */
export async function indexWords(core: Stored): Promise<number> {
  let total = 0;
  for (let after = ''; ;) {
    const streams = await core.store.read((tx) => tx.words.waiting(after, limits.indexStreams));
    for (const stream of streams) total += await indexStream(core, stream);
    const last = streams.at(-1);
    if (last === undefined || streams.length < limits.indexStreams) return total;
    after = last;
  }
}

async function indexStream({ store }: Stored, stream: StreamId): Promise<number> {
  for (let total = 0; ;) {
    const { taken, more } = await store.write((tx) => tx.words.index(stream, limits.indexAtOnce));
    total += taken;
    if (!more) return total;
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

/** Every few seconds, until stopped; more often while something of before is left. */
export function startIndexing(core: Pick<Core, 'store' | 'clock' | 'log'>): StopJob {
  let [isLeft, isBehind] = [true, false];
  return startJob(core, {
    failed: 'words were not indexed',
    waitMs: () => (isBehind ? limits.takeOverEveryMs : limits.indexEveryMs),
    run: async () => {
      await indexWords(core);
      // Where several nodes write, one of before may go on for a while.
      if (isLeft || core.store.unordered) isLeft = isBehind = await takeOverWords(core);
    },
  });
}
