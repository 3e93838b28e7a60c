import { failedScheduled } from '../../client/state/unsent.ts';
import type { ScheduledMessage } from '../../domain/later.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useStore } from './client-context.ts';
import { contactName } from './contact-name.ts';
import { useLaterList } from './use-later-list.ts';

export interface Unsent {
  readonly rows: readonly ScheduledMessage[];
  /** One with its chat and its reason, or how many there are. */
  readonly text: string;
  /** The user's name for the chat of the newest item; null: it is gone. */
  readonly chat: string | null;
}

/** Scheduled messages that could not be sent (LATER-14). */
export function useUnsent(): Unsent {
  const { t } = useTranslation();
  const { scheduled } = useLaterList();
  const rows = scheduled.filter(({ why }) => why !== null);
  const newest = rows.at(-1);
  const contact = useStore((state) => (newest === undefined ? undefined : state.contacts.get(newest.to)));
  const chat = contact ? contactName(t, contact) : null;
  const why = newest?.why ?? '';
  const one = chat === null ? t('later.notSentWhy', { why }) : t('later.notSentTo', { name: chat, why });
  return { rows, chat, text: rows.length > 1 ? t('later.notSent', { count: rows.length }) : one };
}

export const useHasUnsent = (): boolean => useStore((state) => failedScheduled(state) > 0);
