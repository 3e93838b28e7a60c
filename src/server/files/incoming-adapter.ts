import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { FilesAwayError } from '../../ports/files.ts';
import type { Incoming } from '../../ports/files.ts';

/** Files left by an earlier process are removed when older than this. */
const LEFT_MS = 24 * 3_600_000;

/** Moves a received file to its place; afterwards `scratch` must not exist. */
export type PlaceFile = (
  scratch: string,
  name: string,
  facts: { readonly sizeBytes: number; readonly digest: string; readonly type: string },
) => Promise<void>;

/** Receives files into a folder of this machine, under random names, with their digest taken on the way. */
export async function createIncoming(folder: string, place: PlaceFile): Promise<() => Promise<Incoming>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await sweep(folder);
  return async () => {
    const scratch = join(folder, randomBytes(16).toString('hex'));
    const handle = await withDiskErrors(open(scratch, 'wx', 0o600));
    const hash = createHash('sha256');
    let facts: { readonly sizeBytes: number; readonly digest: string } | null = null;
    let sizeBytes = 0;
    let isOpen = true;
    const close = async () => {
      if (isOpen) await handle.close();
      isOpen = false;
    };
    return {
      scratch,
      write: async (part) => {
        hash.update(part);
        sizeBytes += part.byteLength;
        await withDiskErrors(writeAll(handle, part));
      },
      end: async () => {
        // Flushed to disk before it is reported as stored (COMMIT-1).
        await withDiskErrors(handle.sync());
        await close();
        facts = { sizeBytes, digest: hash.digest('hex') };
        return facts;
      },
      keep: async (name, type) => {
        if (!facts) throw new Error('a file is kept before it has ended');
        await withDiskErrors(place(scratch, name, { ...facts, type }));
      },
      discard: async () => {
        await close();
        await rm(scratch, { force: true });
      },
    };
  };
}

/** A disk that is nearly full takes a part of a part. */
async function writeAll(handle: FileHandle, part: Uint8Array): Promise<void> {
  for (let at = 0; at < part.byteLength;) at += (await handle.write(part, at)).bytesWritten;
}

/** No room on the disk, none in its quota, none in a limit of the process. */
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Converts any error of the disk or storage: the file was not stored (OPS-5). @throws FilesAwayError */
async function withDiskErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof FilesAwayError) throw error;
    const full = error instanceof Error && 'code' in error && FULL.has(error.code);
    throw new FilesAwayError(error instanceof Error ? error.message : String(error), full, { cause: error });
  }
}

async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const stats = await stat(path).catch(() => null);
    if (stats && Date.now() - stats.mtimeMs > LEFT_MS) await rm(path, { force: true });
  }
}
