import { meaningOf } from '../../../src/domain/picture-code.ts';
import { CODES, OUR_ADDRESS, spaced } from './expected/codes.ts';
import { differs, type FactRule } from './fact-rule.ts';

/** Picture codes whose meaning is known before they are written (UI-39). */
export const codesRule: FactRule = {
  name: 'codes',
  faults: (chance) => {
    const around = (): string => chance.pick(['', '', '', ' ', '\n']);
    const { words, meaning } = spaced(chance.pick(CODES), around(), around());
    return differs(words, meaningOf(words, OUR_ADDRESS), meaning);
  },
};
