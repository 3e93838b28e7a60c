import { ascii, big32, latin, u32 } from '../source.ts';
import type { FileSource } from '../source.ts';
import { orientationOf, orientationOnly } from './exif.ts';
import { NewFile } from './parts.ts';
import type { Part } from './parts.ts';

/** Chunks kept beside those every decoder needs: colours, transparency, pixel shape, and animation. */
const KEPT_CHUNKS: ReadonlySet<string> = new Set(
  'tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD pHYs hIST sPLT acTL fcTL fdAT'.split(' '),
);
const EXIF_MAX = 64 * 1_024;

/** Texts, times and whatever else programs write into it go, and what follows its end (UP-SRV-11). */
export async function pngParts(source: FileSource): Promise<readonly Part[] | null> {
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
      if (orientation !== 1) parts.put(chunk('eXIf', orientationOnly(orientation)));
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
