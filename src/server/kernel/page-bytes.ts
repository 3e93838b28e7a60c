import { serverLimits } from './limits.ts';

const encoder = new TextEncoder();

/** What a row takes of an answer. */
export const bytesOf = (row: unknown): number => encoder.encode(JSON.stringify(row)).length;

/** How many rows from the front a page can take, and `least` whatever they weigh (LIMIT-15). */
export function fitting<T>(rows: readonly T[], weigh: (row: T) => number, least: number): number {
  let bytes = 0;
  const over = rows.findIndex((row, at) => (bytes += weigh(row)) > serverLimits.pageBytesMax && at >= least);
  return over === -1 ? rows.length : over;
}
