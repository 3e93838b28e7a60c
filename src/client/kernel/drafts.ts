import type { DraftKey } from '../../domain/ids.ts';
import { EMPTY_DRAFT, type Draft, type EditedMessage } from '../../domain/message.ts';
import type { SettingsPort } from '../../ports/storage.ts';

/**
 * Unsent texts per conversation (STORE-10), and per answered thread (THREAD-8), under the keys `draft-<id>`
 * of the signed-in user.
 */
const PREFIX = 'draft-';
const draftsKey = (user: number): string => `kept-drafts-${user}`;

export interface Drafts {
  get(id: DraftKey): Draft;
  /** State stored beside the draft (`pending-drafts.ts`). */
  mark(id: DraftKey): unknown;
  /** Omitting the mark keeps the present one; null removes it. */
  set(id: DraftKey, draft: Draft, mark?: object | null): void;
  /** Text that a draft of another device replaced, until the user restores or sends (DRAFT-5); null: none. */
  getLost(id: DraftKey): Draft | null;
  setLost(id: DraftKey, draft: Draft | null): void;
  /** The chats and threads that have drafts. */
  ids(): readonly string[];
  /** Written by a page that still shows an ended session. */
  setKept(user: number, id: DraftKey, draft: Draft & { readonly mark?: object }): void;
  wipe(): void;
  /** Characters of all of them. */
  size(): number;
  /**
   * The session ended involuntarily: drafts are set aside, so that the next user does not see them.
   * `unsentOnly`: those that the server has are deleted.
   */
  keepFor(user: number, only?: { readonly unsentOnly: boolean }): void;
  giveBackTo(user: number): void;
}

export function createDrafts(settings: SettingsPort): Drafts {
  const keys = () => settings.keys().filter((key) => key.startsWith(PREFIX));
  const read = (id: DraftKey) => {
    // Most have none, and rows of lists ask: a text that cannot be read costs as much as a row.
    const text = settings.get(PREFIX + id);
    return text === null ? null : json(text);
  };
  const write = (id: DraftKey, draft: Draft, mark: unknown, backup: unknown): void => {
    const isNothing = isEmpty(draft) && !mark && !backup;
    const beside = { ...(!!mark && { mark }), ...(!!backup && { lost: backup }) };
    settings.set(PREFIX + id, isNothing ? null : JSON.stringify({ ...draft, ...beside }));
  };
  return {
    get: (id) => draftIn(read(id)),
    mark: (id) => read(id)?.['mark'],
    set: (id, draft, mark = read(id)?.['mark'] as object) => write(id, draft, mark, read(id)?.['lost']),
    getLost: (id) => {
      const backup = read(id)?.['lost'];
      return backup === undefined ? null : draftIn(backup as Record<string, unknown>);
    },
    setLost: (id, draft) => write(id, draftIn(read(id)), read(id)?.['mark'], draft ?? undefined),
    ids: () => keys().map((key) => key.slice(PREFIX.length)),
    setKept: (user, id, draft) => {
      if (isEmpty(draft)) return;
      const stored = json(settings.get(draftsKey(user)) ?? '{}') ?? {};
      settings.set(draftsKey(user), JSON.stringify({ ...stored, [PREFIX + id]: JSON.stringify(draft) }));
    },
    wipe: () => {
      for (const key of keys()) settings.set(key, null);
    },
    size: () => keys().reduce((sum, key) => sum + (settings.get(key) ?? '').length, 0),
    keepFor: (user, { unsentOnly } = { unsentOnly: false }) => {
      const all = keys();
      const stay = all.filter((key) => !unsentOnly || !isOnServer(json(settings.get(key) ?? '')?.['mark']));
      const values = Object.fromEntries(stay.map((key) => [key, settings.get(key)]));
      if (stay.length > 0) settings.set(draftsKey(user), JSON.stringify(values));
      for (const key of all) settings.set(key, null);
    },
    giveBackTo: (user) => {
      const stored = settings.get(draftsKey(user));
      if (stored === null) return;
      for (const [key, value] of Object.entries(json(stored) ?? {})) {
        if (key.startsWith(PREFIX) && typeof value === 'string' && settings.get(key) === null)
          settings.set(key, value);
      }
      settings.set(draftsKey(user), null);
    },
  };
}

/** Reads the mark that `pending-drafts.ts` stores: confirmed, or received from there. */
function isOnServer(mark: unknown): boolean {
  const { op, kept, answered } = (mark ?? {}) as Readonly<Record<string, unknown>>;
  return answered === true || (kept === true && op === undefined);
}

export const isEmpty = (draft: Draft): boolean =>
  draft.text === '' && draft.at.length === 0 && draft.quote === null;

function draftIn(value: Record<string, unknown> | null): Draft {
  if (value === null || typeof value['text'] !== 'string') return EMPTY_DRAFT;
  return {
    text: value['text'],
    at: Array.isArray(value['at']) ? (value['at'] as Draft['at']) : [],
    quote: (value['quote'] ?? null) as Draft['quote'],
    ...(isEditedMessage(value['edits']) && { edits: value['edits'] }),
  };
}

function isEditedMessage(value: unknown): value is EditedMessage {
  const edited = value as Partial<EditedMessage> | null | undefined;
  return typeof edited?.id === 'string' && Array.isArray(edited.unnamed);
}

function json(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
