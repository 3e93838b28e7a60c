import { type RefObject, useEffect, useRef } from 'react';

/**
 * Whether a part has left the screen: what it asked for may be answered later, and what was opened since is
 * not closed by that (UI-86).
 */
export function useUnmounted(): RefObject<boolean> {
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  return gone;
}
