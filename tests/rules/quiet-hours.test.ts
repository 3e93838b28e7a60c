import { describe, expect, it } from 'vitest';
import { busyNow, quietUntil } from '../../src/client/state/preferences.ts';
import type { State } from '../../src/client/state/state.ts';
import { contactId, userId } from '../../src/domain/ids.ts';
import { duration } from '../../src/domain/limits.ts';
import { type QuietHours, atPlace, quietHoursEnd } from '../../src/domain/quiet-hours.ts';
import { preferenceOf } from '../../src/wire/kept.ts';
import {
  aMessage,
  aPosition,
  facts,
  framed,
  local,
  place,
  postedEvent,
  run,
  server,
  signedIn,
} from '../support/contacts.ts';

const at = (text: string) => Date.parse(text);
const HOURS: QuietHours = { from: 22 * 60, till: 7 * 60, east: 60, toMe: false, offUntilMs: 0 };
const NINE = contactId(9);
const NIGHT = at('2026-03-04T23:30:00Z');

const start = (hours: QuietHours | undefined, parts = {}): State => {
  const state = signedIn([facts(9, { position: aPosition('7-9'), ...parts })]);
  return { ...state, kept: { ...state.kept, quiet: hours } };
};
const busy = (untilMs: number | null, mode: 'away' | 'busy' = 'busy', extra = {}): State => {
  const state = start(undefined, extra);
  return { ...state, kept: { ...state.kept, status: { mode, emoji: '', text: '', untilMs } } };
};
const listReceived = (state: State, sentAtMs: number, more = {}): readonly string[] => {
  const message = { ...aMessage('m1', 9, { n: 1 }), sentAtMs, ...more };
  const { event, place: where } = framed(postedEvent(9, message), place('7-9', 1));
  return run(state, server(event, where)).effects.map(({ type }) => type);
};

