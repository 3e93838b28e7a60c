import { personContact } from '../../domain/ids.ts';
import type { UserId } from '../../domain/ids.ts';
import type { EventFacts, EventRow } from '../../ports/store.ts';
import type { FrameBody } from '../kernel/wire-frame.ts';
import { conversationFor, wireId } from './wire-values.ts';

/** The reader's devices get the mark, the partner what was read. */
export function readFrame(
  event: EventRow,
  facts: Extract<EventFacts, { kind: 'read' }>,
  viewer: UserId,
): FrameBody {
  const id = wireId(conversationFor(viewer, event.stream));
  if (facts.user !== viewer)
    return { type: 'readAll', data: { toContactId: wireId(personContact(facts.user)), n: facts.mark } };
  return {
    type: 'readMark',
    data: { id, mark: facts.mark, own: facts.own, seq: event.seq, count: facts.count },
  };
}
