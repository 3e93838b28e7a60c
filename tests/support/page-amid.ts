import * as fc from 'fast-check';
import type { Input } from '../../src/client/state/effects.ts';
import type { Message } from '../../src/domain/message.ts';
import { pageAsked, pageOf } from './one-group.ts';

/** A page is read after so many steps, and comes after so many frames. */
export const pageTimes = fc.record({ readAfter: fc.nat({ max: 12 }), comesAfter: fc.nat({ max: 14 }) });

interface PageTimes {
  readonly readAfter: number;
  readonly comesAfter: number;
}

/**
 * What a page brings that is asked for and comes amid these frames. `rowAt` has its message as it stands after
 * so many steps. It comes after it was read; what is told meanwhile is applied at once.
 */
export function pageAmid(
  frames: readonly Input[],
  { readAfter, comesAfter }: PageTimes,
  rowAt: (read: number) => Message,
): readonly Input[] {
  const read = Math.min(readAfter, frames.length);
  const asked = Math.min(read, comesAfter);
  const comes = Math.max(read, Math.min(comesAfter, frames.length));
  return [
    ...frames.slice(0, asked),
    pageAsked,
    ...frames.slice(asked, comes),
    pageOf([rowAt(read)]),
    ...frames.slice(comes),
  ];
}
