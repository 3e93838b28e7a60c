/**
 * One voice at a time for the whole app: starting another stops the one before (MEDIA-4). The element
 * lives here, so that a message scrolled away goes on speaking.
 */
export interface Playing {
  /** What plays, by its message; null: silence. */
  readonly key: string | null;
  readonly atSec: number;
  /** Its sound could not be had. */
  readonly failed: string | null;
}

const SILENCE: Playing = { key: null, atSec: 0, failed: null };
const listeners = new Set<() => void>();
let now: Playing = SILENCE;
let audio: HTMLAudioElement | null = null;
let ended: (() => void) | null = null;

export const playing = (): Playing => now;

export function onPlaying(run: () => void): () => void {
  listeners.add(run);
  return () => listeners.delete(run);
}

function become(next: Playing): void {
  now = next;
  for (const run of listeners) run();
}

/** Plays from the start; the same key again stops. `after`: it was heard to its end. */
export function togglePlaying(key: string, src: string, after: (() => void) | null = null): void {
  const same = now.key === key;
  stopPlaying();
  if (same) return;
  audio ??= newAudio();
  ended = after;
  audio.src = src;
  become({ key, atSec: 0, failed: null });
  audio.play().catch(() => {
    // Stopped before it began is no failure.
    if (now.key === key) become({ key: null, atSec: 0, failed: key });
  });
}

export function stopPlaying(): void {
  if (now.key === null) return;
  become(SILENCE);
  ended = null;
  audio?.pause();
}

function newAudio(): HTMLAudioElement {
  const element = new Audio();
  element.addEventListener('timeupdate', () => {
    if (now.key !== null && Math.floor(element.currentTime) !== Math.floor(now.atSec)) become({ ...now, atSec: element.currentTime });
  });
  element.addEventListener('ended', () => {
    const after = ended;
    stopPlaying();
    after?.();
  });
  return element;
}
