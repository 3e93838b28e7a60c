/** The engine's write-ahead log: a header, and frames of one page, each with a header. */
export const [WAL_HEAD, FRAME_HEAD] = [32, 24];
const LITTLE = 0x377f0682;

export type Sums = readonly [number, number];

export interface WalHead {
  /** Identifies the log: it gets new salts when it restarts. */
  readonly salts: string;
  readonly pageSize: number;
  readonly isLittle: boolean;
  readonly sums: Sums;
}

/** Null: no head of a log, or a damaged one. */
export function walHead(head: Buffer): WalHead | null {
  if (head.length < WAL_HEAD) return null;
  const magic = head.readUInt32BE(0);
  if (magic >>> 1 !== LITTLE >>> 1) return null;
  const isLittle = magic === LITTLE;
  const sums = sumOver(head.subarray(0, 24), [0, 0], isLittle);
  if (sums[0] !== head.readUInt32BE(24) || sums[1] !== head.readUInt32BE(28)) return null;
  return { salts: head.toString('hex', 16, 24), pageSize: head.readUInt32BE(8), isLittle, sums };
}

export const saltsOf = (frame: Buffer): string => frame.toString('hex', 8, 16);

/** The database's page count in a frame that ends a commit; 0 for others. */
export const pagesAfter = (frame: Buffer): number => frame.readUInt32BE(4);

/** The checksum stored in a frame. */
export const sumsIn = (frame: Buffer): Sums => [frame.readUInt32BE(16), frame.readUInt32BE(20)];

/** The checksum computed from the previous frame's; null if it differs from the stored one. */
export function chained(frame: Buffer, before: Sums, isLittle: boolean): Sums | null {
  const head = sumOver(frame.subarray(0, 8), before, isLittle);
  const sums = sumOver(frame.subarray(FRAME_HEAD), head, isLittle);
  const [one, two] = sumsIn(frame);
  return sums[0] === one && sums[1] === two ? sums : null;
}

function sumOver(bytes: Buffer, [first, second]: Sums, isLittle: boolean): Sums {
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
