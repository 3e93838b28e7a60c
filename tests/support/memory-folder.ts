import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const MEMORY = '/dev/shm';

/** A folder in memory. Some tests spend half of their time making and removing files. */
export const memoryFolder = (): string | null => (existsSync(MEMORY) ? MEMORY : null);

/** A test run writes far less at a time. Containers often have only 64 MB there. */
const ROOM_BYTES = 2_000_000_000;

/**
 * The parent folder of all written files. It is in memory, where a commit does not wait for a disk, unless
 * the environment names another one.
 */
export function roomyFolder(): string {
  const memory = memoryFolder();
  if (memory === null || process.env['TMPDIR'] !== undefined) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > ROOM_BYTES ? memory : tmpdir();
}

/**
 * The beginning of a new folder's name there, or in the temporary folder, by which the run finds it at its
 * end.
 */
export const inMemory = (name: string): string =>
  join(memoryFolder() ?? tmpdir(), `${basename(tmpdir())}-${name}-`);
