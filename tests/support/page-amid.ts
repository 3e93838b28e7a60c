import * as fc from 'fast-check';
import type { Input } from '../../src/client/state/effects.ts';
import type { Message } from '../../src/domain/message.ts';
import { pageAsked, pageOf } from './one-group.ts';

/** The number of steps before a page is read, and of frames before it arrives. */
export const pageTimes = fc.record({ readAfter: fc.nat({ max: 12 }), comesAfter: fc.nat({ max: 14 }) });

interface PageTimes {
  readonly readAfter: number;
  readonly comesAfter: number;
}

/**
 * A page that is requested and arrives between these frames. `rowAt` returns its message after a number of
 * steps. The page arrives after it was read, and frames in between apply at once.
 */
export function pageAmid(
  frames: readonly Input[],
  { readAfter, comesAfter }: PageTimes,
  rowAt: (read: number) => Message,
): readonly Input[] {
  const read = Math.min(readAfter, frames.length);
  const requestCount = Math.min(read, comesAfter);
  const comes = Math.max(read, Math.min(comesAfter, frames.length));
  return [
    ...frames.slice(0, requestCount),
    pageAsked,
    ...frames.slice(requestCount, comes),
    pageOf([rowAt(read)]),
    ...frames.slice(comes),
  ];
}
