import { meaningOf } from '../../src/domain/picture-code.ts';
import { CODES, OUR_ADDRESS, spaced } from '../oracle/screens/codes.ts';
import { differs, eachFact } from './screen-rule.ts';
import type { ScreenRule } from './screen-rule.ts';

/** Picture codes whose meaning is known before they are written (UI-39). */
export const codesRule: ScreenRule = {
  name: 'codes',
  faults: (chance) =>
    eachFact(() => {
      const around = (): string => chance.pick(['', '', '', ' ', '\n']);
      const { words, meaning } = spaced(chance.pick(CODES), around(), around());
      return differs(words, meaningOf(words, OUR_ADDRESS), meaning);
    }),
};
