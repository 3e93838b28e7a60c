/** What a user shows beside their name, until its end (PRES-4a). An emoji, a text, or both. */
export interface UserStatus {
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
