import type { CID as CLIENT_CID } from '../../client/actions/device-actions.ts';
import type { PushActions } from '../../client/interface/device.ts';
import { DEVICE_CACHE, DEVICE_PATH, type KnownDevice } from '../../domain/known-device.ts';
import { isSealed } from '../../domain/sealed-token.ts';
import { subscribeDevice } from './pushing.ts';
import { readSetting } from './settings.ts';

/** Pushes without content (PUSH-4). */
export const QUIET_PUSHES = 'push-quiet';
/** The setting with the device's name; the client's code for it loads later. */
const CID = 'cid' satisfies typeof CLIENT_CID;

/**
 * Sends the device's push subscription to the server; false if pushes are unavailable. A login without
 * "Remember me" gets none, because pushes would arrive after the browser was closed (SESS-11).
 */
export async function keepKnown(actions: PushActions): Promise<boolean> {
  if (isSealed(readSetting('authToken'))) return false;
  const key = await actions.pushKey();
  if (!key.ok) return false;
  const subscription = await subscribeDevice(key.value);
  if (subscription === null) return false;
  const words = readSetting(QUIET_PUSHES) !== '1';
  if (!(await actions.takePushes({ ...subscription, words })).ok) return false;
  const { platform } = subscription;
  await keepForWorker({ cid: readSetting(CID) ?? '', key: key.value, platform, words });
  return true;
}

async function keepForWorker(device: KnownDevice): Promise<void> {
  if (!('caches' in window)) return;
  try {
    await (await caches.open(DEVICE_CACHE)).put(DEVICE_PATH, Response.json(device));
  } catch {
    // Without storage the next page renews the subscription.
  }
}
