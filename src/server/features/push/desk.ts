import type { PushDesk } from '../../kernel/push-desk.ts';
import type { Push, PushKeys } from '../../../ports/push.ts';
import type { Store } from '../../../ports/store.ts';

/** The keys are made once and stay: subscriptions are bound to them. */
export async function openPushDesk({
  store,
  push,
}: {
  readonly store: Store;
  readonly push?: Push | null;
}): Promise<PushDesk | null> {
  if (!push) return null;
  const [known, active] = await store.read(async (tx) => [await tx.push.keys(), await tx.push.any()]);
  const keysText = known ?? (await firstKeys(store, push));
  return { port: push, keys: JSON.parse(keysText) as PushKeys, active };
}

/** Keys another node made in the meantime are kept. */
async function firstKeys(store: Store, push: Push): Promise<string> {
  const fresh = JSON.stringify(await push.makeKeys());
  return store.write((tx) => tx.push.keepKeys(fresh));
}
