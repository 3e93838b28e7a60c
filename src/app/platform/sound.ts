import type { Sound } from '../../domain/sounds.ts';
import { playOnce } from './ring.ts';

/**
 * The sound of a new message. Browsers let a page speak only after a gesture, so the first one
 * unlocks it; before that, and where sound is refused, nothing happens.
 */
let audio: HTMLAudioElement | null = null;
let sounding = false;

export function armSound(source: string): () => void {
  const unlock = () => {
    audio ??= new Audio(source);
    audio.preload = 'auto';
    audio.load();
    disarm();
  };
  const disarm = () => {
    removeEventListener('pointerdown', unlock, true);
    removeEventListener('keydown', unlock, true);
  };
  addEventListener('pointerdown', unlock, true);
  addEventListener('keydown', unlock, true);
  return disarm;
}

/** Also one that is chosen, to listen to it: by a gesture then. */
export function playSound(sound: Sound): void {
  // One that is still heard says it for both.
  if (sound === 'none' || audio === null || !audio.paused || sounding) return;
  if (sound === 'standard') {
    audio.currentTime = 0;
    // Refused while the page has had no gesture or the file is missing: silence is right then.
    audio.play().catch(() => undefined);
    return;
  }
  sounding = true;
  playOnce(sound)
    .catch(() => undefined)
    .finally(() => (sounding = false));
}

export function vibrate(ms: number): void {
  if ('vibrate' in navigator) navigator.vibrate(ms);
}
