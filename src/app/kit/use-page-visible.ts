import { useSyncExternalStore } from 'react';

const subscribe = (run: () => void): (() => void) => {
  document.addEventListener('visibilitychange', run);
  return () => document.removeEventListener('visibilitychange', run);
};

/** False while the tab is hidden: nothing that arrives then has been seen. */
export const usePageVisible = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => document.visibilityState === 'visible',
    () => true,
  );
