import { SCREEN_RULES } from '../screens/rules.ts';
import type { Checker } from './checker.ts';

/** What the screens make of facts is what the oracle makes of them (SIM-28). */
export const screensChecker: Checker = {
  name: 'screens say what the oracle says',
  end: ({ around }) => {
    const chance = around.chance.fork('screens');
    return SCREEN_RULES.flatMap(({ name, faults }) =>
      faults(chance.fork(name)).map((fault) => `${name}: ${fault}`),
    );
  },
};
