import { expect, it } from 'vitest';
import { nextSpeaker, NO_SPEAKER, speakerLimits, type Loudness } from '../../src/domain/speaker.ts';

/** Returns the speaker after each half second, by the levels of that moment. */
function speakers(
  moments: readonly Readonly<Record<string, number>>[],
  stepMs = 500,
): readonly (string | null)[] {
  const levels = new Map<string, Loudness>();
  let state = NO_SPEAKER;
  return moments.map((moment, at) => {
    const atMs = 10_000 + at * stepMs;
    for (const [device, level] of Object.entries(moment)) levels.set(device, { level, atMs });
    state = nextSpeaker(state, levels, atMs);
    return state.speaker;
  });
}

it('GCALL-16: the loudest device speaks, and another takes over only after it stays louder', () => {
  expect(
    speakers([
      { a: 0, b: 0 },
      { a: 0.1, b: 0 },
      { a: 0.1, b: 0.3 },
      { a: 0.1, b: 0 },
      { b: 0.3 },
      { b: 0.3 },
    ]),
  ).toEqual([null, 'a', 'a', 'a', 'a', 'b']);
});

it('GCALL-16: a pause ends nothing, silence and missing levels do', () => {
  const silence = Array.from({ length: 7 }, () => ({ a: 0.001 }));
  expect(speakers([{ a: 0.1 }, ...silence])).toEqual(['a', 'a', 'a', 'a', 'a', 'a', null, null]);
  expect(speakers([{ a: 0.1 }, ...Array.from({ length: 9 }, () => ({ b: 0 }))]).at(-1)).toBeNull();
});

it('GCALL-16: a device that left speaks no longer', () => {
  const state = nextSpeaker(NO_SPEAKER, new Map([['a', { level: 0.5, atMs: 0 }]]), 0);
  expect([state.speaker, nextSpeaker(state, new Map(), 1).speaker]).toEqual(['a', null]);
  expect(speakerLimits.takeOverMs).toBeLessThan(speakerLimits.silentMs);
});
