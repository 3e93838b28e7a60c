import { useCallback, useSyncExternalStore } from 'react';
import type { CallRefusal } from '../../client/interface/calls.ts';
import type { ContactId } from '../../domain/ids.ts';
import { useClient } from './client-context.ts';

/** Why this person cannot be called now; null: they can. Follows the list, the settings and the calls. */
export function useRefusal(id: ContactId): CallRefusal | null {
  const { calls, store } = useClient();
  const subscribe = useCallback(
    (run: () => void) => {
      const ends = [calls.subscribe(run), store.subscribe(run)];
      return () => {
        for (const end of ends) end();
      };
    },
    [calls, store],
  );
  const read = () => calls.mayCall(id);
  return useSyncExternalStore(subscribe, read, read);
}
