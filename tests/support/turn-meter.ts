/**
 * The longest time for which nobody else had the event loop while something ran: from one turn of the loop to the next. Of
 * the clock's time and the processor's the lesser: what other processes take makes the first longer, and threads beside
 * the loop the second, so that on a quiet core it is no longer than this.
 */
export async function longestTurnMs(run: () => Promise<unknown>): Promise<number> {
  let [longest, going] = [0, true];
  let [clock, processor] = [performance.now(), process.cpuUsage()];
  const turn = (): void => {
    const used = process.cpuUsage(processor);
    longest = Math.max(longest, Math.min(performance.now() - clock, (used.user + used.system) / 1_000));
    [clock, processor] = [performance.now(), process.cpuUsage()];
    if (going) setImmediate(turn);
  };
  await new Promise((resolve) => setImmediate(resolve));
  [clock, processor] = [performance.now(), process.cpuUsage()];
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
