import { expect, it } from 'vitest';
import { Voices } from '../../src/server/forwarding/voices.ts';

const [VOICE, ROOM, SHOUT] = [30, 70, 15] as const;

/** Sends a packet of each level for some time; returns the packets that were forwarded, by the device. */
function speak(voices: Voices, levels: readonly number[], fromMs: number, ms: number) {
  const counts = levels.map(() => 0);
  for (let atMs = fromMs; atMs < fromMs + ms; atMs += 20)
    levels.forEach((level, no) => {
      if (voices.take(`device-${no}`, level, atMs) !== null) counts[no] = (counts[no] ?? 0) + 1;
    });
  return counts;
}
/** Five that have no place at first. */
const isSpeaking = (no: number) => no >= 20 && no < 25;
const thirty = (level: (no: number) => number) => Array.from({ length: 30 }, (_, no) => level(no));

it('GCALL-30: the unit forwards eight sounds, and a new one from its first packet', () => {
  const voices = new Voices();
  const silent = speak(
    voices,
    thirty(() => ROOM),
    0,
    2_000,
  );
  expect(silent.map((count) => count > 0)).toEqual(thirty((no) => no).map((no) => no < 8));
  const spoken = speak(
    voices,
    thirty((no) => (isSpeaking(no) ? VOICE : ROOM)),
    2_000,
    1_000,
  );
  expect(spoken.slice(20, 25)).toEqual([50, 50, 50, 50, 50]);
  expect(spoken.filter((count) => count > 1)).toHaveLength(8);
  // They keep their places in a pause, and when others begin.
  speak(
    voices,
    thirty(() => ROOM),
    3_000,
    900,
  );
  const later = speak(
    voices,
    thirty((no) => (no >= 20 && no < 28 ? VOICE : ROOM)),
    3_900,
    1_000,
  );
  expect(later.slice(20, 28)).toEqual([50, 50, 50, 50, 50, 50, 50, 50]);
});

it('GCALL-30: a louder sound replaces a loud one within 60 ms; equals do not take turns', () => {
  const voices = new Voices();
  const noisy = speak(
    voices,
    thirty((no) => (no < 12 ? 50 : 127)),
    0,
    4_000,
  );
  expect(noisy.filter((count) => count === 200)).toHaveLength(8);
  const [shouted = 0] = speak(voices, [...thirty((no) => (no < 12 ? 50 : 127)), SHOUT], 4_000, 1_000).slice(
    -1,
  );
  expect(shouted).toBeGreaterThanOrEqual(47);
  voices.remove('device-30');
  expect(voices.take('device-12', VOICE, 5_000)).toBe(1);
});
