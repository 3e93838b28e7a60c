import { type Ground, groundFor } from '../../domain/ground.ts';

/** Writing keeps its colour at this size, and a large picture takes no time. */
const SAMPLE_PX = 64;
const REMEMBERED_MAX = 500;

/** Grounds by address, the newest last. */
const cache = new Map<string, Promise<Ground | null>>();

/** The ground that a loaded picture needs (MEDIA-18); null also where the browser cannot read its points. */
export function groundOf(picture: HTMLImageElement): Promise<Ground | null> {
  const address = picture.currentSrc;
  const ground = cache.get(address) ?? sampled(picture).catch(() => null);
  cache.delete(address);
  cache.set(address, ground);
  for (const oldest of cache.keys()) {
    if (cache.size <= REMEMBERED_MAX) break;
    cache.delete(oldest);
  }
  return ground;
}

async function sampled(picture: HTMLImageElement): Promise<Ground | null> {
  const { naturalWidth, naturalHeight } = picture;
  const scale = Math.min(1, SAMPLE_PX / Math.max(naturalWidth, naturalHeight));
  const [width, height] = [naturalWidth, naturalHeight].map((side) => Math.max(1, Math.round(side * scale)));
  const small = await createImageBitmap(picture, { resizeWidth: width, resizeHeight: height });
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [small.width, small.height];
  const brush = canvas.getContext('2d', { willReadFrequently: true });
  brush?.drawImage(small, 0, 0);
  small.close();
  return brush === null ? null : groundFor(brush.getImageData(0, 0, canvas.width, canvas.height).data);
}
