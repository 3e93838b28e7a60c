import { closeSync, openSync, readSync } from 'node:fs';

const [HEADER, FRAME_HEAD] = [32, 24];
const LITTLE = 0x377f0682;
const STEP = 256;

/** Pages as they stand in the log: a head that names the page, and the page. */
export interface Frames {
  readonly pageSize: number;
  readonly bytes: Buffer;
}

/**
 * Follows the write-ahead log of the embedded engine (COPY-1): each frame is believed when its salts are
 * those of the log and its checksum, which goes on from the one before, is right; those after the last commit
 * are not there yet.
 */
export class Wal {
  pageSize = 0;
  /** Which log: others are given when it begins anew. */
  salts = '';
  /** Committed ones, as of the last look. */
  frames = 0;
  private sums: readonly [number, number] = [0, 0];
  private isLittle = true;

  constructor(private readonly path: string) {}

  /** Looks for more commits. True: the log is another one than before. */
  look(): boolean {
    return this.reading((file) => {
      const began = this.readHeader(file);
      if (this.salts !== '') this.readFrames(file);
      return began;
    });
  }

  /** So many frames from a place on that a look found. */
  read(from: number, count: number): Frames {
    return this.reading((file) => {
      const size = FRAME_HEAD + this.pageSize;
      const bytes = Buffer.allocUnsafe(count * size);
      if (readSync(file, bytes, 0, bytes.length, HEADER + from * size) !== bytes.length)
        throw new Error('the log of the database is shorter than it was');
      return { pageSize: this.pageSize, bytes };
    });
  }

  get frameBytes(): number {
    return FRAME_HEAD + this.pageSize;
  }

  private readHeader(file: number): boolean {
    const header = Buffer.alloc(HEADER);
    if (readSync(file, header, 0, HEADER, 0) < HEADER) return false;
    const magic = header.readUInt32BE(0);
    if (magic >>> 1 !== LITTLE >>> 1) return false;
    const isLittle = magic === LITTLE;
    const sums = sumOver(header.subarray(0, 24), [0, 0], isLittle);
    if (sums[0] !== header.readUInt32BE(24) || sums[1] !== header.readUInt32BE(28)) return false;
    const salts = header.toString('hex', 16, 24);
    if (salts === this.salts) return false;
    this.salts = salts;
    this.isLittle = isLittle;
    this.pageSize = header.readUInt32BE(8);
    this.frames = 0;
    this.sums = sums;
    return true;
  }

  private readFrames(file: number): void {
    const size = this.frameBytes;
    const bytes = Buffer.allocUnsafe(STEP * size);
    let { sums } = this;
    for (let at = this.frames; ; at += STEP) {
      const length = readSync(file, bytes, 0, bytes.length, HEADER + at * size);
      for (let index = 0; index < STEP; index += 1) {
        const frame = bytes.subarray(index * size, (index + 1) * size);
        if ((index + 1) * size > length || frame.toString('hex', 8, 16) !== this.salts) return;
        sums = sumOver(frame.subarray(0, 8), sums, this.isLittle);
        sums = sumOver(frame.subarray(FRAME_HEAD), sums, this.isLittle);
        if (sums[0] !== frame.readUInt32BE(16) || sums[1] !== frame.readUInt32BE(20)) return;
        if (pagesAfter(frame) === 0) continue;
        this.frames = at + index + 1;
        this.sums = sums;
      }
    }
  }

  private reading<T>(work: (file: number) => T): T {
    const file = openSync(this.path, 'r');
    try {
      return work(file);
    } finally {
      closeSync(file);
    }
  }
}

/** Of a frame that ends a commit: how many pages the database has then; 0 for any other. */
const pagesAfter = (frame: Buffer): number => frame.readUInt32BE(4);

/** Each frame with its page, in order. */
export function* pagesOf({ pageSize, bytes }: Frames) {
  for (let at = 0; at < bytes.length; at += FRAME_HEAD + pageSize) {
    const frame = bytes.subarray(at, at + FRAME_HEAD + pageSize);
    yield { page: frame.readUInt32BE(0), pages: pagesAfter(frame), bytes: frame.subarray(FRAME_HEAD) };
  }
}

/** The checksum of the engine's own format. */
function sumOver(
  bytes: Buffer,
  [first, second]: readonly [number, number],
  isLittle: boolean,
): readonly [number, number] {
  let [one, two] = [first, second];
  for (let at = 0; at < bytes.length; at += 8) {
    const [left, right] = isLittle
      ? [bytes.readInt32LE(at), bytes.readInt32LE(at + 4)]
      : [bytes.readInt32BE(at), bytes.readInt32BE(at + 4)];
    one = (one + left + two) | 0;
    two = (two + right + one) | 0;
  }
  return [one >>> 0, two >>> 0];
}
