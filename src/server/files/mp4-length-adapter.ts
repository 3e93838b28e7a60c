import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

export interface Mp4Facts {
  readonly durationSec: number | null;
  /** As shown, after turning. */
  readonly width: number;
  readonly height: number;
}

/** Boxes that hold boxes, on the way to what is read here. */
const INSIDE: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia', 'moof', 'traf']);
/** No box that is read here is longer, and nobody's file has more of them. */
const BODY_MAX = 4 * 1_024 * 1_024;
const BOXES_MAX = 100_000;

interface Found {
  movieSec: number;
  /** Units in a second, of the track that is being read, and of each by its number. */
  track: number;
  readonly scales: Map<number, number>;
  readonly ends: Map<number, number>;
  fragment: { track: number; base: number; perSample: number };
  width: number;
  height: number;
}

/** Length and size of a video from its own tables, and of what recorders write in fragments from those. */
export async function mp4Facts(path: string): Promise<Mp4Facts> {
  const handle = await open(path, 'r');
  const found: Found = {
    movieSec: 0,
    track: 0,
    scales: new Map(),
    ends: new Map(),
    fragment: { track: 0, base: 0, perSample: 0 },
    width: 0,
    height: 0,
  };
  try {
    await walk(handle, (await handle.stat()).size, found);
  } finally {
    await handle.close();
  }
  let longest = found.movieSec;
  for (const [track, end] of found.ends) longest = Math.max(longest, end / (found.scales.get(track) || 1));
  return { durationSec: longest > 0 ? longest : null, width: found.width, height: found.height };
}

/** Every box one after the other; those that hold boxes are simply gone into. */
async function walk(handle: FileHandle, size: number, found: Found): Promise<void> {
  for (let at = 0, boxes = 0; at + 8 <= size && boxes < BOXES_MAX; boxes += 1) {
    const head = Buffer.alloc(16);
    await handle.read(head, 0, 16, at);
    const type = head.toString('latin1', 4, 8);
    const [short, long] = [head.readUInt32BE(0), Number(head.readBigUInt64BE(8))];
    const [start, length] = short === 1 ? [16, long] : [8, short === 0 ? size - at : short];
    if (length < start) return;
    if (INSIDE.has(type)) {
      at += start;
      continue;
    }
    const read = READERS[type];
    if (read && length <= BODY_MAX) {
      const body = Buffer.alloc(Math.min(length - start, size - at - start));
      await handle.read(body, 0, body.length, at + start);
      try {
        read(body, found);
      } catch {
        // Shorter than it says: what it would have told stays unknown.
      }
    }
    at += length;
  }
}

/** Of `mvhd` and `mdhd`: units in a second, and the length in them. */
const times = (body: Buffer): readonly [number, number] =>
  body[0] === 1
    ? [body.readUInt32BE(20), Number(body.readBigUInt64BE(24))]
    : [body.readUInt32BE(12), body.readUInt32BE(16)];

const READERS: Readonly<Record<string, (body: Buffer, found: Found) => void>> = {
  mvhd: (body, found) => {
    const [scale, length] = times(body);
    if (scale > 0 && length < 0xffffffff) found.movieSec = length / scale;
  },
  tkhd: (body, found) => {
    const shift = body[0] === 1 ? 12 : 0;
    found.track = body.readUInt32BE(12 + (shift === 0 ? 0 : 8));
    const matrix = 40 + shift;
    const [width, height] = [body.readUInt32BE(matrix + 36) >>> 16, body.readUInt32BE(matrix + 40) >>> 16];
    const turned = body.readInt32BE(matrix) === 0 && body.readInt32BE(matrix + 4) !== 0;
    if (width * height > found.width * found.height)
      [found.width, found.height] = turned ? [height, width] : [width, height];
  },
  mdhd: (body, found) => {
    const [scale, length] = times(body);
    found.scales.set(found.track, scale);
    if (length < 0xffffffff) later(found, found.track, length);
  },
  tfhd: (body, found) => {
    const flags = body.readUIntBE(1, 3);
    const skipped = (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0);
    found.fragment = {
      track: body.readUInt32BE(4),
      base: 0,
      perSample: flags & 8 ? body.readUInt32BE(8 + skipped) : 0,
    };
  },
  tfdt: (body, found) => {
    found.fragment.base = body[0] === 1 ? Number(body.readBigUInt64BE(4)) : body.readUInt32BE(4);
    later(found, found.fragment.track, found.fragment.base);
  },
  trun: (body, found) => {
    const flags = body.readUIntBE(1, 3);
    const samples = body.readUInt32BE(4);
    const first = 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0);
    const step = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length;
    let length = 0;
    for (let i = 0; i < Math.min(samples, BODY_MAX); i += 1)
      length += flags & 0x100 ? body.readUInt32BE(first + i * step) : found.fragment.perSample;
    later(found, found.fragment.track, found.fragment.base + length);
  },
};

const later = (found: Found, track: number, end: number): void =>
  void found.ends.set(track, Math.max(found.ends.get(track) ?? 0, end));
