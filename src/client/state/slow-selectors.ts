import type { ContactId } from '../../domain/ids.ts';
import { slowSecFor } from '../../domain/permissions.ts';
import { accessIn } from './group-access.ts';
import type { Conversation, State } from './state.ts';

/** Seconds between two messages of mine in this chat; 0: none (GROUP-26). */
export function slowSecOf(state: State, id: ContactId): number {
  const access = accessIn(state, id);
  return access === null ? 0 : slowSecFor(access);
}

const cache = new WeakMap<Conversation['chunks'], number>();

/** Time of the user's newest message in the window; 0: none. */
export function ownSaidAtMs({ conversations, self }: State, id: ContactId): number {
  const chunks = conversations.get(id)?.chunks;
  if (!chunks || self === null) return 0;
  const cached = cache.get(chunks);
  if (cached !== undefined) return cached;
  const mine = chunks
    .toReversed()
    .flatMap((chunk) => chunk.findLast(({ from, type }) => from.id === self.id && type !== 'event') ?? [])
    .at(0);
  const atMs = mine?.sentAtMs ?? 0;
  cache.set(chunks, atMs);
  return atMs;
}

/**
 * Remaining wait before the next message, never longer than slow mode allows, even if this clock is wrong.
 */
export const slowLeftMs = (sentAtMs: number, slowSec: number, nowMs: number): number =>
  Math.min(Math.max(0, sentAtMs + slowSec * 1_000 - nowMs), slowSec * 1_000);
