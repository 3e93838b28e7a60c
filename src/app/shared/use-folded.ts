import { isFolded } from '../../client/state/blocked.ts';
import type { ContactId } from '../../domain/ids.ts';
import type { Message } from '../../domain/message.ts';
import { sameItems, useStore } from './client-context.ts';

/** Checks whether a message of this author is folded in that chat (BLOCK-17). */
export const useFolded = (chat: ContactId | null, author = 0): boolean =>
  useStore((state) => isFolded(state, chat, author));

/** The messages of a collection without folded ones; the same list if there are none (BLOCK-17). */
export function useUnfolded<M extends Pick<Message, 'from'>>(
  chat: ContactId,
  all: readonly M[],
): readonly M[] {
  const left = useStore((state) => all.filter(({ from }) => !isFolded(state, chat, from.id)), sameItems);
  return left.length === all.length ? all : left;
}
