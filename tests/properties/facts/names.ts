import { chineseInitials, type SoundOrder } from '../../../src/domain/chinese-initials.ts';
import { hueOf, initialsOf, namePy } from '../../../src/domain/initials.ts';
import { indexLetter } from '../../../src/domain/name-order.ts';
import {
  charactersInCircle,
  colourOf,
  LATIN_PARTS,
  letterInBook,
  lettersInCircle,
  NAME_WORDS,
} from './expected/names.ts';
import {
  CHARACTER_SOUNDS,
  letterOfSound,
  soundOfCharacter,
  WITHOUT_SOUND,
} from './expected/sounds-of-characters.ts';
import { differs, type Chance, type FactRule } from './fact-rule.ts';

const CHARACTERS = Object.keys(CHARACTER_SOUNDS);
/** First characters whose order the product queries. */
const FIRSTS_BY_SOUND = [...'阿八嚓哒妸发旮哈讥咔垃痳拏噢妑七呥扨它穵夕丫帀'];
const BETWEEN = [' ', '  ', '\n', '.', '. ', '_', '-', ' - '];
const AROUND = ['', '', ' ', '\t\n '];
const IDS = [0, 1, -1, 'group-12', 'system', '', '😀 11', 'é'];

const several = <T>(chance: Chance, from: readonly T[], most: number): readonly T[] =>
  Array.from({ length: chance.whole(1, most) }, () => chance.pick(from));

/** Text around it changes nothing. */
const writeFile = (chance: Chance, name: string): string => chance.pick(AROUND) + name + chance.pick(AROUND);

const makeJoin = (chance: Chance, parts: readonly string[], between: readonly string[]): string =>
  parts.reduce((all, part) => all + chance.pick(between) + part);

function circleFaults(chance: Chance): readonly string[] {
  const words = several(chance, NAME_WORDS, 4);
  const texts = words.map(([text]) => text);
  const name = writeFile(chance, makeJoin(chance, texts, BETWEEN));
  const chinese = several(chance, CHARACTERS, 4);
  const mixed = writeFile(chance, makeJoin(chance, chinese, ['', '', ' ', '·', ' Li ']));
  return [
    ...differs(['circle', name], initialsOf(name), lettersInCircle(words)),
    ...differs(['circle', mixed], initialsOf(mixed), charactersInCircle(chinese)),
    ...differs(['circle', 'later', name], initialsOf(`Li ${chinese[0]}`), `L${chinese[0]}`),
  ];
}

function hueFaults(chance: Chance): readonly string[] {
  const id = chance.pick([chance.pick(IDS), chance.whole(1, 10 ** chance.whole(1, 15)), chance.hex(9)]);
  return differs(['colour', id], hueOf(id), colourOf(String(id)));
}

function letterFaults(chance: Chance): readonly string[] {
  const parts = several(chance, LATIN_PARTS, 3);
  const name = makeJoin(
    chance,
    parts.map(([text]) => text),
    ['', ' ', '-'],
  );
  const shown = writeFile(chance, name);
  const match = parts.map(([, letters]) => letters).join('');
  return [
    ...differs(['found by', shown], namePy(shown), match),
    ...differs(['book', shown], indexLetter(shown), letterInBook(name)),
  ];
}

/** Platforms put what is not Chinese somewhere, here after all that is. */
const placeAt = (text: string): string =>
  text === WITHOUT_SOUND ? '' : soundOfCharacter(text) || `~${text.codePointAt(0)}`;
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Orders of platforms that know no sounds, or not all that one needs. */
function otherOrder(chance: Chance): SoundOrder {
  const moved = chance.pick(FIRSTS_BY_SOUND);
  const elsewhere = moved === FIRSTS_BY_SOUND.at(-1) ? '' : '~';
  const misplaced = (text: string): string => (text === moved ? elsewhere : placeAt(text));
  const [before, same] = FIRSTS_BY_SOUND.slice(chance.whole(0, FIRSTS_BY_SOUND.length - 2));
  return chance.pick<SoundOrder>([
    (a, b) => (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0),
    () => 0,
    (a, b) => compare(placeAt(b), placeAt(a)),
    (a, b) => compare(misplaced(a), misplaced(b)),
    (a, b) => (a === before && b === same ? 0 : compare(placeAt(a), placeAt(b))),
  ]);
}

function soundFaults(chance: Chance): readonly string[] {
  const first = chance.happens(0.1) ? WITHOUT_SOUND : chance.pick(CHARACTERS);
  const name = first + chance.pick(['', '明', ' Li', first]);
  const [shown, latin] = [writeFile(chance, name), writeFile(chance, `Li ${name}`)];
  const bySound = chineseInitials((a, b) => compare(placeAt(a), placeAt(b)));
  return [
    ...differs(['sound', shown], bySound(shown), letterOfSound(name)),
    ...differs(['sound', latin], [bySound(latin), bySound(' ')], [null, null]),
    ...differs(['no sounds', shown], chineseInitials(otherOrder(chance))(shown), null),
  ];
}

/**
 * Initials, colours and index letters of names in many scripts, and text that resembles a name (LIST-1,
 * UI-104).
 */
export const namesRule: FactRule = {
  name: 'names',
  faults: (chance) => [
    ...circleFaults(chance),
    ...hueFaults(chance),
    ...letterFaults(chance),
    ...soundFaults(chance),
    ...differs('no name', [initialsOf(''), initialsOf(' \n')], ['?', '?']),
    ...differs('no name', [namePy(''), indexLetter(' ')], ['', '#']),
  ],
};
