import { createHash } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename } from 'node:path';
import { MEGABYTE } from '../../kernel/limits.ts';
import {
  CopyRefusedError,
  StoreBusyError,
  StoreError,
  StoreTooNewError,
  StoreUnavailableError,
} from '../../kernel/store-errors.ts';
import { SCHEMA_VERSION } from '../schema/migrations.ts';
import { zeroFreeOf } from './clean-file.ts';
import { counterFile } from './commit-counter.ts';
import { Journal } from './journal.ts';
import { makeFile, ownFile } from './own-file.ts';
import { SqliteConnection } from './sqlite-dialect.ts';

/** The format that `sha256sum -c` reads. */
const checksumFile = (copy: string): string => `${copy}.sha256`;
const LINE = /^([0-9a-f]{64}) [ *]/;

/** Written beside a copy, before it gets its name (KEEP-8). */
function writeChecksum(part: string, copy: string): void {
  writeFileSync(checksumFile(copy), `${digestOf(part)}  ${basename(copy)}\n`, { mode: 0o600 });
}

/**
 * Returns true if the bytes equal the copy as it was made; false without a checksum file.
 * @throws CopyRefusedError they are others
 */
function compareChecksum(part: string, copy: string): boolean {
  const beside = checksumFile(copy);
  if (!existsSync(beside)) return false;
  const [, digest] = LINE.exec(readFileSync(beside, 'utf8')) ?? [];
  if (digest === undefined) throw new CopyRefusedError(`${beside} has no checksum: nothing was restored`);
  if (digest === digestOf(part)) return true;
  throw new CopyRefusedError(
    `${copy} is damaged, its checksum is not the one in ${beside}: nothing was restored, take another copy`,
  );
}

/** Reads in pieces: a copy may be larger than memory. */
function digestOf(path: string): string {
  const hash = createHash('sha256');
  const bytes = Buffer.allocUnsafe(MEGABYTE);
  const file = openSync(path, 'r');
  try {
    for (let length = -1; length !== 0;) {
      length = readSync(file, bytes, 0, bytes.length, null);
      hash.update(bytes.subarray(0, length));
    }
  } finally {
    closeSync(file);
  }
  return hash.digest('hex');
}

/** Content of a backup, reported to the operator. */
export interface CopyContents {
  readonly users: number;
  readonly messages: number;
  readonly schema: number;
  /** Minimum version of a program that can use it (START-16). */
  readonly readable: number;
}

export interface RestoredCopy extends CopyContents {
  /** Path of the replaced database. */
  readonly before: string | null;
  /** False: the copy has no checksum beside it. */
  readonly isCompared: boolean;
}

/**
 * A backup of one moment, while the server continues to write; it is complete, opens and was read through
 * before it gets its name (KEEP-1).
 * @throws CopyRefusedError the place is not writable, or the file exists already
 */
export function backUp(path: string, to: string): CopyContents {
  if (!existsSync(path)) throw new CopyRefusedError(`there is no database at ${path}`);
  if (existsSync(to)) throw new CopyRefusedError(`there is a file ${to} already`);
  const part = `${to}.part`;
  rmSync(part, { force: true });
  try {
    during(path, (source) => copyInto(source, part));
    during(part, finishRows, false);
    const outcome = during(part, look);
    writeChecksum(part, to);
    renameSync(part, to);
    return outcome;
  } finally {
    rmSync(part, { force: true });
  }
}

function lookAt(copy: SqliteConnection, name: string): CopyContents {
  try {
    return look(copy);
  } catch (error) {
    if (error instanceof StoreUnavailableError)
      throw new CopyRefusedError(`${name} is no whole copy (${error.message})`, { cause: error });
    throw error;
  }
}

/** Writes the rows of committed journal entries, if no other process uses the file (COMMIT-10). */
export function finishRows(db: SqliteConnection): void {
  if (db.execute(`select 1 from sqlite_master where name = 'journal'`).length > 0)
    new Journal(db, false).bring();
}

