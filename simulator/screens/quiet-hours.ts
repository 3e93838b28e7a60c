import { minuteThere, quietHoursEnd } from '../../src/domain/quiet-hours.ts';
import { atPlace } from '../../src/domain/quiet-hours-here.ts';
import { clockThere, hoursAt, hoursEnd } from '../oracle/screens/quiet-hours.ts';
import { ORACLE_ZONES } from '../oracle/zones.ts';
import type { Chance } from '../plan/random.ts';
import { differs, eachFact } from './screen-rule.ts';
import type { ScreenRule } from './screen-rule.ts';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const DAY_MIN = 1_440;
const EAST = [0, 60, 330, 345, -300, -570, 840, -840];
/** Days on which clocks of Berlin or New York are put on or back, and days beside them. */
const CHANGES = ['2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01', '2026-07-01'] as const;

/** No machine knows it; each one is new. */
const unknownZone = (chance: Chance): string => `Nowhere/Atoll_${chance.whole(1, 1_000_000)}`;

/** Zone names are case-insensitive (ECMA-402). */
const otherCase = (chance: Chance, zone: string): string =>
  zone.replaceAll(/[a-z]/gi, (letter) => (chance.happens(0.5) ? letter.toUpperCase() : letter.toLowerCase()));

function someHours(chance: Chance) {
  const known = chance.happens(0.7) ? chance.pick(ORACLE_ZONES) : unknownZone(chance);
  const zone = chance.happens(0.6) ? known : undefined;
  const from = chance.happens(0.3) ? chance.pick([0, 1, 1_439]) : chance.whole(0, DAY_MIN - 1);
  // If they pause for less than an hour, a clock put back splits the pause in two.
  const till = (from + chance.pick([1, chance.whole(1, DAY_MIN - 61), DAY_MIN - 61])) % DAY_MIN;
  return { from, till, zone, east: chance.pick(EAST), toMe: false, offUntilMs: 0 };
}

/** A moment from 2010 on, when the zones have the laws that the oracle knows. */
function someMoment(chance: Chance): number {
  if (chance.happens(0.3)) return chance.whole(14_700, 25_000) * DAY + chance.whole(0, DAY - 1);
  return Date.parse(`${chance.pick(CHANGES)}T00:00:00Z`) + chance.whole(-30, 30) * HOUR;
}

/** A moment at which they begin or end by that day's clock, or any. */
function near(chance: Chance, hours: ReturnType<typeof someHours>): number {
  const atMs = someMoment(chance);
  if (chance.happens(0.3)) return atMs + chance.whole(0, HOUR);
  const wanted = chance.pick([hours.from, hours.till]) * MINUTE;
  return Math.max(0, atMs + wanted - clockThere(hours, atMs) + chance.pick([-MINUTE, -1, 0, 1]));
}

function faults(chance: Chance): readonly string[] {
  const always = someHours(chance);
  const atMs = near(chance, always);
  const offUntilMs = chance.happens(0.3) ? atMs + chance.whole(-1, 1) : 0;
  const hours = { ...always, offUntilMs };
  const zone =
    always.zone !== undefined && chance.happens(0.3) ? otherCase(chance, always.zone) : always.zone;
  const told = { ...hours, zone };
  const [expected, elsewhere] = [hoursEnd(hours, atMs), chance.pick(EAST)];
  const end = quietHoursEnd(told, atMs);
  return [
    ...differs(['clock', told, atMs], Math.round(minuteThere(told, atMs) * MINUTE), clockThere(hours, atMs)),
    ...differs(['end', told, atMs], expected === 'left out' && end !== null ? expected : end, expected),
    ...differs(['at', told, elsewhere], atPlace(told, elsewhere, atMs), hoursAt(hours, elsewhere, atMs)),
  ];
}

/** Hours with zones and without, near their edges and when clocks are put on or back (ALERT-5, ALERT-10). */
export const quietHoursRule: ScreenRule = {
  name: 'quiet hours',
  faults: (chance) => [
    ...eachFact(() => faults(chance)),
    ...differs('no hours', [quietHoursEnd(null, 1), quietHoursEnd(undefined, 1)], [null, null]),
  ],
};
