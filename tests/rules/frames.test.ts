import { describe, expect, it } from 'vitest';
import { pacedFrames } from '../../src/client/browser/frames-adapter.ts';
import { drawingLimits } from '../../src/client/state/limits.ts';

/** A page with manual time: frames every 16 ms, and draws that take a given time. */
function page({ visible = true } = {}) {
  let nowMs = 0;
  const due: { readonly atMs: number; readonly run: () => void }[] = [];
  const schedule = (run: () => void, delayMs: number) => void due.push({ atMs: nowMs + delayMs, run });
  const next = pacedFrames({
    nowMs: () => nowMs,
    visible: () => visible,
    frame: (run) => schedule(run, 16),
    later: schedule,
    afterPaint: (run) => schedule(run, 0),
  });
  return {
    next,
    takes: (ms: number) => {
      nowMs += ms;
    },
    now: () => nowMs,
    /** Runs everything that is due, in its time. */
    settle: () => {
      for (;;) {
        const first = due.toSorted((a, b) => a.atMs - b.atMs)[0];
        if (first === undefined) return;
        due.splice(due.indexOf(first), 1);
        nowMs = Math.max(nowMs, first.atMs);
        first.run();
      }
    },
  };
}

/** The time of the second draw after a first one of this length. */
function restAfter(tookMs: number): number {
  const { next, takes, now, settle } = page();
  next(() => takes(tookMs));
  settle();
  const askedMs = now();
  let ranMs = -1;
  next(() => {
    ranMs = now();
  });
  settle();
  return ranMs - askedMs - 16;
}

describe('frames of the page', () => {
  it('STORE-14: quick drawing waits for the next frame only', () => {
    expect(restAfter(drawingLimits.longMs)).toBe(0);
  });

  it('STORE-14: slow drawing is followed by a longer rest, up to a limit', () => {
    expect(restAfter(80)).toBe(80 * drawingLimits.restTimes);
    expect(restAfter(5_000)).toBe(drawingLimits.restMaxMs);
  });

  it('STORE-14: a hidden page has no frames, and rests for nothing', () => {
    const { next, now, settle } = page({ visible: false });
    let ran = false;
    next(() => {
      ran = true;
    });
    settle();
    expect([ran, now()]).toEqual([true, 0]);
  });
});
