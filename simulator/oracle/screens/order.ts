/** A row of the list of chats; `rank` is where it belongs, those of one rank are the same row. */
export interface ListedRow {
  readonly id: string;
  readonly isTop: boolean;
  readonly lastSentAtMs: number;
}

/** No moment at which anything was sent. */
const NEVER = [0, -1, -Infinity, Infinity, Number.NaN];
/** Sorted by code units. */
const IDS = ['-1', '10', '7', 'admin_notice', 'group-10', 'group-7', 'system', 'ä'];

/** All rows that there may be with these times, newest first, in the order of the list. */
export function listedRows(timesMs: readonly number[]): readonly (readonly ListedRow[])[] {
  const rows: (readonly ListedRow[])[] = [];
  for (const isTop of [true, false]) {
    for (const lastSentAtMs of timesMs) for (const id of IDS) rows.push([{ id, isTop, lastSentAtMs }]);
    for (const id of IDS) rows.push(NEVER.map((lastSentAtMs) => ({ id, isTop, lastSentAtMs })));
  }
  return rows;
}

/** The renewal time of a certificate: after two of three equal parts of its life. */
export const renewedAtMs = (fromMs: number, thirdMs: number): number => fromMs + thirdMs + thirdMs;

/** Waits after failures: two minutes, then three times as long each time, at most half a day. */
export function waitAfterMs(failures: number): number {
  let minutes = 2;
  for (let failure = 1; failure < failures && minutes < 720; failure += 1) minutes *= 3;
  return 60_000 * (minutes > 720 ? 720 : minutes);
}
