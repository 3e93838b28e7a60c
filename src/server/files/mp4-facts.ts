import type { ContainerFacts } from './container-facts.ts';
import { latin, u16, u32 } from './source.ts';
import type { FileSource } from './source.ts';

/** Boxes that hold boxes, on the way to what is read here. */
const INSIDE: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'mvex', 'moof', 'traf']);
/** No box that is read here is longer, and no file has more of them. */
const BODY_MAX = 4 * 1_024 * 1_024;
const BOXES_MAX = 100_000;

/** Codecs of single pictures; a longer row of them is a video of an old camera. */
const STILL: ReadonlySet<string> = new Set(['jpeg', 'png ', 'mjpa', 'mjpb', 'mp4v']);

interface Track {
  kind: string;
  codec: string;
  enabled: boolean;
  /** Units in a second. */
  scale: number;
  /** Times in its own units. */
  end: number;
  samples: number;
  /** Default duration of a fragment's samples, in units. */
  perSample: number;
  width: number;
  height: number;
}

interface MovieFacts {
  movieSec: number;
  readonly tracks: Map<number, Track>;
  /** The track that is being read. */
  track: Track;
  fragment: { track: Track; base: number; perSample: number };
}

const blank = (): Track => ({
  kind: '',
  codec: '',
  enabled: false,
  scale: 0,
  end: 0,
  samples: 0,
  perSample: 0,
  width: 0,
  height: 0,
});

/** Length and size of a video from its own tables, and of what recorders write in fragments from those. */
export async function mp4Facts(source: FileSource): Promise<ContainerFacts> {
  const track = blank();
  const movie: MovieFacts = {
    movieSec: 0,
    tracks: new Map(),
    track,
    fragment: { track, base: 0, perSample: 0 },
  };
  await eachBox(source, async (type, from, to) => {
    if (type === 'trak') movie.track = blank();
    if (INSIDE.has(type)) return 'inside';
    const read = READERS[type];
    if (read && to - from <= BODY_MAX) read(await source.read(from, to - from), movie);
    return 'next';
  });
  const all = [...movie.tracks.values()];
  const hasSound = all.some(({ kind }) => kind === 'soun');
  if (!all.some(({ enabled }) => enabled)) for (const one of all) one.enabled = true;
  // One picture beside a sound is its cover, and pictures of chapters are in a track that no player shows.
  const isCover = ({ enabled, samples, codec }: Track): boolean =>
    hasSound && (!enabled || (samples === 1 && STILL.has(codec)));
  const video = all
    .filter((one) => one.kind === 'vide' && !isCover(one))
    .toSorted((a, b) => b.width * b.height - a.width * a.height)[0];
  let longest = movie.movieSec;
  for (const { end, scale } of all) if (scale > 0) longest = Math.max(longest, end / scale);
  return {
    hasVideo: video !== undefined,
    hasSound,
    durationSec: longest > 0 ? longest : null,
    width: video?.width ?? 0,
    height: video?.height ?? 0,
  };
}

/** Visits every box in order, with the position of its content; `inside` descends into it. */
export async function eachBox(
  source: FileSource,
  visit: (type: string, from: number, to: number, start: number) => Promise<'inside' | 'next'>,
): Promise<void> {
  const { size } = source;
  for (let at = 0, boxes = 0; at + 8 <= size && boxes < BOXES_MAX; boxes += 1) {
    const head = await source.read(at, 16);
    const type = latin(head, 4, 4);
    const short = u32(head, 0);
    const [start, length] =
      short === 1 ? [16, u32(head, 8) * 2 ** 32 + u32(head, 12)] : [8, short === 0 ? size - at : short];
    if (length < start) return;
    const isInside = (await visit(type, at + start, Math.min(size, at + length), at)) === 'inside';
    at += isInside ? start : length;
  }
}

const u64 = (bytes: Uint8Array, at: number): number => u32(bytes, at) * 2 ** 32 + u32(bytes, at + 4);

/** From `mvhd` and `mdhd`: units per second, and the length in them; 0 if unknown. */
function times(body: Uint8Array): readonly [number, number] {
  const [scale, length] = body[0] === 1 ? [u32(body, 20), u64(body, 24)] : [u32(body, 12), u32(body, 16)];
  return [scale, length < 0xffffffff ? length : 0];
}

const later = (track: Track, end: number): void => void (track.end = Math.max(track.end, end));

/** Displayed size of a track, by its header `tkhd`. */
export function sizeInTrack(body: Uint8Array): { readonly width: number; readonly height: number } {
  const matrix = body[0] === 1 ? 52 : 40;
  const [width, height] = [u16(body, matrix + 36), u16(body, matrix + 40)];
  const isRotated = u32(body, matrix) === 0 && u32(body, matrix + 4) !== 0;
  return isRotated ? { width: height, height: width } : { width, height };
}

const READERS: Readonly<Record<string, (body: Uint8Array, movie: MovieFacts) => void>> = {
  mvhd: (body, movie) => {
    const [scale, length] = times(body);
    if (scale > 0) movie.movieSec = length / scale;
  },
  tkhd: (body, { tracks, track }) => {
    const shift = body[0] === 1 ? 12 : 0;
    tracks.set(u32(body, 12 + (shift === 0 ? 0 : 8)), track);
    track.enabled = ((body[3] ?? 0) & 1) === 1;
    Object.assign(track, sizeInTrack(body));
  },
  hdlr: (body, { track }) => {
    if (track.kind === '') track.kind = latin(body, 8, 4);
  },
  mdhd: (body, { track }) => {
    const [scale, length] = times(body);
    track.scale = scale;
    later(track, length);
  },
  stsd: (body, { track }) => {
    track.codec = latin(body, 12, 4);
  },
  stts: (body, { track }) => {
    let length = 0;
    const entries = Math.min(u32(body, 4), Math.floor((body.byteLength - 8) / 8));
    for (let i = 0; i < entries; i += 1) {
      const count = u32(body, 8 + i * 8);
      length += count * u32(body, 12 + i * 8);
      track.samples += count;
    }
    if (track.end === 0) later(track, length);
  },
  tfhd: (body, movie) => {
    const flags = u32(body, 0) & 0xffffff;
    const skipped = (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0);
    movie.fragment = {
      track: movie.tracks.get(u32(body, 4)) ?? blank(),
      base: 0,
      perSample: 0,
    };
    const { track } = movie.fragment;
    movie.fragment.perSample = flags & 8 ? u32(body, 8 + skipped) : track.perSample;
  },
  trex: (body, { tracks }) => {
    const track = tracks.get(u32(body, 4));
    if (track) track.perSample = u32(body, 12);
  },
  tfdt: (body, { fragment }) => {
    fragment.base = body[0] === 1 ? u64(body, 4) : u32(body, 4);
    later(fragment.track, fragment.base);
  },
  trun: (body, { fragment }) => {
    const flags = u32(body, 0) & 0xffffff;
    const first = 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0);
    const step = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length;
    const samples = Math.min(
      u32(body, 4),
      flags & 0x100 ? Math.floor((body.byteLength - first) / step) : BODY_MAX,
    );
    let length = 0;
    for (let i = 0; i < samples; i += 1)
      length += flags & 0x100 ? u32(body, first + i * step) : fragment.perSample;
    later(fragment.track, fragment.base + length);
    fragment.track.samples += samples;
    fragment.base += length;
  },
};
