import type { TFunction } from 'i18next';
import type { CallView } from '../client/interface/calls.ts';
import type { Actions, Client, Notice } from '../client/interface/client.ts';
import { isFolded } from '../client/state/blocked.ts';
import { soundsOf } from '../client/state/preferences.ts';
import { lastMessageOf } from '../client/state/recalled.ts';
import { previewOf } from '../client/state/selectors.ts';
import { announcedText } from '../client/state/unsent.ts';
import type { Contact } from '../client/state/state.ts';
import { unreachable } from '../domain/assert.ts';
import { type ContactId, type MessageId, messageId, streamId } from '../domain/ids.ts';
import type { TypedPreference } from '../domain/kept.ts';
import { groupCallTag, reminderTag } from '../domain/notification.ts';
import { soundOf } from '../domain/sounds.ts';
import { pageTexts } from './i18n/index.ts';
import { appSetting } from './kit/app-setting.ts';
import type { Toasts, useToasts } from './kit/toaster.tsx';
import { PATHS, pathTo, viewPath } from './paths/paths.ts';
import { keepGone } from './platform/gone-chats.ts';
import { playSound, vibrate } from './platform/sound.ts';
import { contactName, nameText } from './shared/contact-name.ts';
import { removalText } from './shared/gone-text.ts';
import { addRefused, updateRefused } from './shared/refused-preferences.ts';
import { notify, tagOfChat } from './shared/notify.ts';
import { previewText } from './shared/preview-text.ts';

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
async function sayReminder({ t, actions, store, toasts, go }: Parts, message: MessageId): Promise<void> {
  const [answer] = await Promise.all([actions.later(), pageTexts()]);
  const reminder = answer.ok
    ? answer.value.reminders.find(({ id, told }) => id === message && told)
    : undefined;
  if (reminder === undefined) return;
  const words = isFolded(store.get(), reminder.to, reminder.message.from.id)
    ? t('chat.folded')
    : previewText(t, previewOf(lastMessageOf(reminder.message)), null);
  const text = t('later.reminder', { text: words });
  const open = () => go(pathTo('chat', { id: reminder.to, msg_id: reminder.message.msgId }));
  const until = whenOpen(store, reminder.to);
  toasts.show(text, { ms: SHOWN_MS, until, action: { label: t('later.show'), onSelect: open } });
  const contact = store.get().contacts.get(reminder.to);
  const facts = {
    kind: 'reminder',
    tag: reminderTag(reminder.message.msgId),
    contact: reminder.to,
    sender: contact ? contactName(t, contact) : null,
    group: null,
    words,
    timeMs: reminder.message.sentAtMs,
    id: reminder.message.id,
  } as const;
  notify(t, facts, open);
}

export type ReportedNotice = Extract<
  Notice,
  {
    kind:
      | 'sound'
      | 'arrived'
      | 'reworded'
      | 'missedCall'
      | 'groupCallBegan'
      | 'reminded'
      | 'chatGone'
      | 'editRefused'
      | 'preferenceRefused';
  }
>;

export interface TellingParts {
  readonly t: TFunction;
  readonly actions: Client['actions'];
  readonly calls: Client['calls'];
  readonly store: Client['store'];
  readonly toasts: ReturnType<typeof useToasts>;
  readonly go: (path: string) => void;
}

/** Ends a toast once this is so; what was so before does not end it. */
const when =
  (store: Client['store'], isSo: () => boolean) =>
  (end: () => void): (() => void) => {
    let before = isSo();
    return store.subscribe(() => {
      const now = isSo();
      if (now && !before) end();
      before = now;
    });
  };
/** The chat that a toast leads to is opened by another way. */
const whenOpen = (store: Client['store'], id: ContactId) => when(store, () => store.get().open === id);

const VIBRATE_MS = 60;

