import { useSyncExternalStore } from 'react';

const NETWORK_EVENTS = ['online', 'offline'] as const;

function subscribe(run: () => void): () => void {
  for (const type of NETWORK_EVENTS) addEventListener(type, run);
  return () => {
    for (const type of NETWORK_EVENTS) removeEventListener(type, run);
  };
}

/** True while the browser reports no network. */
export const useOffline = (): boolean => useSyncExternalStore(subscribe, () => !navigator.onLine);
