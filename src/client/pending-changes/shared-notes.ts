import { alertOf, readAlert } from '../../domain/alert.ts';
import { type MessageId, type UserId, contactId } from '../../domain/ids.ts';
import { ownPrefix } from '../../domain/own-keys.ts';
import type { SettingsPort } from '../../ports/storage.ts';
import { editsWaitingMax, flagsKeptMax, recallUndosMax } from '../state/limits.ts';
import type { PendingChange } from '../state/local-event.ts';
import type { State } from '../state/state.ts';
import type { PendingFlag, PendingPress } from './pending-kinds.ts';

/**
 * The last pins, mutes, archivings and marks, in the small storage shared by all tabs of a browser: a tab
 * opened while an older press waited, or where no later one could be stored, holds the older one, and would
 * send it after the newer one (SEND-20).
 */
interface LastFlags {
  get(): readonly PendingFlag[];
  tell(change: PendingFlag): void;
  /** Something was pressed in another tab. Ends listening when called. */
  onChange(listener: () => void): () => void;
}

function createLastFlags(settings: SettingsPort, user: UserId): LastFlags {
  const key = `${ownPrefix(user)}flag`;
  const lines = (): readonly string[] => (settings.get(key) ?? '').split('\n');
  return {
    get: () => lines().flatMap((line) => read(line) ?? []),
    tell: ({ register, conversation, value }) => {
      const others = lines().filter(
        (line) => !(line.startsWith(`${register} `) && line.endsWith(` ${conversation}`)),
      );
      settings.set(key, [...others, `${register} ${value} ${conversation}`].slice(-flagsKeptMax).join('\n'));
    },
    onChange: (listener) => settings.onChange((changed) => changed === key && listener()),
  };
}

function read(line: string): PendingFlag | null {
  const match = /^(top|notice|archive|unread) (\S+) (\S+)$/.exec(line);
  if (match === null) return null;
  const [, register, text = '', id = ''] = match;
  const conversation = contactId(id);
  if (register === 'unread' && /^\d+$/.test(text)) return { register, conversation, value: Number(text) };
  const value = readAlert(text);
  if (register === 'notice' && value !== null) return { register, conversation, value };
  return typeof value === 'boolean'
    ? { register: register as Exclude<PendingFlag['register'], 'notice'>, conversation, value }
    : null;
}

/**
 * Records the last edit, reaction or vote of each message, by name and without text, in the small storage
 * shared by all tabs of a browser. A tab opened while an older change waited also holds that one, and drops
 * it by this record (EDIT-5, REACT-5, POLL-3).
 */
interface LastPress {
  tell(change: PendingPress): void;
  /** A later one of the same message was pressed, in any tab. */
  isOutdone(change: PendingPress): boolean;
}

function createLastPress(settings: SettingsPort, user: UserId): LastPress {
  const key = `${ownPrefix(user)}edits`;
  const readPairs = (): readonly (readonly [string, string])[] => readPress(settings.get(key));
  return {
    tell: ({ conversation, value }) => {
      const others = readPairs().filter(([id]) => id !== conversation);
      settings.set(key, JSON.stringify([...others, [conversation, value.op]].slice(-editsWaitingMax)));
    },
    isOutdone: ({ conversation, value }) => {
      const last = readPairs().find(([id]) => id === conversation);
      return last !== undefined && last[1] !== value.op;
    },
  };
}

/** Content written by another build is untrusted. */
function readPress(text: string | null): readonly (readonly [string, string])[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(parsed) ? parsed.filter(isPair) : [];
  } catch {
    return [];
  }
}

const isPair = (one: unknown): one is readonly [string, string] =>
  Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'string';

/**
 * Undone recalls, in the small storage shared by all tabs of a browser: a tab opened while a recall waited
 * also holds it, and checks here before sending (RECALL-4).
 */
interface UndoneRecalls {
  has(id: MessageId): boolean;
  add(id: MessageId): void;
  /** The message is to be recalled after all. */
  remove(id: MessageId): void;
  /** Runs when another tab undid a recall. The result ends listening. */
  onChange(listener: () => void): () => void;
}

function createUndoneRecalls(settings: SettingsPort, user: UserId): UndoneRecalls {
  const key = `${ownPrefix(user)}undone`;
  const readIds = (): readonly string[] => (settings.get(key) ?? '').split(' ').filter(Boolean);
  const writeIds = (ids: readonly string[]): void =>
    settings.set(key, ids.length === 0 ? null : ids.slice(-recallUndosMax).join(' '));
  return {
    has: (id) => readIds().includes(id),
    add: (id) => writeIds([...readIds().filter((one) => one !== id), id]),
    remove: (id) => {
      if (readIds().includes(id)) writeIds(readIds().filter((one) => one !== id));
    },
    onChange: (listener) => settings.onChange((changed) => (changed === key ? listener() : undefined)),
  };
}

/**
 * Mute ends that an earlier version stored on this device: sent to the server, which stores them now
 * (ALERT-3). Chats unmuted since have none.
 */
export function earlierEnds(
  settings: SettingsPort,
  user: UserId,
  { contacts, sync }: State,
): readonly PendingChange[] {
  const key = `quiet-${user}`;
  const text = settings.get(key);
  if (text === null || !sync.ready) return [];
  settings.set(key, null);
  return pairsOf(text).flatMap(([id, untilMs]) =>
    contacts.get(id)?.isNotice === false
      ? [{ register: 'notice', conversation: id, value: alertOf('none', untilMs) } as const]
      : [],
  );
}

function pairsOf(text: string) {
  try {
    const parsed: unknown = JSON.parse(text);
    return (Array.isArray(parsed) ? (parsed as readonly unknown[]) : []).flatMap((pair) => {
      const [id, untilMs] = Array.isArray(pair) ? (pair as readonly unknown[]) : [];
      return typeof id === 'string' && Number.isSafeInteger(untilMs)
        ? [[contactId(id), untilMs as number] as const]
        : [];
    });
  } catch {
    return [];
  }
}

export interface SharedNotes {
  readonly flags: LastFlags;
  readonly presses: LastPress;
  readonly recallUndos: UndoneRecalls;
}

export const createSharedNotes = (settings: SettingsPort, user: UserId): SharedNotes => ({
  flags: createLastFlags(settings, user),
  presses: createLastPress(settings, user),
  recallUndos: createUndoneRecalls(settings, user),
});
