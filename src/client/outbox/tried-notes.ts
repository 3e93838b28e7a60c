import type { UserId } from '../../domain/ids.ts';
import { ownPrefix } from '../../domain/own-keys.ts';
import type { SettingsPort } from '../../ports/storage.ts';
import { triedNotesMax } from '../state/limits.ts';
import type { Tried } from './age.ts';
import type { StoredItem } from './records.ts';

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

export function createTriedNotes(settings: SettingsPort, user: UserId): TriedNotes {
  const key = `${ownPrefix(user)}tried`;
  const readNotes = (): readonly Note[] => read(settings.get(key));
  const writeNotes = (notes: readonly Note[]): void =>
    settings.set(key, notes.length === 0 ? null : JSON.stringify(notes.slice(-triedNotesMax)));
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
