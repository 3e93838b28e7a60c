import type { Checker } from './checker.ts';
import { triedOf } from './tried.ts';

/** Nobody receives an event of a stream that was not theirs to read (GATE-3, STREAM-10). */
export const privacyChecker: Checker = {
  name: 'nobody sees what they may not',
  end: (world) => {
    const { book } = triedOf(world);
    const faults: string[] = [];
    for (const { id, devices } of world.people) {
      for (const device of devices) {
        for (const given of world.record.given.get(device.name) ?? []) {
          const [stream = '', seq] = given.split(' ');
          if (!book.mayHear(id, stream, Number(seq)))
            faults.push(`${device.name} got ${given}, and was not there`);
        }
      }
    }
    return faults;
  },
};
