import { fitBox, mosaic, within } from '../../../src/domain/media.ts';
import { mosaicOf, PHONE, placeOfPicture, sidesWithin, type Room } from './expected/pictures.ts';
import { differs, type Chance, type FactRule } from './fact-rule.ts';

const WINDOW: Room = { boxWidth: 420, boxHeight: 420, leastPx: 100 };
const ROOMS: readonly Room[] = [PHONE, WINDOW, { boxWidth: 320, boxHeight: 300, leastPx: 30 }];
const SIDES = [1, 2, 43, 44, 45, 59, 60, 61, 99, 100, 101, 160, 199, 200, 201, 239, 240, 241, 300, 420, 421];
const NO_SIDES = [0, -1, Number.NaN, Infinity];

const side = (chance: Chance): number =>
  chance.happens(0.4) ? chance.pick(SIDES) : chance.whole(1, chance.pick([300, 4_000]));

/** Long enough that about two fifths would be visible if it filled its place. */
function strip(chance: Chance, room: Room): readonly [number, number] {
  const least = Math.max(44, room.leastPx);
  const [box, flip] = chance.pick([
    [room.boxWidth, false],
    [room.boxHeight, true],
  ] as const);
  const short = chance.whole(least - 1, 3 * least);
  const long = Math.floor((5 * box * short) / (2 * least)) + chance.whole(-1, 2);
  return flip ? [short, long] : [long, short];
}

function size(chance: Chance, room: Room): readonly [width: number, height: number] {
  if (chance.happens(0.3)) return strip(chance, room);
  if (!chance.happens(0.1)) return [side(chance), side(chance)];
  const [one, other] = [chance.pick(NO_SIDES), side(chance)];
  return chance.happens(0.5) ? [one, other] : [other, one];
}

function placeFaults(chance: Chance): readonly string[] {
  const room = chance.pick(ROOMS);
  const [width, height] = size(chance, room);
  const expected = placeOfPicture({ width, height }, room);
  if (expected === null) return [];
  const facts = ['place', width, height, room.boxWidth];
  const byDefault = room === PHONE ? fitBox(width, height) : expected;
  return [
    ...differs(facts, fitBox(width, height, room), expected),
    ...differs([...facts, 'by default'], byDefault, expected),
  ];
}

function shrinkFaults(chance: Chance): readonly string[] {
  const longest = chance.pick([1, 2, 44, 320, 1_280]);
  const near = (): number =>
    chance.happens(0.3) ? longest + chance.whole(-1, 1) : chance.whole(0, 3 * longest);
  const box = { width: near(), height: near() };
  const expected = sidesWithin(box, longest);
  return expected ? differs(['shrunk', box, longest], within(box, longest), expected) : [];
}

function mosaicFaults(chance: Chance): readonly string[] {
  const shapes = Array.from({ length: chance.whole(0, 11) }, () => {
    if (chance.happens(0.2)) return { width: chance.whole(-1, 2), height: chance.whole(-1, 2) };
    const height = 10 * chance.whole(1, 90);
    const width = chance.happens(0.5)
      ? (height * chance.pick([6, 19])) / 10 + chance.whole(-1, 1)
      : chance.whole(0, 2_000);
    return { width, height };
  });
  return differs(['mosaic', shapes], mosaic(shapes), mosaicOf(shapes));
}

/** Pictures near the sides at which their place changes, and of any shape (MEDIA-1, MEDIA-12, MEDIA-13). */
export const picturesRule: FactRule = {
  name: 'pictures',
  faults: (chance) => [...placeFaults(chance), ...shrinkFaults(chance), ...mosaicFaults(chance)],
};
