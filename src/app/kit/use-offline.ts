import { useSyncExternalStore } from 'react';

const SIGNS = ['online', 'offline'] as const;

function subscribe(run: () => void): () => void {
  for (const sign of SIGNS) addEventListener(sign, run);
  return () => {
    for (const sign of SIGNS) removeEventListener(sign, run);
  };
}

/** The browser says that there is no network. */
export const useOffline = (): boolean => useSyncExternalStore(subscribe, () => !navigator.onLine);
