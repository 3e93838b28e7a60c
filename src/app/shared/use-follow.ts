import { useEffect, useRef } from 'react';
import type { ContactId } from '../../domain/ids.ts';
import { runLater } from '../platform/time.ts';
import { useStore } from './client-context.ts';

/** Events of a busy group come in bursts: what is shown is asked for again when one has passed. */
const CALM_MS = 300;

/**
 * Calls `reload` when messages of these chats have come, were edited, taken back or cleared, or one of the
 * chats is gone: what was asked for and is shown follows (UI-65, EDIT-2, RECALL-2). Another set of chats is
 * another answer, which is of now.
 */
export function useFollow(chats: readonly ContactId[], reload: () => void, calmMs = CALM_MS): void {
  const about = chats.join();
  const moved = useStore((state) => chats.map((id) => state.contacts.get(id)?.counting.seq ?? 'gone').join());
  const known = useRef({ about, moved });
  useEffect(() => {
    if (known.current.about !== about) known.current = { about, moved };
    if (known.current.moved === moved) return undefined;
    return runLater(calmMs, () => {
      known.current = { about, moved };
      reload();
    });
  }, [about, moved, calmMs, reload]);
}
