import { DAY } from './duration.ts';
import type { MessageType } from './message.ts';
import { vanishLimits } from './vanish-limits.ts';

/** For how many days messages of a conversation may stand; 0: for good (VANISH-1). */
export const TIMER_DAYS = [0, 1, 7, 90] as const;
export type TimerDays = (typeof TIMER_DAYS)[number];

/** What is said after this line stands for so many days, until the next timer (VANISH-2). */
export interface Timer {
  readonly n: number;
  readonly days: number;
}

interface Said {
  readonly n: number | null;
  readonly sentAtMs: number;
}

/** Lines that tell what became of the conversation stay; all that was said goes, and what is left of it. */
export const vanishes = ({
  type,
  recalled,
}: {
  readonly type: MessageType;
  readonly recalled: boolean;
}): boolean => type !== 'event' || recalled;

/** What counts for the next message. Timers stand in the order of their ordinals. */
export const daysNow = (timers: readonly Timer[]): number => timers.at(-1)?.days ?? 0;

/**
 * Together with the next one. Where nothing was said since the one before, that one counts for nothing, and
 * what says again what holds already is none. The same list where it is known.
 */
export function withTimer<T extends Timer>(timers: readonly T[], set: T): readonly T[] {
  if (timers.some(({ n }) => n >= set.n)) return timers;
  const kept = timers.filter(({ n }) => n !== set.n - 1);
  return daysNow(kept) === set.days ? kept : [...kept, set].slice(-vanishLimits.timersMax);
}

/** When a message goes, by the server's time; null: it stays. */
export function dueAtMs(timers: readonly Timer[], { n, sentAtMs }: Said): number | null {
  if (n === null) return null;
  const days = timers.findLast((timer) => timer.n < n)?.days ?? 0;
  return days === 0 ? null : sentAtMs + days * DAY;
}
