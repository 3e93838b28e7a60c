import { describe, expect, it } from 'vitest';
import { displayTime, listTime } from '../../src/domain/display-time.ts';
import { quietEnd } from '../../src/domain/quiet.ts';
import { dayNumber, momentAt, type TimeZone } from '../../src/domain/time-zone.ts';

/** The rules of a zone as this machine has them. */
function zoneNamed(timeZone: string): TimeZone {
  const clock = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return (ms) => {
    const text = clock.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(text) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
  };
}

const at = (text: string): number => Date.parse(text);
const BERLIN = zoneNamed('Europe/Berlin');
const NEW_YORK = zoneNamed('America/New_York');

describe('days around a clock change', () => {
  it.each([
    // Clocks go back at 03:00 in Berlin: the day has 25 hours.
    [BERLIN, '2026-10-25T00:30:00+02:00', '2026-10-25T23:30:00+01:00', 'clock', { kind: 'hours', n: 24 }],
    [BERLIN, '2026-10-24T23:30:00+02:00', '2026-10-25T23:30:00+01:00', 'yesterday', { kind: 'yesterday' }],
    [BERLIN, '2026-10-24T00:15:00+02:00', '2026-10-25T23:45:00+01:00', 'yesterday', { kind: 'yesterday' }],
    // Clocks go forward: the day has 23 hours.
    [BERLIN, '2026-03-28T23:45:00+01:00', '2026-03-29T23:50:00+02:00', 'yesterday', { kind: 'yesterday' }],
    [BERLIN, '2026-03-29T00:15:00+01:00', '2026-03-30T00:05:00+02:00', 'yesterday', { kind: 'yesterday' }],
    [NEW_YORK, '2026-11-01T00:30:00-04:00', '2026-11-01T23:45:00-05:00', 'clock', { kind: 'hours', n: 24 }],
    [NEW_YORK, '2026-10-26T00:20:00-04:00', '2026-11-01T23:40:00-05:00', 'weekday', { kind: 'days', n: 6 }],
  ] as const)('TIME-5: a list names the day that the viewer lived (%#)', (zone, sent, now, list, ago) => {
    expect(listTime(at(sent), at(now), zone)).toBe(list);
    expect(displayTime(at(sent), at(now), zone)).toEqual(ago);
  });

  it('TIME-5: a message of New Year’s Eve in summer time belongs to its own year', () => {
    const auckland = zoneNamed('Pacific/Auckland');
    const [sent, now] = [at('2025-12-31T23:30:00+13:00'), at('2026-07-01T09:00:00+12:00')];
    expect(listTime(sent, now, auckland)).toBe('dateOfYear');
    expect(displayTime(sent, now, auckland)).toEqual({ kind: 'date', year: 2025, month: 12, day: 31 });
  });

  it('LIST-14: a chat muted until the morning is heard at eight although clocks change in the night', () => {
    const morning = (now: string) => quietEnd('morning', at(now), BERLIN);
    expect(morning('2026-10-24T22:00:00+02:00')).toBe(at('2026-10-25T08:00:00+01:00'));
    expect(morning('2026-10-25T01:00:00+02:00')).toBe(at('2026-10-25T08:00:00+01:00'));
    expect(morning('2026-03-28T22:00:00+01:00')).toBe(at('2026-03-29T08:00:00+02:00'));
    expect(morning('2026-03-29T08:00:00+02:00')).toBe(at('2026-03-30T08:00:00+02:00'));
  });

  it('TIME-5: days are those of the clock where midnight or a whole day is left out', () => {
    // Clocks in Beirut go from 00:00 to 01:00, and Samoa had no 30 December 2011.
    const [beirut, apia] = [zoneNamed('Asia/Beirut'), zoneNamed('Pacific/Apia')];
    const night = at('2026-03-28T23:59:00+02:00');
    expect(displayTime(night, at('2026-03-29T02:30:00+03:00'), beirut)).toEqual({ kind: 'yesterday' });
    expect(
      dayNumber(at('2011-12-31T00:10:00+14:00'), apia) - dayNumber(at('2011-12-29T23:50:00-10:00'), apia),
    ).toBe(2);
    const day = dayNumber(night, beirut) + 1;
    expect(momentAt(day, 8 * 3_600_000, beirut)).toBe(at('2026-03-29T08:00:00+03:00'));
  });
});
