import { useEffect, useEffectEvent } from 'react';

/** Keys pressed anywhere in the window, told to the latest `onKey`; none while not `isActive`. */
export function useWindowKeys(onKey: (event: KeyboardEvent) => void, isActive = true): void {
  const latest = useEffectEvent(onKey);
  useEffect(() => {
    if (!isActive) return undefined;
    const run = (event: KeyboardEvent) => latest(event);
    addEventListener('keydown', run);
    return () => removeEventListener('keydown', run);
  }, [isActive]);
}