describe('quiet hours', () => {
  it('ALERT-5: hold over midnight or within a day, by the clock of where they were chosen', () => {
    // There it is one hour later.
    expect(quietHoursEnd(HOURS, at('2026-03-04T20:59:59Z'))).toBeNull();
    expect(quietHoursEnd(HOURS, at('2026-03-04T21:00:00Z'))).toBe(at('2026-03-05T06:00:00Z'));
    expect(quietHoursEnd(HOURS, at('2026-03-05T05:59:59Z'))).toBe(at('2026-03-05T06:00:00Z'));
    expect(quietHoursEnd(HOURS, at('2026-03-05T06:00:00Z'))).toBeNull();
    const noon = { ...HOURS, from: 12 * 60, till: 13 * 60, east: -300 };
    expect(quietHoursEnd(noon, at('2026-03-05T17:30:00Z'))).toBe(at('2026-03-05T18:00:00Z'));
    expect(quietHoursEnd(noon, at('2026-03-05T18:30:00Z'))).toBeNull();
    expect([quietHoursEnd(null, NIGHT), quietHoursEnd(undefined, NIGHT)]).toEqual([null, null]);
  });

  it('ALERT-6: quiet hours that a user ended once start again at the next time', () => {
    const end = quietHoursEnd(HOURS, NIGHT) ?? 0;
    const ended = { ...HOURS, offUntilMs: end };
    expect(quietHoursEnd(ended, NIGHT + duration.HOUR)).toBeNull();
    expect(quietHoursEnd(ended, NIGHT + duration.DAY)).toBe(end + duration.DAY);
    expect(atPlace(HOURS, 60, NIGHT)).toEqual([HOURS.from, HOURS.till]);
    expect(atPlace(HOURS, -300, NIGHT)).toEqual([16 * 60, 60]);
  });

  it('ALERT-10: follow the clock of their zone over a change to daylight saving and back', () => {
    // Berlin sets its clock forward in the night to 29 March 2026 and back in the night to 25 October, at
    // 1:00 UTC.
    const berlin = { ...HOURS, zone: 'Europe/Berlin' };
    const ends = (from: string) => new Date(quietHoursEnd(berlin, at(from)) ?? 0).toISOString().slice(0, 16);
    expect(quietHoursEnd(berlin, at('2026-03-28T20:59:59Z'))).toBeNull();
    for (const moment of ['2026-03-28T21:00:00Z', '2026-03-29T00:59:59Z', '2026-03-29T01:00:01Z'])
      expect(ends(moment)).toBe('2026-03-29T05:00');
    expect(quietHoursEnd(berlin, at('2026-03-29T05:00:00Z'))).toBeNull();
    expect(quietHoursEnd(berlin, at('2026-03-29T20:00:00Z'))).toBe(at('2026-03-30T05:00:00Z'));
    expect(quietHoursEnd(berlin, at('2026-10-24T19:59:59Z'))).toBeNull();
    for (const moment of ['2026-10-24T20:00:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00.250Z'])
      expect(ends(moment)).toBe('2026-10-25T06:00');
    // The end at half past two is missing in one night and comes twice in the other.
    const short = { ...berlin, till: 150 };
    expect(quietHoursEnd(short, at('2026-03-29T00:30:00Z'))).toBeGreaterThanOrEqual(
      at('2026-03-29T01:00:00Z'),
    );
    expect(quietHoursEnd(short, at('2026-03-29T01:00:00Z'))).toBeNull();
    expect(quietHoursEnd(short, at('2026-10-25T00:10:00Z'))).toBe(at('2026-10-25T00:30:00Z'));
    expect(quietHoursEnd(short, at('2026-10-25T01:10:00Z'))).toBe(at('2026-10-25T01:30:00Z'));
    const kolkata = { ...HOURS, zone: 'Asia/Kolkata' };
    expect(quietHoursEnd(kolkata, at('2026-07-01T16:30:00Z'))).toBe(at('2026-07-02T01:30:00Z'));
  });

  it('ALERT-10: hours without a zone, or with an unknown one, use the distance from UTC', () => {
    for (const hours of [HOURS, { ...HOURS, zone: 'Moon/Tranquility' }]) {
      expect(quietHoursEnd(hours, at('2026-07-04T20:59:59Z'))).toBeNull();
      expect(quietHoursEnd(hours, at('2026-07-04T21:00:00Z'))).toBe(at('2026-07-05T06:00:00Z'));
    }
  });

  it('ALERT-10: elsewhere they are shown by the clock there, as it is at that moment', () => {
    const berlin = { ...HOURS, zone: 'Europe/Berlin' };
    expect(atPlace(berlin, 120, at('2026-07-04T12:00:00Z'))).toEqual([HOURS.from, HOURS.till]);
    expect(atPlace(berlin, 0, at('2026-07-04T12:00:00Z'))).toEqual([20 * 60, 5 * 60]);
    expect(atPlace(berlin, 0, at('2026-01-04T12:00:00Z'))).toEqual([21 * 60, 6 * 60]);
    expect(atPlace(berlin, 720, at('2026-01-04T12:00:00Z'))).toEqual([9 * 60, 18 * 60]);
    expect(atPlace(berlin, -720, at('2026-01-04T05:00:17Z'))).toEqual([9 * 60, 18 * 60]);
  });

  it('ALERT-5: messages during quiet hours do not alert, also not afterwards; unread counts as usual', () => {
    expect(listReceived(start(HOURS), NIGHT)).toEqual([]);
    expect(listReceived(start(HOURS), NIGHT + 12 * duration.HOUR)).toEqual(['sound', 'arrived']);
    expect(listReceived(start({ ...HOURS, offUntilMs: NIGHT + 1 }), NIGHT)).toEqual(['sound', 'arrived']);
    const message = { ...aMessage('m1', 9, { n: 1 }), sentAtMs: NIGHT };
    const { event, place: where } = framed(postedEvent(9, message), place('7-9', 1));
    expect(run(start(HOURS), server(event, where)).state.contacts.get(NINE)?.unread).toBe(1);
  });

  it('ALERT-5: mentions and answers are heard where one chose so, but where the chat is muted', () => {
    const mention = { at: [userId(7)] };
    expect(listReceived(start(HOURS), NIGHT, mention)).toEqual([]);
    const but = { ...HOURS, toMe: true };
    expect(listReceived(start(but), NIGHT)).toEqual([]);
    expect(listReceived(start(but), NIGHT, mention)).toEqual(['sound', 'arrived']);
    expect(listReceived(start(but, { isNotice: false }), NIGHT, mention)).toEqual([]);
  });

  it('ALERT-5: a request of that time is counted, and not heard', () => {
    const asks = server({ type: 'applicationReceived', friend: userId(8), pending: 1 } as never);
    const minute = local({ type: 'minuteTicked', minute: NIGHT / duration.MINUTE });
    const { state, effects } = run(start(HOURS), minute, asks);
    expect([state.totals.system, effects]).toEqual([1, []]);
    expect(run(start({ ...HOURS, offUntilMs: NIGHT + 1 }), minute, asks).effects).toEqual([
      { type: 'sound' },
    ]);
    expect(quietUntil(state)).toBe(at('2026-03-05T06:00:00Z'));
  });

  it('PRES-5: nothing alerts a user who does not want to be disturbed, also not afterwards', () => {
    const mention = { at: [userId(7)] };
    for (const message of [{}, mention]) expect(listReceived(busy(null), NIGHT, message)).toEqual([]);
    expect(listReceived(busy(NIGHT + 1), NIGHT)).toEqual([]);
    expect(listReceived(busy(NIGHT), NIGHT)).toEqual(['sound', 'arrived']);
    expect(listReceived(busy(null, 'away'), NIGHT)).toEqual(['sound', 'arrived']);
    const asks = server({ type: 'applicationReceived', friend: userId(8), pending: 1 } as never);
    expect(run(busy(null), asks).effects).toEqual([]);
    expect(run(busy(null, 'away'), asks).effects).toEqual([{ type: 'sound' }]);
    expect([busyNow(busy(null)), busyNow(busy(null, 'away'))]).toEqual([true, false]);
  });

  it('ALERT-5: client and server refuse malformed quiet hours', () => {
    expect(preferenceOf('quiet', HOURS)).toEqual({ name: 'quiet', value: HOURS });
    const there = { ...HOURS, zone: 'America/Argentina/Buenos_Aires' };
    expect(preferenceOf('quiet', there)).toEqual({ name: 'quiet', value: there });
    expect(preferenceOf('quiet', null)).toEqual({ name: 'quiet', value: null });
    for (const wrong of [
      { from: 1_440 },
      { from: -1 },
      { till: HOURS.from },
      { till: 7.5 },
      { east: 841 },
      { toMe: 'perhaps' },
      { offUntilMs: -1 },
      { from: undefined },
      { zone: '' },
      { zone: 7 },
      { zone: 'Europe/Ber lin' },
      { zone: `A${'b'.repeat(64)}` },
    ])
      expect(preferenceOf('quiet', { ...HOURS, ...wrong })).toBeNull();
  });

  it('ALERT-5: a mention in a followed thread of a muted group alerts, if mentions still may', () => {
    const group = facts('group-3', { position: aPosition('group-3'), isNotice: false, quiet: 'mentions' });
    const effectsOf = (toMe: boolean): readonly string[] => {
      const muted = signedIn([group]);
      const state = { ...muted, kept: { ...muted.kept, quiet: { ...HOURS, toMe } } };
      const message = { ...aMessage('m2', 9, { n: 2, root: 1, at: [userId(7)] }), sentAtMs: NIGHT };
      const { event, place: where } = framed(postedEvent('group-3', message), place('group-3', 2));
      const answer = { ...event, thread: { root: 1, count: 1, follows: true } } as typeof event;
      return run(state, server(answer, where)).effects.map(({ type }) => type);
    };
    expect([effectsOf(true), effectsOf(false)]).toEqual([['sound', 'arrived'], []]);
  });
});
