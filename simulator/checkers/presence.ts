import type { PresenceRule } from '../oracle/presence.ts';
import { contactView } from '../../src/client/state/chat-selectors.ts';
import type { World } from '../world/world-type.ts';
import { triedOf } from './tried.ts';
import type { Checker } from './checker.ts';

const AS_USUAL: PresenceRule = { shown: true };
/** Users of whom one has blocked the other are no longer shown to each other. */
const NOBODY: PresenceRule = { shown: false };

/**
 * Presence matches the oracle's socket state, grace periods included, for every user who has the other in the
 * list (PRES-1, PRES-3, SIM-18). An offline device cannot know of changes in the meantime.
 */
export function presenceFaults(world: World, rule: PresenceRule = AS_USUAL): readonly string[] {
  const faults: string[] = [];
  const { oracle } = triedOf(world);
  for (const { id: me, devices } of world.people) {
    for (const tab of devices.filter(({ online }) => online).flatMap((device) => device.tabs)) {
      const state = tab.state();
      for (const { id, kind } of state.contacts) {
        const other = Number(id);
        if (kind !== 'person' || other === me || other <= 0) continue;
        const isApart = oracle.blocked.areApart(me, other);
        const wanted = world.witness.presence.isShown(
          isApart ? NOBODY : rule,
          other,
          world.clock.elapsedMs(),
        );
        const shown = contactView(state, id)?.isOnline;
        if (wanted !== null && shown !== wanted)
          faults.push(`${tab.name} shows ${id} as ${shown ? 'online' : 'offline'}, which is not so`);
      }
    }
  }
  return faults;
}

export const presenceChecker: Checker = {
  name: 'presence is the same for all',
  end: (world) => presenceFaults(world),
};
