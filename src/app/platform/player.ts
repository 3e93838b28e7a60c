import { attachLimits } from './limits.ts';
import { readSetting, writeSetting } from './settings.ts';

/**
 * One voice message at a time for the whole app: starting another stops the previous one (MEDIA-4). The
 * element is outside the rows, so that playback continues when the message is scrolled away.
 */
export interface Playing {
  /** The message that plays; null: silence. */
  readonly key: string | null;
  readonly atSec: number;
  /** Stopped positions of others, in seconds: the next press continues there. */
  readonly places: ReadonlyMap<string, number>;
  /** The message whose audio failed to load. */
  readonly failed: string | null;
  readonly rate: PlaybackRate;
}

export const RATES = [1, 1.5, 2] as const;
export type PlaybackRate = (typeof RATES)[number];

const RATE_KEY = 'voice-rate';
const storedRate = (): PlaybackRate => RATES.find((one) => String(one) === readSetting(RATE_KEY)) ?? 1;

const listeners = new Set<() => void>();
let now: Playing = { key: null, atSec: 0, places: new Map(), failed: null, rate: storedRate() };
let audio: HTMLAudioElement | null = null;
let ended: (() => void) | null = null;

export const playing = (): Playing => now;

export function onPlaying(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function become(next: Omit<Playing, 'rate' | 'places'>, places = now.places): void {
  now = { rate: storedRate(), places, ...next };
  for (const listener of listeners) listener();
}

/** Continues from the last position; the same key again pauses. `after`: called at the end. */
export function togglePlaying(key: string, src: string, after: (() => void) | null = null): void {
  const same = now.key === key;
  stopPlaying();
  if (!same) begin(key, src, now.places.get(key) ?? 0, after);
}

/** Seeks to a position in seconds; starts playback there if it was silent. */
export function playFrom(key: string, src: string, sec: number, after: (() => void) | null = null): void {
  if (now.key !== key || audio === null) {
    stopPlaying();
    return begin(key, src, sec, after);
  }
  audio.currentTime = sec;
  become({ key, atSec: sec, failed: null });
}

function begin(key: string, src: string, sec: number, after: (() => void) | null): void {
  audio ??= newAudio();
  ended = after;
  audio.src = src;
  audio.playbackRate = storedRate();
  if (sec > 0) audio.currentTime = sec;
  become({ key, atSec: sec, failed: null });
  audio.play().catch(() => {
    // Stopping before it began is not a failure.
    if (now.key === key) become({ key: null, atSec: 0, failed: key });
  });
}

/** Stored on the device for all voice messages. */
export function setRate(rate: PlaybackRate): void {
  writeSetting(RATE_KEY, String(rate));
  if (audio !== null) audio.playbackRate = rate;
  become({ key: now.key, atSec: now.atSec, failed: now.failed });
}

/** Pauses what plays; its place stays until the page is loaded again (MEDIA-15). */
export function stopPlaying(isOver = false): void {
  if (now.key === null) return;
  const places = new Map(now.places);
  places.delete(now.key);
  if (!isOver && audio !== null) places.set(now.key, audio.currentTime);
  const newest = [...places].slice(-attachLimits.voicePlacesMax);
  become({ key: null, atSec: 0, failed: null }, new Map(newest));
  ended = null;
  audio?.pause();
}

/** Pauses the sound of messages when a call rings or begins. Streams of calls and muted videos go on. */
export function pauseForCall(): void {
  stopPlaying();
  for (const video of document.querySelectorAll('video'))
    if (video.srcObject === null && !video.muted) video.pause();
}

function newAudio(): HTMLAudioElement {
  const element = new Audio();
  element.addEventListener('timeupdate', () => {
    if (now.key !== null && Math.floor(element.currentTime) !== Math.floor(now.atSec))
      become({ key: now.key, atSec: element.currentTime, failed: now.failed });
  });
  // Also while it plays: the address ran out, or the network or the decoder stopped.
  element.addEventListener('error', () => {
    const { key } = now;
    if (key === null) return;
    stopPlaying();
    become({ key: null, atSec: 0, failed: key });
  });
  element.addEventListener('ended', () => {
    const after = ended;
    stopPlaying(true);
    after?.();
  });
  return element;
}
