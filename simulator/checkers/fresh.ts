import { userId } from '../../src/domain/ids.ts';
import { differences, freshView, seenOf } from '../world/view.ts';
import type { Checker } from './checker.ts';

/** Snapshot and events lead where a fresh login begins (STORE-2). */
export const freshChecker: Checker = {
  name: 'snapshot + events = fresh',
  end: async (world) => {
    const faults: string[] = [];
    for (const person of world.people) {
      for (const tab of person.devices.flatMap((device) => device.tabs)) {
        const state = tab.state();
        if (!state.self) throw new Error(`${tab.name} belongs to nobody`);
        const view = await freshView(world, userId(person.id), state.self);
        for (const line of differences(seenOf(tab.state()), view)) faults.push(`${tab.name} ${line}`);
      }
    }
    return faults;
  },
};
