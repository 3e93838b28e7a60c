import type { UnreadMark } from '../../domain/contact.ts';
import type { Alert } from '../../domain/alert.ts';
import type { MessageId } from '../../domain/ids.ts';
import type { Message } from '../../domain/message.ts';
import { sameChoice } from '../../domain/poll.ts';
import type { Wish } from '../state/local-event.ts';
import type { Contact, Pending, State } from '../state/state.ts';
import type { FlagWish } from './last-flags.ts';
import type { PressedWish } from './last-press.ts';

type MessageWish = Extract<Wish, { register: 'edit' | 'messagePin' | 'react' | 'vote' }>;

/** Changes to a message, which wait until it is sent (EDIT-5, PINS-6, REACT-5, POLL-3). */
export const isOfMessage = (wish: Wish): wish is MessageWish =>
  isPressed(wish) || wish.register === 'messagePin';

/** Changes whose last press wins, in any tab. */
export const isPressed = (wish: Wish): wish is PressedWish =>
  wish.register === 'edit' || wish.register === 'react' || wish.register === 'vote';

export const messageOf = (wish: MessageWish): MessageId =>
  wish.register === 'react' ? wish.value.id : wish.conversation;

export const isFlag = (wish: Wish): wish is FlagWish => Object.hasOwn(FLAGS, wish.register);

/** The present value of each flag in a contact. */
const FLAGS: Readonly<Record<FlagWish['register'], (contact: Contact) => Alert | UnreadMark>> = {
  top: (contact) => contact.isTop,
  notice: (contact) => contact.quiet ?? contact.isNotice,
  archive: (contact) => contact.archivedTo !== undefined,
  unread: (contact) => contact.marked ?? false,
};

/** A switch or a choice: an event with its value may belong to an older press, with another one behind it. */
export type SwitchWish = FlagWish | Extract<Wish, { register: 'react' | 'vote' }>;
export const isSwitch = (wish: Wish): wish is SwitchWish =>
  isFlag(wish) || wish.register === 'react' || wish.register === 'vote';

/** Returns true if the subject of the change still exists. */
export function isThere(state: State, wish: SwitchWish): boolean {
  if (isFlag(wish)) return state.contacts.has(wish.conversation);
  return shown(state, wish)?.recalled === false;
}

/** Returns true if the state is known to have that value already. */
export function isSo(state: State, wish: SwitchWish): boolean {
  if (wish.register === 'react') {
    const message = shown(state, wish);
    return message === null || (message.reactions?.mine ?? []).includes(wish.value.emoji) === wish.value.on;
  }
  if (wish.register === 'vote') {
    const message = shown(state, wish);
    return message === null || sameChoice(message.poll?.mine ?? [], wish.value.options);
  }
  const contact = state.contacts.get(wish.conversation);
  return contact !== undefined && FLAGS[wish.register](contact) === wish.value;
}

function shown(state: State, wish: Extract<Wish, { register: 'react' | 'vote' }>): Message | null {
  const { value } = wish;
  const message = messageOf(wish);
  for (const chunk of (state.conversations.get(value.to)?.chunks ?? []).toReversed()) {
    const found = chunk.find(({ id }) => id === message);
    if (found) return found;
  }
  return null;
}

/** A refusal is shown only while its subject still exists. */
export const isKept = (register: keyof Pending): boolean => KEPT.has(register);
const KEPT: ReadonlySet<keyof Pending> = new Set([
  'recall',
  'edit',
  'messagePin',
  'react',
  'vote',
  'follow',
  'block',
  'card',
]);
