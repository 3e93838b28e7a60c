import type { Client } from '../../src/client/interface/client.ts';
import type { ContactId } from '../../src/domain/ids.ts';

/**
 * Simulates a user who reads to the end of the open chat: loaded messages count as in view (COUNT-2). Only a
 * view knows what was visible, and a client without a screen has none.
 */
export function readsToTheEnd(
  { store, actions }: Pick<Client, 'store' | 'actions'>,
  read: (id: ContactId, n: number) => void = () => undefined,
): () => void {
  let told: { readonly open: ContactId | null; readonly n: number } = { open: null, n: 0 };
  const look = (): void => {
    const { open, contacts, conversations } = store.get();
    const contact = open === null ? undefined : contacts.get(open);
    const window = contact && conversations.get(contact.id);
    if (!window || contact.unread === 0) return;
    const n = window.live ? contact.counting.count : (window.chunks.at(-1)?.at(-1)?.n ?? 0);
    if (told.open !== open) told = { open, n: 0 };
    if (n > Math.max(told.n, contact.counting.mark)) {
      told = { open, n };
      read(contact.id, n);
      actions.markRead(contact.id, n);
    }
    if (!window.live && window.loading === 'no' && window.size > 0) void actions.loadNewer(contact.id);
  };
  return store.subscribe(look);
}
