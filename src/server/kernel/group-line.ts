import type { EventFacts, GroupLineFacts } from '../../ports/store.ts';

/** Returns true for events that the timeline keeps, even after the event itself expired (GROUP-27). */
export function isGroupLine(facts: EventFacts): facts is GroupLineFacts {
  switch (facts.kind) {
    case 'rename':
    case 'muted':
      return facts.same !== true;
    case 'manager':
      return facts.user !== null;
    case 'groupSetting':
      return facts.now !== undefined;
    case 'removed':
    case 'owner':
      return true;
    default:
      return false;
  }
}
