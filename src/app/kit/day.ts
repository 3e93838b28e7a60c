import { dayNumber } from '../../domain/time-zone.ts';
import { localZone } from '../platform/time.ts';

/** Number of the local day of a moment; days of the viewer's clock, daylight saving included. */
export const dayOf = (ms: number): number => dayNumber(ms, localZone);
