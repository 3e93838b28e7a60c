/** A line of a chat: days, if it sets a timer; null for a message. */
export type TimerLine = number | null;

interface Timer {
  readonly n: number;
  readonly days: number;
}

/** Timers that apply to messages: one replaced at once, or equal to the present one, does not count. */
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

/** The lifetime of a line with that ordinal: by the last timer set before it. */
export function daysOfLine(lines: readonly TimerLine[], n: number): number {
  const before = lines.slice(0, n - 1).filter((days) => days !== null);
  return before[before.length - 1] ?? 0;
}
