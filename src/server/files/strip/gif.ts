import { latin } from '../source.ts';
import type { FileSource } from '../source.ts';
import { NewFile } from './parts.ts';
import type { Part } from './parts.ts';

const [EXTENSION, IMAGE, TRAILER] = [0x21, 0x2c, 0x3b];
const [COMMENT, APPLICATION] = [0xfe, 0xff];
/** How often it runs, and its colours; others hold what programs wrote. */
const APPLICATIONS: ReadonlySet<string> = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']);

/** Comments, what programs wrote, and what follows its end go (UP-SRV-11). */
export async function gifParts(source: FileSource): Promise<readonly Part[] | null> {
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
      parts.put(Uint8Array.of(TRAILER));
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
