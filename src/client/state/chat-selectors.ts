import type { ContactId, MessageId } from '../../domain/ids.ts';
import type { Message } from '../../domain/message.ts';
import { contactView } from './contact-view.ts';
import { memo } from './memo.ts';
import { makeEditedItems } from './edited-items.ts';
import { withWords } from './quoting.ts';
import type { Contact, OutboxItem, State } from './state.ts';

/** A line of an open chat: a confirmed message, or one that waits in the outbox. */
export type ChatItem =
  /** `saving`: its text is an edit not yet confirmed. */
  | {
      readonly kind: 'message';
      readonly key: string;
      readonly message: Message;
      readonly saving?: boolean;
    }
  | { readonly kind: 'outgoing'; readonly key: string; readonly item: OutboxItem };

const chatItems = memo(
  (chunks: readonly (readonly Message[])[], outbox: readonly OutboxItem[]): readonly ChatItem[] => {
    const items = chunks.flatMap(itemsOf);
    if (outbox.length === 0) return items;
    // An item whose message is already in the stream is settled; it must not show twice (SEND-7).
    const keys = new Set(items.map(({ key }) => key));
    for (const item of outbox) {
      if (!keys.has(item.message.id))
        items.push({ kind: 'outgoing', key: item.message.id, item: withWords(item, chunks) });
    }
    return items;
  },
);

const messageItems = new WeakMap<Message, ChatItem>();

const chunkItems = new WeakMap<readonly Message[], readonly ChatItem[]>();

/** Chunks are shared by the windows that follow one another, and so are their items. */
export function itemsOf(chunk: readonly Message[]): readonly ChatItem[] {
  const cached = chunkItems.get(chunk);
  if (cached) return cached;
  const items = chunk.map(itemOf);
  chunkItems.set(chunk, items);
  return items;
}

function itemOf(message: Message): ChatItem {
  const cached = messageItems.get(message);
  if (cached) return cached;
  const item: ChatItem = { kind: 'message', key: message.id, message };
  messageItems.set(message, item);
  return item;
}

const editedItems = makeEditedItems();

const NO_CHUNKS: readonly (readonly Message[])[] = [];

const NO_ITEMS: readonly OutboxItem[] = [];

/**
 * Returns the ordinal up to which an unread conversation was read, or is marked as read (UNREAD-3); null if
 * nothing in it is unread.
 */
export function readTo(state: State, id: ContactId): number | null {
  const contact = contactView(state, id);
  if (contact === undefined) return null;
  const { marked, counting, unread } = contact;
  const read = unread === 0 ? null : Math.max(counting.mark, state.pending.read.get(id) ?? 0);
  return typeof marked === 'number' ? Math.min(marked - 1, read ?? marked) : read;
}

/**
 * Confirmed messages, oldest first, then the waiting ones; keys are message ids, so a sent bubble keeps its
 * place.
 */
export const messagesOf = (state: State, id: ContactId): readonly ChatItem[] =>
  editedItems(
    chatItems(state.conversations.get(id)?.chunks ?? NO_CHUNKS, state.outbox.get(id) ?? NO_ITEMS),
    state.pending.edit,
  );

/** Finds a message in its chat or the open thread; undefined once it was recalled. */
export function messageHere(state: State, id: ContactId, message: MessageId): Message | undefined {
  const window = state.conversations.get(id);
  return [window, window?.thread?.first, window?.thread?.answers]
    .flatMap((one) => one?.chunks ?? [])
    .flat()
    .find((one) => one.id === message && !one.recalled);
}

/**
 * Returns true if the partner has read this message of a one-to-one chat. Groups do not report it, though the
 * contract marks their rows read.
 */
export const readByPartner = (
  contact: Pick<Contact, 'kind' | 'counting'> | undefined,
  message: Message,
): boolean =>
  contact?.kind !== 'group' &&
  (message.isRead || (message.n !== null && contact !== undefined && message.n <= contact.counting.peerMark));
