/**
 * Counting is arithmetic on ordinals, never a count over messages (COUNT-1).
 * `count` messages were listed, I have read up to `mark`, `own` of those after the mark are mine.
 * The clamp only matters while a mark has arrived before the messages it speaks of.
 */
export const unreadOf = (at: { count: number; mark: number; own: number }): number =>
  Math.max(0, at.count - at.mark - at.own);

/** Hidden while nothing newer than `hiddenTo` was listed (LIST-8). */
export const isHidden = (at: { count: number; hiddenTo: number }): boolean =>
  at.hiddenTo > 0 && at.count <= at.hiddenTo;
