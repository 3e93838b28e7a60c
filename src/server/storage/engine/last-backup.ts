import { renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Beside the database: the time of the last backup that the command made, for the server (KEEP-10). */
const fileBeside = (path: string): string => join(dirname(path), 'last-backup');

/** False: the folder does not let this user write it. The backup itself is complete. */
export function noteBackup(path: string, atMs: number): boolean {
  const file = fileBeside(path);
  try {
    // Renamed, because the file may belong to another user who made the previous backup.
    writeFileSync(`${file}.part`, `${new Date(atMs).toISOString()}\n`, { mode: 0o600 });
    renameSync(`${file}.part`, file);
    return true;
  } catch {
    return false;
  }
}

/** Null: the command has made none here. */
export async function lastBackupMs(path: string): Promise<number | null> {
  const text = await readFile(fileBeside(path), 'utf8').catch(() => '');
  const atMs = Date.parse(text.trim());
  return Number.isNaN(atMs) ? null : atMs;
}
