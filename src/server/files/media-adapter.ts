import { fileTypeFromFile } from 'file-type';
import { parseFile } from 'music-metadata';
import { open } from 'node:fs/promises';
import sharp from 'sharp';
import type { OverlayOptions } from 'sharp';
import { type Ground, groundFor } from '../../domain/ground.ts';
import { uploadLimits as limits } from '../../domain/limits.ts';
import type { Media, MediaFacts, Tile } from '../../ports/files.ts';
import { Turns } from '../kernel/turns.ts';
import type { ContainerFacts } from './container-facts.ts';
import { mp4Facts } from './mp4-facts.ts';
import { pictureSize } from './picture-size.ts';
import { type FileSource, windowed } from './source.ts';
import { isBoxed, writeStripped } from './strip/strip.ts';
import { isText } from './text-head.ts';
import { HUES, type Place, placesOf } from './tile-places.ts';
import { webmFacts } from './webm-facts.ts';

/** Picture types that browsers show and that cannot contain scripts; SVG is excluded. */
const PICTURES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/bmp',
  'image/avif',
  'image/x-icon',
]);
const DOCUMENTS = /^application\/(?:pdf|rtf|x-cfb|msword|vnd\.(?:openxmlformats|ms-|oasis)[\w.+-]*)$/;
const DECODED = { limitInputPixels: limits.decodedPixelsMax } as const;
/** Behind a transparent picture of a user, which is shown on surfaces of any colour. */
const GROUNDS: Readonly<Record<Ground, string>> = { light: '#ffffff', dark: '#0d1210', middle: '#757575' };
const NOTHING: MediaFacts = {
  kind: 'other',
  mime: 'application/octet-stream',
  ext: '',
  width: 0,
  height: 0,
  durationSec: null,
};

/** Decoding takes processor and memory from all users: nearly one picture at a time (UP-SRV-10). */
const decoding = new Turns(limits.decodedAtOnce, limits.decodedWaitingMax);

export const nodeMedia: Media = {
  look: async (scratch) => {
    const detected = await fileTypeFromFile(scratch).catch(() => undefined);
    if (!detected) return NOTHING;
    const mime = mimeOf(detected.mime);
    const plain = { ...NOTHING, mime, ext: mime === 'image/png' ? 'png' : detected.ext };
    const isPicture = PICTURES.has(mime);
    if (isPicture || /^(?:audio|video)\//.test(mime) || mime === 'application/ogg') {
      // Text may begin like a file of the format that it describes.
      if (await withSource(scratch, isText)) return NOTHING;
      return isPicture ? picture(scratch, plain) : sounding(scratch, plain);
    }
    return DOCUMENTS.test(mime) ? { ...plain, kind: 'document' } : plain;
  },
  strip: (scratch, mime, write) => withSource(scratch, (source) => writeStripped(mime, source, write)),
  square: (scratch, size) =>
    decoding.execute(async () => {
      const square = sharp(scratch, DECODED).rotate().resize(size, size, { fit: 'cover' });
      const points = await square.clone().ensureAlpha().toColourspace('srgb').raw().toBuffer();
      const background = GROUNDS[groundFor(points) ?? 'light'];
      return square.flatten({ background }).webp({ quality: 86 }).toBuffer();
    }),
  fit: (scratch, size) =>
    decoding.execute(async () => {
      const { data, info } = await sharp(scratch, DECODED)
        .rotate()
        .resize(size, size, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80 })
        .toBuffer({ resolveWithObject: true });
      return { bytes: data, width: info.width, height: info.height };
    }),
  compose: (tiles, size) => decoding.execute(() => composed(tiles, size)),
};

/** Drops parameters; animated pictures of this kind are shown like the others. */
function mimeOf(contentType: string): string {
  const [mime = ''] = contentType.split(';', 1);
  return mime === 'image/apng' ? 'image/png' : mime;
}

