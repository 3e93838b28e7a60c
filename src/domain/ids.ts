/**
 * Branded ids. People are numbers, groups are numbers shown as `group-<n>`, conversations are
 * text (`7`, `group-12`, `system`, `admin_notice`, `-1`) and are always compared as text (WIRE-3).
 */
type Brand<T, B extends string> = T & { readonly '(kind)': B };

export type UserId = Brand<number, 'UserId'>;
export type GroupId = Brand<number, 'GroupId'>;
/** A conversation as one person sees it: the partner's id, `group-<n>`, `system`, `admin_notice` or `-1`. */
export type ContactId = Brand<string, 'ContactId'>;
/** `7-9`, `group-12`, `u7` or `notice` (STREAM-1). */
export type StreamId = Brand<string, 'StreamId'>;
/** Made by the sender before the first attempt; at most 36 characters (SEND-1). */
export type MessageId = Brand<string, 'MessageId'>;
/** A message and one user's emoji under it. */
export type ReactionKey = Brand<string, 'ReactionKey'>;
/** A thread: its conversation, and the ordinal of its first message there. */
export type ThreadKey = Brand<string, 'ThreadKey'>;
/** A message of a chat that mentions this user, by its ordinal. */
export type MentionKey = Brand<string, 'MentionKey'>;
/** The edit in progress of a chat or a thread. */
export type EditKey = Brand<string, 'EditKey'>;
/** Identifies the place of text that is not sent yet. */
export type DraftKey = ContactId | ThreadKey | EditKey;
/** Numeric row id of a message, rising per server. */
export type MsgId = Brand<number, 'MsgId'>;
/** One socket connection, 20 hexadecimal characters. */
export type ClientId = Brand<string, 'ClientId'>;

export const userId = (n: number): UserId => n as UserId;
export const groupId = (n: number): GroupId => n as GroupId;
export const contactId = (text: string | number): ContactId => String(text) as ContactId;
export const messageId = (text: string): MessageId => text as MessageId;
export const reactionKey = (id: MessageId, emoji: string): ReactionKey => `${id} ${emoji}` as ReactionKey;
export const threadKey = (of: ContactId, root: number): ThreadKey => `${of} ${root}` as ThreadKey;
export const mentionKey = (of: ContactId, n: number): MentionKey => `${of} ${n}` as MentionKey;
export const editKey = (of: ContactId | ThreadKey): EditKey => `edit ${of}` as EditKey;
export const msgId = (n: number): MsgId => n as MsgId;
export const clientId = (text: string): ClientId => text as ClientId;
export const streamId = (text: string): StreamId => text as StreamId;

/**
 * A version 7 UUID from the time and 20 random hexadecimal digits. Ids of the same time are adjacent in an
 * index, so their writes share its pages (SEND-16).
 */
export function timedUuid(nowMs: number, random: string): string {
  const time = nowMs.toString(16).padStart(12, '0');
  const variant = '89ab'.charAt(Number.parseInt(random.charAt(0), 16) & 3);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(1, 4)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`;
}

/** The author of announcements; not a user. */
export const ANNOUNCER: UserId = userId(0);

export const SYSTEM: ContactId = contactId('system');
export const ADMIN_NOTICE: ContactId = contactId('admin_notice');
export const FAVOURITES: ContactId = contactId('-1');
export const NOTICE_STREAM: StreamId = streamId('notice');

export const groupContact = (group: GroupId): ContactId => contactId(`group-${group}`);
export const personContact = (user: UserId): ContactId => contactId(user);
export const userStream = (user: UserId): StreamId => streamId(`u${user}`);
export const groupStream = (group: GroupId): StreamId => streamId(`group-${group}`);
/** Smaller id first, so both sides name the same stream (STREAM-1). */
export const privateStream = (a: UserId, b: UserId): StreamId => streamId(a < b ? `${a}-${b}` : `${b}-${a}`);

/** The owner of a user stream, or null. */
export function userOfStream(stream: StreamId): UserId | null {
  const match = OWN.exec(stream);
  return match ? userId(Number(match[1])) : null;
}

const OWN = /^u([1-9]\d{0,14})$/;
const GROUP = /^group-([1-9]\d{0,14})$/;
const PERSON = /^[1-9]\d{0,14}$/;
const PRIVATE = /^([1-9]\d{0,14})-([1-9]\d{0,14})$/;

/** The parsed form of a contact id, or null if the text has none of the known forms. */
export type Target =
  | { readonly kind: 'person'; readonly user: UserId }
  | { readonly kind: 'group'; readonly group: GroupId }
  | { readonly kind: 'favourites' }
  | { readonly kind: 'notice' }
  | { readonly kind: 'system' };

export function parseTarget(id: string | number): Target | null {
  const text = String(id);
  const group = GROUP.exec(text);
  if (group) return { kind: 'group', group: groupId(Number(group[1])) };
  if (PERSON.test(text)) return { kind: 'person', user: userId(Number(text)) };
  if (text === FAVOURITES) return { kind: 'favourites' };
  if (text === ADMIN_NOTICE) return { kind: 'notice' };
  if (text === SYSTEM) return { kind: 'system' };
  return null;
}

/** The stream that holds a conversation of `self`; favourites live in the user's own stream (STREAM-1). */
export function streamOf(self: UserId, target: Target): StreamId | null {
  switch (target.kind) {
    case 'person':
      return privateStream(self, target.user);
    case 'group':
      return groupStream(target.group);
    case 'favourites':
      return userStream(self);
    case 'notice':
      return NOTICE_STREAM;
    case 'system':
      return null;
  }
}

/** The conversation that `viewer` sees behind a stream, or null for the viewer's own stream. */
export function contactOfStream(viewer: UserId, stream: StreamId): ContactId | null {
  if (stream === NOTICE_STREAM) return ADMIN_NOTICE;
  const pair = peopleOfStream(stream);
  if (!pair) return GROUP.test(stream) ? contactId(stream) : null;
  const [a, b] = pair;
  if (a === viewer) return contactId(b);
  return b === viewer ? contactId(a) : null;
}

/**
 * Both users of a one-to-one stream, or null. Called many times for each message, so a check of the first
 * character comes before the pattern.
 */
export function peopleOfStream(stream: StreamId): readonly [UserId, UserId] | null {
  if (!beginsWithDigit(stream)) return null;
  const pair = PRIVATE.exec(stream);
  return pair ? [userId(Number(pair[1])), userId(Number(pair[2]))] : null;
}

export function groupOfStream(stream: StreamId): GroupId | null {
  if (beginsWithDigit(stream)) return null;
  const match = GROUP.exec(stream);
  return match ? groupId(Number(match[1])) : null;
}

const beginsWithDigit = (text: string): boolean => text.charCodeAt(0) <= NINE;
const NINE = '9'.charCodeAt(0);
