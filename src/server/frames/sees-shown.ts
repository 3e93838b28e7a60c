import { userId } from '../../domain/ids.ts';
import type { UserId } from '../../domain/ids.ts';
import type { EventFacts, EventRow } from '../../ports/store.ts';
import { placeKey } from './wanted.ts';
import type { Joined } from './load.ts';

/**
 * Returns true if the viewer may see the other message that an event shows: the new last one (COUNT-6), the
 * quoted one, the changed one. Messages before their time are not shown if history is hidden (GROUP-8,
 * GROUP-19).
 */
export function isShownTo(event: EventRow, viewer: UserId, batchData: Joined): boolean {
  const n = numberShown(event.facts, batchData);
  return n === null || batchData.unseen.get(placeKey(event.stream, n))?.has(viewer) !== true;
}

function numberShown(facts: EventFacts, batchData: Joined): number | null {
  switch (facts.kind) {
    case 'recall':
    case 'delete':
      return facts.lastN;
    case 'updated':
      return batchData.messages.get(facts.msgId)?.n ?? null;
    case 'edited':
    case 'pinned':
    case 'unpinned':
    case 'reacted':
    case 'voted':
    case 'pollClosed':
    case 'previewed':
      return facts.n;
    case 'message': {
      const pid = batchData.messages.get(facts.msgId)?.pid ?? null;
      return pid === null ? null : (batchData.quoted.get(pid)?.n ?? null);
    }
    default:
      return null;
  }
}

/** A user's present name; '' if unknown. */
export const nameOf = (user: number, batchData: Joined): string =>
  batchData.users.get(userId(user))?.realname ?? '';