async function composed(tiles: readonly Tile[], size: number): Promise<Uint8Array> {
  const places = placesOf(tiles.length, size);
  const overlap = tiles.length === 2;
  const parts: OverlayOptions[] = [];
  for (const [i, tile] of tiles.entries()) {
    const place = places[i] ?? { left: 0, top: 0, width: size, height: size };
    const { left, top, width } = place;
    const image = await tileImage(tile, place);
    if (overlap && i > 0)
      parts.push({ input: roundedSquare(size, left - GAP, width + 2 * GAP), blend: 'dest-out' });
    parts.push({ input: overlap ? await rounded(image, width) : image, left, top });
  }
  const ground = {
    create: { width: size, height: size, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  };
  return sharp(ground).composite(parts).webp({ quality: 86 }).toBuffer();
}

/** Between pictures that overlap, in px of the whole. */
const GAP = 6;
/** Corners of pictures that overlap, close to those of an avatar. */
const ROUNDING = 0.26;

/** A mask: a square on the diagonal of a larger one. */
function roundedSquare(size: number, from: number, side: number): Buffer {
  const square = `<rect x="${from}" y="${from}" width="${side}" height="${side}" rx="${side * ROUNDING}"/>`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${square}</svg>`,
  );
}

const rounded = (image: Buffer, side: number): Promise<Buffer> =>
  sharp(image)
    .composite([{ input: roundedSquare(side, 0, side), blend: 'dest-in' }])
    .png()
    .toBuffer();

/** Its first bytes may be false: content the decoder cannot read counts as a plain file (UP-SRV-4). */
async function picture(scratch: string, plain: MediaFacts): Promise<MediaFacts> {
  try {
    const own = await withSource(scratch, (source) => pictureSize(plain.mime, source));
    if (own) return { ...plain, kind: 'image', ...own };
    const { width, height, orientation = 1 } = await sharp(scratch, { limitInputPixels: false }).metadata();
    const isRotated = orientation >= 5;
    return { ...plain, kind: 'image', width: isRotated ? height : width, height: isRotated ? width : height };
  } catch {
    return { ...plain, mime: NOTHING.mime };
  }
}

/**
 * A container without a video track is audio (protocol 5.5); its length comes from the file itself
 * (UP-SRV-5).
 */
async function sounding(scratch: string, plain: MediaFacts): Promise<MediaFacts> {
  const facts = await contained(scratch, plain.mime).catch(() => null);
  if (!facts || (!facts.hasVideo && !facts.hasSound)) return { ...plain, mime: NOTHING.mime };
  const kind = facts.hasVideo ? 'video' : 'audio';
  const name = plain.mime.slice(plain.mime.indexOf('/') + 1).replace(/^x-m4a$/, 'mp4');
  const { durationSec, width, height } = facts;
  return { ...plain, kind, mime: `${kind}/${name}`, durationSec, width, height };
}

/** Streamed recordings are measured by their own tables: the tag reader gives up on them. */
async function contained(scratch: string, mime: string): Promise<ContainerFacts | null> {
  if (/webm|matroska/.test(mime)) return withSource(scratch, webmFacts);
  if (isBoxed(mime)) return withSource(scratch, mp4Facts);
  const { format } = await parseFile(scratch, { duration: true, skipCovers: true });
  const video = format.trackInfo.find((one) => one.video)?.video;
  // Without a frame the reader finds no length (UP-SRV-3).
  const durationSec = format.duration || null;
  return {
    hasVideo: durationSec !== null && (format.hasVideo ?? video !== undefined),
    hasSound: durationSec !== null,
    durationSec,
    width: video?.displayWidth ?? video?.pixelWidth ?? 0,
    height: video?.displayHeight ?? video?.pixelHeight ?? 0,
  };
}

const tileImage = (tile: Tile, { width, height }: Pick<Place, 'width' | 'height'>): Promise<Buffer> =>
  'picture' in tile
    ? sharp(tile.picture, DECODED).resize(width, height, { fit: 'cover' }).png().toBuffer()
    : drawInitials(tile.initials, tile.hue, width, height);

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function drawInitials(initials: string, hue: number, width: number, height: number): Promise<Buffer> {
  const words = initials.replace(/[&<>"]/g, (character) => ESCAPED[character] ?? '').replace(/\p{C}/gu, '');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${HUES[hue % HUES.length] ?? ''}"/>
<text x="50%" y="50%" dy=".35em" text-anchor="middle" font-family="sans-serif" font-weight="600" font-size="${Math.min(width, height) * 0.42}" fill="#fff">${words}</text></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** Opens a file of this machine for as long as `work` reads it. */
async function withSource<T>(path: string, work: (source: FileSource) => Promise<T>): Promise<T> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    return await work(
      windowed({
        size,
        read: async (at, length) => {
          const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
          return buffer.subarray(0, bytesRead);
        },
      }),
    );
  } finally {
    await handle.close();
  }
}
