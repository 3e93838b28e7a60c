import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { flushFolder } from '../files/flush-folder-adapter.ts';
import { CopyRefusedError } from '../kernel/store-errors.ts';

/** Facts a target lists about a piece. */
export interface Listed {
  readonly name: string;
  readonly bytes: number;
}

/** Target of copies: small pieces by name, each stored completely or not at all. */
export interface CopyTarget {
  /** Pieces whose names begin so, in order of their names. */
  list(start: string): Promise<readonly Listed[]>;
  write(name: string, bytes: Buffer): Promise<void>;
  /** @throws CopyRefusedError there is none */
  get(name: string): Promise<Buffer>;
  delete(name: string): Promise<void>;
}

const PART = '.part';

export const missingText = (name: string): string => `${name} is missing among the copies`;

/** Null: there is no such file or folder. */
async function unlessMissing<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'ENOENT') return null;
    throw error;
  }
}

/** A folder, on another disk or machine best of all. */
export class FolderTarget implements CopyTarget {
  constructor(private readonly folder: string) {}

  async list(start: string): Promise<readonly Listed[]> {
    const within = start.slice(0, start.lastIndexOf('/') + 1);
    const files = await this.filesBelow(within, start);
    return files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  private async filesBelow(folder: string, start: string): Promise<readonly Listed[]> {
    const files: Listed[] = [];
    const entries = await unlessMissing(readdir(join(this.folder, folder), { withFileTypes: true }));
    for (const entry of entries ?? []) {
      const name = `${folder}${entry.name}`;
      if (!name.startsWith(start) || name.endsWith(PART)) continue;
      if (entry.isDirectory()) for (const one of await this.filesBelow(`${name}/`, start)) files.push(one);
      if (!entry.isFile()) continue;
      const facts = await unlessMissing(stat(join(this.folder, name)));
      if (facts !== null) files.push({ name, bytes: facts.size });
    }
    return files;
  }

  async write(name: string, bytes: Buffer): Promise<void> {
    const path = join(this.folder, name);
    const newFolder = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const part = `${path}${PART}`;
    try {
      const file = await open(part, 'w', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true }).catch(() => undefined);
      throw error;
    }
    // The name, too, is to be there after a power cut, and the folders that were made for it.
    await flushFolder(dirname(path));
    if (newFolder !== undefined)
      for (let at = dirname(path); at.length >= newFolder.length; at = dirname(at))
        await flushFolder(dirname(at));
  }

  async get(name: string): Promise<Buffer> {
    const bytes = await unlessMissing(readFile(join(this.folder, name)));
    if (bytes === null) throw new CopyRefusedError(missingText(name));
    return bytes;
  }

  async delete(name: string): Promise<void> {
    await rm(join(this.folder, name), { force: true });
  }
}
