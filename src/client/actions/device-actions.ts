import { ok } from '../../domain/result.ts';
import { decodePush } from '../../wire/answers/accounts.ts';
import { decodeQuotas } from '../../wire/answers/files.ts';
import { pushSubscribe } from '../../wire/calls/accounts.ts';
import { quotaCall } from '../../wire/calls/files.ts';
import { DONE, MISREAD, path } from '../connection/answers.ts';
import type { PushActions, StorageActions } from '../interface/device.ts';
import { type ActionParts, selfOf } from './parts.ts';

export const CID = 'cid';

export function pushActions({ api, ports }: ActionParts): PushActions {
  const ask = (body: Readonly<Record<string, unknown>>) =>
    api.call(path(pushSubscribe), body, { quiet: true });
  return {
    pushKey: async () => {
      const answer = await ask({});
      if (!answer.ok) return answer;
      const decoded = decodePush(answer.value.data);
      return decoded.ok ? ok(decoded.value.key) : MISREAD;
    },
    takePushes: async ({ endpoint, p256dh, auth, platform, words }) => {
      const answer = await ask({
        endpoint,
        p256dh,
        auth,
        platform,
        content: words ? 1 : 0,
        cid: ports.settings.get(CID) ?? '',
      });
      if (!answer.ok) return answer;
      const decoded = decodePush(answer.value.data);
      if (!decoded.ok) return MISREAD;
      // Shown by every login of this device from now on (PUSH-2).
      ports.settings.set(CID, decoded.value.cid);
      return DONE;
    },
  };
}

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
    dayUsage: async () => {
      if (plain.is()) return ok(null);
      const answer = await api.call(path(quotaCall), {}, { quiet: true });
      return answer.ok ? ok(decodeQuotas(answer.value.data)) : answer;
    },
    storageSizes: async () => ({
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
