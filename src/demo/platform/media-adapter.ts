import { fileTypeFromBlob } from 'file-type';
import type { Media, MediaFacts, Tile } from '../../ports/files.ts';
import { windowed } from '../../server/files/source.ts';
import { writeStripped } from '../../server/files/strip/strip.ts';
import { HUES, type Place, placesOf } from '../../server/files/tile-places.ts';
import type { Scratch } from './files-adapter.ts';

const PICTURES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/bmp',
  'image/avif',
]);
const DOCUMENTS = /^application\/(?:pdf|rtf|x-cfb|msword|vnd\.(?:openxmlformats|ms-|oasis)[\w.+-]*)$/;
const NOTHING: MediaFacts = {
  kind: 'other',
  mime: 'application/octet-stream',
  ext: '',
  width: 0,
  height: 0,
  durationSec: null,
};

/** What files are, by the page's own decoders. */
export const createDemoMedia = (scratch: Scratch): Media => ({
  look: async (name) => {
    const file = scratch.get(name);
    const detected = file && (await fileTypeFromBlob(file).catch(() => undefined));
    if (!file || !detected) return NOTHING;
    const mime = detected.mime.split(';', 1)[0] ?? '';
    const plain = { ...NOTHING, mime, ext: detected.ext };
    if (PICTURES.has(mime)) return picture(file, plain);
    if (/^(?:audio|video)\//.test(mime) || mime === 'application/ogg') return sounding(file, plain);
    return DOCUMENTS.test(mime) ? { ...plain, kind: 'document' } : plain;
  },
  strip: async (name, mime, write) => {
    const file = scratch.get(name);
    if (!file) throw new Error('no such file');
    const read = async (at: number, length: number) =>
      new Uint8Array(await file.slice(at, at + length).arrayBuffer());
    return writeStripped(mime, windowed({ size: file.size, read }), write);
  },
  square: async (name, size) => {
    const file = scratch.get(name);
    if (!file) throw new Error('no such file');
    const canvas = new OffscreenCanvas(size, size);
    draw(canvas, await createImageBitmap(file), { left: 0, top: 0, width: size, height: size });
    return bytesOf(canvas);
  },
  fit: async (name, size) => {
    const file = scratch.get(name);
    if (!file) throw new Error('no such file');
    const image = await createImageBitmap(file);
    const scale = Math.min(1, size / Math.max(image.width, image.height));
    const [width, height] = [Math.round(image.width * scale), Math.round(image.height * scale)];
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
    return { bytes: await bytesOf(canvas), width, height };
  },
  compose: async (tiles, size) => {
    const canvas = new OffscreenCanvas(size, size);
    const places = placesOf(tiles.length, size);
    for (const [i, tile] of tiles.entries())
      await drawTile(canvas, tile, places[i] ?? { left: 0, top: 0, width: size, height: size });
    return bytesOf(canvas);
  },
});

async function picture(file: Blob, plain: MediaFacts): Promise<MediaFacts> {
  try {
    const { width, height } = await createImageBitmap(file);
    return { ...plain, kind: 'image', width, height };
  } catch {
    return { ...plain, mime: NOTHING.mime };
  }
}

/** Recordings of browsers do not say how long they are: then the sound itself is measured. */
async function sounding(file: Blob, plain: MediaFacts): Promise<MediaFacts> {
  const element = document.createElement('video');
  const address = URL.createObjectURL(file);
  const loaded = await new Promise<boolean>((resolve) => {
    element.addEventListener('loadedmetadata', () => resolve(true));
    element.addEventListener('error', () => resolve(false));
    element.src = address;
  });
  URL.revokeObjectURL(address);
  if (!loaded) return { ...plain, mime: NOTHING.mime };
  const { videoWidth: width, videoHeight: height, duration } = element;
  const kind = width > 0 ? 'video' : 'audio';
  const durationSec = Number.isFinite(duration) ? duration : await soundSeconds(file);
  return {
    ...plain,
    kind,
    mime: `${kind}/${plain.mime.slice(plain.mime.indexOf('/') + 1)}`,
    width,
    height,
    durationSec,
  };
}

async function soundSeconds(file: Blob): Promise<number | null> {
  try {
    return (await new OfflineAudioContext(1, 1, 8_000).decodeAudioData(await file.arrayBuffer())).duration;
  } catch {
    return null;
  }
}

/** Cut to a square from the middle. */
/** Fills a place with the middle of a picture. */
function draw(canvas: OffscreenCanvas, image: ImageBitmap, { left, top, width, height }: Place): void {
  const scale = Math.min(image.width / width, image.height / height);
  const [w, h] = [width * scale, height * scale];
  const [x, y] = [(image.width - w) / 2, (image.height - h) / 2];
  canvas.getContext('2d')?.drawImage(image, x, y, w, h, left, top, width, height);
}

async function drawTile(canvas: OffscreenCanvas, tile: Tile, place: Place): Promise<void> {
  if ('picture' in tile)
    return draw(canvas, await createImageBitmap(new Blob([new Uint8Array(tile.picture)])), place);
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const { left, top, width, height } = place;
  pen.fillStyle = HUES[tile.hue % HUES.length] ?? '';
  pen.fillRect(left, top, width, height);
  pen.fillStyle = '#fff';
  pen.font = `600 ${Math.min(width, height) * 0.42}px sans-serif`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(tile.initials, left + width / 2, top + height * 0.53);
}

const bytesOf = async (canvas: OffscreenCanvas): Promise<Uint8Array> =>
  new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp', quality: 0.86 })).arrayBuffer());
