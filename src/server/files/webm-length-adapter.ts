import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';

/**
 * Length of what browsers record: they write the container as a stream and never go back to fill in how
 * long it became. So the times of its blocks are read, skipping what is in them.
 */
const ID = {
  segment: 0x18538067,
  cluster: 0x1f43b675,
  timecode: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  info: 0x1549a966,
  scale: 0x2ad7b1,
  ebml: 0x1a45dfa3,
};
const INSIDE: ReadonlySet<number> = new Set([ID.segment, ID.cluster, ID.blockGroup, ID.info]);
/** Far more than a minute has. */
const ELEMENTS_MAX = 200_000;

/** Seconds, or null when the file is not of this kind or says no times. */
export async function webmLength(path: string): Promise<number | null> {
  const handle = await open(path, 'r');
  try {
    return await scan(new Reader(handle, (await handle.stat()).size));
  } finally {
    await handle.close();
  }
}

async function scan(reader: Reader): Promise<number | null> {
  let [cluster, last, scaleNs, found] = [0, 0, 1_000_000, false];
  for (let count = 0; count < ELEMENTS_MAX && !reader.ended; count += 1) {
    const id = await reader.number(true);
    const size = await reader.number(false);
    if (id === null || size === null) break;
    if (count === 0 && id !== ID.ebml) return null;
    if (INSIDE.has(id)) continue;
    // Only the containers above may be of unknown length.
    if (size === Infinity) return null;
    const from = reader.at;
    if (id === ID.timecode) cluster = await reader.unsigned(size);
    if (id === ID.scale) scaleNs = await reader.unsigned(size);
    if (id === ID.simpleBlock || id === ID.block) {
      await reader.number(false);
      last = Math.max(last, cluster + (await reader.signed16()));
      found = true;
    }
    reader.at = from + size;
  }
  return found ? (last * scaleNs) / 1e9 : null;
}

const WINDOW = 64 * 1_024;

class Reader {
  at = 0;
  private window = Buffer.alloc(0);
  private from = 0;

  constructor(
    private readonly handle: FileHandle,
    private readonly size: number,
  ) {}

  get ended(): boolean {
    return this.at >= this.size;
  }

  /** A number that says its own length; all ones is "not known". */
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

  private async byte(): Promise<number | null> {
    if (this.ended) return null;
    if (this.at < this.from || this.at >= this.from + this.window.length) {
      const { buffer, bytesRead } = await this.handle.read(Buffer.alloc(WINDOW), 0, WINDOW, this.at);
      this.window = buffer.subarray(0, bytesRead);
      this.from = this.at;
    }
    const value = this.window[this.at - this.from];
    this.at += 1;
    return value ?? null;
  }
}
