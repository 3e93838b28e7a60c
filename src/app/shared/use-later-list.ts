import { useEffect, useMemo } from 'react';
import type { LaterList } from '../../client/interface/later.ts';
import { isLaterStale, remindersOf, scheduledOf } from '../../client/state/later.ts';
import type { State } from '../../client/state/state.ts';
import { failedScheduled } from '../../client/state/unsent.ts';
import type { ScheduledMessage } from '../../domain/later.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useWhenChanged } from '../kit/use-steady.ts';
import { useClient, useStore } from './client-context.ts';
import { contactName } from './contact-name.ts';
import { useLoad } from './use-load.ts';

/**
 * Scheduled messages and reminders with their text: requested when opened, after each change on the server,
 * and after an edit of such a message. Entries that the state no longer contains are hidden.
 */
export function useLaterList(): LaterList & { readonly isLoading: boolean } {
  const { actions } = useClient();
  const newestSeq = useStore((state) => state.later?.heard ?? 0);
  const facts = useStore(scheduledOf);
  const reminders = useStore(remindersOf);
  const { value, state, reload } = useLoad('later', () => actions.later());
  // The list stays until the newer one is here, and so does a menu that is open over it.
  useWhenChanged(reload, newestSeq);
  const revs = new Map(reminders.map(({ id, rev }) => [id, rev]));
  const old = (value?.reminders ?? []).filter(({ id, rev }) => rev < (revs.get(id) ?? 0));
  const edited = old.map(({ id }) => `${id} ${revs.get(id)}`).join();
  useEffect(() => {
    if (edited !== '') reload();
  }, [edited, reload]);
  return useMemo(() => {
    const ids = new Set(facts.map(({ id }) => id));
    const messages = new Set(reminders.map(({ id }) => id));
    return {
      scheduled: (value?.scheduled ?? []).filter(({ id }) => ids.has(id)),
      reminders: (value?.reminders ?? []).filter(({ id }) => messages.has(id)),
      isLoading: state === 'loading',
    };
  }, [value, state, facts, reminders]);
}

/**
 * Key of the next request; null unless a supporting server is connected and the known list is outdated
 * (LATER-5).
 */
const question = (state: State): number | null =>
  state.connection.name === 'open' && state.sync.ready && !state.sync.plain && isLaterStale(state)
    ? (state.later?.heard ?? 0)
    : null;

/** Keeps the list of scheduled messages and reminders up to date while it is shown. */
export function useLater(): void {
  const { actions } = useClient();
  const questionKey = useStore(question);
  useLoad(`later ${questionKey}`, questionKey === null ? null : () => actions.later());
}

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
