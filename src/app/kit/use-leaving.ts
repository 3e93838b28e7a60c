import { useCallback, useState } from 'react';

/**
 * Deleted items that "Undo" can still restore: hidden, but not yet sent to the server while undo is possible.
 */
export function useLeaving<K>(): readonly [ReadonlySet<K>, (id: K, leaves: boolean) => void] {
  const [leaving, setLeaving] = useState<ReadonlySet<K>>(new Set());
  const setOne = useCallback((id: K, leaves: boolean) => {
    setLeaving((now) => new Set([...[...now].filter((one) => one !== id), ...(leaves ? [id] : [])]));
  }, []);
  return [leaving, setOne];
}
