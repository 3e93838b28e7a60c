import { groupOfStream, peopleOfStream, streamId, userId } from '../../src/domain/ids.ts';
import { intervalsOf } from './checker.ts';
import type { Checker } from './checker.ts';

/** Nobody receives an event of a stream that was not theirs to read (GATE-3, STREAM-10). */
export const privacy: Checker = {
  name: 'nobody sees what they may not',
  end: (world, ledger) => {
    const faults: string[] = [];
    for (const person of world.people) {
      const me = userId(person.id);
      for (const device of person.devices) {
        for (const given of world.record.given.get(device.name) ?? []) {
          const [name = '', text = ''] = given.split(' ');
          const [stream, seq] = [streamId(name), Number(text)];
          if (name === 'notice' || name === `u${me}`) continue;
          const pair = peopleOfStream(stream);
          if (groupOfStream(stream) === null && pair === null) faults.push(`${device.name} got ${given}`);
          else if (pair && !pair.includes(me)) faults.push(`${device.name} got ${given} of others`);
          else if (!intervalsOf(ledger, me, stream).some(({ base, until }) => seq > base && seq <= until)) faults.push(`${device.name} got ${given} outside of its membership`);
        }
      }
    }
    return faults;
  },
};
