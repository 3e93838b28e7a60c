import { userId } from '../../src/domain/ids.ts';
import { differences, freshLogin, seenOf } from '../view.ts';
import type { Checker } from './checker.ts';

/** Snapshot and events lead where a fresh login begins (STORE-2). */
export const fresh: Checker = {
  name: 'snapshot + events = fresh',
  end: async (world) => {
    const faults: string[] = [];
    for (const person of world.people) {
      const tabs = person.devices.flatMap((device) => device.tabs);
      const login = tabs.length > 0 ? await freshLogin(world, userId(person.id)) : null;
      for (const tab of tabs) {
        const state = tab.state();
        if (login === null || !state.self) throw new Error(`${tab.name} belongs to nobody`);
        const view = seenOf(login(state.self));
        for (const line of differences(seenOf(state), view)) faults.push(`${tab.name} ${line}`);
      }
    }
    return faults;
  },
};
