import { mkdir, open as openFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { Files } from '../../ports/files.ts';
import { flushFolder } from './flush-folder-adapter.ts';
import { createIncoming } from './incoming-adapter.ts';
import { storedDigest } from './stored-digest-adapter.ts';

/** The server makes all names; any other is not one of our files, wherever it would lead (FILE-2). */
const NAME = /^[a-z0-9][a-z0-9-]{0,80}$/;

/** Files in a folder of this machine, spread over many so that none grows long. */
export async function createLocalFiles(folder: string): Promise<Files> {
  const pathOf = (name: string): string | null =>
    NAME.test(name) ? join(folder, name.slice(-2), name) : null;
  const receive = await createIncoming(join(folder, 'incoming'), async (scratch, name) => {
    const path = pathOf(name);
    if (path === null) throw new Error('not a name of a file');
    const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await rename(scratch, path);
    // A power cut undoes neither the name in its folder, nor a new folder in its parent (FILE-14).
    await flushFolder(dirname(path));
    if (made !== undefined) await flushFolder(folder);
  });
  const open: Files['open'] = async (name, range) => {
    const path = pathOf(name);
    if (path === null) return null;
    const handle = await openFile(path, 'r').catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    if (!handle) return null;
    const { size } = await handle.stat();
    const stream = handle.createReadStream({ ...range, autoClose: true, highWaterMark: 256 * 1_024 });
    // Node's stream of the web and the page's are the same thing under two names.
    return { body: Readable.toWeb(stream) as ReadableStream<Uint8Array>, sizeBytes: size };
  };
  return {
    receive,
    open,
    digest: (name) => storedDigest(open, name),
    remove: async (name) => {
      const path = pathOf(name);
      if (path !== null) await rm(path, { force: true });
    },
  };
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
