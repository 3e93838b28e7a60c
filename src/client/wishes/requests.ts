import { type Alert } from '../../domain/alert.ts';
import { levelOf, quietUntil } from '../../domain/alert-levels.ts';
import { parseTarget } from '../../domain/ids.ts';
import { withWordMarks } from '../../domain/rich-text.ts';
import type { UnreadMark } from '../../domain/contact.ts';
import type { ContactId } from '../../domain/ids.ts';
import { chatOfDraft } from '../../domain/kept.ts';
import { archiveChat, delChat, isNotice, markUnread, setChatTop } from '../../wire/calls/contacts.ts';
import { keep } from '../../wire/calls/kept.ts';
import { editMessage, pinMessage, readAtMsg, setMsgIsRead, undoMessage } from '../../wire/calls/messages.ts';
import { removePreview } from '../../wire/calls/previews.ts';
import { vote } from '../../wire/calls/polls.ts';
import { react } from '../../wire/calls/reactions.ts';
import { followThread } from '../../wire/calls/threads.ts';
import { blockPerson } from '../../wire/calls/blocked.ts';
import { groupKindOf } from '../connection/api.ts';
import type { Drafts } from '../kernel/drafts.ts';
import { asked } from './told-drafts.ts';
import type { Wish } from '../state/local-event.ts';
import type { State } from '../state/state.ts';
import { path } from '../connection/answers.ts';

/** The call that sends a pending change, and its body. */
export function requestOf(
  wish: Wish,
  state: State,
  drafts: Drafts,
): { readonly path: string; readonly body: Readonly<Record<string, unknown>> } {
  if (wish.register === 'recall') return { path: path(undoMessage), body: { id: wish.conversation } };
  if (wish.register === 'edit') {
    const { content, at, op, format, mentions, preview } = wish.value;
    const extra = withWordMarks(null, { ...(format && { format }), ...(mentions && { mentions }) });
    const mark = { ...(extra && { extends: extra }), ...(preview && { preview: 1 }) };
    return { path: path(editMessage), body: { id: wish.conversation, content, at, op, ...mark } };
  }
  if (wish.register === 'messagePin') {
    const { on, op } = wish.value;
    return { path: path(pinMessage), body: { id: wish.conversation, on: on ? 1 : 0, op } };
  }
  if (wish.register === 'react') {
    const { id, emoji, on } = wish.value;
    return { path: path(react), body: { id, emoji, on: on ? 1 : 0 } };
  }
  if (wish.register === 'vote') {
    const { options, op } = wish.value;
    return { path: path(vote), body: { id: wish.conversation, options, op } };
  }
  if (wish.register === 'follow') {
    const { to, root, on } = wish.value;
    return { path: path(followThread), body: { toContactId: to, root, on: on ? 1 : 0 } };
  }
  if (wish.register === 'block') {
    const { user, on } = wish.value;
    return { path: path(blockPerson), body: { id: user, on: on ? 1 : 0 } };
  }
  if (wish.register === 'mentionRead') {
    const { to, n } = wish.value;
    return { path: path(readAtMsg), body: { toContactId: to, n } };
  }
  if (wish.register === 'card') return { path: path(removePreview), body: { id: wish.conversation } };
  if (wish.register === 'keep') return { path: path(keep), body: keepingOf(wish, drafts) };
  const { conversation: id } = wish;
  const is_group = groupKindOf(id);
  switch (wish.register) {
    case 'top':
      return { path: path(setChatTop), body: { id, is_group, is_top: wish.value ? 1 : 0 } };
    case 'notice':
      return { path: path(isNotice), body: { id, is_group, ...alertingOf(wish.value) } };
    case 'archive':
      return { path: path(archiveChat), body: { id, is_group, on: wish.value ? 1 : 0 } };
    case 'unread':
      return { path: path(markUnread), body: { id, is_group, ...markOf(wish.value) } };
    case 'hide':
      return { path: path(delChat), body: { id, is_group } };
    case 'read':
      return {
        path: path(setMsgIsRead),
        body: {
          toContactId: id,
          is_group,
          messages: [shownAt(state, id, wish.value)],
          ...authorOf(state, id),
        },
      };
    case 'mentionsRead':
      return { path: path(readAtMsg), body: { toContactId: id } };
  }
}

/** Marks the whole chat, from a message on, or removes the mark (UNREAD-3). */
const markOf = (mark: UnreadMark) => ({ on: mark ? 1 : 0, ...(typeof mark === 'number' && { n: mark }) });
/** Fields unknown to a plain server beside `is_notice` are omitted if they add nothing. */
function alertingOf(alert: Alert): Readonly<Record<string, unknown>> {
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
function shownAt(
  state: State,
  conversation: Extract<Wish, { register: 'read' }>['conversation'],
  n: number,
): Readonly<Record<string, unknown>> {
  for (const chunk of (state.conversations.get(conversation)?.chunks ?? []).toReversed()) {
    const found = chunk.findLast(
      (message) => message.n === n || (state.sync.plain && message.type !== 'event'),
    );
    if (found) return { id: found.id, n, is_read: 1 };
  }
  return { n, is_read: 1 };
}

/** Sends a draft as it is now; later typing makes another draft (DRAFT-1). */
function keepingOf(
  { conversation: name, value }: Extract<Wish, { register: 'keep' }>,
  drafts: Drafts,
): Readonly<Record<string, unknown>> {
  const of = chatOfDraft(name);
  if (of === null) return { name, op: value.op, value: value.value };
  return { name, op: value.op, value: asked(drafts, of, value.op) };
}
