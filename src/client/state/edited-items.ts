import { messageId } from '../../domain/ids.ts';
import { toPlain } from '../../domain/markup.ts';
import type { Message } from '../../domain/message.ts';
import type { ChatItem } from './chat-selectors.ts';
import { withQuote } from './message-changes.ts';
import { asEdited, reworded, wordsFor } from './edits.ts';
import { memo } from './memo.ts';
import type { Pending, PendingEdit } from './state.ts';

/**
 * Applies the user's pending edits, also to quotes of those messages (EDIT-2, EDIT-5); one instance for each
 * list shown.
 */
export const makeEditedItems = () =>
  memo((items: readonly ChatItem[], edits: Pending['edit']): readonly ChatItem[] => {
    const edited = items.filter(({ key }) => edits.has(messageId(key)));
    if (edited.length === 0) return items;
    const quotable = edited.flatMap((item) =>
      item.kind === 'message' && !item.message.recalled ? [item] : [],
    );
    return items.map((item) => {
      const edit = edits.get(messageId(item.key));
      return requoted(edit ? itemEdited(item, edit) : item, quotable, edits);
    });
  });

type MessageItem = Extract<ChatItem, { kind: 'message' }>;

/** A message quotes at most one. */
function requoted(item: ChatItem, edited: readonly MessageItem[], edits: Pending['edit']): ChatItem {
  if (item.kind !== 'message' || item.message.quote === null) return item;
  const { msgId } = item.message.quote;
  const quoted = edited.find(({ message }) => message.msgId === msgId);
  const edit = quoted && edits.get(messageId(quoted.key));
  // A file without a caption is quoted by its name, which arrives with the event.
  if (quoted === undefined || edit === undefined || edit.content === '') return item;
  const cached = itemsRequoted.get(item);
  if (cached?.edit === edit) return cached.item;
  const words = wordsFor(quoted.message, edit, (quoted.message.rev ?? 0) + 1);
  const newItem = { ...item, message: withQuote(item.message, { msgId, words }) };
  itemsRequoted.set(item, { edit, item: newItem });
  return newItem;
}

const itemsRequoted = new WeakMap<ChatItem, { readonly edit: PendingEdit; readonly item: ChatItem }>();
const itemsEdited = new WeakMap<ChatItem, { readonly edit: PendingEdit; readonly item: ChatItem }>();

function itemEdited(item: ChatItem, edit: PendingEdit): ChatItem {
  const cached = itemsEdited.get(item);
  if (cached?.edit === edit) return cached.item;
  const newItem = withEdit(item, edit);
  itemsEdited.set(item, { edit, item: newItem });
  return newItem;
}

function withEdit(item: ChatItem, edit: PendingEdit): ChatItem {
  const { at } = edit;
  if (item.kind === 'outgoing') {
    const { message } = item.item;
    const next = { ...reworded(message, wordsFor(message, edit, 0)), at };
    return { ...item, item: { ...item.item, message: next } };
  }
  const { message } = item;
  if (message.recalled) return item;
  const rev = (message.rev ?? 0) + 1;
  const next = withOwnCard(asEdited(message, wordsFor(message, edit, rev), at));
  return { ...item, message: next, saving: true };
}

/**
 * Drops the card of an address that the new text no longer contains (PREVIEW-8). The bubble checks that the
 * address is the first one (`link-card.tsx`): the code that finds addresses loads with an open chat, not with
 * the list.
 */
function withOwnCard(message: Message): Message {
  const { link, ...rest } = message;
  return link === undefined || toPlain(message.content).includes(link.url.replace(/^http:\/\//, ''))
    ? message
    : rest;
}
