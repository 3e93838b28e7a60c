import type { FileSource } from '../source.ts';
import { webmFacts } from '../webm-facts.ts';
import { heifParts, videoParts } from './boxes.ts';
import { gifParts } from './gif.ts';
import { jpegParts } from './jpeg.ts';
import { withPatches, fillBytes } from './parts.ts';
import type { Part } from './parts.ts';
import { pngParts } from './png.ts';
import { webpParts } from './webp.ts';

type Strip = (source: FileSource) => Promise<readonly Part[] | null>;

const BY_KIND: Readonly<Record<string, Strip>> = {
  'image/jpeg': jpegParts,
  'image/png': pngParts,
  'image/gif': gifParts,
  'image/webp': webpParts,
  'image/avif': heifParts,
  'image/heic': heifParts,
  'image/heif': heifParts,
  'image/heic-sequence': heifParts,
  'image/heif-sequence': heifParts,
};

/**
 * The file without metadata on place, time, device and author, in pieces; null if it has none. Pixels,
 * sounds, colours, motion and orientation stay unchanged (UP-SRV-11).
 */
export async function strippedParts(mime: string, source: FileSource): Promise<readonly Part[] | null> {
  const strip = BY_KIND[mime];
  if (strip) return strip(source);
  if (/webm|matroska/.test(mime)) return recordingParts(source);
  return isBoxed(mime) ? videoParts(source) : null;
}

/** Containers that are made of boxes (`mp4Facts`). */
export const isBoxed = (mime: string): boolean => /mp4|m4a|m4v|quicktime|3gpp/.test(mime);

const VOID = 0xec;

/** Tags become an empty element of the same length. */
async function recordingParts(source: FileSource): Promise<readonly Part[] | null> {
  const { tags = [] } = (await webmFacts(source)) ?? {};
  return withPatches(
    source.size,
    tags
      .filter(({ at, length }) => length >= 9 && at + length <= source.size)
      .map(({ at, length }) => ({ at, bytes: [voidHead(length - 9), ...fillBytes(length - 9)] })),
  );
}

/** Its length in eight bytes, of which the first marks that width. */
function voidHead(length: number): Uint8Array {
  const head = new Uint8Array(9);
  const view = new DataView(head.buffer);
  view.setUint8(0, VOID);
  view.setBigUint64(1, BigInt(length));
  view.setUint8(1, 1);
  return head;
}

const STEP = 256 * 1_024;

/** Writes the file without that metadata; false, without writing, if it has none. */
export async function writeStripped(
  mime: string,
  source: FileSource,
  write: (part: Uint8Array) => Promise<void>,
): Promise<boolean> {
  const parts = await strippedParts(mime, source);
  if (parts === null) return false;
  for (const part of parts) {
    if (part instanceof Uint8Array) {
      await write(part);
      continue;
    }
    for (let at = part.from; at < part.to; at += STEP)
      await write(await source.read(at, Math.min(STEP, part.to - at)));
  }
  return true;
}
