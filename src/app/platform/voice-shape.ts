import { whenIdle } from './time.ts';

/**
 * Loudness of each part of a voice message, from 0 to 1; null until it is known, and if this browser cannot
 * read it.
 */
export type VoiceShape = readonly number[] | null;

const PARTS = 40;
/** The most voice shapes in the cache. */
const KEPT_MAX = 200;
/** A decoder needs a rate; this one suffices for loudness. */
const RATE_HZ = 8_000;

const shapes = new Map<string, VoiceShape>();
const listeners = new Set<() => void>();

export const voiceShape = (name: string): VoiceShape => shapes.get(name) ?? null;

export function onVoiceShape(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Reads a drawn voice message once, while the page is idle (MEDIA-14); the returned function cancels it. */
export function wantVoiceShape(name: string, read: () => Promise<ArrayBuffer>): () => void {
  if (shapes.has(name) || typeof OfflineAudioContext === 'undefined') return () => undefined;
  return whenIdle(() => void learn(name, read));
}

async function learn(name: string, read: () => Promise<ArrayBuffer>): Promise<void> {
  if (shapes.has(name)) return;
  shapes.set(name, null);
  for (const oldest of shapes.keys()) {
    if (shapes.size <= KEPT_MAX) break;
    shapes.delete(oldest);
  }
  try {
    const sound = await new OfflineAudioContext(1, 1, RATE_HZ).decodeAudioData(await read());
    shapes.set(name, loudness(sound.getChannelData(0)));
  } catch {
    return;
  }
  for (const listener of listeners) listener();
}

/** The loudest part is 1: a quiet voice has a shape, too. */
export function loudness(samples: Float32Array, parts = PARTS): readonly number[] {
  const size = Math.max(1, Math.floor(samples.length / parts));
  const levels = Array.from({ length: parts }, (_, part) => {
    const piece = samples.subarray(part * size, (part + 1) * size);
    return Math.sqrt(piece.reduce((sum, value) => sum + value * value, 0) / Math.max(1, piece.length));
  });
  const most = Math.max(...levels);
  // A file may contain invalid numbers: no wave is better than a wrong one.
  return levels.map((value) => (most > 0 && Number.isFinite(most) ? value / most : 0));
}

/** A minute of a voice message is a tenth of it; decoded it is many times as large. */
const READ_MAX_BYTES = 4_194_304;

export async function fetchSound(address: string): Promise<ArrayBuffer> {
  const answer = await fetch(address);
  const bytes = Number(answer.headers.get('content-length'));
  if (!answer.ok || bytes > READ_MAX_BYTES) {
    await answer.body?.cancel();
    throw new Error(answer.ok ? `${bytes} bytes` : `${answer.status}`);
  }
  return answer.arrayBuffer();
}
