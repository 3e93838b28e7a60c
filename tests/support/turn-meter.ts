import { existsSync, readFileSync } from 'node:fs';

/** Of the thread that runs the event loop, where the system tells: what it had of the processor, in ms. */
const SCHEDULED = '/proc/self/schedstat';
const tells = existsSync(SCHEDULED);
export function processorMs(): number {
  if (tells) return Number(readFileSync(SCHEDULED, 'latin1').split(' ')[0]) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * The longest time for which nobody else had the event loop while something ran: from one turn of the loop to
 * the next. Of the clock's time and the processor's the lesser: what other processes take makes the first
 * longer, so that on a quiet core it is no longer than this.
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
