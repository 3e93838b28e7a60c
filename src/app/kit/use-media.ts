import { useSyncExternalStore } from 'react';

interface Media {
  readonly subscribe: (listener: () => void) => () => void;
  readonly matches: () => boolean;
}

/** The media queries, each created once for the page instead of at each render. */
const queries = new Map<string, Media>();

function mediaOf(query: string): Media {
  const cached = queries.get(query);
  if (cached !== undefined) return cached;
  const list = matchMedia(query);
  const media: Media = {
    subscribe: (listener) => {
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    matches: () => list.matches,
  };
  queries.set(query, media);
  return media;
}

export function useMedia(query: string): boolean {
  const { subscribe, matches } = mediaOf(query);
  return useSyncExternalStore(subscribe, matches, () => false);
}

/** Two panes from 900 px. */
export const useWide = (): boolean => useMedia('(min-width: 900px)');
/** A third pane from 1200 px, at letters of 16 px. */
export const useVeryWide = (): boolean => useMedia('(min-width: 75em)');
/** Room for a wide list and, from the start, a third pane. */
export const useVast = (): boolean => useMedia('(min-width: 100em)');
/** A finger is the first pointer. */
export const useTouch = (): boolean => useMedia('(hover: none) and (pointer: coarse)');

const NETWORK_EVENTS = ['online', 'offline'] as const;

function subscribe(listener: () => void): () => void {
  for (const type of NETWORK_EVENTS) addEventListener(type, listener);
  return () => {
    for (const type of NETWORK_EVENTS) removeEventListener(type, listener);
  };
}

/** True while the browser reports no network. */
export const useOffline = (): boolean => useSyncExternalStore(subscribe, () => !navigator.onLine);
