import type { TFunction } from 'i18next';
import type { Client, Notice } from '../client/interface/client.ts';
import type { Contact } from '../client/state/state.ts';
import type { useToasts } from './kit/toaster.tsx';
import { unreachable } from '../domain/assert.ts';
import { keepGone } from './platform/gone-chats.ts';
import { goneText } from './shared/gone-text.ts';
import { pathTo } from './paths/paths.ts';
import { notifyHidden } from './platform/notifications.ts';
import { contactName } from './shared/contact-name.ts';
import { noteText } from './shared/note-text.ts';
import { reactionText } from './shared/preview-text.ts';
import { sayReminder } from './shared/say-reminder.ts';

export type Told = Extract<Notice, { kind: 'arrived' | 'reminded' | 'chatGone' }>;

export interface TellingParts {
  readonly t: TFunction;
  readonly actions: Client['actions'];
  readonly store: Client['store'];
  readonly toasts: ReturnType<typeof useToasts>;
  readonly go: (path: string) => void;
}

/** Tells of a message that has come, or that one wanted to be reminded of, or of a chat that is gone. */
export async function tellOf(parts: TellingParts, notice: Told): Promise<void> {
  switch (notice.kind) {
    case 'reminded':
      return sayReminder(parts, notice.message);
    case 'arrived':
      return sayArrived(parts, notice);
    case 'chatGone':
      return sayGone(parts, notice);
  }
  return unreachable(notice);
}

/** Somebody else's doing is told above the list until it is closed, wherever one is now (UI-97). */
function sayGone({ t, toasts }: TellingParts, notice: Extract<Told, { kind: 'chatGone' }>): void {
  const text = goneText(t, notice);
  if (notice.mine || notice.name === '') return toasts.show(text);
  keepGone(notice);
  toasts.say(text);
}

/** A conversation that everybody has, in the viewer's language; in others whoever wrote is named. */
const calledIn = (t: TFunction, contact: Contact | undefined): string | null =>
  contact === undefined || contact.kind === 'person' || contact.kind === 'group'
    ? null
    : contactName(t, contact);

/** To screen readers, and to everybody while the window is hidden. */
function sayArrived(
  { t, store, toasts, go }: TellingParts,
  notice: Extract<Told, { kind: 'arrived' }>,
): void {
  const contact = store.get().contacts.get(notice.id);
  const name = calledIn(t, contact) ?? notice.from;
  const inGroup = contact?.kind === 'group';
  // What happened names its people itself (UI-98).
  const { note, poll, preview, reaction } = notice;
  const said =
    reaction !== undefined ? reactionText(t, reaction) : poll ? `${t('msg.poll')} ${preview}` : preview;
  const text = note ? noteText(t, note, store.get().self?.id ?? null) : said;
  toasts.say(t('a11y.newFrom', { name: note && contact ? contact.displayName : name, text }));
  notifyHidden(
    inGroup ? contact.displayName : name,
    inGroup && !note ? `${name}: ${text}` : text,
    notice.id,
    () => go(pathTo('chat', { id: notice.id })),
  );
}
