import { readSync, writeSync } from 'node:fs';

/** The engine's lock bytes: this offset never has a page. */
const LOCK_AT = 0x40000000;
/** Kinds of pages that hold cells, with the bytes of their heads. */
const HEADS: ReadonlyMap<number, number> = new Map([
  [0x0d, 8],
  [0x0a, 8],
  [0x05, 12],
  [0x02, 12],
]);

/** Offsets of the unallocated bytes of a page. */
type Range = readonly [from: number, to: number];

/**
 * The bytes between the list of cells and the first cell. When the engine spreads the rows of a full page
 * over its neighbours, their bytes stay there, and deleting a row zeroes its new place only. Null: no page of
 * cells, or none that is understood.
 */
export function freeRange(page: Buffer, isFirst: boolean): Range | null {
  const at = isFirst ? 100 : 0;
  const head = HEADS.get(page.readUInt8(at));
  if (head === undefined) return null;
  const cells = page.readUInt16BE(at + 3);
  const begin = page.readUInt16BE(at + 5) || 65_536;
  const from = at + head + 2 * cells;
  if (begin > page.length || from > begin) return null;
  for (let cell = 0; cell < cells; cell += 1)
    if (page.readUInt16BE(at + head + 2 * cell) < begin) return null;
  return [from, begin];
}

/** Pages of a file without a writer, whose newest versions are in the file and not in its log. */
export interface PageRange {
  readonly file: number;
  readonly pageSize: number;
  readonly from: number;
  readonly count: number;
}

/** Zeroes only the free bytes of these pages (DATA-11). Returns the number of pages that changed. */
export function zeroFree({ file, pageSize, from, count }: PageRange): number {
  const bytes = Buffer.alloc(pageSize * count);
  const length = readSync(file, bytes, 0, bytes.length, from * pageSize);
  let zeroed = 0;
  for (let index = 0; (index + 1) * pageSize <= length; index += 1) {
    const place = (from + index) * pageSize;
    const page = bytes.subarray(index * pageSize, (index + 1) * pageSize);
    const range = place === LOCK_AT ? null : freeRange(page, place === 0);
    if (range === null) continue;
    const free = page.subarray(...range);
    if (free.every((byte) => byte === 0)) continue;
    writeSync(file, free.fill(0), 0, free.length, place + range[0]);
    zeroed += 1;
  }
  return zeroed;
}
