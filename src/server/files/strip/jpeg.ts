import { ascii, big32, latin, u16 } from '../source.ts';
import type { FileSource } from '../source.ts';
import { orientationOf, orientationOnly } from './exif.ts';
import { NewFile } from './parts.ts';
import type { Part } from './parts.ts';

const WINDOW = 64 * 1_024;
const EXIF = 'Exif\0\0';
const [JFIF, PROFILE, ADOBE] = ['JFIF\0', 'ICC_PROFILE\0', 'Adobe'];
const mark = { start: 0xd8, end: 0xd9, scan: 0xda, app0: 0xe0, app1: 0xe1, app2: 0xe2, app14: 0xee } as const;

/** Keeps data decoders need: tables, scans, the colour profile, the orientation (UP-SRV-11). */
export async function jpegParts(source: FileSource): Promise<readonly Part[] | null> {
  const { size } = source;
  const parts = new NewFile();
  parts.keep(0, 2);
  for (let at = 2; at < size;) {
    const head = await source.read(at, 4);
    const kind = head[1] ?? 0;
    if (head[0] !== 0xff || kind === 0xff || kind === 0) {
      // Bytes between segments, which decoders skip.
      at += 1;
    } else if (kind === mark.end) {
      // Further pictures and videos of the camera may follow; they are dropped.
      parts.keep(at, at + 2);
      break;
    } else if (kind === 0x01 || (kind >= 0xd0 && kind <= mark.start)) {
      parts.keep(at, at + 2);
      at += 2;
    } else {
      const end = Math.min(size, at + 2 + Math.max(2, u16(head, 2)));
      const replacement = await segment(source, kind, at, end);
      if (replacement === 'keep') parts.keep(at, end);
      else if (replacement !== null) parts.add(replacement);
      at = end;
      if (kind !== mark.scan) continue;
      const next = await scanEnd(source, at);
      parts.keep(at, next);
      at = next;
    }
  }
  return parts.finish(size);
}

/** Other bytes in place of the segment, or null for none. */
async function segment(
  source: FileSource,
  kind: number,
  at: number,
  end: number,
): Promise<'keep' | Uint8Array | null> {
  const isComment = kind === 0xfe;
  if ((kind < mark.app0 || kind > 0xef) && !isComment) return 'keep';
  const body = await source.read(at + 4, Math.min(end - at - 4, 0xffff));
  const isNamed = (name: string): boolean => latin(body, 0, name.length) === name;
  if (kind === mark.app0 && isNamed(JFIF)) return body.byteLength <= 14 ? 'keep' : withoutThumbnail(body);
  if (kind === mark.app2 && isNamed(PROFILE)) return 'keep';
  if (kind === mark.app14 && isNamed(ADOBE)) return 'keep';
  if (kind !== mark.app1 || !isNamed(EXIF)) return null;
  const orientation = orientationOf(body.subarray(EXIF.length));
  return orientation === 1 ? null : exifSegment(orientation);
}

function exifSegment(orientation: number): Uint8Array {
  const tiff = orientationOnly(orientation);
  const length = 2 + EXIF.length + tiff.byteLength;
  return Uint8Array.of(0xff, mark.app1, ...big32(length).slice(2), ...ascii(EXIF), ...tiff);
}

/** A small picture inside may show what was cut off the large one. */
const withoutThumbnail = (body: Uint8Array): Uint8Array =>
  Uint8Array.of(0xff, mark.app0, 0, 16, ...body.subarray(0, 12), 0, 0);

/** The next marker after compressed points, in which 0xFF is followed by 0 or by the number of a restart. */
async function scanEnd(source: FileSource, from: number): Promise<number> {
  for (let at = from; at < source.size;) {
    const window = await source.read(at, WINDOW);
    let i = window.indexOf(0xff);
    for (; i !== -1 && i + 1 < window.byteLength; i = window.indexOf(0xff, i + 1)) {
      const next = window[i + 1] ?? 0;
      if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at + i;
    }
    // The last byte may begin a marker that the next window ends.
    const step = i === -1 ? window.byteLength : i;
    if (step === 0) break;
    at += step;
  }
  return source.size;
}
