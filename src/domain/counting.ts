/**
 * Counting is arithmetic on ordinals, never a count over messages (COUNT-1). `count`: listed messages;
 * `mark`: read up to this ordinal; `own`: the user's messages after the mark. The clamp only matters while a
 * mark has arrived before its messages.
 */
export const unreadOf = (at: { count: number; mark: number; own: number }): number =>
  Math.max(0, at.count - at.mark - at.own);

/** Hidden until a message after `hiddenTo` is listed (LIST-8). */
export const isHidden = (at: { count: number; hiddenTo: number }): boolean =>
  at.hiddenTo > 0 && at.count <= at.hiddenTo;

/**
 * Archived up to a number of messages, and back in the list while it has an unread mention (ARCHIVED-1,
 * ARCHIVED-3).
 */
export const isArchived = (at: {
  readonly count: number;
  readonly mentions: number;
  readonly archivedTo?: number | null | undefined;
}): boolean => typeof at.archivedTo === 'number' && at.mentions === 0 && at.count <= at.archivedTo;

/** No number of messages brings it back. */
export const ARCHIVED_FOR_GOOD = 2_147_483_647;
