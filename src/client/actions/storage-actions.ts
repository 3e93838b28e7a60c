import { ok } from '../../domain/result.ts';
import { decodeQuotas } from '../../wire/answers/files.ts';
import { quotaCall } from '../../wire/calls/files.ts';
import type { StorageActions } from '../interface/storage.ts';
import { selfOf, type ActionParts } from './parts.ts';
import { path } from '../connection/answers.ts';

/** Characters of a record as text; files count with their own size. */
function sizeOf(value: unknown): number {
  let files = 0;
  const text = JSON.stringify(value, (_key, part: unknown) => {
    if (!(part instanceof Blob)) return part;
    files += part.size;
    return null;
  });
  return files + ((text as string | undefined) ?? '').length;
}

export function storageActions(parts: ActionParts): StorageActions {
  const { api, plain, ports, store, drafts, scope } = parts;
  const bytesOf = async (...stores: readonly string[]): Promise<number> => {
    const user = selfOf(parts);
    if (user === null) return 0;
    let sum = 0;
    for (const name of stores)
      for (const value of (await ports.records.readAll(String(user), name)).values()) sum += sizeOf(value);
    return sum;
  };
  return {
    usedToday: async () => {
      if (plain.is()) return ok(null);
      const answer = await api.call(path(quotaCall), {}, { quiet: true });
      return answer.ok ? ok(decodeQuotas(answer.value.data)) : answer;
    },
    keptSizes: async () => ({
      messages: await bytesOf('windows'),
      contacts: await bytesOf('allContacts', 'mainContacts', 'meta'),
      drafts: drafts.size(),
      unsent: await bytesOf('outbox', 'uploads'),
    }),
    dropMessages: async () => {
      const { conversations, open } = store.get();
      // Dropping the chat on screen would empty it in front of the user.
      for (const id of conversations.keys())
        if (id !== open) store.dispatch({ type: 'conversationDropped', conversation: id });
      await scope()?.flush();
    },
    dropDrafts: () => drafts.wipe(),
  };
}
