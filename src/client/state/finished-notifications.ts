import { contactId, type MessageId } from '../../domain/ids.ts';
import { SECOND } from '../../domain/duration.ts';
import { type DeviceNotification, isReminderTag, UNSENT_TAG } from '../../domain/notification.ts';
import type { State } from './state.ts';
import { isLaterStale } from './later.ts';
import { failedScheduled } from './unsent.ts';

type ShownNotification = Pick<DeviceNotification, 'kind' | 'tag' | 'time'> & {
  readonly chat: string;
  readonly id: string;
};

/**
 * The reason for the notification is gone: read on any device, recalled, or the chat is no longer this user's
 * (PUSH-13). A message unknown to this page has no reason.
 */
export function isNotificationOver(state: State, { kind, tag, time, chat, id }: ShownNotification): boolean {
  if (kind === 'call' || !state.sync.ready) return false;
  if (tag === UNSENT_TAG)
    return state.connection.name === 'open' && !isLaterStale(state) && failedScheduled(state) === 0;
  if (isReminderTag(tag)) return isReminderOver(state, id as MessageId);
  const contact = state.contacts.get(contactId(chat));
  if (contact === undefined) return true;
  const { last, unread, mentions, reacted, answered, lastSentAtMs } = contact;
  // Some servers tell times in whole seconds.
  if (Math.floor(lastSentAtMs / SECOND) < Math.floor(time / SECOND)) return false;
  if (last?.id === id && last.note?.note === 'recalled') return true;
  return unread === 0 && mentions === 0 && reacted === undefined && answered === undefined;
}

function isReminderOver({ later }: State, id: MessageId): boolean {
  const list = later?.list ?? null;
  return list !== null && !list.reminders.some((one) => one.id === id && one.told);
}
