import { ascii, big32, latin, u32le } from '../source.ts';
import type { FileSource } from '../source.ts';
import { orientationOf, orientationOnly } from './exif.ts';
import { NewFile } from './parts.ts';
import type { Part } from './parts.ts';

/** Points, transparency, motion and colours. */
const KEPT_CHUNKS: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const [HAS_EXIF, HAS_XMP] = [0x08, 0x04];
const EXIF_MAX = 64 * 1_024;

/** Removes everything but pixels, motion, colours and orientation (UP-SRV-11). */
export async function webpParts(source: FileSource): Promise<readonly Part[] | null> {
  const end = Math.min(source.size, 8 + u32le(await source.read(4, 4), 0));
  const keptParts: (Part & object)[] = [];
  let [extended, exif]: [Uint8Array | null, Uint8Array | null] = [null, null];
  let length = 4;
  for (let at = 12; at + 8 <= end;) {
    const head = await source.read(at, 8);
    const [name, size] = [latin(head, 0, 4), u32le(head, 4)];
    const next = Math.min(end, at + 8 + size + (size % 2));
    if (name === 'VP8X') extended = (await source.read(at, next - at)).slice();
    else if (name === 'EXIF') exif ??= exifChunk(await source.read(at + 8, Math.min(size, EXIF_MAX)));
    else if (KEPT_CHUNKS.has(name)) {
      keptParts.push({ from: at, to: next });
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
  parts.put(Uint8Array.of(...ascii('RIFF'), ...big32(length).toReversed(), ...ascii('WEBP')));
  if (extended) parts.put(extended);
  for (const part of keptParts) if (!(part instanceof Uint8Array)) parts.keep(part.from, part.to);
  if (exif && extended) parts.put(exif);
  return parts.finish(source.size);
}

/** Null where the picture is not turned. */
function exifChunk(body: Uint8Array): Uint8Array | null {
  const orientation = orientationOf(latin(body, 0, 4) === 'Exif' ? body.subarray(6) : body);
  if (orientation === 1) return null;
  const tiff = orientationOnly(orientation);
  return Uint8Array.of(...ascii('EXIF'), ...big32(tiff.byteLength).toReversed(), ...tiff);
}
