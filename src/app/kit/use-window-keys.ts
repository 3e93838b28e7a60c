import { useEffect, useEffectEvent } from 'react';

/** Passes keys pressed anywhere in the window to the latest `onKey`, while `isActive`. */
export function useWindowKeys(onKey: (event: KeyboardEvent) => void, isActive = true): void {
  const latest = useEffectEvent(onKey);
  useEffect(() => {
    if (!isActive) return undefined;
    const run = (event: KeyboardEvent) => latest(event);
    addEventListener('keydown', run);
    return () => removeEventListener('keydown', run);
  }, [isActive]);
}
