import { drill } from '../copies/drill.ts';
import { readName } from '../copies/names.ts';
import { restoreAt } from '../copies/restore.ts';
import type { Shelf } from '../copies/shelf.ts';
import { AdminFault } from './admin.ts';

/** Commands about the copies that the server makes by itself; they work on any machine that has the key. */
export const COPIES_HELP: readonly string[] = [
  '  copies list                               from when to when COPIES_DIR can bring the data back',
  '  copies drill                              restores aside, and compares each table by checksum',
  '  copies restore --at <time> --to <folder>  the database of a second, as 2026-11-24T03:00:00Z',
];

interface Copying {
  /** Null: COPIES_DIR is not set. */
  readonly shelf: Shelf | null;
  readonly epoch: string;
  /** Where a drill brings them back, for as long as it takes. */
  readonly aside: string;
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** @throws AdminFault, and what the copies throw */
export async function runCopies(
  { shelf, epoch, aside }: Copying,
  [word, ...words]: readonly string[],
): Promise<readonly string[]> {
  if (shelf === null) throw new AdminFault('Set COPIES_DIR and COPIES_KEY as the server has them');
  if (word === 'list') return listed(shelf);
  if (word === 'drill') return drilled(shelf, aside);
  if (word !== 'restore') throw new AdminFault(`Usage:\n${COPIES_HELP.join('\n')}`);
  const { at, to } = { at: valueOf('--at', words), to: valueOf('--to', words) };
  // Without a zone it would be another moment on another machine.
  const atMs = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(at)
    ? Date.parse(at)
    : Number.NaN;
  if (Number.isNaN(atMs)) throw new AdminFault('--at must look like 2026-11-24T03:00:00Z');
  const { users, messages, reachedMs, missingFromMs } = await restoreAt(shelf, { atMs, to, epoch });
  return [
    `Restored ${users} people and ${messages} messages into ${to}; the last change is of ${iso(reachedMs)}.`,
    ...(missingFromMs === null
      ? []
      : [`From ${iso(missingFromMs)} to ${iso(atMs)} something may be missing: copies began anew.`]),
    'The database was opened and read through. Files that people sent are not among these copies:',
    'put them beside it, then start with this folder as DATA_DIR.',
  ];
}

async function drilled(shelf: Shelf, aside: string): Promise<readonly string[]> {
  const { atMs, tables } = await drill(shelf, aside);
  return [`All ${tables} tables came back as they were at ${iso(atMs)}, by count and checksum.`];
}

function valueOf(name: string, words: readonly string[]): string {
  const value = words[words.indexOf(name) + 1];
  if (!words.includes(name) || value === undefined) throw new AdminFault(`Missing: ${name}`);
  return value;
}

async function listed(shelf: Shelf): Promise<readonly string[]> {
  const names = (await shelf.target.list('')).map(readName).filter((one) => one !== null);
  const lines = [...new Set(names.map(({ series }) => series))].flatMap((one) => {
    const all = names.filter(({ series }) => series === one);
    const wholes = all.filter(({ kind }) => kind === 'whole').map(({ atMs }) => atMs);
    if (wholes.length === 0) return [];
    const last = Math.max(...all.filter(({ kind }) => kind !== 'parts').map(({ atMs }) => atMs));
    return [`${iso(Math.min(...wholes))} to ${iso(last)}, whole ${wholes.length} times`];
  });
  return lines.length > 0 ? lines : ['No copy can be used yet.'];
}
