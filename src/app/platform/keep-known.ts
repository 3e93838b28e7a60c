import type { PushActions } from '../../client/interface/device.ts';
import { isSealed } from '../../domain/sealed-token.ts';
import { subscribeDevice } from './pushing.ts';
import { readSetting } from './settings.ts';

/** Pushes without content (PUSH-4). */
export const QUIET_PUSHES = 'push-quiet';

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
  return (await actions.takePushes({ ...subscription, words: readSetting(QUIET_PUSHES) !== '1' })).ok;
}
