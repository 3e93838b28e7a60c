import { groupOfStream, groupStream, peopleOfStream } from '../../../domain/ids.ts';
import type { Files } from '../../../ports/files.ts';
import type {
  CheckedFile,
  CheckedGroup,
  CheckedMember,
  CheckedPlace,
  CheckedSeq,
  FileHolder,
  Store,
  StreamRow,
} from '../../../ports/store.ts';
import type { Digest } from '../../kernel/audit.ts';
import { type Phrase, keyFor, phrase } from '../../kernel/phrase.ts';
import { checkingLimits as limits } from '../../kernel/limits.ts';
import { StoreDamagedError } from '../../kernel/store-errors.ts';
import { verifyAudit } from '../audit/read.ts';

export interface Checked {
  readonly store: Store;
  readonly passwords: Digest;
  /** Storage of file contents. */
  files(): Promise<Pick<Files, 'open' | 'digest'>>;
  /** The engine's own check; absent without a disk. */
  readonly engineFaults?: (() => Promise<readonly string[]>) | undefined;
}

export type Counted = 'conversations' | 'messages' | 'events' | 'memberships' | 'groups' | 'files' | 'audit';
/** Number of checked items per kind. */
export type Counts = Record<Counted, number>;

export interface Verdict {
  readonly counts: Counts;
  /** One line each, of the first so many. */
  readonly faults: readonly Phrase[];
  readonly total: number;
}

const FILE_HOLDERS: readonly FileHolder[] = [
  'message_files',
  'emoji',
  'pack_stickers',
  'reactions',
  'moment_files',
  'reports',
];

/** Faults are counted; the first so many are kept. */
class Findings {
  readonly faults: Phrase[] = [];
  total = 0;

  add(fault: Phrase): void {
    this.total += 1;
    if (this.faults.length < limits.faultsShown) this.faults.push(fault);
  }
}

type Pointing = CheckedPlace | CheckedSeq;

interface Work extends Checked {
  readonly counts: Counts;
  readonly findings: Findings;
}

/**
 * Checks the invariants of all stored data, beside running servers: each part is a short read of one moment,
 * and nothing is written (CHECK-1).
 */
export async function checkStore(checked: Checked): Promise<Verdict> {
  const counts = {
    conversations: 0,
    messages: 0,
    events: 0,
    memberships: 0,
    groups: 0,
    files: 0,
    audit: 0,
  };
  const findings = new Findings();
  const work: Work = { ...checked, counts, findings };
  for (const fault of (await checked.engineFaults?.()) ?? []) findings.add(phrase('found.engine', { fault }));
  for (const [what, look] of PARTS) await readable(work, phrase(`part.${what}`), () => look(work));
  return { counts, faults: findings.faults, total: findings.total };
}

/** Reports unreadable data as a finding, and continues with the rest. */
async function readable({ findings }: Work, what: Phrase, look: () => Promise<void>): Promise<void> {
  try {
    await look();
  } catch (error) {
    if (!(error instanceof StoreDamagedError || error instanceof SyntaxError)) throw error;
    findings.add(phrase('found.unreadable', { what, fault: error.message }));
  }
}

/** Reads page after page, each of its own moment, until one is incomplete. */
async function pages<T>(
  read: (last: T | null) => Promise<readonly T[]>,
  look: (row: T) => void | Promise<void>,
): Promise<void> {
  for (let last: T | null = null; ;) {
    const rows: readonly T[] = await read(last);
    for (const row of rows) await look(row);
    if (rows.length < limits.page) return;
    last = rows.at(-1) ?? null;
  }
}

const checkStreams = (work: Work): Promise<void> =>
  pages<StreamRow>(
    (last) => work.store.read((tx) => tx.checking.streams(last?.stream ?? '', limits.page)),
    async ({ stream }) => {
      work.counts.conversations += 1;
      await checkOrdinals(work, stream);
      await checkSeqs(work, stream);
    },
  );

const IS = { twice: 'found.messageTwice', missing: 'found.messageMissing' } as const;

