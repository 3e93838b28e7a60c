import type { DEVICE_CACHE, DEVICE_PATH, KnownDevice } from '../../domain/known-device.ts';

/** The worker imports nothing of the app, so the compiler compares the two. */
const CACHE = 'device' satisfies typeof DEVICE_CACHE;
const PATH = '/device' satisfies typeof DEVICE_PATH;
const DECLINE_CALL = '/common/push/decline';

/** Declines the call of a notification under the device's name, also without an open page (PUSH-25). */
export async function declineRing({ chat, call, place }: Readonly<Record<string, unknown>>): Promise<void> {
  const stored = await (await caches.open(CACHE)).match(PATH);
  if (stored === undefined) return;
  const { cid } = (await stored.json()) as KnownDevice;
  await fetch(DECLINE_CALL, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'parley' },
    body: JSON.stringify({ cid, toContactId: chat, call, place }),
  });
}
