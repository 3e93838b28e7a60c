import type { DevicePort } from '../../ports/device.ts';
import type { TabLockPort } from '../../ports/storage.ts';

/**
 * One tab of a user sends, saves and makes sounds (STORE-12). A visible tab takes that over from a
 * hidden one; a tab that lost it waits in line.
 */
export interface TabHolder {
  isHolder(): boolean;
  /** Releases the lock; calls `onHold(false)` if it was held. */
  stop(): void;
}

export function createTabHolder(parts: {
  lock: TabLockPort;
  device: DevicePort;
  name: string;
  onHold: (on: boolean) => void;
}): TabHolder {
  let [cancel, over, holding]: [() => void, boolean, boolean] = [() => undefined, false, false];
  const set = (on: boolean) => {
    if (on === holding) return;
    holding = on;
    parts.onHold(on);
  };
  const want = (steal: boolean) => {
    cancel();
    cancel = parts.lock.hold(
      parts.name,
      async (loss) => {
        if (over) return;
        set(true);
        await loss;
        set(false);
        // Another tab took the lock: wait until that tab is gone.
        if (!over) want(false);
      },
      { steal },
    );
  };
  want(parts.device.isVisible());
  const endWatch = parts.device.onVisible((visible) => {
    if (visible && !holding && !over) want(true);
  });
  return {
    isHolder: () => holding,
    stop: () => {
      over = true;
      endWatch();
      set(false);
      cancel();
    },
  };
}
