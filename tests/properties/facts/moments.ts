import { displayTime, listTime } from '../../../src/domain/display-time.ts';
import { quietEnd, QUIET_LENGTHS } from '../../../src/domain/quiet.ts';
import { dayNumber, type TimeZone } from '../../../src/domain/time-zone.ts';
import { daysSince1970, heardAgainMs, toldAgo, toldInLists } from './expected/moments.ts';
import { eastIn, ORACLE_ZONES } from '../../../simulator/oracle/zones.ts';
import { differs, type Chance, type FactRule } from './fact-rule.ts';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const EAST = [0, 60, 330, 345, -300, -570, 840, -720];

/** A zone that never changes its clocks, or one whose summer has laws. */
function somewhere(chance: Chance): TimeZone {
  if (chance.happens(0.5)) {
    const east = chance.pick(EAST);
    return () => east;
  }
  const name = chance.pick(ORACLE_ZONES);
  return (ms) => eastIn(name, ms);
}

/** The last days of March and October, and the first of November: clocks change on some. */
const changeOf = (chance: Chance): number => {
  const year = chance.whole(2008, 2060);
  const [month, day] = chance.pick([
    [2, 8],
    [2, 25],
    [9, 25],
    [10, 1],
  ] as const);
  return Date.UTC(year, month, day + chance.whole(0, 7));
};
const AGES = [MINUTE, 2 * MINUTE, HOUR, 2 * HOUR, 12 * HOUR, DAY, -MINUTE, 0];

/** Midnight of a first of January, a day about the end of February, or any other. */
function someMidnight(chance: Chance): number {
  if (chance.happens(0.3)) return changeOf(chance);
  const year = chance.whole(1973, 2105);
  if (chance.happens(0.4)) return Date.UTC(year, 0, 1);
  return chance.happens(0.3)
    ? Date.UTC(year, 2, 1) - DAY * chance.whole(0, 2)
    : DAY * chance.whole(1_000, 49_000);
}

/** A moment before which one day ends and the next begins there, or about eight o'clock, or any of a day. */
function moment(chance: Chance, east: TimeZone): number {
  const midnight = someMidnight(chance);
  const beginsMs = midnight - east(midnight) * MINUTE;
  const hour = chance.pick([0, 8, 12]) * HOUR;
  return beginsMs + (chance.happens(0.6) ? hour + chance.whole(-1, 1) : chance.whole(0, DAY - 1));
}

function before(chance: Chance, nowMs: number, east: TimeZone): number {
  if (chance.happens(0.3)) return nowMs - chance.pick(AGES) + chance.whole(-1, 1);
  if (chance.happens(0.3)) return nowMs - chance.whole(0, chance.pick([3, 40, 800]) * DAY);
  const days = chance.pick([0, 1, 2, 5, 6, 7, 28, 29, 30, 31, 364, 365, 366]);
  return (daysSince1970(nowMs, east) - days) * DAY - east(nowMs) * MINUTE + chance.whole(-1, 1);
}

/** Moments near every midnight and border, and anywhere (TIME-1, TIME-4, LIST-14). */
export const momentsRule: FactRule = {
  name: 'moments',
  faults: (chance) => {
    const east = somewhere(chance);
    const nowMs = moment(chance, east);
    const sentMs = before(chance, nowMs, east);
    const length = chance.pick(QUIET_LENGTHS);
    const facts = [sentMs, nowMs, east(sentMs), east(nowMs)];
    return [
      ...differs(['day', ...facts], dayNumber(sentMs, east), daysSince1970(sentMs, east)),
      ...differs(['list', ...facts], listTime(sentMs, nowMs, east), toldInLists(sentMs, nowMs, east)),
      ...differs(['ago', ...facts], displayTime(sentMs, nowMs, east), toldAgo(sentMs, nowMs, east)),
      ...differs(['quiet', length, nowMs], quietEnd(length, nowMs, east), heardAgainMs(length, nowMs, east)),
    ];
  },
};