/** Shows a notification for a new message, a reminder, or a removed chat. */
export async function tellOf(parts: TellingParts, notice: ReportedNotice): Promise<void> {
  switch (notice.kind) {
    case 'sound':
      return sound(parts, notice.id ?? null);
    case 'groupCallBegan':
      return sayGroupCall(parts, notice);
    case 'reminded':
      return sayReminder(parts, notice.message);
    case 'arrived':
      return sayArrived(parts, notice);
    case 'reworded':
      return notifyOf(parts, notice);
    case 'missedCall':
      return sayMissedCall(parts, notice);
    case 'chatGone':
      return sayGone(parts, notice);
    case 'editRefused':
      return sayEditRefused(parts, notice);
    case 'preferenceRefused':
      return sayPreferenceRefused(parts, notice);
  }
  return unreachable(notice);
}

/** Offers to join the call of a group, on the page and in the system (GCALLUI-4). */
async function sayGroupCall(parts: TellingParts, { id, name }: OfKind<'groupCallBegan'>): Promise<void> {
  await pageTexts();
  const { t, store, toasts, go } = parts;
  const contact = store.get().contacts.get(id);
  const group = contact?.displayName ?? '';
  const words = t('gcall.began', { name: nameText(t, name), group });
  const open = () => go(pathTo('call', { group: id }));
  const isOver = () => store.get().contacts.get(id)?.groupCall?.id !== contact?.groupCall?.id;
  toasts.show(words, {
    ms: SHOWN_MS,
    until: when(store, isOver),
    action: { label: t('gcall.join'), onSelect: open },
  });
  sound(parts, id);
  const call = contact?.groupCall;
  const ring = {
    kind: 'call',
    contact: id,
    sender: nameText(t, name),
    group,
    words: `[${t('gcall.way')}]`,
  } as const;
  const of = { tag: groupCallTag(contact?.stream ?? streamId(id)), id: messageId(call?.id ?? '') };
  notify(t, { ...ring, ...of, timeMs: call?.startedAtMs ?? 0 }, open);
}

/** Plays each chat's chosen sound (ALERT-7), but not during a ring. */
function sound({ calls, store }: TellingParts, chat: ContactId | null): void {
  if (calls.get()?.stage === 'ringing') return;
  if (appSetting().voiceStatus) playSound(soundOf(soundsOf(store.get()), chat));
  if (appSetting().vibrateStatus) vibrate(VIBRATE_MS);
}

/** A change by another user is shown above the list until it is closed, on any page (UI-97). */
function sayGone({ t, toasts }: TellingParts, notice: Extract<ReportedNotice, { kind: 'chatGone' }>): void {
  const text = removalText(t, notice);
  if (notice.mine || notice.name === '') return toasts.show(text);
  keepGone(notice);
  toasts.say(text);
}

/** Reports a refused edit and leads to the chat with its text (EDIT-11). */
function sayEditRefused({ t, store, toasts, go }: TellingParts, { id, text }: OfKind<'editRefused'>): void {
  const open = () => go(pathTo('chat', { id }));
  const words = [text, t('chat.editReturned')].filter((line) => line !== '').join('\n');
  const until = whenOpen(store, id);
  toasts.show(words, { ms: SHOWN_MS, until, action: { label: t('later.show'), onSelect: open } });
}

const FORM_PATHS: Readonly<Record<TypedPreference, string>> = {
  status: viewPath('me'),
  folders: PATHS.folders,
  alerts: PATHS.setting,
};

/** Reports a refused preference, and opens its form with what the user typed (SEND-25). */
function sayPreferenceRefused({ t, toasts, go }: TellingParts, notice: OfKind<'preferenceRefused'>): void {
  const { name, value, text } = notice;
  addRefused(name, value, text);
  const open = () => {
    updateRefused(name, { isOpen: true });
    go(FORM_PATHS[name]);
  };
  const words = [text, t('form.returned')].filter((line) => line !== '').join('\n');
  toasts.show(words, { ms: SHOWN_MS, action: { label: t('common.edit'), onSelect: open } });
}

type OfKind<K extends ReportedNotice['kind']> = Extract<ReportedNotice, { kind: K }>;

