import { offsetMinAt } from '../platform/time.ts';

/** Number of the local day of a moment; days of the viewer's clock, daylight saving included. */
export const dayOf = (ms: number): number => Math.floor((ms + offsetMinAt(ms) * 60_000) / 86_400_000);
