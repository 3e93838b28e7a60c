import { fileTypeFromFile } from 'file-type';
import { parseFile } from 'music-metadata';
import type { IAudioMetadata } from 'music-metadata';
import sharp from 'sharp';
import type { OverlayOptions } from 'sharp';
import { uploadLimits as limits } from '../../domain/limits.ts';
import type { Media, MediaFacts, Tile } from '../../ports/files.ts';
import { mp4Facts } from './mp4-length-adapter.ts';
import { Turns } from '../kernel/turns.ts';
import { HUES, placesOf } from './tile-places.ts';
import { webmLength } from './webm-length-adapter.ts';

/** Pictures that browsers show and that cannot hold a script; a drawing in text form is none of them. */
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
const NOTHING: MediaFacts = {
  kind: 'other',
  mime: 'application/octet-stream',
  ext: '',
  width: 0,
  height: 0,
  durationSec: null,
};

/** Decoding takes processor and memory of everybody: one picture after another, or nearly (UP-SRV-10). */
const decoding = new Turns(limits.decodedAtOnce, limits.decodedWaitingMax);

export const nodeMedia: Media = {
  look: async (scratch) => {
    const found = await fileTypeFromFile(scratch).catch(() => undefined);
    if (!found) return NOTHING;
    const mime = found.mime.split(';', 1)[0] ?? '';
    const plain = { ...NOTHING, mime, ext: found.ext };
    if (PICTURES.has(mime)) return picture(scratch, plain);
    if (/^(?:audio|video)\//.test(mime) || mime === 'application/ogg') return sounding(scratch, plain);
    return DOCUMENTS.test(mime) ? { ...plain, kind: 'document' } : plain;
  },
  square: (scratch, size) =>
    decoding.run(() =>
      sharp(scratch, DECODED).rotate().resize(size, size, { fit: 'cover' }).webp({ quality: 86 }).toBuffer(),
    ),
  fit: (scratch, size) =>
    decoding.run(async () => {
      const { data, info } = await sharp(scratch, DECODED)
        .rotate()
        .resize(size, size, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80 })
        .toBuffer({ resolveWithObject: true });
      return { bytes: data, width: info.width, height: info.height };
    }),
  compose: (tiles, size) => decoding.run(() => composed(tiles, size)),
};

async function composed(tiles: readonly Tile[], size: number): Promise<Uint8Array> {
  const places = placesOf(tiles.length, size);
  const parts: OverlayOptions[] = [];
  for (const [i, tile] of tiles.entries()) {
    const place = places[i] ?? { left: 0, top: 0, size };
    parts.push({ input: await tileImage(tile, place.size), left: place.left, top: place.top });
  }
  const ground = {
    create: { width: size, height: size, channels: 3 as const, background: { r: 226, g: 229, b: 232 } },
  };
  return sharp(ground).composite(parts).webp({ quality: 86 }).toBuffer();
}

/**
 * Its first bytes may lie: what the decoder cannot read is no picture, and is given as a file only
 * (UP-SRV-4).
 */
async function picture(scratch: string, plain: MediaFacts): Promise<MediaFacts> {
  // Icons are unknown to the decoder, and harmless.
  if (plain.mime === 'image/x-icon' || plain.mime === 'image/bmp') return { ...plain, kind: 'image' };
  try {
    const { width, height, orientation = 1 } = await sharp(scratch, { limitInputPixels: false }).metadata();
    const turned = orientation >= 5;
    return { ...plain, kind: 'image', width: turned ? height : width, height: turned ? width : height };
  } catch {
    return { ...plain, mime: NOTHING.mime };
  }
}

/**
 * A container without a video track is audio (protocol 5.5); its length comes from the file itself
 * (UP-SRV-5).
 */
async function sounding(scratch: string, plain: MediaFacts): Promise<MediaFacts> {
  let found: IAudioMetadata;
  try {
    found = await parseFile(scratch, { duration: true, skipCovers: true });
  } catch {
    return { ...plain, mime: NOTHING.mime };
  }
  const { format } = found;
  const video = format.hasVideo ?? format.trackInfo.some((track) => track.video !== undefined);
  const track = format.trackInfo.find((one) => one.video)?.video;
  const known = {
    durationSec: format.duration ?? null,
    width: track?.displayWidth ?? track?.pixelWidth ?? 0,
    height: track?.displayHeight ?? track?.pixelHeight ?? 0,
  };
  const measured = await measure(scratch, plain.mime).catch(() => null);
  // The head of a file may say little; what its parts say counts when it is more.
  const durationSec = Math.max(known.durationSec ?? 0, measured?.durationSec ?? 0) || null;
  const mime = `${video ? 'video' : 'audio'}/${plain.mime.slice(plain.mime.indexOf('/') + 1).replace(/^x-m4a$/, 'mp4')}`;
  return {
    ...plain,
    kind: video ? 'video' : 'audio',
    mime,
    durationSec,
    width: known.width || (measured?.width ?? 0),
    height: known.height || (measured?.height ?? 0),
  };
}

const NO_SIZE = { width: 0, height: 0 };

/** Containers whose length the reader of tags does not find, or takes from one track alone. */
async function measure(
  scratch: string,
  mime: string,
): Promise<{ readonly durationSec: number | null; readonly width: number; readonly height: number } | null> {
  if (/webm|matroska/.test(mime)) return { durationSec: await webmLength(scratch), ...NO_SIZE };
  return /mp4|m4a|m4v|quicktime|3gpp/.test(mime) ? mp4Facts(scratch) : null;
}

const tileImage = (tile: Tile, size: number): Promise<Buffer> =>
  'picture' in tile
    ? sharp(tile.picture, DECODED).resize(size, size, { fit: 'cover' }).png().toBuffer()
    : drawn(tile.initials, tile.hue, size);

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function drawn(initials: string, hue: number, size: number): Promise<Buffer> {
  const words = initials.replace(/[&<>"]/g, (character) => ESCAPED[character] ?? '').replace(/\p{C}/gu, '');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="100%" height="100%" fill="${HUES[hue % HUES.length] ?? ''}"/>
<text x="50%" y="50%" dy=".35em" text-anchor="middle" font-family="sans-serif" font-weight="600" font-size="${size * 0.42}" fill="#fff">${words}</text></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
