import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mediaProblemOf } from '../../src/client/browser/media/media-problem.ts';
import { createQualityWatch, flowOf, qualityOf } from '../../src/client/browser/media/quality-watch.ts';

const nothing = (): void => undefined;

type Entry = Readonly<Record<string, unknown>>;

/** A connection whose statistics the test sets. */
function watched() {
  let entries: readonly Entry[] = [];
  const far = { sends: true };
  const reports: string[] = [];
  const levels: (readonly [number, number])[] = [];
  const connection = {
    getStats: () => Promise.resolve(new Map(entries.map((entry, at) => [at, entry]))),
  } as unknown as RTCPeerConnection;
  const watch = createQualityWatch(connection, {
    changed: (quality) => void reports.push(quality),
    picture: (comes) => void reports.push(comes ? 'picture' : 'no picture'),
    expectsMedia: () => far.sends,
    flow: (comes) => void reports.push(comes ? 'comes' : 'stopped'),
    level: (own, other) => void levels.push([own, other]),
  });
  return {
    far,
    watch,
    reports,
    levels,
    /** One look. */
    look: async (next: readonly Entry[]) => {
      entries = next;
      await vi.advanceTimersByTimeAsync(500);
      return reports.splice(0);
    },
  };
}

const sound = (packetsReceived: number, packetsLost = 0): Entry => ({
  type: 'inbound-rtp',
  kind: 'audio',
  packetsReceived,
  packetsLost,
  framesReceived: 99,
});
const video = (packetsReceived: number, framesReceived: number): Entry => ({
  type: 'inbound-rtp',
  kind: 'video',
  packetsReceived,
  framesReceived,
});
const pair = (currentRoundTripTime: number, responsesReceived = 0): Entry => ({
  type: 'candidate-pair',
  nominated: true,
  currentRoundTripTime,
  responsesReceived,
});

const loud = (entry: Entry, totalAudioEnergy: number, totalSamplesDuration: number) => ({
  ...entry,
  totalAudioEnergy,
  totalSamplesDuration,
  audioLevel: 0.9,
});

