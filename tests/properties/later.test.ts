import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { EMPTY } from '../../src/client/state/empty.ts';
import { isLaterStale, scheduledOf } from '../../src/client/state/later.ts';
import { reduce } from '../../src/client/state/reduce.ts';
import type { State } from '../../src/client/state/state.ts';
import { contactId, messageId, userId, userStream } from '../../src/domain/ids.ts';
import { timesToRemind, timesToSend } from '../../src/app/screens/conversation/later/times.ts';
import { laterLimits as limits } from '../../src/domain/message-limits.ts';
import { runs } from '../support/runs.ts';

const ME = userId(7);
const STREAM = userStream(ME);
const self = {
  id: ME,
  account: 'seven',
  realname: '',
  avatar: '',
  email: '',
  motto: '',
  sex: 0,
  isAuth: false,
  role: 0,
} as const;
const START = reduce(EMPTY, { kind: 'local', event: { type: 'signedIn', self } }).state;

const readReceived = (state: State, seq: number): State =>
  reduce(state, {
    kind: 'server',
    framed: { event: { type: 'laterChanged' }, place: { stream: STREAM, seq }, atSec: 0 },
    origin: 'live',
  }).state;
/** The list at that position: one message for each change before it. */
const answered = (state: State, seq: number): State =>
  reduce(state, {
    kind: 'local',
    event: {
      type: 'laterLoaded',
      seq,
      scheduled: Array.from({ length: seq }, (_, n) => ({
        id: messageId(String(n)),
        to: contactId(9),
        dueMs: n,
        failed: false,
      })),
      reminders: [],
    },
  }).state;

it('LATER-5: in any order of answers and frames what is shown is right, or known to be old', () => {
  const step = fc.oneof(fc.constant('frame' as const), fc.constant('again' as const), fc.nat({ max: 12 }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let [state, frames] = [START, 0];
      for (const what of steps) {
        if (what === 'frame') state = readReceived(state, (frames += 1));
        else if (what === 'again') state = frames > 0 ? readReceived(state, frames) : state;
        else state = answered(state, what);
        // A list that is up to date has at least the messages of the known changes.
        if (!isLaterStale(state)) expect(scheduledOf(state).length).toBeGreaterThanOrEqual(frames);
        else expect(state.later?.list?.seq ?? -1).toBeLessThan(Math.max(frames, 1));
      }
      expect(scheduledOf(answered(state, frames)).length).toBe(frames);
      expect(isLaterStale(answered(state, frames))).toBe(false);
    }),
    { numRuns: runs(200) },
  );
});

it('LATER-6, LATER-9: offered times are always in the future, in order, and accepted by the server', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_600_000_000_000, max: 2_000_000_000_000 }), (now) => {
      for (const times of [timesToSend(now), timesToRemind(now)]) {
        const all = times.map(({ atMs }) => atMs);
        for (const atMs of all) {
          expect(atMs).toBeGreaterThan(now + limits.aheadMinMs);
          expect(atMs).toBeLessThan(now + limits.aheadMaxMs);
        }
        expect(all).toEqual(all.toSorted((a, b) => a - b));
      }
    }),
  );
});
