/** How a user can be reached. `busy`: nothing notifies this user, and calls do not ring (PRES-5). */
export const STATUS_MODES = ['away', 'busy'] as const;
export type StatusMode = (typeof STATUS_MODES)[number];

/** What a user shows beside their name, until its end (PRES-4a). An emoji, a text, a mode, or several. */
export interface UserStatus {
  readonly mode?: StatusMode | undefined;
  readonly emoji: string;
  readonly text: string;
  /** Ms since 1970, a full minute; null: until the user clears it. */
  readonly untilMs: number | null;
}

/** `lengthMax`: of the text, in characters as users see them; `textMax`: its code points. */
export const statusLimits = { lengthMax: 80, textMax: 320, emojiMax: 32 } as const;

/** The status at this moment; null: none, or ended. */
export const statusAt = (status: UserStatus | null | undefined, atMs: number): UserStatus | null =>
  status && (status.untilMs === null || atMs < status.untilMs) ? status : null;

/** The user does not want to be disturbed by what happened at this moment (PRES-5). */
export const isBusyAt = (status: UserStatus | null | undefined, atMs: number): boolean =>
  statusAt(status, atMs)?.mode === 'busy';
