// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { samplesOf } from '../../src/app/platform/tones.ts';
import { contactId } from '../../src/domain/ids.ts';
import { ownSound, soundOf, SOUNDS, type Sounds, withSound } from '../../src/domain/sounds.ts';
import { preferenceOf } from '../../src/wire/kept.ts';
import { armSound, playSound } from '../../src/app/platform/sound.ts';

afterEach(() => vi.unstubAllGlobals());

it('EFFECT-5: a sound that still plays is not started again', () => {
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
  armSound();
  dispatchEvent(new Event('pointerdown'));
  playSound('standard');
  playSound('standard');
  expect(begun).toHaveLength(1);
  for (const sound of made) sound.paused = true;
  playSound('standard');
  expect(begun).toHaveLength(2);
});

it('EFFECT-4: a gesture from before the code of sounds was here unlocks them', async () => {
  vi.resetModules();
  const late = await import('../../src/app/platform/sound.ts');
  const play = vi.fn(() => Promise.resolve());
  vi.stubGlobal('Audio', function audio() {
    return { paused: true, currentTime: 0, load: () => undefined, play };
  });
  const before = Object.create(navigator) as Navigator;
  Object.defineProperty(before, 'userActivation', { value: { hasBeenActive: true, isActive: false } });
  vi.stubGlobal('navigator', before);
  late.playSound('standard');
  expect(play).toHaveBeenCalledOnce();
});

const [BERT, TEAM] = [contactId(9), contactId('group-3')];

it('ALERT-7: a chat has the general sound until it gets another one, for a limited number of chats', () => {
  const all: Sounds = { all: 'bell', chats: [] };
  const one = withSound(all, BERT, 'none', 2);
  expect([soundOf(one, BERT), soundOf(one, TEAM), soundOf(one, null)]).toEqual(['none', 'bell', 'bell']);
  expect(withSound(withSound(one, BERT, 'drop', 2), BERT, null, 2)).toEqual(all);
  const many = withSound(withSound(one, TEAM, 'wood', 2), contactId(8), 'drop', 2);
  expect([ownSound(many, BERT), ownSound(many, TEAM), many.chats.length]).toEqual([null, 'wood', 2]);
});

it('ALERT-7: client and server refuse malformed sounds', () => {
  const sounds: Sounds = { all: 'bell', chats: [{ id: BERT, sound: 'none' }] };
  expect(preferenceOf('sounds', sounds)).toEqual({ name: 'sounds', value: sounds });
  const many = Array.from({ length: 101 }, (_, at) => ({ id: String(at + 1), sound: 'drop' }));
  for (const wrong of [{ all: 'bang' }, { chats: many }, { chats: [{ id: 'x', sound: 'drop' }] }])
    expect(preferenceOf('sounds', { ...sounds, ...wrong })).toBeNull();
});

it('ALERT-7: the sounds that the app makes are short, and none is like another', () => {
  const made = SOUNDS.flatMap((name) => (name === 'standard' || name === 'none' ? [] : [name]));
  const events = made.map((name) => samplesOf(name, 8_000));
  expect(events.every(({ length }) => length > 1_000 && length < 10_000)).toBe(true);
  expect(new Set(events.map((samples) => samples.slice(0, 4_000).join())).size).toBe(made.length);
});
