import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownFile } from './storage/engine/own-file.ts';

const fileIn = (dataDir: string): string => join(dataDir, 'server.address');

/** Where the server of a data folder listens, for the links that commands print (ADMIN-2). */
export function noteAddress(dataDir: string, address: string): void {
  try {
    ownFile(fileIn(dataDir));
    writeFileSync(fileIn(dataDir), `${address}\n`);
  } catch {
    // A full disk: the commands print the address of the settings.
  }
}

/** After the end of the server nothing is true of it. */
export const forgetAddress = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true });

/** The address of the last server of the folder that has not ended by itself; null: none. */
export function readAddress(dataDir: string): string | null {
  const path = fileIn(dataDir);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() || null : null;
}
