import type { PresenceRule } from '../oracle/presence.ts';
import { contactView } from '../../src/client/state/chat-selectors.ts';
import type { World } from '../world/world-type.ts';
import { triedOf } from './tried.ts';
import type { Checker } from './checker.ts';

const AS_USUAL: PresenceRule = { shown: true };
/** Whoever has blocked the other one, and they, are shown to each other no more. */
const NOBODY: PresenceRule = { shown: false };

/**
 * Everybody is shown to whoever has them in the list as the oracle has it from the sockets, graces included
 * (PRES-1, PRES-3, SIM-18). A device without a network cannot know who has come or gone meanwhile.
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
