import { contactView } from '../../src/client/state/chat-selectors.ts';
import { triedOf } from './tried.ts';
import type { Checker } from './checker.ts';

/**
 * Presence matches the oracle's socket state, grace periods included, for every user who has the other in the
 * list (PRES-1, PRES-3, SIM-18). An offline device cannot know of changes in the meantime. Two users of whom
 * one has blocked the other are not shown to each other.
 */
export const presenceChecker: Checker = {
  name: 'presence is the same for all',
  end: (world) => {
    const faults: string[] = [];
    const { oracle } = triedOf(world);
    for (const { id: me, devices } of world.people) {
      for (const tab of devices.filter(({ online }) => online).flatMap((device) => device.tabs)) {
        const state = tab.state();
        for (const { id, kind } of state.contacts) {
          const other = Number(id);
          if (kind !== 'person' || other === me || other <= 0) continue;
          const isApart = oracle.blocked.areApart(me, other);
          const wanted = isApart ? false : world.witness.presence.isHere(other, world.clock.elapsedMs());
          const shown = contactView(state, id)?.isOnline;
          if (wanted !== null && shown !== wanted)
            faults.push(`${tab.name} shows ${id} as ${shown ? 'online' : 'offline'}, which is not so`);
        }
      }
    }
    return faults;
  },
};