/** Reads in parts: ordinals above the count of this moment belong to newer messages, and are right. */
async function checkOrdinals({ store, counts, findings }: Work, stream: StreamRow['stream']): Promise<void> {
  for (let after = 0, count = 1; after < count; after += limits.span) {
    const there = await store.read(async (tx) => {
      count = (await tx.streams.get(stream))?.count ?? 0;
      return tx.checking.ordinals(stream, after, Math.min(after + limits.span, count));
    });
    counts.messages += there.length;
    for (const { at, is } of unlike(there, after, Math.min(after + limits.span, count)))
      findings.add(phrase(IS[is], { stream, at }));
  }
}

async function checkSeqs({ store, counts, findings }: Work, stream: StreamRow['stream']): Promise<void> {
  for (let after = 0, head = 1; after < head; after += limits.span) {
    const part = await store.read(async (tx) => {
      const row = await tx.streams.get(stream);
      if (!row) return null;
      // Old ones are removed from the low end in the meantime (SYNC-2).
      [head, after] = [row.head, Math.max(after, row.floor)];
      const upTo = Math.min(after + limits.span, head);
      const stray = await tx.checking.straySeq(stream, row.floor, head);
      return { row, upTo, stray, there: await tx.checking.seqs(stream, after, upTo) };
    });
    if (!part) return;
    const { row, stray } = part;
    counts.events += part.there.length;
    if (row.floor > row.head)
      findings.add(phrase('found.floorAbove', { stream, floor: row.floor, head: row.head }));
    if (stray !== null && after + limits.span >= head)
      findings.add(phrase('found.strayEvent', { stream, at: stray, from: row.floor + 1, head }));
    for (const { at } of unlike(part.there, after, part.upTo))
      findings.add(phrase('found.eventMissing', { stream, at }));
  }
}

/** Finds deviations of a sorted list from the numbers of (after, upTo], each once. */
function* unlike(
  there: readonly number[],
  after: number,
  upTo: number,
): Generator<{ readonly at: number; readonly is: 'missing' | 'twice' }> {
  let expected = after + 1;
  for (const n of there) {
    for (; expected < n; expected += 1) yield { at: expected, is: 'missing' };
    if (n < expected) yield { at: n, is: 'twice' };
    else expected = n + 1;
  }
  for (; expected <= upTo; expected += 1) yield { at: expected, is: 'missing' };
}

async function checkMessages(work: Work): Promise<void> {
  const { store, findings } = work;
  const newest = await store.read((tx) => tx.checking.newestMessage());
  for (let after = 0; after < newest; after += limits.span) {
    const upTo = after + limits.span;
    await readable(work, phrase('found.someMessages', { from: after + 1, upTo }), async () => {
      const strays = await store.read((tx) => tx.checking.strayMessages(after, upTo));
      for (const { stream, n } of strays) findings.add(phrase('found.strayMessage', { stream, at: n }));
      const damaged = await store.read((tx) => tx.checking.damagedMessages(after, upTo));
      for (const { stream, n } of damaged) findings.add(phrase('found.messageDamaged', { stream, at: n }));
    });
  }
}

const checkMembers = ({ store, counts, findings }: Work): Promise<void> =>
  pages<CheckedMember>(
    (last) => store.read((tx) => tx.checking.members(last ?? { stream: '', user: 0 }, limits.page)),
    (row) => {
      counts.memberships += 1;
      const { stream, user } = row;
      for (const fault of memberFaults(row)) findings.add(phrase('found.member', { stream, user, fault }));
    },
  );

function* memberFaults({ stream, user, ends, places, seqs, isPerson }: CheckedMember): Generator<Phrase> {
  if (!isPerson) yield phrase('found.personUnknown');
  const pair = peopleOfStream(stream);
  if (groupOfStream(stream) === null && !pair?.includes(user)) yield phrase('found.stranger');
  if (!ends) return yield phrase('found.streamUnknown');
  yield* beyond(places, ends.count);
  yield* beyond(seqs, ends.head);
}

