// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { armSound, playSound } from '../../src/app/platform/sound.ts';

afterEach(() => vi.unstubAllGlobals());

it('EFFECT-5: a sound that is still heard is not begun anew', () => {
  const begun: number[] = [];
  class Sound {
    paused = true;
    currentTime = 0;
    load(): void {}
    play(): Promise<void> {
      this.paused = false;
      begun.push(begun.length);
      return Promise.resolve();
    }
  }
  const made: Sound[] = [];
  vi.stubGlobal('Audio', function audio() {
    const sound = new Sound();
    made.push(sound);
    return sound;
  });
  armSound('/sound.mp3');
  dispatchEvent(new Event('pointerdown'));
  playSound();
  playSound();
  expect(begun).toHaveLength(1);
  for (const sound of made) sound.paused = true;
  playSound();
  expect(begun).toHaveLength(2);
});
