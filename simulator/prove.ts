import planted from './planted.json' with { type: 'json' };
import type { Args } from './args.ts';
import { child, nowMs } from './sweep.ts';
import type { Again } from './sweep.ts';
import type { Report } from './tally.ts';

export const PLANTED: readonly { readonly name: string; readonly about: string; readonly file: string; readonly find: string; readonly put: string }[] = planted;

const SEEDS_MAX = 5_000;
const WANTED = 19;

/** Plants each known bug and looks for the first seed that finds it; prints the table (SIM-7). */
export async function prove(args: Args, again: Again, say: (text: string) => void): Promise<number> {
  const began = nowMs();
  const range: Args = { ...args, seeds: args.seeds[0] === args.seeds[1] ? [1, SEEDS_MAX] : args.seeds };
  const waiting = [...PLANTED];
  const found = new Map<string, Report>();
  const worker = async (): Promise<void> => {
    for (let bug = waiting.shift(); bug !== undefined; bug = waiting.shift()) {
      const { name } = bug;
      let last: Report | null = null;
      await child({ args: range, from: range.seeds[0], every: 1, planted: name, untilFound: true }, again, (report) => {
        last = report;
        if (report.problem) found.set(name, report);
      });
      const report = found.get(name);
      say(`${name.padEnd(28)} ${report ? `seed ${String(report.seed).padStart(4)}  ${report.problem?.checker}` : `NOT FOUND in ${(last as Report | null)?.seed ?? 0} seeds`}`);
    }
  };
  await Promise.all(Array.from({ length: args.jobs }, worker));
  say(`\n${found.size} of ${PLANTED.length} planted bugs found in ${((nowMs() - began) / 1_000).toFixed(0)} s; ${WANTED} are wanted.`);
  return found.size >= WANTED ? 0 : 1;
}
