import { serverLimits } from './limits.ts';

const encoder = new TextEncoder();

/** Size of a row in an answer. */
export const bytesOf = (row: unknown): number => encoder.encode(JSON.stringify(row)).length;

/** Number of leading rows that fit a page, but at least `least` (LIMIT-15). */
export function fitting<T>(rows: readonly T[], weigh: (row: T) => number, least: number): number {
  let bytes = 0;
  const over = rows.findIndex((row, at) => (bytes += weigh(row)) > serverLimits.pageBytesMax && at >= least);
  return over === -1 ? rows.length : over;
}
