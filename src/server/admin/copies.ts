import { drill } from '../copies/drill.ts';
import { seriesAt } from '../copies/names.ts';
import { restoreAt } from '../copies/restore.ts';
import type { FilesPlace, Restored } from '../copies/restore.ts';
import type { CopyStore } from '../copies/copy-store.ts';
import { CopyRefusedError } from '../kernel/store-errors.ts';
import { CommandError } from './admin.ts';

/** Commands for the automatic copies; they work on any machine with the key. */
export const COPIES_HELP: readonly string[] = [
  '  copies list                               shows the period that the copies can restore',
  '  copies drill                              restores into a temporary folder and compares each table ' +
    'and file by checksum',
  '  copies restore --at <time> --to <folder>  restores database and files of one second, as ' +
    '2026-11-24T03:00:00Z',
];

interface Copying {
  /** Null: neither COPIES_DIR nor COPIES_S3 is set. */
  readonly copyStore: CopyStore | null;
  /** Storage of files; null: they are not copied. */
  readonly files: FilesPlace | null;
  readonly epoch: string;
  /** Temporary folder into which a drill restores them. */
  readonly aside: string;
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** @throws CommandError, and what the copies throw */
export async function executeCopies(
  { copyStore, files, epoch, aside }: Copying,
  [word, ...words]: readonly string[],
): Promise<readonly string[]> {
  if (copyStore === null)
    throw new CommandError(
      'Set COPIES_DIR or COPIES_S3, and COPIES_KEY, to the same values as on the server',
    );
  if (word === 'list') return listed(copyStore);
  if (word === 'drill') return drilled(copyStore, aside, files !== null);
  if (word !== 'restore') throw new CommandError(`Usage:\n${COPIES_HELP.join('\n')}`);
  const { at, to } = { at: valueOf('--at', words), to: valueOf('--to', words) };
  // A time without a zone would mean another moment on another machine.
  const atMs = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(at)
    ? Date.parse(at)
    : Number.NaN;
  if (Number.isNaN(atMs)) throw new CommandError('--at must look like 2026-11-24T03:00:00Z');
  const back = await restoreAt(copyStore, { atMs, to, epoch, files });
  const { users, messages, lastCommitMs, missingFromMs } = back;
  const lines = [
    `Restored ${users} users and ${messages} messages into ${to}. The last change is from ${iso(lastCommitMs)}.`,
    ...(missingFromMs === null
      ? []
      : [`Data from ${iso(missingFromMs)} to ${iso(atMs)} may be missing: a new series of copies began.`]),
    ...filesLines(back, files),
    'The database was opened and read through. Start with this folder as DATA_DIR.',
  ];
  // A script that calls this must not treat it as complete.
  if (back.files?.fault) throw new CommandError(lines.join('\n'));
  return lines;
}

function filesLines({ files }: Restored, place: FilesPlace | null): readonly string[] {
  if (files === null || place === null)
    return ['Uploaded files are not included (COPIES_FILES=0): copy them back yourself.'];
  const { restoredCount, there, bytes, fault } = files;
  const where = place.bucket === null ? '' : ' to the storage';
  const others = there === 0 ? '' : `, ${there} were there`;
  return [
    `Restored ${restoredCount} files (${bytes} bytes)${where}${others}.`,
    ...(fault === null ? [] : [`Problem: ${fault}.`]),
  ];
}

async function drilled(copyStore: CopyStore, aside: string, withFiles: boolean): Promise<readonly string[]> {
  const all = withFiles ? { shard: 0, mostBytes: Infinity } : null;
  const { atMs, tables, files } = await drill(copyStore, aside, all);
  return [
    `All ${tables} tables match their state at ${iso(atMs)}, by count and checksum.`,
    ...(files === null ? [] : [`All ${files.files} files match the received ones, by checksum.`]),
  ];
}

function valueOf(name: string, words: readonly string[]): string {
  const value = words[words.indexOf(name) + 1];
  if (!words.includes(name) || value === undefined) throw new CommandError(`Missing: ${name}`);
  return value;
}

async function listed(copyStore: CopyStore): Promise<readonly string[]> {
  const names = await seriesAt(copyStore.target);
  // Names are readable without the key, so a wrong key would print a list that `restore` refuses (COPY-4).
  const newest = names.filter(({ kind }) => kind !== 'parts').toSorted((a, b) => b.atMs - a.atMs)[0];
  if (newest) await readable(copyStore, newest.name);
  const lines = [...new Set(names.map(({ series }) => series))].flatMap((one) => {
    const all = names.filter(({ series }) => series === one);
    const wholes = all.filter(({ kind }) => kind === 'whole').map(({ atMs }) => atMs);
    if (wholes.length === 0) return [];
    const last = Math.max(...all.filter(({ kind }) => kind !== 'parts').map(({ atMs }) => atMs));
    return [`${iso(Math.min(...wholes))} to ${iso(last)}, whole ${wholes.length} times`];
  });
  return lines.length > 0 ? lines : ['No usable copy exists yet.'];
}

async function readable(copyStore: CopyStore, name: string): Promise<void> {
  try {
    await copyStore.get(name);
  } catch (error) {
    if (error instanceof CopyRefusedError)
      throw new CommandError(`The copies cannot be read: ${error.message}`, { cause: error });
    throw error;
  }
}
