import { ALERT_LEVELS, alertOf, isToMe, levelOf, quietUntil, readAlert } from '../../../src/domain/alert.ts';
import { hasWord } from '../../../src/domain/alert-words.ts';
import { contactId } from '../../../src/domain/ids.ts';
import { DEFAULT_SOUNDS, ownSound, soundOf, SOUNDS, withSound } from '../../../src/domain/sounds.ts';
import type { Sounds } from '../../../src/domain/sounds.ts';
import { keptChoice, NO_CHOICES, soundsAfter, toWhom } from './expected/alerts.ts';
import { PIECES, standsIn, type Piece } from './expected/words.ts';
import { differs, type Chance, type FactRule } from './fact-rule.ts';

function levelFaults(chance: Chance): readonly string[] {
  const level = chance.pick(ALERT_LEVELS);
  const untilMs = chance.happens(0.4) ? null : chance.pick([0, 1, 1_800_000_000_000]);
  const stored = keptChoice({ level, untilMs });
  const product = alertOf(level, untilMs);
  const [text, junk] = [String(stored), chance.pick(NO_CHOICES)];
  return [
    ...differs(['kept', level, untilMs], product, stored),
    ...differs(['level', stored], levelOf(product), level),
    ...differs(['until', stored], quietUntil(product), level === 'all' ? null : untilMs),
    ...differs(['read', text], readAlert(text), stored),
    ...differs(['read', junk], readAlert(junk), null),
  ];
}

function concernFaults(chance: Chance): readonly string[] {
  const people = [1, 2, 3];
  const at = Array.from({ length: chance.whole(0, 2) }, () => chance.whole(0, 3));
  const answers = chance.happens(0.5) ? null : chance.pick(people);
  const them = toWhom(at, answers, people);
  return people.flatMap((me) => differs(['to', me, at, answers], isToMe({ at, answers }, me), them.has(me)));
}

function soundFaults(chance: Chance): readonly string[] {
  const most = chance.pick([1, 2, 3]);
  const chats = ['7', '8', 'group-7', '9'].map(contactId);
  const choices = Array.from(
    { length: chance.whole(0, 6) },
    () => [chance.pick(chats), chance.happens(0.2) ? null : chance.pick(SOUNDS)] as const,
  );
  const all = chance.pick(SOUNDS);
  const sounds = choices.reduce<Sounds>((before, [chat, sound]) => withSound(before, chat, sound, most), {
    ...DEFAULT_SOUNDS,
    all,
  });
  const expected = soundsAfter(choices, most);
  const chat = chance.pick(chats);
  const own = expected.find(({ id }) => id === chat)?.sound ?? null;
  return [
    ...differs(['sounds', choices, most], sounds, { all, chats: expected }),
    ...differs(['own', choices, chat], ownSound(sounds, chat), own),
    ...differs(['heard', choices, chat], soundOf(sounds, chat), own === null ? all : own),
    ...differs(['heard', 'in none'], soundOf(sounds, null), all),
  ];
}

const pieces = (chance: Chance, most: number): readonly Piece[] =>
  Array.from({ length: chance.whole(1, most) }, () => chance.pick(PIECES));

/** The same, but perhaps capitalised or wide. */
const otherwise = (chance: Chance, all: readonly Piece[]): readonly Piece[] =>
  all.map(({ plain }) => chance.pick(PIECES.filter((one) => one.plain === plain)));

const print = (all: readonly Piece[]): string => all.map(({ written }) => written).join('');

function wordFaults(chance: Chance): readonly string[] {
  const word = pieces(chance, 2);
  // Once or twice within something else, so that one place may be within another word and the other not.
  const around = (): readonly Piece[] => (chance.happens(0.4) ? [] : pieces(chance, 2));
  const middle = chance.happens(0.2) ? [] : otherwise(chance, word);
  const text = [...around(), ...middle, ...around(), ...(chance.happens(0.4) ? otherwise(chance, word) : [])];
  const others = Array.from({ length: chance.whole(0, 1) }, () => pieces(chance, 2));
  const words = chance.happens(0.5) ? [word, ...others] : [...others, word];
  const [said, sought] = [print(text), words.map(print)];
  return differs(
    ['word', said, sought],
    hasWord(said, sought),
    words.some((one) => standsIn(text, one)),
  );
}

/** Notification levels, sounds, and keywords in texts (ALERT-1, ALERT-2, ALERT-4, ALERT-7). */
export const alertsRule: FactRule = {
  name: 'alerts',
  faults: (chance) => [
    ...levelFaults(chance),
    ...concernFaults(chance),
    ...soundFaults(chance),
    ...wordFaults(chance),
    ...differs('no words', hasWord('tea', []), false),
  ],
};
