/**
 * Keeps the screen on; the returned function ends that. A browser ends the lock whenever the page is hidden,
 * so it is requested again when the page is visible. Refusals (low battery, no support) do not affect the
 * call.
 */
export function keepAwake(): () => void {
  if (!('wakeLock' in navigator)) return () => undefined;
  let isWanted = true;
  let lock: WakeLockSentinel | null = null;
  const ask = async () => {
    if (!isWanted || document.visibilityState !== 'visible' || (lock !== null && !lock.released)) return;
    try {
      const newLock = await navigator.wakeLock.request('screen');
      if (isWanted) lock = newLock;
      else await newLock.release();
    } catch {
      lock = null;
    }
  };
  const onVisible = () => void ask();
  document.addEventListener('visibilitychange', onVisible);
  void ask();
  return () => {
    isWanted = false;
    document.removeEventListener('visibilitychange', onVisible);
    void lock?.release().catch(() => undefined);
  };
}
