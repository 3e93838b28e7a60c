import { SECOND } from './duration.ts';
import { textLimits } from './first-limits.ts';

/** Ends the name of every guest and of no other account, so that each client shows it (GUEST-3). */
export const GUEST_MARK = '🎫';

/** No username that users may choose begins like this. */
export const GUEST_ACCOUNT = 'guest:';

export const guestLimits = {
  /** Active guests of a group. */
  ofGroupMax: 50,
  nameMax: textLimits.nicknameMax - 2,
  /** Time between two looks for guests at their end, and how many end in one. */
  lookMs: 10 * SECOND,
  endedAtOnce: 50,
} as const;

/** Days that a guest stays; 0: the link admits no guests (GUEST-1). */
export const GUEST_DAYS = [0, 1, 7, 30, 90] as const;
export type GuestDays = (typeof GUEST_DAYS)[number];

export const isGuest = (user: { readonly account: string } | null): boolean =>
  user?.account.startsWith(GUEST_ACCOUNT) === true;
export const guestName = (name: string): string => `${withoutGuestMark(name)} ${GUEST_MARK}`;
export const hasGuestMark = (name: string): boolean => name.endsWith(GUEST_MARK);
export const withoutGuestMark = (name: string): string => name.replaceAll(GUEST_MARK, '').trim();
