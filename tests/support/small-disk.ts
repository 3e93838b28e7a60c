import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './server.ts';

/** A data folder on a disk that a test can fill and empty again while a server uses it. */
export interface SmallDisk {
  readonly folder: string;
  /** Starts the server on it; see `ServerOptions.through`. */
  readonly through: readonly string[];
  fill(pid: number): void;
  free(pid: number): void;
}

const own = process.getuid?.() === 0 ? ['unshare', '--mount'] : ['unshare', '--map-root-user', '--mount'];
const inNamespace = (mounting: string): readonly string[] => [
  ...own,
  'sh',
  '-c',
  `${mounting} && exec "$@"`,
  'sh',
];

/** True if this machine allows a mount, at least in a private namespace. */
export const mayMount =
  spawnSync(own[0] ?? '', [...own.slice(1), 'sh', '-c', 'mount -t tmpfs none /mnt']).status === 0;

/** A real file system of 16 MB that only the server and its children see. */
export function mountedDisk(): SmallDisk {
  const folder = temporaryFolder();
  const filler = (pid: number) => join(`/proc/${pid}/root`, folder, 'filler');
  return {
    folder,
    through: inNamespace('mount -t tmpfs -o size=16m none "$DATA_DIR"'),
    fill(pid) {
      for (let bytes = 1_048_576; bytes >= 1_024;) {
        try {
          writeFileSync(filler(pid), Buffer.alloc(bytes), { flag: 'a' });
        } catch {
          bytes /= 2;
        }
      }
    },
    free: (pid) => rmSync(filler(pid)),
  };
}

function limit(pid: number, bytes: string): void {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`prlimit: ${stderr}`);
}

/** A quota: no file may become larger than the largest is now. Needs no rights. */
export function limitedDisk(): SmallDisk & { throughFull(freeBytes?: number): readonly string[] } {
  const folder = temporaryFolder();
  const largest = () =>
    String(Math.max(...readdirSync(folder).map((name) => statSync(join(folder, name)).size)));
  return {
    folder,
    through: ['env'],
    /** Starts a server that finds the disk full, or room for so many bytes only. */
    throughFull: (freeBytes) => ['prlimit', `--fsize=${freeBytes ?? largest()}:`],
    fill: (pid) => limit(pid, largest()),
    free: (pid) => limit(pid, 'unlimited'),
  };
}

/** Starts the server on a folder that it can read and not write. */
export const readOnly = inNamespace(
  'mount --bind "$DATA_DIR" "$DATA_DIR" && mount -o remount,bind,ro "$DATA_DIR"',
);
