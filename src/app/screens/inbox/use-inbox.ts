import { useState } from 'react';
import { inboxFacts, openEntries } from '../../../client/state/inbox.ts';
import type { InboxEntry } from '../../../domain/inbox.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useWhenChanged } from '../../kit/use-steady.ts';
import { useToasts } from '../../kit/toaster.tsx';
import { sameItems, useClient, useStore } from '../../shared/client-context.ts';
import { failureText } from '../../shared/failure-text.ts';
import { useLoad } from '../../shared/use-load.ts';

export interface Inbox {
  readonly entries: readonly InboxEntry[];
  readonly isLoading: boolean;
  /** Reason why it could not be loaded; null: it is up to date, or is being loaded. */
  readonly problem: string | null;
  readonly reload: () => void;
  /** Marks these as done, with undo (INBOX-4). */
  readonly finish: (entries: readonly InboxEntry[]) => void;
}

/** The inbox while it is open: requested again after each change of a chat (INBOX-6). */
export function useInbox(): Inbox {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const { value, reload, ...loaded } = useLoad('inbox', () => actions.inbox());
  const facts = useStore(inboxFacts, sameItems);
  useWhenChanged(reload, ...facts);
  // Entries leave at once; what the server refuses returns.
  const [marks, setMarks] = useState<readonly InboxEntry[]>([]);
  const visible = useStore((state) => openEntries(state, value ?? NONE, marks), sameItems);
  const undo = async (list: readonly InboxEntry[]) => {
    setMarks((before) => before.filter((one) => !list.includes(one)));
    const answer = await actions.markInbox(list, false);
    if (answer.ok) reload();
    else toasts.show(failureText(t, answer.reason));
  };
  const finish = async (list: readonly InboxEntry[]) => {
    setMarks((before) => [...before, ...list]);
    const answer = await actions.markInbox(list, true);
    if (answer.ok) {
      const action = { label: t('common.undo'), onSelect: () => void undo(list) };
      toasts.show(t('inbox.finished', { count: list.length }), { action });
      return;
    }
    setMarks((before) => before.filter((one) => !list.includes(one)));
    toasts.show(failureText(t, answer.reason));
  };
  return {
    entries: visible,
    isLoading: loaded.state === 'loading' && value === null,
    problem: loaded.state === 'failed' ? failureText(t, loaded.failure) : null,
    reload,
    finish: (list) => void (list.length > 0 && finish(list)),
  };
}

const NONE: readonly InboxEntry[] = [];
