import type { StorePoint } from '../../src/ports/store.ts';
import { entryOf, storePoint } from '../../src/server/kernel/store-point.ts';

/** A point some transactions of the first database later. */
export const further = (point: StorePoint, by: number): StorePoint =>
  typeof point === 'number' ? point + by : storePoint(entryOf(point, 0) + by, entryOf(point, 1));
