import { type Alert, levelOf, quietUntil } from '../../domain/alert.ts';
import type { UnreadMark } from '../../domain/contact.ts';
import { type ContactId, type MessageId, parseTarget } from '../../domain/ids.ts';
import { chatOfDraft } from '../../domain/kept.ts';
import type { Message } from '../../domain/message.ts';
import { sameChoice } from '../../domain/poll.ts';
import { withWordMarks } from '../../domain/rich-text.ts';
import { blockPerson } from '../../wire/calls/friends.ts';
import { archiveChat, delChat, isNotice, keep, markUnread, setChatTop } from '../../wire/calls/contacts.ts';
import {
  editMessage,
  followThread,
  pinMessage,
  react,
  readAtMsg,
  removePreview,
  setMsgIsRead,
  undoMessage,
  vote,
} from '../../wire/calls/messages.ts';
import { path } from '../connection/answers.ts';
import { groupKindOf } from '../connection/api.ts';
import type { Drafts } from '../kernel/drafts.ts';
import type { PendingChange } from '../state/local-event.ts';
import type { Contact, Pending, State } from '../state/state.ts';
import { beginSave } from './pending-drafts.ts';

type Of<K extends keyof Pending> = Extract<PendingChange, { readonly register: K }>;

/** The call that sends a pending change, and its body. */
export interface PendingRequest {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

interface PendingKind<W extends PendingChange> {
  readonly request: (change: W, state: State, drafts: Drafts) => PendingRequest;
  /** The message that it changes: it waits until that one is sent (EDIT-5, PINS-6, REACT-5, POLL-3). */
  readonly messageOf?: (change: W) => MessageId;
  /** The last press wins, in any tab: flags by their value (SEND-20), others by the name of the press. */
  readonly lastWins?: 'flag' | 'press';
  /**
   * A switch or a choice: an event with its value may belong to an older press, with another one behind it.
   * `isThere`: its subject still exists. `isConfirmed`: the state is known to have that value already.
   */
  readonly switch?: {
    readonly isThere: (state: State, change: W) => boolean;
    readonly isConfirmed: (state: State, change: W) => boolean;
  };
  /** The newer intention of all devices wins: the request carries when the user made it (SEND-23). */
  readonly contends?: true;
  /** A refusal is shown: always, never, or only while the change is still pending. */
  readonly refusal: 'always' | 'never' | 'pending';
}

const byMessage = ({ conversation }: { readonly conversation: MessageId }): MessageId => conversation;
const bit = (on: boolean) => (on ? 1 : 0);
const chatOf = (id: ContactId) => ({ id, is_group: groupKindOf(id) });

type FlagOf = Of<'top' | 'notice' | 'archive' | 'unread'>;

/** A switch of a chat in the list, and its present value there. */
const flag = (now: (contact: Contact) => Alert | UnreadMark) => ({
  contends: true as const,
  lastWins: 'flag' as const,
  refusal: 'always' as const,
  switch: {
    isThere: (state: State, { conversation }: FlagOf) => state.contacts.has(conversation),
    isConfirmed: (state: State, { conversation, value }: FlagOf) => {
      const contact = state.contacts.get(conversation);
      return contact !== undefined && now(contact) === value;
    },
  },
});

/** A user's own choice about a message. `isConfirmed`: the message has it. */
const choice = <W extends Of<'react'> | Of<'vote'>>(
  messageOf: (change: W) => MessageId,
  isConfirmed: (message: Message, change: W) => boolean,
) => ({
  messageOf,
  lastWins: 'press' as const,
  refusal: 'pending' as const,
  switch: {
    isThere: (state: State, change: W) =>
      findMessage(state, change.value.to, messageOf(change))?.recalled === false,
    isConfirmed: (state: State, change: W) => {
      const message = findMessage(state, change.value.to, messageOf(change));
      return message === null || isConfirmed(message, change);
    },
  },
});

/** The message as it is in the state; null if it is not loaded. */
function findMessage(state: State, chat: ContactId, message: MessageId): Message | null {
  for (const chunk of (state.conversations.get(chat)?.chunks ?? []).toReversed()) {
    const match = chunk.find(({ id }) => id === message);
    if (match) return match;
  }
  return null;
}

/** The needs of each register of pending changes, once. */
const PENDING = {
  top: {
    ...flag((contact) => contact.isTop),
    request: ({ conversation, value }) => ({
      path: path(setChatTop),
      body: { ...chatOf(conversation), is_top: bit(value) },
    }),
  },
  notice: {
    ...flag((contact) => contact.quiet ?? contact.isNotice),
    request: ({ conversation, value }) => ({
      path: path(isNotice),
      body: { ...chatOf(conversation), ...alertFields(value) },
    }),
  },
  archive: {
    ...flag((contact) => contact.archivedTo !== undefined),
    request: ({ conversation, value }) => ({
      path: path(archiveChat),
      body: { ...chatOf(conversation), on: bit(value) },
    }),
  },
  unread: {
    ...flag((contact) => contact.marked ?? false),
    request: ({ conversation, value }) => ({
      path: path(markUnread),
      body: { ...chatOf(conversation), ...markFields(value) },
    }),
  },
  hide: {
    refusal: 'always',
    request: ({ conversation }) => ({ path: path(delChat), body: chatOf(conversation) }),
  },
  read: {
    refusal: 'never',
    request: ({ conversation: id, value }, state) => ({
      path: path(setMsgIsRead),
      body: {
        toContactId: id,
        is_group: groupKindOf(id),
        messages: [readMarkAt(state, id, value)],
        ...authorOf(state, id),
      },
    }),
  },
  mentionsRead: {
    refusal: 'always',
    request: ({ conversation }) => ({ path: path(readAtMsg), body: { toContactId: conversation } }),
  },
  mentionRead: {
    refusal: 'never',
    request: ({ value: { to, n } }) => ({ path: path(readAtMsg), body: { toContactId: to, n } }),
  },
  recall: {
    refusal: 'pending',
    request: ({ conversation }) => ({ path: path(undoMessage), body: { id: conversation } }),
  },
  edit: {
    messageOf: byMessage,
    contends: true,
    lastWins: 'press',
    refusal: 'pending',
    request: ({ conversation, value: { content, at, op, format, mentions, preview, rev } }) => {
      const extra = withWordMarks(null, { ...(format && { format }), ...(mentions && { mentions }) });
      const base = rev === undefined ? {} : { rev };
      const mark = { ...(extra && { extends: extra }), ...(preview && { preview: 1 }), ...base };
      return { path: path(editMessage), body: { id: conversation, content, at, op, ...mark } };
    },
  },
  messagePin: {
    messageOf: byMessage,
    refusal: 'pending',
    request: ({ conversation, value: { on, op } }) => ({
      path: path(pinMessage),
      body: { id: conversation, on: bit(on), op },
    }),
  },
  react: {
    ...choice<Of<'react'>>(
      ({ value }) => value.id,
      ({ reactions }, { value: { emoji, on } }) => (reactions?.mine ?? []).includes(emoji) === on,
    ),
    request: ({ value: { id, emoji, on } }) => ({ path: path(react), body: { id, emoji, on: bit(on) } }),
  },
  vote: {
    ...choice<Of<'vote'>>(byMessage, ({ poll }, { value }) => sameChoice(poll?.mine ?? [], value.options)),
    request: ({ conversation, value: { options, op } }) => ({
      path: path(vote),
      body: { id: conversation, options, op },
    }),
  },
  keep: {
    contends: true,
    refusal: 'always',
    request: (change, _state, drafts) => ({ path: path(keep), body: preferenceFields(change, drafts) }),
  },
  follow: {
    refusal: 'pending',
    request: ({ value: { to, root, on } }) => ({
      path: path(followThread),
      body: { toContactId: to, root, on: bit(on) },
    }),
  },
  block: {
    refusal: 'pending',
    request: ({ value: { user, on } }) => ({ path: path(blockPerson), body: { id: user, on: bit(on) } }),
  },
  card: {
    refusal: 'pending',
    request: ({ conversation }) => ({ path: path(removePreview), body: { id: conversation } }),
  },
} as const satisfies { readonly [K in keyof Pending]: PendingKind<Of<K>> };

/** Registers whose kind has such a fact. */
type With<Facts> = {
  [K in keyof Pending]: (typeof PENDING)[K] extends Facts ? K : never;
}[keyof Pending];

export type PendingFlag = Of<With<{ readonly lastWins: 'flag' }>>;
export type PendingPress = Of<With<{ readonly lastWins: 'press' }>>;
export type PendingMessageChange = Of<With<{ readonly messageOf: unknown }>>;
export type PendingSwitch = Of<With<{ readonly switch: unknown }>>;

const kindOf = (change: PendingChange): PendingKind<PendingChange> =>
  PENDING[change.register] as unknown as PendingKind<PendingChange>;

export const contends = (change: PendingChange): boolean => kindOf(change).contends === true;
export const isFlag = (change: PendingChange): change is PendingFlag => kindOf(change).lastWins === 'flag';
export const isPressed = (change: PendingChange): change is PendingPress =>
  kindOf(change).lastWins === 'press';
export const isOfMessage = (change: PendingChange): change is PendingMessageChange =>
  kindOf(change).messageOf !== undefined;
export const isSwitch = (change: PendingChange): change is PendingSwitch =>
  kindOf(change).switch !== undefined;
export const refusalOf = (change: PendingChange): 'always' | 'never' | 'pending' => kindOf(change).refusal;

export const requestOf = (change: PendingChange, state: State, drafts: Drafts): PendingRequest =>
  kindOf(change).request(change, state, drafts);

/** Returns true if the message that it changes is not sent yet. */
export const waitsForMessage = (state: State, change: PendingMessageChange): boolean =>
  state.outbox
    .get(change.value.to)
    ?.some(({ message }) => message.id === kindOf(change).messageOf?.(change)) === true;

/** Returns true if the subject of the change still exists. */
export const isThere = (state: State, change: PendingSwitch): boolean =>
  kindOf(change).switch?.isThere(state, change) === true;

/** Returns true if the state is known to have that value already. */
export const isConfirmed = (state: State, change: PendingSwitch): boolean =>
  kindOf(change).switch?.isConfirmed(state, change) === true;

/** Marks the whole chat, from a message on, or removes the mark (UNREAD-3). */
function markFields(mark: UnreadMark) {
  return { on: mark ? 1 : 0, ...(typeof mark === 'number' && { n: mark }) };
}

/** Fields unknown to a plain server beside `is_notice` are omitted if they add nothing. */
function alertFields(alert: Alert) {
  const untilMs = quietUntil(alert);
  return {
    is_notice: alert === true ? 1 : 0,
    ...(levelOf(alert) === 'mentions' && { at_only: 1 }),
    ...(untilMs !== null && { quiet_until: untilMs }),
  };
}

/** The user a plain server notifies of reading: the partner, or the last sender in a group (protocol 2.1). */
function authorOf({ sync, contacts }: State, id: ContactId): { readonly fromUser?: number } {
  const target = parseTarget(id);
  if (!sync.plain || target === null) return {};
  return { fromUser: target.kind === 'person' ? target.user : (contacts.get(id)?.last?.from ?? 0) };
}

/** The newest message shown, by its id where we hold it; the ordinal itself is understood by our server. */
function readMarkAt(state: State, chat: ContactId, n: number): Readonly<Record<string, unknown>> {
  for (const chunk of (state.conversations.get(chat)?.chunks ?? []).toReversed()) {
    const match = chunk.findLast(
      (message) => message.n === n || (state.sync.plain && message.type !== 'event'),
    );
    if (match) return { id: match.id, n, is_read: 1 };
  }
  return { n, is_read: 1 };
}

/** A draft is sent as it is now; later typing makes another draft (DRAFT-1). */
function preferenceFields(
  { conversation: name, value }: Of<'keep'>,
  drafts: Drafts,
): Readonly<Record<string, unknown>> {
  const chat = chatOfDraft(name);
  return { name, op: value.op, value: chat === null ? value.value : beginSave(drafts, chat, value.op) };
}
