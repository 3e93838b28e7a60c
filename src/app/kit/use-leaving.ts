import { useCallback, useState } from 'react';

/**
 * What was deleted here and is still brought back by "Undo": not shown, not yet told to the server, until
 * nobody can bring it back any more.
 */
export function useLeaving<K>(): readonly [ReadonlySet<K>, (id: K, leaves: boolean) => void] {
  const [leaving, setLeaving] = useState<ReadonlySet<K>>(new Set());
  const setOne = useCallback((id: K, leaves: boolean) => {
    setLeaving((now) => new Set([...[...now].filter((one) => one !== id), ...(leaves ? [id] : [])]));
  }, []);
  return [leaving, setOne];
}
