import type { UserId } from '../../domain/ids.ts';
import type { EventRow } from '../../ports/store.ts';
import { placeKey } from './wanted.ts';
import { notFor } from './history.ts';
import type { Joined } from './load.ts';

/** The thread whose answers an event adds to, or takes from. */
function rootOf({ facts }: EventRow, joined: Joined): number | null {
  if (facts.kind === 'recall' || facts.kind === 'delete') return facts.root ?? null;
  return facts.kind === 'message' ? (joined.messages.get(facts.msgId)?.root ?? null) : null;
}

/**
 * The thread fields of a message frame: the number of answers, for readers of the first message; and whether
 * the viewer follows it, so that they are notified even if the group is muted (THREAD-3, THREAD-7).
 */
export function threadField(
  event: EventRow,
  viewer: UserId,
  joined: Joined,
): { readonly thread?: Readonly<Record<string, number>> } {
  const root = rootOf(event, joined);
  const thread = root === null ? undefined : joined.threads.get(placeKey(event.stream, root));
  if (root === null || thread === undefined) return {};
  const isSeen = joined.unseen.get(placeKey(event.stream, root))?.has(viewer) !== true;
  const follows = event.facts.kind === 'message' && thread.followers.has(viewer);
  return {
    thread: {
      root,
      ...(isSeen && { count: thread.count - notFor(thread.ofOne, root, viewer) }),
      ...(follows && { follow: 1 }),
    },
  };
}

/** The thread part in which frames of two members of a group may differ. */
export function threadVariant(event: EventRow, viewer: UserId, joined: Joined): string {
  const { thread } = threadField(event, viewer, joined);
  if (thread === undefined) return '';
  return `${'count' in thread ? '' : ' blind'}${'follow' in thread ? ' follows' : ''}`;
}
