import type { Notice } from '../interface/client.ts';

/** Carries one-time events to the UI; events without a listener are dropped. */
export interface Notices {
  raise(notice: Notice): void;
  subscribe(listener: (notice: Notice) => void): () => void;
}

export function createNotices(): Notices {
  const listeners = new Set<(notice: Notice) => void>();
  return {
    raise: (notice) => {
      for (const listener of listeners) listener(notice);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
