import { mkdir, open as openFile, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { FilePorts, Files, Media, ReadForm } from '../../ports/files.ts';
import { flushFolder } from './flush-folder-adapter.ts';
import { createIncoming } from './incoming-adapter.ts';
import type { S3Settings } from './s3-files-adapter.ts';
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
    const newFolder = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await rename(scratch, path);
    // A power cut undoes neither the name in its folder, nor a new folder in its parent (FILE-14).
    await flushFolder(dirname(path));
    if (newFolder !== undefined) await flushFolder(folder);
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

/**
 * Code that reads and draws pictures loads with the first of them: it is a fifth of a start, and of its
 * memory.
 */
const reading = async (): Promise<Media> => (await import('./media-adapter.ts')).nodeMedia;

const media: Media = {
  look: async (scratch) => (await reading()).look(scratch),
  strip: async (scratch, mime, write) => (await reading()).strip(scratch, mime, write),
  square: async (scratch, size) => (await reading()).square(scratch, size),
  fit: async (scratch, size) => (await reading()).fit(scratch, size),
  compose: async (tiles, size) => (await reading()).compose(tiles, size),
};

const readForm: ReadForm = async (request, files, limits) =>
  (await import('./form-adapter.ts')).readForm(request, files, limits);

/**
 * Files below the data folder, or in external storage; incomplete uploads are below the data folder either
 * way.
 */
export async function openFiles(dataDir: string, s3: S3Settings | null): Promise<FilePorts> {
  const folder = join(resolve(dataDir), 'files');
  const files = s3
    ? await (await import('./s3-files-adapter.ts')).createS3Files(s3, join(folder, 'incoming'))
    : await createLocalFiles(folder);
  const freeBytes = async () => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  };
  return { files: { ...files, freeBytes }, media, readForm };
}
