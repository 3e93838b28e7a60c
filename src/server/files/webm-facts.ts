import type { FileSource } from './source.ts';
import type { ContainerFacts } from './container-facts.ts';

/**
 * Facts of what browsers record: they write the container as a stream and never go back to fill in how long
 * it became. So the times of its blocks are read, skipping what is in them.
 */
const ID = {
  ebml: 0x1a45dfa3,
  segment: 0x18538067,
  info: 0x1549a966,
  scale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  track: 0xae,
  number: 0xd7,
  kind: 0x83,
  codec: 0x86,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
  cluster: 0x1f43b675,
  timecode: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  tags: 0x1254c367,
};
const INSIDE: ReadonlySet<number> = new Set([
  ID.segment,
  ID.cluster,
  ID.blockGroup,
  ID.info,
  ID.tracks,
  ID.track,
  ID.video,
]);
/** A recorder that writes a stream may leave their lengths open, too: seek table, index, sound, tags. */
const OPEN: ReadonlySet<number> = new Set([ID.ebml, 0x114d9b74, 0x1c53bb6b, 0xe1, ID.tags]);
/** Far more than a minute has. */
const ELEMENTS_MAX = 200_000;
const [VIDEO, SOUND] = [1, 2];
const STILL = 'V_MJPEG';
const CODEC_MAX = 64;

interface Track {
  kind: number;
  codec: string;
  width: number;
  height: number;
  blocks: number;
}

const blank = (): Track => ({ kind: 0, codec: '', width: 0, height: 0, blocks: 0 });

export interface WebmFacts extends ContainerFacts {
  /** Positions of metadata about the recording, including its location. */
  readonly tags: readonly { readonly at: number; readonly length: number }[];
}

/** Null when the file is not of this kind. */
export async function webmFacts(source: FileSource): Promise<WebmFacts | null> {
  const reader = new Reader(source);
  let [cluster, last, scaleNs, duration] = [0, -1, 1_000_000, 0];
  let track = blank();
  const tracks = new Map<number, Track>();
  const tags: { at: number; length: number }[] = [];
  for (let count = 0; count < ELEMENTS_MAX && !reader.ended; count += 1) {
    const start = reader.at;
    const id = await reader.number(true);
    const size = await reader.number(false);
    if (count === 0 && id !== ID.ebml) return null;
    if (id === null || size === null) break;
    if (id === ID.track) track = blank();
    if (INSIDE.has(id)) continue;
    if (size === Infinity) {
      if (OPEN.has(id)) continue;
      break;
    }
    const from = reader.at;
    switch (id) {
      case ID.timecode:
        cluster = await reader.unsigned(size);
        break;
      case ID.scale:
        scaleNs = (await reader.unsigned(size)) || scaleNs;
        break;
      case ID.duration:
        duration = await reader.real(size);
        break;
      case ID.number:
        tracks.set(await reader.unsigned(size), track);
        break;
      case ID.kind:
        track.kind = await reader.unsigned(size);
        break;
      case ID.codec:
        track.codec = await reader.text(Math.min(size, CODEC_MAX));
        break;
      case ID.width:
        track.width = await reader.unsigned(size);
        break;
      case ID.height:
        track.height = await reader.unsigned(size);
        break;
      case ID.tags:
        tags.push({ at: start, length: from + size - start });
        break;
      case ID.simpleBlock:
      case ID.block: {
        const of = tracks.get((await reader.number(false)) ?? 0);
        if (of) of.blocks += 1;
        last = Math.max(last, cluster + (await reader.signed16()));
      }
    }
    reader.at = from + size;
  }
  return { ...verdict([...tracks.values()], Math.max(last, duration), scaleNs), tags };
}

function verdict(all: readonly Track[], length: number, scaleNs: number): ContainerFacts {
  const hasSound = all.some(({ kind }) => kind === SOUND);
  // One picture beside a sound is its cover.
  const isCover = ({ codec, blocks }: Track): boolean => hasSound && blocks <= 1 && codec === STILL;
  const video = all.find((one) => one.kind === VIDEO && !isCover(one));
  return {
    hasVideo: video !== undefined,
    hasSound,
    durationSec: length > 0 ? (length * scaleNs) / 1e9 : null,
    width: video?.width ?? 0,
    height: video?.height ?? 0,
  };
}

class Reader {
  at = 0;

  constructor(private readonly source: FileSource) {}

  get ended(): boolean {
    return this.at >= this.source.size;
  }

  /** A number with a length prefix; all ones means "unknown". */
  async number(keepMark: boolean): Promise<number | null> {
    const first = await this.byte();
    if (first === null || first === 0) return null;
    const length = Math.clz32(first) - 23;
    let value = keepMark ? first : first & (0xff >> length);
    let ones = (first & (0xff >> length)) === 0xff >> length;
    for (let i = 1; i < length; i += 1) {
      const next = await this.byte();
      if (next === null) return null;
      ones &&= next === 0xff;
      value = value * 256 + next;
    }
    return ones && !keepMark ? Infinity : value;
  }

  async unsigned(bytes: number): Promise<number> {
    let value = 0;
    for (let i = 0; i < Math.min(bytes, 8); i += 1) value = value * 256 + ((await this.byte()) ?? 0);
    return value;
  }

  async signed16(): Promise<number> {
    const value = await this.unsigned(2);
    return value >= 0x8000 ? value - 0x10000 : value;
  }

  async text(bytes: number): Promise<string> {
    let text = '';
    for (let i = 0; i < bytes; i += 1) text += String.fromCharCode((await this.byte()) ?? 0);
    return text.replace(/\0+$/, '');
  }

  /** A float of four or eight bytes; 0 if it is not a finite number. */
  async real(bytes: number): Promise<number> {
    const view = new DataView(new ArrayBuffer(8));
    for (let i = 0; i < Math.min(bytes, 8); i += 1) view.setUint8(i, (await this.byte()) ?? 0);
    const value = bytes === 4 ? view.getFloat32(0) : bytes === 8 ? view.getFloat64(0) : 0;
    return Number.isFinite(value) ? value : 0;
  }

  private async byte(): Promise<number | null> {
    const [value] = await this.source.read(this.at, 1);
    if (value === undefined) return null;
    this.at += 1;
    return value;
  }
}
