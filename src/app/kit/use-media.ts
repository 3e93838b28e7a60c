import { useSyncExternalStore } from 'react';

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (run) => {
      const list = matchMedia(query);
      list.addEventListener('change', run);
      return () => list.removeEventListener('change', run);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}

/** Two panes from 900 px. */
export const useWide = (): boolean => useMedia('(min-width: 900px)');
/** A third pane from 1200 px. */
export const useVeryWide = (): boolean => useMedia('(min-width: 1200px)');
/** A finger is the first pointer. */
export const useTouch = (): boolean => useMedia('(hover: none) and (pointer: coarse)');
export const useReducedMotion = (): boolean => useMedia('(prefers-reduced-motion: reduce)');
