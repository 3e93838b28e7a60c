import { eachBox, sizeInTrack } from './mp4-facts.ts';
import { u32, u32le } from './source.ts';
import type { FileSource } from './source.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Maximum pictures in an icon. */
const PICTURES_MAX = 256;
const PNG = 0x89504e47;

/** Pictures that the decoder of the server does not know, by their own heads; null for others. */
export async function pictureSize(mime: string, source: FileSource): Promise<Size | null> {
  if (mime === 'image/bmp') return validSize(bitmap(await source.read(14, 16)));
  if (mime === 'image/avif') return sequence(source);
  return mime === 'image/x-icon' ? icon(source) : null;
}

/** No header of a track is longer. */
const TRACK_HEAD_MAX = 256;

/** A moving picture has its size in the header of its track; a still one has no track. */
async function sequence(source: FileSource): Promise<Size | null> {
  let size: Size | null = null;
  await eachBox(source, async (type, from, to) => {
    if (type === 'moov' || type === 'trak') return 'inside';
    if (type === 'tkhd' && to - from <= TRACK_HEAD_MAX)
      size ??= validSize(sizeInTrack(await source.read(from, to - from)));
    return 'next';
  });
  return size;
}

/** The head of a bitmap; in the oldest its numbers are half as long. */
function bitmap(head: Uint8Array): Size {
  const size = u32le(head, 0);
  if (size === 12) return { width: u32le(head, 4) & 0xffff, height: u32le(head, 4) >>> 16 };
  // Rows from top to bottom have a negative height.
  return { width: u32le(head, 4) | 0, height: Math.abs(u32le(head, 8) | 0) };
}

/** The largest of its pictures, by their own headers: the directory before them is unreliable. */
async function icon(source: FileSource): Promise<Size | null> {
  const head = await source.read(0, 6);
  let largest: Size | null = null;
  for (let i = 0; i < Math.min((head[4] ?? 0) + (head[5] ?? 0) * 256, PICTURES_MAX); i += 1) {
    const entry = await source.read(6 + i * 16, 16);
    const size = validSize(await pictureIn(source, u32le(entry, 12)));
    if (size && (!largest || size.width * size.height > largest.width * largest.height)) largest = size;
  }
  return largest;
}

async function pictureIn(source: FileSource, at: number): Promise<Size> {
  const head = (await source.read(at, 24)).slice();
  if (u32(head, 0) === PNG) return { width: u32(head, 16), height: u32(head, 20) };
  // Points and their mask, one below the other.
  const { width, height } = bitmap(head);
  return { width, height: Math.floor(height / 2) };
}

const validSize = (size: Size): Size | null => (size.width > 0 && size.height > 0 ? size : null);
