import type { Sound } from '../../domain/sounds.ts';
import { playOnce } from './ring.ts';

const NOTIFY_SOUND = '/static/voice/notify.mp3';

/**
 * The sound of a new message. Browsers let a page play sound only after a gesture, so the first one unlocks
 * it; before that, and if sound is refused, it stays silent.
 */
let audio: HTMLAudioElement | null = null;
let sounding = false;

export function armSound(): () => void {
  const unlock = () => {
    load();
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

function load(): void {
  if (audio !== null) return;
  audio = new Audio(NOTIFY_SOUND);
  audio.preload = 'auto';
  audio.load();
}

/** Also one that is chosen, to listen to it: by a gesture then. */
export function playSound(sound: Sound): void {
  // This code is loaded after the list: the first gesture may have been earlier.
  if ('userActivation' in navigator && navigator.userActivation.hasBeenActive) load();
  // A sound that is still playing covers both.
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
