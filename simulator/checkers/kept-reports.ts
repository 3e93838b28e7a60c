import type { Remains } from '../oracle/erasure.ts';
import type { Reported } from '../oracle/reported.ts';

/** A round of the servers that forget what has lived its time, and a little. */
export const ROUND_MS = 11 * 60_000;

/** Words in a row of reports that were erased elsewhere and are not what this report keeps. */
export const notKept = (
  reported: Reported,
  remains: Remains,
  row: Readonly<Record<string, unknown>>,
  nowMs: number,
): readonly string[] =>
  remains.erasedIn(JSON.stringify(row)).filter(
    (word) =>
      !reported
        .keptAt(Number(row['id']), nowMs - ROUND_MS)
        ?.words.split(' ')
        .includes(word),
  );
