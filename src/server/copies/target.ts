import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CopyRefusedError } from '../kernel/store-errors.ts';

/** Where copies go: small pieces by name, each there whole or not at all. */
export interface CopyTarget {
  /** Names that begin with a folder, `''` for all, in order. */
  list(folder: string): Promise<readonly string[]>;
  put(name: string, bytes: Buffer): Promise<void>;
  /** @throws CopyRefusedError there is none */
  get(name: string): Promise<Buffer>;
  delete(name: string): Promise<void>;
}

const PART = '.part';

const code = (error: unknown): unknown => (error as { readonly code?: unknown }).code;

/** A folder, on another disk or machine best of all. */
export class FolderTarget implements CopyTarget {
  constructor(private readonly folder: string) {}

  async list(folder: string): Promise<readonly string[]> {
    const found = await readdir(join(this.folder, folder), { recursive: true, withFileTypes: true }).catch(
      (error: unknown) => {
        if (code(error) === 'ENOENT') return [];
        throw error;
      },
    );
    return found
      .filter((one) => one.isFile() && !one.name.endsWith(PART))
      .map((one) => join(one.parentPath, one.name).slice(join(this.folder, '/').length))
      .toSorted();
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    const path = join(this.folder, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
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
    // The name, too, is to be there after a power cut.
    const folder = await open(dirname(path), 'r');
    await folder.sync().catch(() => undefined);
    await folder.close();
  }

  async get(name: string): Promise<Buffer> {
    try {
      return await readFile(join(this.folder, name));
    } catch (error) {
      if (code(error) !== 'ENOENT') throw error;
      throw new CopyRefusedError(`${name} is missing among the copies`, { cause: error });
    }
  }

  async delete(name: string): Promise<void> {
    await rm(join(this.folder, name), { force: true });
  }
}
