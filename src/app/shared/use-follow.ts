import { useEffect, useRef } from 'react';
import type { ContactId } from '../../domain/ids.ts';
import { runLater } from '../platform/time.ts';
import { useStore } from './client-context.ts';

/** Events of a busy group come in bursts: what is shown is asked for again when one has passed. */
const CALM_MS = 300;
/** In one of several chats something is said all the time. */
const CALM_OF_SEVERAL_MS = 1_000;

/**
 * Calls `reload` when messages of these chats have come, were edited, taken back or cleared, or one of the
 * chats is gone: what was asked for and is shown follows (UI-65, EDIT-2, RECALL-2). A new set of chats comes
 * with a new answer, which needs no reload.
 */
export function useFollow(chats: readonly ContactId[], reload: () => void): void {
  const about = chats.join();
  const moved = useStore((state) => chats.map((id) => state.contacts.get(id)?.counting.seq ?? 'gone').join());
  const known = useRef({ about, moved });
  const calmMs = chats.length > 1 ? CALM_OF_SEVERAL_MS : CALM_MS;
  useEffect(() => {
    if (known.current.about !== about) known.current = { about, moved };
    if (known.current.moved === moved) return undefined;
    return runLater(calmMs, () => {
      known.current = { about, moved };
      reload();
    });
  }, [about, moved, calmMs, reload]);
}
