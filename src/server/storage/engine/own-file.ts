import { accessSync, chmodSync, closeSync, constants, existsSync, openSync } from 'node:fs';

/**
 * For whom the server runs as, and nobody else, whatever the umask (KEEP-6): password hashes, digests of
 * logins and every word are in it.
 */
const OWN = 0o600;

/** Makes an empty file where there is none, and takes from one that is there what others may. */
export function ownFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, constants.O_RDWR | constants.O_CREAT, OWN));
  for (const name of [path, `${path}-wal`, `${path}-shm`]) {
    try {
      if (existsSync(name)) chmodSync(name, OWN);
    } catch {
      // Somebody else's file: whether it can be used the engine says.
    }
  }
}

/** Whether the file system, or the rights of the file, keep this program from writing it. */
export function isReadOnly(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    return ['EROFS', 'EACCES', 'EPERM'].includes((error as { readonly code?: string }).code ?? '');
  }
}
