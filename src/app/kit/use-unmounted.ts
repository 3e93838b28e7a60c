import { type RefObject, useEffect, useRef } from 'react';

/** True after a part was unmounted: a late answer must not close what was opened since (UI-86). */
export function useUnmounted(): RefObject<boolean> {
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);
  return isUnmounted;
}
