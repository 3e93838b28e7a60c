import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/random.ts';
import type { RecordsPort, TabLockPort } from '../../ports/storage.ts';

/**
 * One holder among the tabs of a user: the browser's lock, or a lease record where it has none (STORE-12).
 */
export async function createTabLock(parts: {
  clock: Clock;
  ids: Ids;
  records: RecordsPort;
}): Promise<TabLockPort> {
  // Typed as always there, and missing on plain http outside of this machine.
  const locks = navigator.locks as LockManager | undefined;
  return locks ? webLock(locks) : (await import('../persistence/lease-lock.ts')).createLeaseLock(parts);
}

function signal(): { promise: Promise<void>; resolve: () => void } {
  let resolve!: () => void;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

const webLock = (locks: LockManager): TabLockPort => ({
  hold: (name, task, { steal }) => {
    const cancel = new AbortController();
    const { promise: loss, resolve: lose } = signal();
    const options: LockOptions = steal ? { steal: true } : { signal: cancel.signal };
    // Rejects when it was stolen or cancelled: both mean that it is no longer ours.
    locks.request(`parley-${name}`, options, () => Promise.race([task(loss), loss])).then(lose, lose);
    return () => {
      cancel.abort();
      lose();
    };
  },
});
