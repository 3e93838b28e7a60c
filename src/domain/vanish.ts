import { DAY } from './duration.ts';
import type { MessageType } from './message.ts';
import { vanishLimits } from './message-limits.ts';

/** Days for which messages of a conversation remain; 0: permanently (VANISH-1). */
export const TIMER_DAYS = [0, 1, 7, 90] as const;
export type TimerDays = (typeof TIMER_DAYS)[number];

/** Messages after this line remain for this many days, until the next timer (VANISH-2). */
export interface Timer {
  readonly n: number;
  readonly days: number;
}

interface SentMessage {
  readonly n: number | null;
  readonly sentAtMs: number;
}

/** System lines remain; all other messages disappear, and so do their remains after a recall. */
export const vanishes = ({
  type,
  recalled,
}: {
  readonly type: MessageType;
  readonly recalled: boolean;
}): boolean => type !== 'event' || recalled;

/** The timer for the next message. Timers are in the order of their ordinals. */
export const daysNow = (timers: readonly Timer[]): number => timers.at(-1)?.days ?? 0;

/**
 * Adds a timer. It replaces the previous one if no message is between them, and is dropped if it changes
 * nothing. Returns the same list for a known timer.
 */
export function withTimer<T extends Timer>(timers: readonly T[], set: T): readonly T[] {
  if (timers.some(({ n }) => n >= set.n)) return timers;
  const others = timers.filter(({ n }) => n !== set.n - 1);
  return daysNow(others) === set.days ? others : [...others, set].slice(-vanishLimits.timersMax);
}

/** Time at which a message is removed, by the server's clock; null: it remains. */
export function expiryMs(timers: readonly Timer[], { n, sentAtMs }: SentMessage): number | null {
  if (n === null) return null;
  const days = timers.findLast((timer) => timer.n < n)?.days ?? 0;
  return days === 0 ? null : sentAtMs + days * DAY;
}
