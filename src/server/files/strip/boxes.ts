import { eachBox } from '../mp4-facts.ts';
import { ascii, latin, u16, u32 } from '../source.ts';
import type { FileSource } from '../source.ts';
import { EMPTY_EXIF } from './exif.ts';
import { fillBytes, withPatches } from './parts.ts';
import type { Part } from './parts.ts';

interface Patch {
  readonly at: number;
  readonly bytes: readonly Uint8Array[];
}

/** Metadata about a recording: place, device, notes of programs. */
const WORDS: ReadonlySet<string> = new Set(['udta', 'meta', 'uuid']);
const INSIDE: ReadonlySet<string> = new Set(['moov', 'trak']);

/**
 * Boxes with metadata about the recording become free space of the same length: the tables of a video contain
 * positions of its pictures in the file (UP-SRV-11).
 */
export async function videoParts(source: FileSource): Promise<readonly Part[] | null> {
  const patches: Patch[] = [];
  await eachBox(source, async (type, from, to, start) => {
    if (INSIDE.has(type)) return 'inside';
    if (WORDS.has(type)) {
      patches.push({ at: start + 4, bytes: [ascii('free')] });
      patches.push({ at: from, bytes: fillBytes(to - from) });
    }
    return 'next';
  });
  return withPatches(source.size, patches);
}

/** No head of a picture is longer, and none has more parts. */
const HEAD_MAX = 4 * 1_024 * 1_024;
const ITEMS_MAX = 4_096;

/** Empties Exif data and texts of pictures in such a container in place (UP-SRV-11). */
export async function heifParts(source: FileSource): Promise<readonly Part[] | null> {
  const patches: Patch[] = [];
  const heads: { readonly at: number; readonly to: number }[] = [];
  let movieEnd = 0;
  await eachBox(source, async (type, from, to, start) => {
    // A moving picture has the tables of a video.
    if (type === 'moov') movieEnd = to;
    if (INSIDE.has(type)) return 'inside';
    const isInMovie = start < movieEnd;
    if (type === 'meta' && !isInMovie) heads.push({ at: from, to });
    if (isInMovie ? WORDS.has(type) : type === 'uuid') {
      patches.push({ at: start + 4, bytes: [ascii('free')] });
      patches.push({ at: from, bytes: fillBytes(to - from) });
    }
    return 'next';
  });
  for (const { at, to } of heads)
    if (to - at <= HEAD_MAX) patches.push(...emptied(await source.read(at, to - at), at));
  return withPatches(source.size, patches);
}

interface Head {
  readonly words: Map<number, 'exif' | 'text'>;
  readonly places: Map<number, readonly Place[]>;
  /** Start of data inside the head, measured from the start of the file. */
  inner: number;
}
interface Place {
  readonly isInner: boolean;
  readonly at: number;
  readonly length: number;
}

function emptied(meta: Uint8Array, start: number): readonly Patch[] {
  const head: Head = { words: new Map(), places: new Map(), inner: 0 };
  for (const [type, from, to] of boxesIn(meta, 4, meta.byteLength)) {
    if (type === 'iinf') readItems(meta, from, to, head);
    if (type === 'iloc') readPlaces(meta, from, to, head);
    if (type === 'idat') head.inner = start + from;
  }
  return [...head.words].flatMap(([id, kind]) =>
    (head.places.get(id) ?? []).map(({ isInner, at, length }, nth) => ({
      at: isInner ? head.inner + at : at,
      bytes: kind === 'text' ? fillBytes(length, 0x20) : nothing(length, nth === 0),
    })),
  );
}

/** Exif data begins with how far away its directory is. */
function nothing(length: number, isFirst: boolean): readonly Uint8Array[] {
  const begin = Uint8Array.of(0, 0, 0, 0, ...EMPTY_EXIF);
  if (!isFirst || length < begin.byteLength) return fillBytes(length);
  return [begin, ...fillBytes(length - begin.byteLength)];
}

function* boxesIn(bytes: Uint8Array, from: number, to: number): Generator<[string, number, number]> {
  for (let at = from; at + 8 <= to;) {
    const length = u32(bytes, at);
    if (length < 8) return;
    yield [latin(bytes, at + 4, 4), at + 8, Math.min(to, at + length)];
    at += length;
  }
}

function readItems(bytes: Uint8Array, from: number, to: number, { words }: Head): void {
  const first = from + 4 + (bytes[from] === 0 ? 2 : 4);
  for (const [type, at] of boxesIn(bytes, first, to)) {
    const version = bytes[at] ?? 0;
    if (type !== 'infe' || version < 2 || words.size >= ITEMS_MAX) continue;
    const wide = version > 2;
    const kind = latin(bytes, at + (wide ? 10 : 8), 4);
    const id = wide ? u32(bytes, at + 4) : u16(bytes, at + 4);
    if (kind === 'Exif') words.set(id, 'exif');
    if (kind === 'mime') words.set(id, 'text');
  }
}

function readPlaces(bytes: Uint8Array, from: number, to: number, { places }: Head): void {
  const version = bytes[from] ?? 0;
  let at = from + 6;
  const take = (length: number): number => {
    let value = 0;
    for (let i = 0; i < length; i += 1) value = value * 256 + (bytes[at + i] ?? 0);
    at += length;
    return value;
  };
  const [sizes, bases] = [bytes[from + 4] ?? 0, bytes[from + 5] ?? 0];
  const count = take(version < 2 ? 2 : 4);
  for (let i = 0; i < Math.min(count, ITEMS_MAX) && at < to; i += 1) {
    const id = take(version < 2 ? 2 : 4);
    const isInner = version > 0 && (take(2) & 15) === 1;
    at += 2;
    const base = take(bases >> 4);
    const extents = take(2);
    const extentPlaces: Place[] = [];
    for (let j = 0; j < Math.min(extents, ITEMS_MAX) && at < to; j += 1) {
      if (version > 0) at += bases & 15;
      const offset = take(sizes >> 4);
      extentPlaces.push({ isInner, at: base + offset, length: take(sizes & 15) });
    }
    places.set(id, extentPlaces);
  }
}
