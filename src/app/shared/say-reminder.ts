import type { TFunction } from 'i18next';
import type { Actions, Client } from '../../client/interface/client.ts';
import { lastMessageOf } from '../../client/state/recalled.ts';
import { previewOf } from '../../client/state/selectors.ts';
import type { MessageId } from '../../domain/ids.ts';
import { reminderTag } from '../../domain/notification.ts';
import { pageTexts } from '../i18n/index.ts';
import type { Toasts } from '../kit/toaster.tsx';
import { pathTo } from '../paths/paths.ts';
import { contactName } from './contact-name.ts';
import { notify } from './notify.ts';
import { previewText } from './preview-text.ts';

interface Parts {
  readonly t: TFunction;
  readonly actions: Pick<Actions, 'later'>;
  readonly store: Client['store'];
  readonly toasts: Pick<Toasts, 'show'>;
  readonly go: (path: string) => void;
}

/** Long enough for a user who looks up late. */
const SHOWN_MS = 15_000;

/**
 * Shows a reminder with the current text and a link to the message, unless it was done in the meantime
 * (LATER-10).
 */
export async function sayReminder(
  { t, actions, store, toasts, go }: Parts,
  message: MessageId,
): Promise<void> {
  const [answer] = await Promise.all([actions.later(), pageTexts()]);
  const due = answer.ok ? answer.value.reminders.find(({ id, told }) => id === message && told) : undefined;
  if (due === undefined) return;
  const words = previewText(t, previewOf(lastMessageOf(due.message)), null);
  const text = t('later.reminder', { text: words });
  const open = () => go(pathTo('chat', { id: due.to, msg_id: due.message.msgId }));
  toasts.show(text, { ms: SHOWN_MS, action: { label: t('later.show'), run: open } });
  const contact = store.get().contacts.get(due.to);
  const facts = {
    kind: 'reminder',
    tag: reminderTag(due.message.msgId),
    contact: due.to,
    sender: contact ? contactName(t, contact) : null,
    group: null,
    words,
    timeMs: due.message.sentAtMs,
    id: due.message.id,
  } as const;
  notify(t, facts, open);
}
