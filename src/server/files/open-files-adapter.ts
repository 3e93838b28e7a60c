import { statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { FilePorts, Media, ReadForm } from '../../ports/files.ts';
import { createLocalFiles } from './local-files-adapter.ts';
import type { S3Settings } from './s3-files-adapter.ts';

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
