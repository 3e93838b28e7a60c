import type { DevicePort } from '../../ports/device.ts';
import type { TabLockPort } from '../../ports/storage.ts';

/**
 * One tab of a user sends, saves and makes sounds (STORE-12). A visible tab takes that over from a
 * hidden one; a tab that lost it waits in line.
 */
export interface TabHolder {
  holds(): boolean;
  /** Releases the lock; reports `held(false)` if it was held. */
  stop(): void;
}

export function createTabHolder(parts: {
  lock: TabLockPort;
  device: DevicePort;
  name: string;
  held: (on: boolean) => void;
}): TabHolder {
  let [cancel, over, holding]: [() => void, boolean, boolean] = [() => undefined, false, false];
  const set = (on: boolean) => {
    if (on === holding) return;
    holding = on;
    parts.held(on);
  };
  const want = (steal: boolean) => {
    cancel();
    cancel = parts.lock.hold(
      parts.name,
      async (lost) => {
        if (over) return;
        set(true);
        await lost;
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
    holds: () => holding,
    stop: () => {
      over = true;
      endWatch();
      set(false);
      cancel();
    },
  };
}
