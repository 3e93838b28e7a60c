import { closeSync, openSync, readSync } from 'node:fs';
import { chained, FRAME_HEAD, pagesAfter, saltsOf, WAL_HEAD, walHead } from '../storage/engine/wal-format.ts';
import type { Sums } from '../storage/engine/wal-format.ts';

const STEP = 256;

/** Pages as stored in the log: a header that names the page, and the page. */
export interface Frames {
  readonly pageSize: number;
  readonly bytes: Buffer;
}

/**
 * Follows the write-ahead log of the embedded engine (COPY-1): a frame counts if its salts match the log and
 * its checksum, chained to the previous one, is right; frames after the last commit do not exist yet.
 */
export class Wal {
  pageSize = 0;
  /** Identifies the log: it gets new salts when it restarts. */
  salts = '';
  /** Committed ones, as of the last look. */
  frames = 0;
  private sums: Sums = [0, 0];
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

  /** Reads a number of frames from a position, as far as a scan found them. */
  read(from: number, count: number): Frames {
    return this.reading((file) => {
      const size = FRAME_HEAD + this.pageSize;
      const bytes = Buffer.allocUnsafe(count * size);
      if (readSync(file, bytes, 0, bytes.length, WAL_HEAD + from * size) !== bytes.length)
        throw new Error('the log of the database is shorter than it was');
      return { pageSize: this.pageSize, bytes };
    });
  }

  get frameBytes(): number {
    return FRAME_HEAD + this.pageSize;
  }

  private readHeader(file: number): boolean {
    const bytes = Buffer.alloc(WAL_HEAD);
    if (readSync(file, bytes, 0, WAL_HEAD, 0) < WAL_HEAD) return false;
    const head = walHead(bytes);
    if (head === null || head.salts === this.salts) return false;
    this.salts = head.salts;
    this.isLittle = head.isLittle;
    this.pageSize = head.pageSize;
    this.frames = 0;
    this.sums = head.sums;
    return true;
  }

  private readFrames(file: number): void {
    const size = this.frameBytes;
    const bytes = Buffer.allocUnsafe(STEP * size);
    let { sums } = this;
    for (let at = this.frames; ; at += STEP) {
      const length = readSync(file, bytes, 0, bytes.length, WAL_HEAD + at * size);
      for (let index = 0; index < STEP; index += 1) {
        const frame = bytes.subarray(index * size, (index + 1) * size);
        if ((index + 1) * size > length || saltsOf(frame) !== this.salts) return;
        const next = chained(frame, sums, this.isLittle);
        if (next === null) return;
        sums = next;
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

/** Each frame with its page, in order. */
export function* pagesOf({ pageSize, bytes }: Frames) {
  for (let at = 0; at < bytes.length; at += FRAME_HEAD + pageSize) {
    const frame = bytes.subarray(at, at + FRAME_HEAD + pageSize);
    yield { page: frame.readUInt32BE(0), pages: pagesAfter(frame), bytes: frame.subarray(FRAME_HEAD) };
  }
}
