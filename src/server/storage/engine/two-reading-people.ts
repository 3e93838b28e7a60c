import { msgId } from '../../../domain/ids.ts';
import type { ReadTx } from '../../../ports/store.ts';
import { ofBoth } from './two-both.ts';
import type { Places } from './two-places.ts';
import type { Rules } from './two-rules.ts';

const blocked = ({ ofStream }: Places): Rules<ReadTx>['blocked'] => ({
  has: 'first',
  of: 'first',
  count: 'first',
  by: 'first',
  apart: 'first',
  among: {
    by: async (parts, of, other, limit) => {
      const first = await parts.read(0);
      if (ofStream(of) === 0) return first.blocked.among(of, other, limit);
      const by = [...(await first.blocked.by(other))];
      const there = await (await parts.read(1)).members.among(of, by);
      return [...there].toSorted((a, b) => a - b).slice(0, limit);
    },
  },
});

const erasing = (places: Places): Rules<ReadTx>['erasing'] => ({
  get: 'first',
  wasErased: 'first',
  begun: 'first',
  waitingOf: 'first',
  remarkedBy: 'first',
  filesOf: 'first',
  placesOf: { by: (parts, user) => ofBoth(parts, (tx) => tx.erasing.placesOf(user)) },
  saidIn: places.stream,
  naming: {
    by: async (parts, from, limit) => {
      const at = places.ofNumber(from + 1);
      const found = await (await parts.read(at)).erasing.naming(from, limit);
      return at === 0 && found.next === null ? { ...found, next: msgId(places.from.numbers - 1) } : found;
    },
  },
});

/** Users are in the first, their activity is in both. */
export const peopleReading = (places: Places) => ({
  blocked: blocked(places),
  erasing: erasing(places),
});
