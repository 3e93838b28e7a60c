import { open } from 'node:fs/promises';

/** Answers of systems that open no folder, or flush none. */
const NOT_HERE: ReadonlySet<unknown> = new Set(['EPERM', 'EISDIR', 'EINVAL', 'EACCES', 'ENOTSUP']);

/** Puts the names of a folder on the disk: else a power cut may undo the renaming of a file (FILE-14). */
export async function flushFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && NOT_HERE.has(error.code))) throw error;
  }
}
