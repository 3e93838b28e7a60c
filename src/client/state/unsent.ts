import { scheduledOf } from './later.ts';
import type { OutboxItem, State } from './state.ts';
import type { ContactId } from '../../domain/ids.ts';

/** How many scheduled messages could not be sent, as far as the list is loaded (LATER-14). */
export const failedScheduled = (state: State): number =>
  scheduledOf(state).filter(({ failed }) => failed).length;

/** Chats that are gone with messages that were refused: their ids, with blanks between (SEND-21). */
export const strandedChats = ({ outbox, contacts, sync }: State): string =>
  sync.ready
    ? [...outbox.keys()].filter((chat) => !contacts.has(chat) && outbox.get(chat)?.some(isFailed)).join(' ')
    : '';

const NONE: readonly OutboxItem[] = [];
export const unsentIn = ({ outbox }: State, chat: ContactId): readonly OutboxItem[] =>
  outbox.get(chat) ?? NONE;

const isFailed = ({ status }: OutboxItem): boolean => status === 'failed';
