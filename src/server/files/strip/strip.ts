import { type FileSource, ascii, big32, latin, u32, u32le } from '../source.ts';
import { webmFacts } from '../webm-facts.ts';
import { heifParts, videoParts } from './boxes.ts';
import { orientationOf, orientationOnly } from './exif.ts';
import { jpegParts } from './jpeg.ts';
import { NewFile, type Part, fillBytes, withPatches } from './parts.ts';

/** Points, transparency, motion and colours. */
const WEBP_KEPT_CHUNKS: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const [HAS_EXIF, HAS_XMP] = [0x08, 0x04];
const WEBP_EXIF_MAX = 64 * 1_024;

/** Removes everything but pixels, motion, colours and orientation (UP-SRV-11). */
async function webpParts(source: FileSource): Promise<readonly Part[] | null> {
  const end = Math.min(source.size, 8 + u32le(await source.read(4, 4), 0));
  const outputParts: (Part & object)[] = [];
  let [extended, exif]: [Uint8Array | null, Uint8Array | null] = [null, null];
  let length = 4;
  for (let at = 12; at + 8 <= end;) {
    const head = await source.read(at, 8);
    const [name, size] = [latin(head, 0, 4), u32le(head, 4)];
    const next = Math.min(end, at + 8 + size + (size % 2));
    if (name === 'VP8X') extended = (await source.read(at, next - at)).slice();
    else if (name === 'EXIF') exif ??= exifChunk(await source.read(at + 8, Math.min(size, WEBP_EXIF_MAX)));
    else if (WEBP_KEPT_CHUNKS.has(name)) {
      outputParts.push({ from: at, to: next });
      length += next - at;
    }
    at = next;
  }
  if (extended) {
    extended[8] = ((extended[8] ?? 0) & ~(HAS_EXIF | HAS_XMP)) | (exif ? HAS_EXIF : 0);
    length += extended.byteLength;
  }
  if (exif && extended) length += exif.byteLength;
  // All parts are kept: the file stays unchanged.
  if (length + 8 === source.size && exif === null) return null;
  const parts = new NewFile();
  parts.add(Uint8Array.of(...ascii('RIFF'), ...big32(length).toReversed(), ...ascii('WEBP')));
  if (extended) parts.add(extended);
  for (const part of outputParts) if (!(part instanceof Uint8Array)) parts.keep(part.from, part.to);
  if (exif && extended) parts.add(exif);
  return parts.finish(source.size);
}

/** Null where the picture is not turned. */
function exifChunk(body: Uint8Array): Uint8Array | null {
  const orientation = orientationOf(latin(body, 0, 4) === 'Exif' ? body.subarray(6) : body);
  if (orientation === 1) return null;
  const tiff = orientationOnly(orientation);
  return Uint8Array.of(...ascii('EXIF'), ...big32(tiff.byteLength).toReversed(), ...tiff);
}

const [EXTENSION, IMAGE, TRAILER] = [0x21, 0x2c, 0x3b];
const [COMMENT, APPLICATION] = [0xfe, 0xff];
/** How often it runs, and its colours; others hold what programs wrote. */
const APPLICATIONS: ReadonlySet<string> = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']);

/** Comments, what programs wrote, and what follows its end go (UP-SRV-11). */
async function gifParts(source: FileSource): Promise<readonly Part[] | null> {
  const { size } = source;
  const parts = new NewFile();
  const head = await source.read(0, 13);
  let at = 13 + tableLength(head[10] ?? 0);
  parts.keep(0, Math.min(at, size));
  while (at < size) {
    const [kind = 0, label = 0, ...more] = await source.read(at, 14);
    if (kind === TRAILER) {
      parts.keep(at, at + 1);
      break;
    }
    if (kind !== IMAGE && kind !== EXTENSION) {
      // No block begins so: the picture ends here.
      parts.add(Uint8Array.of(TRAILER));
      break;
    }
    const first = kind === IMAGE ? 11 + tableLength(more[7] ?? 0) : 2;
    const end = await blocksEnd(source, at + first);
    const name = latin(Uint8Array.from(more), 1, 11);
    const isDropped =
      kind === EXTENSION && (label === COMMENT || (label === APPLICATION && !APPLICATIONS.has(name)));
    if (!isDropped) parts.keep(at, end);
    at = end;
  }
  return parts.finish(size);
}

/** Length of a colour table, by the flags before it. */
const tableLength = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** Blocks have a length of one byte; an empty one is the last. */
async function blocksEnd(source: FileSource, from: number): Promise<number> {
  for (let at = from; at < source.size;) {
    const [length = 0] = await source.read(at, 1);
    at += 1 + length;
    if (length === 0) return at;
  }
  return source.size;
}

/** Chunks kept beside those every decoder needs: colours, transparency, pixel shape, and animation. */
const KEPT_CHUNKS: ReadonlySet<string> = new Set(
  'tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD pHYs hIST sPLT acTL fcTL fdAT'.split(' '),
);
const EXIF_MAX = 64 * 1_024;

/** Texts, times and whatever else programs write into it go, and what follows its end (UP-SRV-11). */
async function pngParts(source: FileSource): Promise<readonly Part[] | null> {
  const { size } = source;
  const parts = new NewFile();
  parts.keep(0, 8);
  for (let at = 8; at + 12 <= size;) {
    const head = await source.read(at, 8);
    const [length, type] = [u32(head, 0), latin(head, 4, 4)];
    const end = at + 12 + length;
    // The first letter is lower case in chunks a decoder may skip.
    if (/^[A-Z]/.test(type) || KEPT_CHUNKS.has(type)) parts.keep(at, Math.min(end, size));
    else if (type === 'eXIf') {
      const orientation = orientationOf(await source.read(at + 8, Math.min(length, EXIF_MAX)));
      if (orientation !== 1) parts.add(chunk('eXIf', orientationOnly(orientation)));
    }
    if (type === 'IEND') break;
    at = end;
  }
  return parts.finish(size);
}

function chunk(type: string, body: Uint8Array): Uint8Array {
  const typed = Uint8Array.of(...ascii(type), ...body);
  return Uint8Array.of(...big32(body.byteLength), ...typed, ...big32(checkSum(typed)));
}

/** CRC-32, as the format requires. */
function checkSum(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return ~sum;
}

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