/** Shows a busy user who called in the meantime: the caller received the busy signal (CALL-47). */
function sayMissedCall(
  { t, store, toasts, go }: TellingParts,
  { id, name }: Extract<ReportedNotice, { kind: 'missedCall' }>,
): void {
  toasts.show(t('call.missedFrom', { name }));
  const contact = store.get().contacts.get(id);
  const facts = {
    kind: 'missed',
    tag: tagOfChat(contact, id),
    contact: id,
    sender: name,
    group: null,
    words: t('call.missed'),
    timeMs: contact?.lastSentAtMs ?? 0,
    id: null,
  } as const;
  notify(t, facts, () => go(pathTo('chat', { id })));
}

/** True if the call fills the page, so no list shows the new message. */
function fillsPage(call: CallView | null): boolean {
  if (call === null || call.minimised) return false;
  return call.stage !== 'ended' && call.stage !== 'ringing' && call.stage !== 'returning';
}

/** Translated name for a conversation that all users have; for others null, because the author is named. */
const chatNameIn = (t: TFunction, contact: Contact | undefined): string | null =>
  contact === undefined || contact.kind === 'person' || contact.kind === 'group'
    ? null
    : contactName(t, contact);

type MessageNotice = Extract<ReportedNotice, { kind: 'arrived' | 'reworded' }>;

/** To screen readers, and to all users while the window is hidden. */
function sayArrived(parts: TellingParts, notice: Extract<MessageNotice, { kind: 'arrived' }>): void {
  const { t, calls, store, toasts, go } = parts;
  const { id, from, preview } = notice;
  const { contacts, self } = store.get();
  const contact = contacts.get(id);
  const name = chatNameIn(t, contact) ?? nameText(t, from || (contact?.displayName ?? ''));
  const group = contact?.kind === 'group' ? contact.displayName : null;
  // A system line already names its users (UI-98).
  const isNote = preview.kind === 'note';
  const text = previewText(t, preview, self?.id ?? null);
  const open = () => go(pathTo('chat', { id }));
  // Omits the text during a shared screen. The line of a second call has a separate toast.
  if (!fillsPage(calls.get()))
    announce(
      parts,
      t('a11y.newFrom', { name: isNote && contact?.kind === 'group' ? contact.displayName : name, text }),
      notice,
    );
  else if (preview.kind !== 'call')
    toasts.show(t('call.messageFrom', { name: group ?? name }), {
      until: whenOpen(store, id),
      action: { label: t('call.openChat'), onSelect: open },
    });
  notifyOf(parts, notice);
}

/** Stops watching the message that was announced last. */
let stopWatching = (): void => undefined;

/** Announces a message until its text is gone or another one (BLOCK-17, STORE-22). */
function announce(
  { store, toasts }: TellingParts,
  announcement: string,
  { id, message }: MessageNotice,
): void {
  const read = () => announcedText(store.get(), id, message);
  const text = read();
  stopWatching();
  toasts.say(announcement);
  stopWatching = when(
    store,
    () => read() !== text,
  )(() => {
    stopWatching();
    toasts.say('');
  });
}

/** A notification of a message, or new words for the one that is shown (PUSH-21). */
function notifyOf({ t, store, go }: TellingParts, { kind, id, from, preview, message }: MessageNotice): void {
  const { contacts, self } = store.get();
  const contact = contacts.get(id);
  const name = chatNameIn(t, contact) ?? nameText(t, from || (contact?.displayName ?? ''));
  const group = contact?.kind === 'group' ? contact.displayName : null;
  const facts = {
    kind: 'message',
    tag: tagOfChat(contact, id),
    contact: id,
    sender: group !== null && (preview.kind === 'note' || from === '') ? null : name,
    group,
    words: previewText(t, preview, self?.id ?? null),
    timeMs: contact?.lastSentAtMs ?? 0,
    id: message ?? contact?.last?.id ?? null,
    ...(kind === 'reworded' && { update: true as const }),
  } as const;
  notify(t, facts, () => go(pathTo('chat', { id })));
}
