import type { ContactId, MessageId } from '../../domain/ids.ts';
import type { MessagePin } from '../../domain/message.ts';
import { memo } from './memo.ts';
import type { Contact, Conversation, Pending, State } from './state.ts';

const NONE: readonly MessagePin[] = [];
const NO_CHUNKS: Conversation['chunks'] = [];

/**
 * Pins of a chat, newest first, with the user's pending pins and without those to be removed (PINS-6). Empty
 * before the list was requested.
 */
export const messagePinsOf = (state: State, id: ContactId): readonly MessagePin[] => {
  const window = state.conversations.get(id);
  const list = window?.pins?.list ?? NONE;
  return state.pending.messagePin.size === 0
    ? list
    : pinsWithPending(
        list,
        state.pending.messagePin,
        window?.chunks ?? NO_CHUNKS,
        state.contacts.get(id),
        state.self,
      );
};

const pinsWithPending = memo(
  (
    list: readonly MessagePin[],
    pendingChanges: Pending['messagePin'],
    chunks: Conversation['chunks'],
    contact: Contact | undefined,
    self: State['self'],
  ): readonly MessagePin[] => {
    const remaining = list.filter(({ id }) => pendingChanges.get(id)?.on !== false);
    const added = [...pendingChanges].flatMap(([id, change]): readonly MessagePin[] => {
      if (!change.on || change.to !== contact?.id || list.some((pin) => pin.id === id)) return [];
      const pinned = chunks.flat().find((message) => message.id === id && !message.recalled);
      if (pinned === undefined || pinned.n === null || self === null) return [];
      const { msgId, n, rev = 0 } = pinned;
      const place = { seq: Infinity, atMs: change.atMs, afterN: contact.counting.count };
      return [{ id, msgId, n, by: self.id, byName: '', rev, ...place }];
    });
    return added.length === 0 && remaining.length === list.length
      ? list
      : [...added.toReversed(), ...remaining];
  },
);

/** Returns true if a message is known to be pinned. */
export function isPinned(state: State, chat: ContactId, id: MessageId): boolean {
  const change = state.pending.messagePin.get(id);
  return change?.on ?? state.conversations.get(chat)?.pins?.list?.some((pin) => pin.id === id) ?? false;
}