function* beyond(points: Readonly<Partial<Record<Pointing, number>>>, last: number): Generator<Phrase> {
  for (const what of Object.keys(points) as Pointing[]) {
    const at = points[what] ?? 0;
    const key = keyFor('point', what);
    if (at > last && key) yield phrase(key, { at, last });
  }
}

const checkGroups = async ({ store, counts, findings }: Work): Promise<void> =>
  pages<CheckedGroup>(
    (last) => store.read((tx) => tx.checking.groups(last?.id ?? 0, limits.page)),
    ({ id, hasEnded, owner, leaders, members, memberships }) => {
      counts.groups += 1;
      const group = groupStream(id);
      if (members !== memberships)
        findings.add(phrase('found.counts', { group, members, count: memberships }));
      const leaderNames = leaders.length > 0 ? leaders.join(', ') : phrase('found.nobody');
      if (hasEnded && leaders.length > 0)
        findings.add(phrase('found.endedOwned', { group, led: leaderNames }));
      if (!hasEnded && (leaders.length !== 1 || leaders[0] !== owner))
        findings.add(phrase('found.otherOwner', { group, owner, led: leaderNames }));
    },
  );

const checkHeld = ({ store, findings }: Work, holder: FileHolder): Promise<void> =>
  pages<{ readonly id: number; readonly isKnown: boolean }>(
    (last) =>
      store.read(async (tx) => {
        const ids = await tx.checking.referencedFiles(holder, last?.id ?? 0, limits.page);
        const existing = await tx.files.byIds(ids);
        return ids.map((id) => ({ id, isKnown: existing.has(id) }));
      }),
    ({ id, isKnown }) => {
      if (!isKnown) findings.add(phrase('found.fileUnknown', { id, holder }));
    },
  );

async function checkUses(work: Work): Promise<void> {
  for (const holder of FILE_HOLDERS) await checkHeld(work, holder);
}

async function checkFiles(work: Work): Promise<void> {
  const { store, counts, findings } = work;
  let place: Pick<Files, 'open' | 'digest'> | null = null;
  await pages<CheckedFile>(
    (last) => store.read((tx) => tx.checking.files(last?.id ?? 0, limits.page)),
    async (file) => {
      counts.files += 1;
      place ??= await work.files();
      const fault = await bytesFault(place, file);
      // A file removed in the meantime loses its row first (FILE-5).
      if (fault !== null && (await store.read((tx) => tx.files.byId(file.id)))) findings.add(fault);
    },
  );
}

async function bytesFault(
  place: Pick<Files, 'open' | 'digest'>,
  { id, key, sizeBytes: expected, digest, isFirst }: CheckedFile,
): Promise<Phrase | null> {
  try {
    const size = await sizeOf(place, key, expected);
    const is = size === null ? phrase('found.bytesGone') : phrase('found.bytesThere', { count: size });
    if (size !== expected) return phrase('found.bytes', { id, is, count: expected, key });
    if (!isFirst || (await place.digest(key)) === digest) return null;
    return phrase('found.bytesDamaged', { id, key });
  } catch (error) {
    const what = phrase('found.file', { id });
    return phrase('found.unreadable', {
      what,
      fault: error instanceof Error ? error.message : String(error),
    });
  }
}

async function checkAudit({ store, passwords, counts, findings }: Work): Promise<void> {
  const { fault, right } = await verifyAudit(store, passwords);
  counts.audit = right;
  if (fault !== null) findings.add(phrase('found.audit', { fault }));
}

const PARTS: readonly (readonly [
  what: Exclude<Counted, 'events'> | 'uses',
  look: (work: Work) => Promise<void>,
])[] = [
  ['conversations', checkStreams],
  ['messages', checkMessages],
  ['memberships', checkMembers],
  ['groups', checkGroups],
  ['uses', checkUses],
  ['files', checkFiles],
  ['audit', checkAudit],
];

/** The size of the whole file, by reading one byte of it. */
async function sizeOf(files: Pick<Files, 'open'>, key: string, expected: number): Promise<number | null> {
  const stored = await files.open(key, expected > 0 ? { start: 0, end: 0 } : undefined);
  await stored?.body.cancel();
  return stored?.sizeBytes ?? null;
}
