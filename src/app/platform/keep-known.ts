import type { PushActions } from '../../client/interface/push.ts';
import { subscribeDevice } from './pushing.ts';
import { readSetting } from './settings.ts';

/** Pushes that say only that there is something (PUSH-4). */
export const QUIET_PUSHES = 'push-quiet';

/** Tells the server how this device is reached; false where it cannot be. */
export async function keepKnown(actions: PushActions): Promise<boolean> {
  const key = await actions.pushKey();
  if (!key.ok) return false;
  const found = await subscribeDevice(key.value);
  if (found === null) return false;
  return (await actions.takePushes({ ...found, words: readSetting(QUIET_PUSHES) !== '1' })).ok;
}
