import { endingOf, fileLook, fileRefusal, fileSize, voiceWidth } from '../../../src/domain/media.ts';
import { KNOWN_ENDINGS, lookOfEnding, pillWidth, sizeInWords, whyNotSent } from './expected/files.ts';
import { differs, type Chance, type FactRule } from './fact-rule.ts';

const MIB = 1_048_576;
const STEMS = ['a', 'Report', 'my file', '.hidden', 'a.b', 'dir/x', 'C:\\y', 'v1.2', '名', '..x', 'dir.d/z'];
const OTHER_ENDINGS = ['q', 'x1', 'tool-box', '名', 'abcdefghijklmnop', 'conf~'];
/** Names without an ending, in spite of their look. */
const BARE = [
  '',
  'a',
  'a.',
  '.zip',
  'a..zip',
  'dir.d/a',
  'dir.d\\a',
  'dir/.zip',
  'dir\\.zip',
  'a.b c',
  'a.abcdefghijklmnopq',
  'a.b\n',
];

interface Named {
  readonly name: string;
  readonly ending: string;
}

const inAnyCase = (chance: Chance, text: string): string =>
  chance.pick([text, text.toUpperCase(), text.charAt(0).toUpperCase() + text.slice(1)]);

/** The ending is drawn first, so that it is known. */
function makeNamed(chance: Chance): Named {
  if (chance.happens(0.2)) return { name: chance.pick(BARE), ending: '' };
  const ending = chance.pick(chance.happens(0.85) ? KNOWN_ENDINGS : OTHER_ENDINGS);
  return { name: `${chance.pick(STEMS)}.${inAnyCase(chance, ending)}`, ending };
}

function bytesOf(chance: Chance): number {
  if (chance.happens(0.1)) return chance.pick([0, 1, -1, Number.NaN, Infinity]);
  const unit = 1_024 ** chance.whole(0, 5);
  if (chance.happens(0.5)) return Math.max(0, unit + chance.whole(-2, 2));
  // Near the limit where two decimals would read 1024.00, and anywhere.
  if (chance.happens(0.3)) return Math.max(0, Math.round(unit * 1_023.995) + chance.whole(-1, 1));
  return Math.floor(unit * chance.next() * 1_030);
}

function sizeText(bytes: number): string {
  const { value, unit, decimals } = fileSize(bytes);
  return `${value.toFixed(decimals)} ${unit}`;
}

const secondsOf = (chance: Chance): number =>
  chance.happens(0.3)
    ? chance.pick([0, -5, 26, 27, 66, 67, 1_000, Number.NaN, Infinity, -Infinity])
    : chance.whole(0, 70) + chance.pick([0, 0.5]);

function refusalFaults(chance: Chance, { name, ending }: Named): readonly string[] {
  const limitMb = chance.pick([1, 2, 50]);
  const bytes = chance.happens(0.5)
    ? limitMb * MIB + chance.whole(-1, 1)
    : chance.pick([0, 1, 1_000 * 1_000 * limitMb]);
  const others = Array.from({ length: chance.whole(0, 2) }, () => chance.pick(KNOWN_ENDINGS));
  const allowed = chance.happens(0.5) && ending !== '' ? [...others, ending] : others;
  const written = allowed.map((one) => chance.pick(['', '.']) + inAnyCase(chance, one));
  return differs(
    ['refused', name, bytes, limitMb, written],
    fileRefusal({ name, sizeBytes: bytes }, { sizeMb: limitMb, fileExt: written }),
    whyNotSent({ ending, bytes }, limitMb, allowed),
  );
}

/** Files of any name and size, and lengths of voices (MEDIA-2, MEDIA-3, UP-5). */
export const filesRule: FactRule = {
  name: 'files',
  faults: (chance) => {
    const [file, bytes, seconds] = [makeNamed(chance), bytesOf(chance), secondsOf(chance)];
    return [
      ...differs(['size', bytes], sizeText(bytes), sizeInWords(bytes)),
      ...differs(['pill', seconds], voiceWidth(seconds), pillWidth(seconds)),
      ...differs(['ending', file.name], endingOf(file.name), file.ending),
      ...differs(['look', file.name], fileLook(file.name), lookOfEnding(file.ending)),
      ...refusalFaults(chance, file),
    ];
  },
};
