/** A line of a chat: days, where it sets a timer; null, where something is said. */
export type TimerLine = number | null;

interface Timer {
  readonly n: number;
  readonly days: number;
}

/** Those under which something stands: what another follows at once, or what holds already, is none. */
export function timersThatCount(lines: readonly TimerLine[], most: number): readonly Timer[] {
  const counting: Timer[] = [];
  let holding = 0;
  for (const [at, days] of lines.entries()) {
    const isFollowed = typeof lines[at + 1] === 'number';
    if (days === null || isFollowed || days === holding) continue;
    counting.push({ n: at + 1, days });
    holding = days;
  }
  while (counting.length > most) counting.shift();
  return counting;
}

/** For how long a line stands with that ordinal: as the last one said that set a timer before it. */
export function daysOfLine(lines: readonly TimerLine[], n: number): number {
  const before = lines.slice(0, n - 1).filter((days) => days !== null);
  return before[before.length - 1] ?? 0;
}
