import {
  accountProblem,
  addressKind,
  emailProblem,
  isUnseen,
  nicknameProblem,
  passwordProblem,
  remarkProblem,
  repeatProblem,
  verificationProblem,
} from '../../src/domain/validation.ts';
import {
  accountFault,
  ADDRESSES,
  FIELD_CHARACTERS,
  isNothing,
  nicknameFault,
  passwordFault,
  wordsFault,
} from '../oracle/screens/fields.ts';
import type { FieldCharacter } from '../oracle/screens/fields.ts';
import type { Chance } from '../plan/random.ts';
import { differs, eachFact } from './screen-rule.ts';
import type { ScreenRule } from './screen-rule.ts';

/** Near every length that any field has for its edge. */
const EDGES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 65, 127, 128, 129, 200, 201];

/** Most typed text is valid; some of it is arbitrary, or invisible. */
function drawTyped(chance: Chance): readonly FieldCharacter[] {
  const kind = chance.pick(['account', 'account', 'any', 'unseen']);
  const characters = FIELD_CHARACTERS.filter(
    ({ account, seen }) => kind === 'any' || (kind === 'account' ? account : !seen),
  );
  const typed = Array.from({ length: chance.pick(EDGES) }, () => chance.pick(characters));
  const blanks = FIELD_CHARACTERS.filter(({ blank }) => blank);
  if (chance.happens(0.2)) typed.push(chance.pick(blanks));
  if (chance.happens(0.2)) typed.unshift(chance.pick(blanks));
  return typed;
}

/** Validation of fields, the same in the form and on the server (RULE-1 …). */
export const fieldsRule: ScreenRule = {
  name: 'fields',
  faults: (chance) =>
    eachFact(() => {
      const typed = drawTyped(chance);
      const text = typed.map(({ text: one }) => one).join('');
      const isLong = chance.happens(0.5);
      const again = chance.happens(0.5) ? text : `${text}a`;
      const [address, kind] = chance.pick(ADDRESSES);
      return [
        ...differs(text, accountProblem(text) ?? '', accountFault(typed)),
        ...differs({ text, isLong }, passwordProblem(text, isLong) ?? '', passwordFault(typed, isLong)),
        ...differs(
          { text, again },
          repeatProblem(text, again),
          again.length > text.length ? 'passwordMismatch' : null,
        ),
        ...differs(text, nicknameProblem(text) ?? '', nicknameFault(typed)),
        ...differs(text, isUnseen(text), isNothing(typed)),
        ...differs(text, verificationProblem(text) ?? '', wordsFault(typed, 'needVerification', 200)),
        ...differs(text, remarkProblem(text) ?? '', wordsFault(typed, 'needRemark', 64)),
        ...differs(address, addressKind(address), kind),
        ...differs(address, emailProblem(address), kind === 'email' ? null : 'email'),
      ];
    }),
};
