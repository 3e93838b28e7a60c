import { accessSync, chmodSync, closeSync, constants, existsSync, openSync } from 'node:fs';

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
