import { runSeed } from '../run/run.ts';

/** Trace hashes of a range of seeds, one a line: another process must get the same (SIM-1). */
export async function hashes(from: number, to: number): Promise<readonly string[]> {
  const results: string[] = [];
  for (let seed = from; seed <= to; seed += 1)
    results.push((await runSeed({ seed, clients: 3, nodes: 2, steps: 60, hours: null, faults: 'all' })).hash);
  return results;
}
