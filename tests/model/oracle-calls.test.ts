import { expect, it } from 'vitest';
import { callWords, expectedMayCall, OracleCall } from '../../simulator/oracle/calls.ts';

const tabs = new Map([
  ['a', 1],
  ['a2', 1],
  ['b', 2],
  ['b2', 2],
]);
const begun = (rest: Partial<ConstructorParameters<typeof OracleCall>[0]> = {}) =>
  new OracleCall({
    caller: 1,
    callee: 2,
    video: false,
    from: 'a',
    isMobile: false,
    tabs,
    engaged: null,
    away: 'here',
    unsaid: null,
    ...rest,
  });
const shown = (call: OracleCall) =>
  [...tabs.keys()].map((tab) => call.shown(tab)?.end ?? call.shown(tab)?.stage ?? null);

it('SIM-31: a call rings everywhere, is taken by one device, and ends for the two that talk', () => {
  const call = begun();
  expect(shown(call)).toEqual(['calling', null, 'ringing', 'ringing']);
  call.taken('b2');
  expect(shown(call)).toEqual(['talking', null, null, 'talking']);
  expect([...tabs.keys()].every((tab) => call.engages(tab))).toBe(true);
  call.hungUp('b2', 2, 61);
  expect(shown(call)).toEqual(['hungUp', null, null, 'hungUp']);
  expect([...tabs.keys()].some((tab) => call.engages(tab))).toBe(false);
  expect(call.record()).toMatchObject({ code: 906, callTime: 61 });
  expect(call.told(1).at(-1)).toBe('hangup 906 61 通话时长 01:01');
  expect(call.told(2).at(-1)).toBe('otherOpt 906 61 通话时长 01:01');
});

it('SIM-31: before anybody talks the code says who ended it', () => {
  const [refused, cancelled, late] = [begun(), begun(), begun()];
  refused.hungUp('b', 2, 0);
  cancelled.hungUp('a', 1, 0);
  late.unanswered('server');
  expect(shown(refused)).toEqual(['refused', null, 'refused', null]);
  expect(shown(cancelled)).toEqual(['cancelled', null, 'missed', 'missed']);
  expect(shown(late)).toEqual(['noAnswer', null, 'missed', 'missed']);
  expect([refused, cancelled, late].map((call) => call.record().code)).toEqual([903, 902, 905]);
});

it('SIM-31: a user in a call is busy; an absent user, or one who allows no calls, is away', () => {
  expect(shown(begun({ engaged: 'b' }))).toEqual(['busy', null, null, null]);
  const away = begun({ away: 'unheard' });
  expect(shown(away)).toEqual(['offline', null, null, null]);
  expect([away.told(2), away.record().reason]).toEqual([[], 'offline']);
  expect(begun({ unsaid: 'deviceDenied' }).isKept()).toBe(false);
});

it('SIM-31: the oracle predicts which users a user may call, and the text of a call', () => {
  const at = { contact: '2', isKnown: true, engaged: true, rings: false };
  expect([at, { ...at, rings: true }, { ...at, contact: '-1' }].map(expectedMayCall)).toEqual([
    'busyElsewhere',
    null,
    'group',
  ]);
  expect(callWords(906, 3_725, true)).toBe('通话时长 1:02:05');
});

it('SIM-37: a call keeps ringing when a page leaves, and rings on a new page, too', () => {
  const call = begun();
  call.left('b');
  expect(shown(call)).toEqual(['calling', null, null, 'ringing']);
  call.ringsAt('b');
  call.taken('b');
  expect(shown(call)).toEqual(['talking', null, 'talking', null]);
  const regretted = begun({ unsaid: 'cancelled' });
  expect([shown(regretted), regretted.isKept()]).toEqual([['cancelled', null, null, null], false]);
});
