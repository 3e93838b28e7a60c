import type { DEVICE_CACHE, DEVICE_PATH, KnownDevice } from '../../domain/known-device.ts';
import { scope, type SubscriptionEvent } from './scope.ts';

/** The worker imports nothing of the app, so the compiler compares the two. */
const CACHE = 'device' satisfies typeof DEVICE_CACHE;
const PATH = '/device' satisfies typeof DEVICE_PATH;
const CALL = '/common/push/subscribe';

/**
 * Subscribes again and sends the server the new address under the device's name, also without an open page
 * (PUSH-20). A device that was never registered has nothing to renew.
 */
export async function renewSubscription({ newSubscription }: SubscriptionEvent): Promise<void> {
  const stored = await (await caches.open(CACHE)).match(PATH);
  if (stored === undefined) return;
  const { cid, key, platform, words } = (await stored.json()) as KnownDevice;
  const subscription =
    newSubscription ??
    (await scope.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  const { endpoint, keys } = subscription.toJSON();
  const answer = await fetch(CALL, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'parley' },
    body: JSON.stringify({ endpoint, ...keys, platform, content: words ? 1 : 0, cid }),
  });
  if (!answer.ok) throw new Error(`the new subscription was answered with HTTP ${answer.status}`);
}
