import { useEffect, useRef } from 'react';
import type { ContactId } from '../../domain/ids.ts';
import { schedule } from '../platform/time.ts';
import { useStore } from './client-context.ts';

/** Events of a busy group come in bursts: the data is loaded again after each. */
const CALM_MS = 300;
/** Several chats have steady activity, and several lists would reload at once. */
export const CALM_OF_SEVERAL_MS = 1_000;

/**
 * Calls `reload` when messages of these chats arrived or were edited, recalled or cleared, or a chat is gone:
 * loaded data stays current (UI-65, EDIT-2, RECALL-2). A new set of chats arrives with a new answer, which
 * needs no reload.
 */
export function useFollow(chats: readonly ContactId[], reload: () => void): void {
  const sequences = useStore((state) =>
    chats.map((id) => state.contacts.get(id)?.counting.seq ?? 'gone').join(),
  );
  useFollowWord(chats.join(), sequences, reload, chats.length > 1 ? CALM_OF_SEVERAL_MS : CALM_MS);
}

/**
 * Reloads when other shown data changes: `sequences` differs each time. A value that returns to the previous
 * one before the calm period ends causes no reload.
 */
export function useFollowWord(about: string, sequences: string, reload: () => void, calmMs = CALM_MS): void {
  const previous = useRef({ about, moved: sequences });
  useEffect(() => {
    if (previous.current.about !== about) previous.current = { about, moved: sequences };
    if (previous.current.moved === sequences) return undefined;
    return schedule(calmMs, () => {
      previous.current = { about, moved: sequences };
      reload();
    });
  }, [about, sequences, calmMs, reload]);
}
