import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { MEGABYTE } from '../../kernel/limits.ts';
import { CopyRefusedError } from '../../kernel/store-errors.ts';

/** The format that `sha256sum -c` reads. */
const checksumFile = (copy: string): string => `${copy}.sha256`;
const LINE = /^([0-9a-f]{64}) [ *]/;

/** Written beside a copy, before it gets its name (KEEP-8). */
export function writeChecksum(part: string, copy: string): void {
  writeFileSync(checksumFile(copy), `${digestOf(part)}  ${basename(copy)}\n`, { mode: 0o600 });
}

/**
 * Returns true if the bytes equal the copy as it was made; false without a checksum file.
 * @throws CopyRefusedError they are others
 */
export function compareChecksum(part: string, copy: string): boolean {
  const beside = checksumFile(copy);
  if (!existsSync(beside)) return false;
  const [, digest] = LINE.exec(readFileSync(beside, 'utf8')) ?? [];
  if (digest === undefined) throw new CopyRefusedError(`${beside} has no checksum: nothing was restored`);
  if (digest === digestOf(part)) return true;
  throw new CopyRefusedError(
    `${copy} is damaged, its checksum is not the one in ${beside}: nothing was restored, take another copy`,
  );
}

/** Reads in pieces: a copy may be larger than memory. */
function digestOf(path: string): string {
  const hash = createHash('sha256');
  const bytes = Buffer.allocUnsafe(MEGABYTE);
  const file = openSync(path, 'r');
  try {
    for (let length = -1; length !== 0;) {
      length = readSync(file, bytes, 0, bytes.length, null);
      hash.update(bytes.subarray(0, length));
    }
  } finally {
    closeSync(file);
  }
  return hash.digest('hex');
}
