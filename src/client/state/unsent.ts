import { SECOND } from '../../domain/duration.ts';
import { type ContactId, type MessageId, contactId, userId } from '../../domain/ids.ts';
import { type DeviceNotification, UNSENT_TAG, isReminderTag } from '../../domain/notification.ts';
import { blockedBy } from './blocked.ts';
import { messageHere } from './chat-selectors.ts';
import { isLaterStale, scheduledOf } from './later.ts';
import { withPendingChanges } from './selectors.ts';
import { canHearMentions } from './totals.ts';
import type { Contact, OutboxItem, State } from './state.ts';

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

type ShownNotification = Pick<DeviceNotification, 'kind' | 'tag' | 'time'> & {
  readonly chat: string;
  readonly id: string;
};

/**
 * The reason for the notification is gone: read on any device, recalled, or the chat is no longer this user's
 * (PUSH-13). A message unknown to this page has no reason.
 */
export function isNotificationOver(state: State, { kind, tag, time, chat, id }: ShownNotification): boolean {
  if (!state.sync.ready) return false;
  if (kind === 'call') return isGroupCallOver(state, tag, chat);
  if (tag === UNSENT_TAG)
    return state.connection.name === 'open' && !isLaterStale(state) && failedScheduled(state) === 0;
  if (isReminderTag(tag)) return isReminderOver(state, id as MessageId);
  const contact = state.contacts.get(contactId(chat));
  if (contact === undefined) return true;
  const { last, unread, mentions, reacted, answered, lastSentAtMs } = contact;
  if (kind === 'message' && isUnwanted(state, contact, id)) return true;
  // Some servers tell times in whole seconds.
  if (Math.floor(lastSentAtMs / SECOND) < Math.floor(time / SECOND)) return false;
  if (last?.id === id && last.note?.note === 'recalled') return true;
  return unread === 0 && mentions === 0 && reacted === undefined && answered === undefined;
}

/**
 * Kind and text of a message that was announced, and how many users are blocked: the announcement ends once it
 * changes (BLOCK-17, STORE-22). Without a text for one that this page does not know.
 */
export function announcedText(state: State, chat: ContactId, message: MessageId | undefined): string {
  const last = state.contacts.get(chat)?.last;
  const known = last?.id === message ? last : message && messageHere(state, chat, message);
  return `${blockedBy(state).size} ${known?.type ?? ''} ${known?.content ?? ''}`;
}

/** The call of the group ended, or this user takes part. The end of a call of two closes it elsewhere. */
function isGroupCallOver(state: State, tag: string, chat: string): boolean {
  const contact = tag.startsWith('group-call-') ? state.contacts.get(contactId(chat)) : undefined;
  if (contact === undefined) return false;
  const { groupCall = null } = contact;
  return groupCall === null || groupCall.participants.some(({ user }) => user === state.self?.id);
}

/** Since then the chat was muted, or the sender blocked (PUSH-22). */
function isUnwanted(state: State, contact: Contact, message: string): boolean {
  const view = withPendingChanges(contact, state.pending);
  if (!canHearMentions(view) && contact.answered === undefined) return true;
  const blocked = blockedBy(state);
  if (contact.kind === 'person') return blocked.has(userId(Number(contact.id)));
  const { last } = contact;
  const author =
    last?.id === message ? last.from : messageHere(state, contact.id, message as MessageId)?.from.id;
  return blocked.has(userId(author ?? 0));
}

function isReminderOver({ later }: State, id: MessageId): boolean {
  const list = later?.list ?? null;
  return list !== null && !list.reminders.some((one) => one.id === id && one.told);
}
