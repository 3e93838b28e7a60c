/**
 * The sound of a new message. Browsers let a page speak only after a gesture, so the first one
 * unlocks it; before that, and where sound is refused, nothing happens.
 */
let audio: HTMLAudioElement | null = null;

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

export function playSound(): void {
  // One that is still heard says it for both.
  if (audio === null || !audio.paused) return;
  audio.currentTime = 0;
  // Refused while the page has had no gesture or the file is missing: silence is right then.
  audio.play().catch(() => undefined);
}

export function vibrate(ms: number): void {
  if ('vibrate' in navigator) navigator.vibrate(ms);
}
