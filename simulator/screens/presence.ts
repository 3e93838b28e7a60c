import { presenceWord } from '../../src/domain/presence.ts';
import { areSame } from '../oracle/screens/presence.ts';
import type { Chance } from '../plan/random.ts';
import { differs, eachFact } from './screen-rule.ts';
import type { ScreenRule } from './screen-rule.ts';

/** The same people in another order, one of them another, or one fewer. */
function another(people: readonly number[], chance: Chance): readonly number[] {
  const others = people.toReversed();
  const at = chance.whole(0, others.length - 1);
  const how = chance.pick(['as they are', 'one is another', 'one is gone'] as const);
  if (how === 'as they are') return others;
  return others.flatMap((id, place) => (place !== at ? [id] : how === 'one is gone' ? [] : [id + 1_000]));
}

/** The string for online users is equal for the same users, and different for others (PRES-3). */
export const presenceRule: ScreenRule = {
  name: 'presence',
  faults: (chance) =>
    eachFact(() => {
      const people = Array.from({ length: chance.whole(1, 6) }, (_, at) => 1 + at * chance.whole(1, 3) * 7);
      const some = [...new Set(people)];
      const others = another(some, chance);
      return differs([some, others], presenceWord(some) === presenceWord(others), areSame(some, others));
    }),
};
