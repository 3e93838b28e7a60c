import { alone, backUp, during, finishRows, restoreCopy } from '../storage/engine/backup.ts';
import { clean } from '../storage/engine/clean-file.ts';
import { noteBackup } from '../storage/engine/last-backup.ts';
import { CommandError } from './admin.ts';

/** The embedded database, and the folder for its copies. */
export interface Keeping {
  /** Null: the data is in a database server, which has its own ways. */
  readonly path: string | null;
  readonly epoch: string;
  readonly nowMs: number;
}

/** Commands about the database as a file; they do not open it as a server does. */
export const KEEPING_HELP: readonly string[] = [
  '  backup <file>                             copies the embedded database, also while the server runs',
  '  clean                                     rewrites the database without deleted text; the server ' +
    'must be stopped',
  '  move                                      copies the database of DATA_DIR to an empty one at ' +
    'DATABASE_URL; the server must be stopped',
  '  restore <file>                            replaces the database by a copy; the server must be stopped',
];

export const isKeepingCommand = (word: string): boolean =>
  word === 'backup' || word === 'clean' || word === 'restore';

/** Cleans a database on a server (DATA-14). */
export async function cleanServer(url: string): Promise<readonly string[]> {
  const { rewriteTables } = await import('../storage/engine/postgres-cleaning.ts');
  return [
    `Rewrote ${await rewriteTables(url)} tables without deleted text.`,
    'Its log and older backups may still contain it: docs/operations/backup-and-restore.md, Deleted text.',
  ];
}

/** From a script that copies the files itself after the database, as `parley-backup` does. */
const FILES_FOLLOW = '--files-follow';

const NO_FILES =
  'Uploaded files are not included. They are in the folder "files" of DATA_DIR or in FILES_S3: copy them ' +
  'afterwards.';

/** @throws CommandError, and what the copy throws */
export function executeKeeping(
  { path, epoch, nowMs }: Keeping,
  [word, file, ...options]: readonly string[],
): readonly string[] {
  if (path === null)
    throw new CommandError(
      'The data is in PostgreSQL (DATABASE_URL): use pg_dump and pg_restore, see ' +
        'docs/operations/backup-and-restore.md',
    );
  if (word === 'clean') return cleaned(path);
  if (file === undefined || file.trim() === '') throw new CommandError('Missing: file');
  if (word === 'backup') {
    const { users, messages } = backUp(path, file);
    const hasNote = noteBackup(path, nowMs);
    return [
      `Copied ${users} users and ${messages} messages to ${file}. The copy was opened and read through.`,
      `Its checksum is in ${file}.sha256: keep it with the copy.`,
      ...(options.includes(FILES_FOLLOW) ? [] : [NO_FILES]),
      ...(hasNote ? [] : [`Its time could not be noted in DATA_DIR: /metrics and /readyz lack it.`]),
    ];
  }
  const { users, messages, before, isCompared } = restoreCopy(path, file, epoch);
  return [
    `Restored ${users} users and ${messages} messages into ${path}.${before === null ? '' : ` The previous data is in ${before}.`}`,
    ...(isCompared ? [] : [`There is no checksum ${file}.sha256: the copy was not compared with it.`]),
    'Each client loads its conversations again with its next connection and keeps unsent messages.',
  ];
}

/** A file that was too large for the start of a new version (DATA-13). */
function cleaned(path: string): readonly string[] {
  alone(path);
  during(
    path,
    (db) => {
      finishRows(db);
      clean(db);
    },
    false,
  );
  return ['The database file no longer contains deleted text.'];
}
