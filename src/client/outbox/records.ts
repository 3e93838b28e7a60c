import type { MessageId, UserId } from '../../domain/ids.ts';
import type { Outgoing } from '../../domain/message.ts';
import { ownPrefix, TRIED } from '../../domain/own-keys.ts';
import type { RecordsPort, SettingsPort } from '../../ports/storage.ts';
import { attemptNotesMax } from '../state/limits.ts';
import type { Tried } from './age.ts';

/**
 * Attempts that a full device could not store beside their messages, in the small storage: a message that may
 * have been sent must not count as untried, and be sent again once no server remembers it (SEND-14).
 */
export interface TriedNotes {
  /** The item with its last attempt, wherever that is stored. */
  applied(item: StoredItem): StoredItem;
  add(items: readonly StoredItem[]): void;
  /** The attempt is now stored with its message, or the age restarts. */
  drop(items: readonly StoredItem[]): void;
}

type Note = readonly [id: string, ageMs: number, atMs: number];

function createTriedNotes(settings: SettingsPort, user: UserId): TriedNotes {
  const key = ownPrefix(user) + TRIED;
  const readNotes = (): readonly Note[] => read(settings.get(key));
  const writeNotes = (notes: readonly Note[]): void =>
    settings.set(key, notes.length === 0 ? null : JSON.stringify(notes.slice(-attemptNotesMax)));
  const without = (items: readonly StoredItem[]): readonly Note[] =>
    readNotes().filter(([id]) => !items.some(({ message }) => message.id === id));
  return {
    applied: (item) => {
      const note = readNotes().find(([id]) => id === item.message.id);
      return note ? { ...item, tried: attemptOf(note) } : item;
    },
    add: (items) => writeNotes([...without(items), ...items.flatMap(noteOf)]),
    drop: (items) => {
      if (items.length === 0) return;
      const [was, left] = [readNotes(), without(items)];
      if (left.length < was.length) writeNotes(left);
    },
  };
}

const noteOf = ({ message, tried }: StoredItem): readonly Note[] =>
  tried ? [[message.id, tried.ageMs, tried.atMs]] : [];
const attemptOf = ([, ageMs, atMs]: Note): Tried => ({ ageMs, atMs });

/** Content written by another build is untrusted. */
function read(text: string | null): readonly Note[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(parsed) ? parsed.filter(isNote) : [];
  } catch {
    return [];
  }
}

const isNote = (one: unknown): one is Note =>
  Array.isArray(one) && typeof one[0] === 'string' && Number.isFinite(one[1]) && Number.isFinite(one[2]);

/** An unsent message as stored in the `outbox` records, under its id (SEND-3). */
export interface StoredItem {
  readonly message: Outgoing;
  readonly user: number;
  /** Rises with each message of this device; ids do not sort by time. */
  readonly order: number;
  /** `sending`: an attempt was made, its outcome is not known here. */
  readonly status: 'queued' | 'sending' | 'failed' | 'recalling';
  readonly reason: string | null;
  /** Discarded while its outcome was unknown (SEND-13). */
  readonly discarded: boolean;
  /** Null, or missing in older records: never tried. */
  readonly tried?: Tried | null;
  /** The newest file or forward that was on its way to this chat; it arrives first (SEND-6). */
  readonly after?: MessageId;
  /** A request of another tab to the sending tab. */
  readonly asked: 'retry' | 'discard' | null;
}

export function isStoredItem(value: unknown): value is StoredItem {
  const item = value as Partial<StoredItem> | null;
  return (
    typeof item === 'object' &&
    item !== null &&
    typeof item.order === 'number' &&
    typeof item.message?.id === 'string' &&
    typeof item.message.to === 'string'
  );
}

/** The stored outbox of one person, and the tap on the shoulder for the other tabs. */
export interface OutboxRecords {
  /** All items of this user, in the order they were written (SEND-14). */
  all(user: number): Promise<readonly StoredItem[]>;
  /**
   * `early`: notifies other tabs before the write completes. Their reading waits for it, and this page may
   * close before it could notify them.
   */
  save(items: readonly StoredItem[], early?: boolean): Promise<void>;
  /**
   * Updates items that a sending tab may have removed or withdrawn by now: those stay as they are (SEND-13).
   */
  saveLate(items: readonly StoredItem[]): Promise<void>;
  /**
   * Keeps a sent item while another tab requests its recall: the sending tab reads that and executes it
   * (SEND-13).
   */
  remove(item: StoredItem): Promise<void>;
  onPoke(listener: () => void): () => void;
}

const STORE = 'outbox';

function isWanted(current: unknown): boolean {
  const item = current as StoredItem | undefined;
  return item?.asked !== 'discard' && item?.discarded !== true;
}

const isThere = (current: unknown): boolean => current !== undefined && isWanted(current);

export function createOutboxRecords(
  user: UserId,
  records: RecordsPort,
  settings: SettingsPort,
): OutboxRecords {
  const name = String(user);
  const key = `outbox-${name}`;
  const notes = createTriedNotes(settings, user);
  let pokes = 0;
  // A storage event needs a change: the text itself is irrelevant.
  const poke = (id: string): void => settings.set(key, `${id}.${(pokes += 1)}`);
  const write = async (
    changes: readonly { readonly id: string; readonly value: StoredItem | undefined }[],
    condition?: (current: unknown) => boolean,
  ): Promise<void> => {
    const [first] = changes;
    if (first === undefined) return;
    await records.write(
      name,
      changes.map(({ id, value }) => ({ store: STORE, key: id, value })),
      condition && { store: STORE, key: first.id, condition },
    );
  };
  const noteWritten = async (items: readonly StoredItem[], writing: Promise<unknown>): Promise<void> => {
    await writing;
    notes.drop(items.filter(({ tried }) => tried));
    for (const { message } of items.slice(0, 1)) poke(message.id);
  };
  return {
    all: async (of) => {
      const items = [...(await records.readAll(name, STORE)).values()].filter(isStoredItem);
      const own = items.filter((item) => item.user === of).toSorted((a, b) => a.order - b.order);
      return own.map((item) => notes.applied(item));
    },
    save: (items, early) => {
      const [first] = items;
      if (early && first) poke(first.message.id);
      notes.drop(items.filter(({ tried }) => tried === null));
      return noteWritten(items, write(items.map((value) => ({ id: value.message.id, value }))));
    },
    saveLate: (items) => {
      const each = items.map((value) => write([{ id: value.message.id, value }], isThere));
      return noteWritten(items, Promise.all(each)).catch((error: unknown) => {
        notes.add(items);
        throw error;
      });
    },
    remove: (item) => {
      const change = { id: item.message.id, value: undefined };
      return noteWritten([item], write([change], item.discarded ? undefined : isWanted));
    },
    onPoke: (listener) => settings.onChange((changed) => changed === key && listener()),
  };
}

/**
 * The text about a failed write. Only a full device says so; a browser that forbids storage has other errors.
 */
export const lackOf = (error: unknown): 'err.notStored' | 'err.mayNotStore' =>
  error instanceof Error && error.name === 'QuotaExceededError' ? 'err.notStored' : 'err.mayNotStore';
