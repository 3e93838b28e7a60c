/**
 * Keeps the screen on while it is needed; the answer lets it go. A browser takes the lock back whenever
 * the page is hidden, so it is asked again each time the page comes to the front. Refusals (low battery,
 * no such thing) change nothing for the call.
 */
export function keepAwake(): () => void {
  if (!('wakeLock' in navigator)) return () => undefined;
  let wanted = true;
  let held: WakeLockSentinel | null = null;
  const ask = async () => {
    if (!wanted || document.visibilityState !== 'visible' || (held !== null && !held.released)) return;
    try {
      const got = await navigator.wakeLock.request('screen');
      if (wanted) held = got;
      else await got.release();
    } catch {
      held = null;
    }
  };
  const onVisible = () => void ask();
  document.addEventListener('visibilitychange', onVisible);
  void ask();
  return () => {
    wanted = false;
    document.removeEventListener('visibilitychange', onVisible);
    void held?.release().catch(() => undefined);
  };
}
