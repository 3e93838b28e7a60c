import { scheduledOf } from './later.ts';
import type { OutboxItem, State } from './state.ts';
import { type ContactId, contactId } from '../../domain/ids.ts';

/** How many scheduled messages could not be sent, as far as the list is loaded (LATER-14). */
export const failedScheduled = (state: State): number =>
  scheduledOf(state).filter(({ failed }) => failed).length;

/** Removed chats with refused messages or files: their ids, separated by blanks (SEND-21). */
export function strandedChats({ outbox, contacts, sync }: State, withFiles = ''): string {
  if (!sync.ready) return '';
  const withWords = [...outbox.keys()].filter((chat) => outbox.get(chat)?.some(isFailed));
  const chats = new Set([
    ...withWords,
    ...withFiles
      .split(' ')
      .filter((chat) => chat !== '')
      .map(contactId),
  ]);
  return [...chats].filter((chat) => !contacts.has(chat)).join(' ');
}

const NONE: readonly OutboxItem[] = [];
export const unsentIn = ({ outbox }: State, chat: ContactId): readonly OutboxItem[] =>
  outbox.get(chat) ?? NONE;

const isFailed = ({ status }: OutboxItem): boolean => status === 'failed';
