import { existsSync, readFileSync } from 'node:fs';

/** Processor time of the event loop's thread in ms, where the system reports it. */
const SCHEDULED = '/proc/self/schedstat';
const tells = existsSync(SCHEDULED);
export function processorMs(): number {
  if (tells) return Number(readFileSync(SCHEDULED, 'latin1').split(' ')[0]) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * The longest time for which a run held the event loop, from one turn to the next. It uses the smaller of
 * wall time and processor time, because other processes lengthen the first. On a quiet core both are equal.
 */
export async function longestTurnMs(run: () => Promise<unknown>): Promise<number> {
  let [longest, going] = [0, true];
  let [clock, processor] = [performance.now(), processorMs()];
  const turn = (): void => {
    const used = processorMs() - processor;
    longest = Math.max(longest, Math.min(performance.now() - clock, used));
    [clock, processor] = [performance.now(), processorMs()];
    if (going) setImmediate(turn);
  };
  await new Promise((resolve) => setImmediate(resolve));
  [clock, processor] = [performance.now(), processorMs()];
  setImmediate(turn);
  try {
    await run();
  } finally {
    // The turn in which it ended counts as well.
    await new Promise((resolve) => setImmediate(resolve));
    going = false;
    turn();
  }
  return longest;
}