/** Errors of the database about the backup's place do not concern the data folder. */
function copyInto(source: SqliteConnection, part: string): void {
  try {
    ownFile(part);
    source.execute('vacuum into ?', [part]);
  } catch (error) {
    if (error instanceof StoreUnavailableError || !(error instanceof StoreError))
      throw new CopyRefusedError(
        `${part} cannot be written (${error instanceof Error ? error.message : String(error)})`,
        { cause: error },
      );
    throw error;
  }
}

/**
 * Replaces the database by a backup; the former one stays beside it. Its history is a different one from now
 * on, so every client loads again and keeps what it has not sent (KEEP-2, STREAM-9).
 * @throws StoreBusyError a server uses the database
 * @throws CopyRefusedError an incomplete backup, or a changed one
 */
export function restoreCopy(path: string, from: string, epoch: string): RestoredCopy {
  if (!existsSync(from)) throw new CopyRefusedError(`there is no file ${from}`);
  const part = `${path}.part`;
  try {
    // A new machine has no folder yet.
    makeFile(part);
    copyFileSync(from, part);
    ownFile(part);
    const isCompared = compareChecksum(part, from);
    const facts = during(part, (copy) => lookAt(copy, from));
    refuseNewer(facts);
    during(
      part,
      (copy) => void copy.execute(`update meta set value = ? where key = 'epoch'`, [epoch]),
      false,
    );
    const before = moveAside(path);
    // Its count belongs to the replaced file; the epoch already marks the different history.
    rmSync(counterFile(path), { force: true });
    renameSync(part, path);
    return { ...facts, before, isCompared };
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(part + end, { force: true });
  }
}

/**
 * A database that was put together elsewhere: read through, its rows written, another history from now on.
 */
export function finishCopy(path: string, epoch: string | null): CopyContents {
  return during(
    path,
    (copy) => {
      const facts = lookAt(copy, path);
      refuseNewer(facts);
      if (epoch === null) return facts;
      finishRows(copy);
      copy.execute(`update meta set value = ? where key = 'epoch'`, [epoch]);
      const contents = contentsOf(copy);
      zeroFreeOf(path, copy);
      return contents;
    },
    false,
  );
}

/** Merges the log into one file, which requires exclusive access; then renames it. */
function moveAside(path: string): string | null {
  if (!existsSync(path)) return null;
  alone(path);
  let at = 1;
  while (existsSync(`${path}.before-${at}`)) at += 1;
  renameSync(path, `${path}.before-${at}`);
  return `${path}.before-${at}`;
}

/** @throws StoreBusyError when another process has it open */
export function alone(path: string): void {
  during(
    path,
    (db) => {
      const [row] = db.execute('pragma journal_mode = delete');
      if ((row as { readonly journal_mode: string }).journal_mode !== 'delete')
        throw new StoreBusyError('a server uses the database');
    },
    false,
  );
}

export function during<T>(path: string, work: (db: SqliteConnection) => T, readOnly = true): T {
  const db = new SqliteConnection(path, { readOnly });
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** Reads all of it: every page and every index. */
function look(db: SqliteConnection): CopyContents {
  const [answer] = db.execute('pragma integrity_check(1)') as readonly { readonly integrity_check: string }[];
  if (answer?.integrity_check !== 'ok')
    throw new CopyRefusedError(`the copy is not whole: ${faultIn(answer?.integrity_check)}`);
  return contentsOf(db);
}

/** The engine puts the name of the database on a line before the fault. */
const faultIn = (answer = 'no answer'): string =>
  answer.replace(/^\*\*\* in database \w+ \*\*\*\s*/, '').replaceAll(/\s*\n\s*/g, '; ');

function contentsOf(db: SqliteConnection): CopyContents {
  const [row] = db.execute(
    `select (select count(*) from users) as users, (select count(*) from messages) as messages,
      (select value from meta where key = 'schema') as schema,
      (select value from meta where key = 'readable') as readable`,
  );
  const { users, messages, schema, readable } = row as {
    readonly users: number;
    readonly messages: number;
    readonly schema: string;
    readonly readable: string | null;
  };
  return { users, messages, schema: Number(schema), readable: Number(readable ?? schema) };
}

function refuseNewer({ schema, readable }: CopyContents): void {
  if (SCHEMA_VERSION < readable) throw new StoreTooNewError(schema, SCHEMA_VERSION);
}
