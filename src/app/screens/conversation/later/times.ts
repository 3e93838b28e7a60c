import { laterLimits as limits } from '../../../../domain/message-limits.ts';
import { HOUR, MINUTE } from '../../../../domain/duration.ts';

export type OfferedTime = 'in20' | 'in60' | 'in180' | 'today' | 'tomorrow' | 'monday';

interface Offered {
  readonly key: OfferedTime;
  readonly atMs: number;
}

const MORNING = 9;
/** Offers no times at night. */
const LATEST = 22;

const morningIn = (now: Date, days: number): number =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING).getTime();

/** Next week's, unless that is tomorrow. */
function mondayOf(now: Date): readonly Offered[] {
  const days = (8 - now.getDay()) % 7 || 7;
  return days === 1 ? [] : [{ key: 'monday', atMs: morningIn(now, days) }];
}

/** Offered for a message, by the device's clock: a full hour of today, the next mornings (LATER-6). */
export function timesToSend(nowMs: number): readonly Offered[] {
  const now = new Date(nowMs);
  const hour = Math.max(now.getHours() + 3, MORNING);
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate(), hour).getTime();
  return [
    ...(hour <= LATEST ? [{ key: 'today' as const, atMs: today }] : []),
    { key: 'tomorrow', atMs: morningIn(now, 1) },
    ...mondayOf(now),
  ];
}

/** Offered for a reminder (LATER-9). */
export const timesToRemind = (nowMs: number): readonly Offered[] => [
  { key: 'in20', atMs: nowMs + 20 * MINUTE },
  { key: 'in60', atMs: nowMs + HOUR },
  { key: 'in180', atMs: nowMs + 3 * HOUR },
  { key: 'tomorrow', atMs: morningIn(new Date(nowMs), 1) },
];

/** A time on a day, if the server accepts it; else null. */
export function timeOn(day: Date, hour: number, minute: number, nowMs: number): number | null {
  const atMs = new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour, minute).getTime();
  const isTaken = atMs >= nowMs + limits.aheadMinMs && atMs <= nowMs + limits.aheadMaxMs;
  return isTaken ? atMs : null;
}
