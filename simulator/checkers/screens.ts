import { SCREEN_RULES } from '../screens/rules.ts';
import type { Checker } from './checker.ts';

/** One rule in so many is asked in a run. */
const IN = 4;

/** Screens derive the same from facts as the oracle (SIM-28). */
export const screensChecker: Checker = {
  name: 'screens say what the oracle says',
  end: ({ around }) => {
    const chance = around.chance.fork('screens');
    const asked = SCREEN_RULES.filter(() => chance.whole(1, IN) === 1);
    return asked.flatMap(({ name, faults }) => faults(chance.fork(name)).map((fault) => `${name}: ${fault}`));
  },
};
