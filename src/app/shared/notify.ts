import type { TFunction } from 'i18next';
import type { Contact } from '../../client/state/state.ts';
import {
  chatTag,
  type GeneralWords,
  type NotificationFacts,
  notificationOf,
} from '../../domain/notification.ts';
import { type ContactId, streamId } from '../../domain/ids.ts';
import { QUIET_PUSHES } from '../platform/keep-known.ts';
import { notifyHidden } from '../platform/notifications.ts';
import { readSetting } from '../platform/settings.ts';

/** Notifies while the page is hidden; with content only if this device shows it (PUSH-12). */
export function notify(t: TFunction, facts: NotificationFacts, open: () => void): void {
  const showsWords = readSetting(QUIET_PUSHES) !== '1';
  void notifyHidden(notificationOf(facts, showsWords, generalWords(t)), open);
}

const generalWords = (t: TFunction): GeneralWords => ({
  message: t('notify.message'),
  reminder: t('notify.reminder'),
  call: t('notify.call'),
  missed: t('call.missed'),
  unsent: t('notify.unsent'),
});

/** The tag that a push of this chat has as well: the two replace each other. */
export const tagOfChat = (contact: Contact | undefined, id: ContactId): string =>
  chatTag(contact?.stream ?? streamId(id));
