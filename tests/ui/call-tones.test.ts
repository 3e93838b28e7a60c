// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { playOnce, playTone } from '../../src/app/platform/ring.ts';
import { samplesOf, TONES, type ToneName } from '../../src/app/platform/tones.ts';

/** A browser that keeps a page silent until it was touched. */
class SilentAudio {
  static wakes = 0;
  static playing = 0;
  static isRunning = false;
  static readonly ends: (() => void)[] = [];
  readonly destination = {};
  resume = () => {
    SilentAudio.wakes += 1;
    SilentAudio.isRunning = true;
    return Promise.resolve();
  };
  suspend = () => {
    SilentAudio.isRunning = false;
    return Promise.resolve();
  };
  createBuffer = () => ({ copyToChannel: () => undefined });
  createBufferSource = () => ({
    connect: () => undefined,
    addEventListener: (_: string, end: () => void) => void SilentAudio.ends.push(end),
    start: () => void (SilentAudio.playing += 1),
    stop: () => void (SilentAudio.playing -= 1),
    disconnect: () => undefined,
  });
}

describe('tones of calls', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('CALLUI-17: a ring that the browser keeps back is asked for again with every touch, and ends with the ringing', () => {
    vi.stubGlobal('AudioContext', SilentAudio);
    const stop = playTone('incoming');
    expect([SilentAudio.playing, SilentAudio.wakes]).toEqual([1, 1]);
    dispatchEvent(new Event('keydown'));
    dispatchEvent(new Event('pointerdown'));
    expect(SilentAudio.wakes).toBe(3);
    stop();
    dispatchEvent(new Event('pointerdown'));
    expect([SilentAudio.playing, SilentAudio.wakes]).toEqual([0, 3]);
  });

  it('EFFECT-5: when the last of several tones has ended, the audio device is released', async () => {
    vi.stubGlobal('AudioContext', SilentAudio);
    const stop = playTone('incoming');
    const played = playOnce('end');
    await vi.waitFor(() => expect(SilentAudio.playing).toBe(2));
    stop();
    expect(SilentAudio.isRunning).toBe(true);
    SilentAudio.ends.at(-1)?.();
    await played;
    expect(SilentAudio.isRunning).toBe(false);
  });

  it('CALLUI-12: every tone is heard, never too loud, and silent at both ends', () => {
    for (const name of Object.keys(TONES) as ToneName[]) {
      const samples = samplesOf(name, 8_000);
      expect(samples).toHaveLength(Math.round(TONES[name].sec * 8_000));
      const loudest = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      expect(loudest).toBeGreaterThan(0.05);
      expect(loudest).toBeLessThanOrEqual(1);
      expect(Math.abs(samples[0] ?? 1)).toBeLessThan(0.01);
      expect(Math.abs(samples.at(-1) ?? 1)).toBeLessThan(0.02);
    }
  });
});
