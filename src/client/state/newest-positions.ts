import type { StreamId } from '../../domain/ids.ts';
import { userStream } from '../../domain/ids.ts';
import type { State } from './state.ts';

/**
 * Positions in the own stream and in the conversations at the top of the list: the newest, which a loss
 * affects first (STREAM-16). Null if unknown.
 */
export function newestPositions(state: State, most: number): Readonly<Record<StreamId, number>> | null {
  const positions: Record<StreamId, number> = {};
  if (!state.self) return null;
  if (state.sync.selfSeq > 0) positions[userStream(state.self.id)] = state.sync.selfSeq;
  let left = most - 1;
  for (const { stream, counting } of state.contacts) {
    if (left <= 0) break;
    if (stream === null || counting.seq === 0) continue;
    positions[stream] = counting.seq;
    left -= 1;
  }
  return Object.keys(positions).length === 0 ? null : positions;
}
