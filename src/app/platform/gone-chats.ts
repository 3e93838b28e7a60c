import type { GoneWhy } from '../../client/state/effects.ts';
import { type ContactId, contactId } from '../../domain/ids.ts';
import { removedChatsMax } from '../../domain/list-limits.ts';
import { GONE_CHATS, keepOwn, readOwn } from './settings.ts';

/** A chat that another user ended, shown until the user closes the message (UI-97). */
export interface GoneChat {
  readonly id: ContactId;
  readonly name: string;
  readonly why: GoneWhy;
}

const WHYS: readonly unknown[] = [
  'removed',
  'left',
  'dissolved',
  'unfriended',
  'gone',
] satisfies readonly GoneWhy[];

export function readGoneChats(text: string | null): readonly GoneChat[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  const list: readonly unknown[] = Array.isArray(parsed) ? parsed : [];
  return list.flatMap((one): readonly GoneChat[] => {
    const { id, name, why } = (one ?? {}) as Readonly<Record<string, unknown>>;
    return typeof id === 'string' && typeof name === 'string' && WHYS.includes(why)
      ? [{ id: contactId(id), name, why: why as GoneWhy }]
      : [];
  });
}

const storedChats = (): readonly GoneChat[] => readGoneChats(readOwn(GONE_CHATS));

/** Adds a chat, newest first. Two tabs that receive the same event store it once. */
export const keepGone = (chat: GoneChat): void => write(withGone(storedChats(), chat));

export const withGone = (chats: readonly GoneChat[], { id, name, why }: GoneChat): readonly GoneChat[] =>
  [{ id, name, why }, ...chats.filter((one) => one.id !== id)].slice(0, removedChatsMax);

export const closeGone = (chat: ContactId): void => write(storedChats().filter(({ id }) => id !== chat));

/** As stored; null: none. */
export const removalText = (chats: readonly GoneChat[]): string | null =>
  chats.length === 0 ? null : JSON.stringify(chats);

const write = (chats: readonly GoneChat[]): void => void keepOwn(GONE_CHATS, removalText(chats));
