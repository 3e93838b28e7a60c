import { isMoving } from './moving-picture.ts';

/** Facts about a file before it is sent: its shape and length. */
export interface LocalFacts {
  readonly width: number;
  readonly height: number;
  /** Seconds; 0 for what does not play. */
  readonly durationSec: number;
  /** A picture that moves. */
  readonly moves?: boolean;
}

const NOTHING: LocalFacts = { width: 0, height: 0, durationSec: 0 };
const factsByBlob = new WeakMap<Blob, LocalFacts>();

/** Earlier measurements, so that a bubble has its size at once. */
export const measuredFacts = (body: Blob): LocalFacts => factsByBlob.get(body) ?? NOTHING;

export const rememberFacts = (body: Blob, facts: LocalFacts): void => void factsByBlob.set(body, facts);

/** Measures a picture or video; returns empty facts for other kinds and for unsupported formats. */
export async function measure(body: Blob): Promise<LocalFacts> {
  const address = URL.createObjectURL(body);
  try {
    const facts = body.type.startsWith('image/')
      ? { ...(await pictureFacts(address)), moves: await isMoving(body) }
      : body.type.startsWith('video/')
        ? await videoFacts(address)
        : NOTHING;
    rememberFacts(body, facts);
    return facts;
  } catch {
    return NOTHING;
  } finally {
    URL.revokeObjectURL(address);
  }
}

async function pictureFacts(address: string): Promise<LocalFacts> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  return { width: picture.naturalWidth, height: picture.naturalHeight, durationSec: 0 };
}

async function videoFacts(address: string): Promise<LocalFacts> {
  const video = document.createElement('video');
  video.preload = 'metadata';
  video.muted = true;
  await new Promise<void>((resolve, reject) => {
    video.addEventListener('loadedmetadata', () => resolve(), { once: true });
    video.addEventListener('error', () => reject(new Error('unreadable')), { once: true });
    video.src = address;
  });
  // An unfinished recording reports no length.
  const durationSec = Number.isFinite(video.duration) ? video.duration : 0;
  return { width: video.videoWidth, height: video.videoHeight, durationSec };
}
