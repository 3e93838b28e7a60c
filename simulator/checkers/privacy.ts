import type { WitnessedRequest } from '../witness/witnessed.ts';
import type { Checker } from './checker.ts';
import { triedOf } from './tried.ts';

/** Every received event belongs to a stream its recipient could read (GATE-3, STREAM-10). */
export const privacyChecker: Checker = {
  name: 'nobody sees what they may not',
  end: (world) => {
    const { people, record, witness } = world;
    const { book } = triedOf(world);
    const faults: string[] = [];
    for (const { id, devices } of people) {
      for (const { name } of devices) {
        const hearers = [id, ...boundBy(witness.asked, record.sockets.get(name) ?? new Set())];
        for (const given of record.given.get(name) ?? []) {
          const [stream = '', seq] = given.split(' ');
          if (!hearers.some((hearer) => book.mayHear(hearer, stream, Number(seq))))
            faults.push(`${name} got ${given}, and was not there`);
        }
      }
    }
    return faults;
  },
};

/**
 * The users who bound one of these sockets by its name, which only its own client receives: they share their
 * own events.
 */
export const boundBy = (
  asked: readonly Pick<WitnessedRequest, 'call' | 'user' | 'body'>[],
  sockets: ReadonlySet<string>,
): readonly number[] =>
  asked.flatMap(({ call, user, body }) =>
    call === 'binduid' && user !== null && [...sockets].some((socket) => body?.includes(socket))
      ? [user]
      : [],
  );
