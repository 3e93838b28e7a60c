import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { eastIn, ORACLE_ZONES } from '../../simulator/oracle/zones.ts';
import { duration } from '../../src/domain/limits.ts';
import { DAY_MIN, minuteThere, quietHoursEnd } from '../../src/domain/quiet-hours.ts';
import '../support/runs.ts';

const minute = fc.integer({ min: 0, max: DAY_MIN - 1 });
const zones = fc.constantFrom(...ORACLE_ZONES);
const EAST_WRONG = { east: 77, toMe: false, offUntilMs: 0 };
/** Years for which the oracle knows the laws. */
const moment = fc.integer({ min: Date.UTC(2008, 0, 1), max: Date.UTC(2037, 0, 1) });

it('ALERT-10: the clock of a zone shows what its law says', () => {
  fc.assert(
    fc.property(zones, moment, (zone, atMs) => {
      const expected =
        (((Math.floor(atMs / duration.MINUTE) + eastIn(zone, atMs)) % DAY_MIN) + DAY_MIN) % DAY_MIN;
      expect(Math.floor(minuteThere({ ...EAST_WRONG, zone, from: 0, till: 1 }, atMs))).toBe(expected);
    }),
  );
});

it('ALERT-10: quiet hours end after the moment at which they hold, within a day and an hour', () => {
  fc.assert(
    fc.property(zones, moment, minute, minute, (zone, atMs, from, till) => {
      fc.pre(from !== till);
      const endMs = quietHoursEnd({ ...EAST_WRONG, zone, from, till }, atMs);
      if (endMs === null) return;
      expect(endMs).toBeGreaterThan(atMs);
      expect(endMs - atMs).toBeLessThanOrEqual(duration.DAY + duration.HOUR);
      expect(quietHoursEnd({ ...EAST_WRONG, zone, from, till }, endMs)).toBeNull();
    }),
  );
});
