import type { StorePoint } from '../../ports/store.ts';

/** Which of its databases: every store has the first. */
export type DatabaseNo = 0 | 1;

export const storePoint = (first: number, second: number): StorePoint => `${first}+${second}`;

/** What it says of one database; of one that it has never heard of, nothing is known. */
export function entryOf(point: StorePoint, at: DatabaseNo): number {
  if (typeof point === 'number') return at === 0 ? point : 0;
  return Number(point.split('+')[at]);
}

/** Whether it speaks of something that is not there yet, in any of the databases. */
export const isBeyond = (point: StorePoint, now: StorePoint): boolean =>
  ([0, 1] as const).some((at) => entryOf(point, at) > entryOf(now, at));

/** As it stands in a cursor. */
export const readPoint = (text: string): StorePoint =>
  text.includes('+') ? (text as StorePoint) : Number(text);