describe('a connection that is watched', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('CALL-26: is judged every second look by what came since the last judgement', async () => {
    const { look } = watched();
    expect(await look([sound(50)])).toEqual([]);
    expect(await look([sound(100)])).toEqual(['good', 'no picture']);
    expect(await look([sound(150, 3)])).toEqual([]);
    // 4 of 100 since then, although 4 of 200 in all.
    expect(await look([sound(196, 4)])).toEqual(['fair', 'no picture']);
    await look([sound(250, 10)]);
    expect(await look([sound(286, 14)])).toEqual(['poor', 'no picture']);
    await look([sound(300, 14)]);
    expect(await look([sound(386, 14)])).toEqual(['good', 'no picture']);
  });

  it('CALL-26: counts sound and picture together, the time of the path in use, and only frames of a picture', async () => {
    const { look } = watched();
    await look([
      sound(10),
      video(5, 1),
      { ...pair(9), nominated: false },
      { type: 'outbound-rtp', packetsReceived: 1_000, packetsLost: 1_000 },
    ]);
    expect(await look([sound(20), video(10, 2), pair(0.1)])).toEqual(['good', 'picture']);
    await look([sound(30), video(12, 2), pair(0.1)]);
    expect(await look([sound(40), video(14, 2), pair(0.4)])).toEqual(['fair', 'no picture']);
    await look([sound(50), video(16, 3)]);
    expect(await look([sound(60), video(18, 3), pair(0.7)])).toEqual(['poor', 'picture']);
  });

  it('CALL-45: three checks without data report a stop once, no quality, and then the return', async () => {
    const { look } = watched();
    await look([sound(10)]);
    await look([sound(20)]);
    expect([await look([sound(20)]), await look([sound(20)])]).toEqual([[], ['good', 'no picture']]);
    expect(await look([sound(20)])).toEqual(['stopped']);
    expect([await look([sound(20)]), await look([sound(20)])]).toEqual([[], []]);
    expect((await look([sound(21)]))[0]).toBe('comes');
  });

  it('CALL-45: a side without devices is there while it answers, gone after four seconds', async () => {
    const { look, far } = watched();
    await look([sound(10)]);
    far.sends = false;
    const flow = async (answered: number) =>
      (await look([sound(10), pair(0.1, answered)])).filter((word) => word === 'stopped' || word === 'comes');
    for (let at = 0; at < 20; at += 1) expect(await flow(Math.floor(at / 5))).toEqual([]);
    const later: (readonly string[])[] = [];
    for (let at = 0; at < 8; at += 1) later.push(await flow(3));
    expect(later.flat()).toEqual(['stopped']);
    expect(await flow(4)).toEqual(['comes']);
  });

  it('GCALL-16: reports how loud both sides were since the last look', async () => {
    const { watch, levels, look } = watched();
    const source = { type: 'media-source', kind: 'audio' };
    await look([loud(source, 0, 1), loud(sound(1), 0, 1)]);
    await look([loud(source, 0.02, 1.5), loud(sound(2), 0.08, 1.5)]);
    // A browser without energy, and one without any level.
    await look([{ ...source, audioLevel: 0.3 }, sound(3)]);
    watch.stop();
    expect(levels.map((pair) => pair.map((level) => Math.round(level * 100)))).toEqual([
      [0, 0],
      [20, 40],
      [30, 0],
    ]);
  });

  it('CALL-26: says nothing any more once it was stopped, also of a look that was under way, and lives through one that fails', async () => {
    const { watch, reports, look } = watched();
    await look([sound(10)]);
    watch.stop();
    await look([sound(20)]);
    await look([sound(30)]);
    expect([reports, vi.getTimerCount()]).toEqual([[], 0]);
    let answer: (stats: unknown) => void = nothing;
    const changed = vi.fn();
    const late = createQualityWatch(
      { getStats: () => new Promise((resolve) => (answer = resolve)) } as unknown as RTCPeerConnection,
      { changed, picture: changed, flow: changed, level: nothing, expectsMedia: () => true },
    );
    for (let at = 0; at < 2; at += 1) {
      await vi.advanceTimersByTimeAsync(500);
      if (at === 1) late.stop();
      answer(new Map());
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(changed).not.toHaveBeenCalled();
    const broken = createQualityWatch(
      { getStats: () => Promise.reject(new Error('closed')) } as unknown as RTCPeerConnection,
      { changed, picture: changed, flow: changed, level: nothing, expectsMedia: () => true },
    );
    await vi.advanceTimersByTimeAsync(2_000);
    broken.stop();
    expect(changed).not.toHaveBeenCalled();
  });
});

it('CALL-26: fair from above 3 % lost or 300 ms, poor from above 8 % or 600 ms', () => {
  const zero = { received: 0, losses: 0, frames: 0, roundTripSec: 0 };
  const losing = (lost: number, roundTripSec = 0) =>
    qualityOf(zero, { received: 1_000 - lost, losses: lost, frames: 0, roundTripSec });
  expect([losing(0), losing(30), losing(31), losing(80), losing(81)]).toEqual([
    'good',
    'good',
    'fair',
    'fair',
    'poor',
  ]);
  expect([losing(0, 0.3), losing(0, 0.31), losing(0, 0.6), losing(0, 0.61)]).toEqual([
    'good',
    'fair',
    'fair',
    'poor',
  ]);
  expect(qualityOf({ ...zero, received: 50, losses: 50 }, { ...zero, received: 40, losses: 60 })).toBe(
    'poor',
  );
  expect(qualityOf(zero, zero)).toBe('good');
});

it('CALL-45: before the first packet nothing has stopped; who answers the questions of the connection is silent, not gone', () => {
  const start = { received: 0, answered: 0, dryLooks: 0, isArriving: true };
  expect(flowOf(start, { received: 0, answered: 3 })).toEqual({
    received: 0,
    answered: 3,
    dryLooks: 0,
    isArriving: true,
  });
  let flow = flowOf(start, { received: 5, answered: 1 });
  const comes = [1, 1, 1, 1, 2].map(
    (answered) => (flow = flowOf(flow, { received: 5, answered })).isArriving,
  );
  expect(comes).toEqual([true, true, false, false, true]);
  expect(flow.dryLooks).toBe(5);
});

it.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['NotReadableError', 'inUse'],
  ['AbortError', 'inUse'],
  ['TypeError', 'unsupported'],
])('CALL-38: the browser’s %s means %s', (name, problem) => {
  expect(mediaProblemOf(Object.assign(new Error('x'), { name }))).toBe(problem);
  expect(mediaProblemOf(name)).toBe('unsupported');
});
