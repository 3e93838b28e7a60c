import { startPostgres } from '../support/postgres.ts';
import { load } from './server/contender.ts';
import { type WorstRead, worstReads } from './server/worst-reads.ts';

/** No read may hold the event loop for longer (LIMIT-19), whatever its messages contain. */
const MUST_MS = 20;
const SIZE = { messages: 100, groups: 40, characters: 2_000, rounds: 3 } as const;

const readText = (ms: number): string => ms.toFixed(1);

function lineOf({ name, worst, turnMs, wordsTurnMs, workMs, wordsWorkMs, rows }: WorstRead): string {
  const turns = `${readText(turnMs)} ms at a time (words ${readText(wordsTurnMs)}, must ${MUST_MS})`;
  const work = `${readText(workMs)} ms of work, words ${readText(wordsWorkMs)}`;
  return `${name}, ${rows} rows, worst of ${worst}: ${turns}; ${work}, ratio ${readText(workMs / wordsWorkMs)}`;
}

/** `READS_ENGINES=embedded` or `postgres`: only this one. */
export async function run(): Promise<readonly string[]> {
  const over: string[] = [];
  for (const engine of (process.env['READS_ENGINES'] ?? 'embedded,postgres').split(',')) {
    const postgres = engine === 'postgres' ? await startPostgres({ keeps: true }) : null;
    const reads = await worstReads(SIZE, postgres && (await postgres.place()));
    for (const one of reads) {
      const line = `${engine}, ${lineOf(one)}`;
      console.log(`  ${one.turnMs <= MUST_MS ? '' : 'NOT MET  '}${line}; load ${load()}`);
      if (one.turnMs > MUST_MS) over.push(line);
    }
    await postgres?.stop();
  }
  return over;
}
