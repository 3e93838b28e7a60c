import { accessSync, chmodSync, closeSync, constants, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreUnavailableError } from '../../kernel/store-errors.ts';

/**
 * Readable only for the server's user, under any umask (KEEP-6): it contains password hashes, login digests
 * and all messages.
 */
const OWN = 0o600;

/** Creates an empty file, or removes the permissions of others from an existing one. */
export function ownFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, constants.O_RDWR | constants.O_CREAT, OWN));
  for (const name of [path, `${path}-wal`, `${path}-shm`]) {
    try {
      if (existsSync(name)) chmodSync(name, OWN);
    } catch {
      // A file of another user: the engine reports whether it is usable.
    }
  }
}

/** Returns true if the file system, or the file's permissions, prevent writing. */
export function isReadOnly(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    return ['EROFS', 'EACCES', 'EPERM'].includes((error as { readonly code?: string }).code ?? '');
  }
}

/** One after the other: the recursive form of Node never ends in `/proc`. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process made it meanwhile.
    if ((error as { readonly code?: string }).code !== 'EEXIST') throw error;
  }
}

/** The same, with its folders. @throws StoreUnavailableError folder or file cannot be written */
export function makeFile(path: string): void {
  const folder = dirname(path);
  try {
    makeFolder(folder);
  } catch (error) {
    throw new StoreUnavailableError(`cannot make the folder ${folder}`, { cause: error });
  }
  try {
    ownFile(path);
  } catch (error) {
    throw new StoreUnavailableError(`cannot write ${path}`, { cause: error });
  }
}
