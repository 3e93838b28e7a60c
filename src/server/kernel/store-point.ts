import type { StorePoint } from '../../ports/store.ts';

/** Which of its databases: every store has the first. */
export type DatabaseNo = 0 | 1;

export const storePoint = (first: number, second: number): StorePoint => `${first}+${second}`;

/** Its position in one database; nothing is known of a database it never covered. */
export function entryOf(point: StorePoint, at: DatabaseNo): number {
  if (typeof point === 'number') return at === 0 ? point : 0;
  return Number(point.split('+')[at]);
}

/** Returns true if it is ahead of any of the databases. */
export const isBeyond = (point: StorePoint, now: StorePoint): boolean =>
  ([0, 1] as const).some((at) => entryOf(point, at) > entryOf(now, at));

/** The form in a cursor. */
export const readPoint = (text: string): StorePoint =>
  text.includes('+') ? (text as StorePoint) : Number(text);
