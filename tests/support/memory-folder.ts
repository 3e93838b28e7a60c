import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const MEMORY = '/dev/shm';

/** Where files are never written down: half of the work of some tests is making and removing files. */
export const memoryFolder = (): string | null => (existsSync(MEMORY) ? MEMORY : null);

/**
 * The beginning of a new folder's name there, or in the temporary folder, by which the run finds it at its
 * end.
 */
export const inMemory = (name: string): string =>
  join(memoryFolder() ?? tmpdir(), `${basename(tmpdir())}-${name}-`);
