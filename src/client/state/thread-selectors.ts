import type { ContactId } from '../../domain/ids.ts';
import { threadKey } from '../../domain/ids.ts';
import { type Message, canHaveAnswers } from '../../domain/message.ts';
import { itemsOf, type ChatItem } from './chat-selectors.ts';
import { makeEditedItems } from './edited-items.ts';
import { memo } from './memo.ts';
import { withWords } from './quoting.ts';
import type { Conversation, OpenThread, OutboxItem, State } from './state.ts';

export function openThread(state: State, id: ContactId, root: number): OpenThread | undefined {
  const thread = state.conversations.get(id)?.thread;
  return thread?.root === root ? thread : undefined;
}

/** The first message as it is here now; null: deleted, or invisible to the viewer (THREAD-5). */
export function firstOf({ first }: OpenThread): Message | null {
  const message = first.chunks[0]?.[0];
  return message !== undefined && canHaveAnswers(message) ? message : null;
}

/** The message an answer to the thread quotes: the first one, or the newest answer if that is gone. */
export const answeredIn = (thread: OpenThread): Message | null =>
  firstOf(thread) ?? thread.answers.chunks.flat().findLast(canHaveAnswers) ?? null;

const [editedFirst, editedAnswers] = [makeEditedItems(), makeEditedItems()];

type Chunks = Conversation['chunks'];
const NO_CHUNKS: Chunks = [];
const NO_ITEMS: readonly OutboxItem[] = [];

const items = memo(
  (first: Chunks, answers: Chunks, outbox: readonly OutboxItem[], root: number): readonly ChatItem[] => {
    const firstId = first[0]?.[0]?.msgId;
    // A recalled message no longer counts as an answer (THREAD-3).
    const listed = answers
      .flatMap(itemsOf)
      .filter((item) => item.kind !== 'message' || !item.message.recalled)
      .map((item) => withoutFirst(item, firstId));
    const keys = new Set(listed.map(({ key }) => key));
    for (const item of outbox) {
      const { quote, id } = item.message;
      if (quote?.root !== root || keys.has(id)) continue;
      const message = quote.msgId === firstId ? { ...item.message, quote: null } : item.message;
      const outgoing = withWords({ ...item, message }, [...first, ...answers]);
      listed.push({ kind: 'outgoing', key: id, item: outgoing });
    }
    return listed;
  },
);

const bare = new WeakMap<ChatItem, ChatItem>();

/** The quote of the first message is omitted, since that message is above the answers. */
function withoutFirst(item: ChatItem, first: Message['msgId'] | undefined): ChatItem {
  if (item.kind !== 'message' || item.message.quote === null || item.message.quote.msgId !== first)
    return item;
  const cached = bare.get(item);
  if (cached) return cached;
  const newItem: ChatItem = { ...item, message: { ...item.message, quote: null } };
  bare.set(item, newItem);
  return newItem;
}

/** Answers, oldest first, then those that wait to be sent. */
export const answersIn = (state: State, id: ContactId, root: number): readonly ChatItem[] => {
  const thread = openThread(state, id, root);
  return editedAnswers(
    items(
      thread?.first.chunks ?? NO_CHUNKS,
      thread?.answers.chunks ?? NO_CHUNKS,
      state.outbox.get(id) ?? NO_ITEMS,
      root,
    ),
    state.pending.edit,
  );
};

const firstItems = memo((chunks: Chunks): readonly ChatItem[] => chunks.flatMap(itemsOf));

/** The first message as a separate item, also a line in place of an unreadable one; empty if it is gone. */
export function firstItem(state: State, id: ContactId, root: number): readonly ChatItem[] {
  const thread = openThread(state, id, root);
  const message = thread?.first.chunks[0]?.[0];
  return thread !== undefined && message?.recalled === false
    ? editedFirst(firstItems(thread.first.chunks), state.pending.edit)
    : NOTHING;
}
const NOTHING: readonly ChatItem[] = [];

/** The follow state with the user's pending change (THREAD-6). */
export const followsThread = (state: State, id: ContactId, root: number): boolean =>
  state.pending.follow.get(threadKey(id, root))?.on ?? openThread(state, id, root)?.follows ?? false;
