import { useCallback, useSyncExternalStore } from 'react';
import type { GroupCallRefusal, GroupCallView } from '../../client/interface/group-calls.ts';
import type { GroupCall } from '../../domain/group-call.ts';
import type { ContactId } from '../../domain/ids.ts';
import { useClient, useStore } from './client-context.ts';

/** The group call that this device takes part in, or null. */
export function useGroupCall(): GroupCallView | null {
  const { groupCalls } = useClient();
  const subscribe = useCallback((listener: () => void) => groupCalls.subscribe(listener), [groupCalls]);
  const read = () => groupCalls.get();
  return useSyncExternalStore(subscribe, read, read);
}

/** The call that a group has now, or null. */
export const useCallOfGroup = (id: ContactId): GroupCall | null =>
  useStore((state) => state.contacts.get(id)?.groupCall ?? null);

/** Why this device cannot join the call of the group now; null: it can. */
export function useGroupCallRefusal(id: ContactId): GroupCallRefusal | null {
  const { calls, groupCalls, store } = useClient();
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = [calls.subscribe(listener), groupCalls.subscribe(listener), store.subscribe(listener)];
      return () => {
        for (const end of ends) end();
      };
    },
    [calls, groupCalls, store],
  );
  const read = () => groupCalls.mayJoin(id);
  return useSyncExternalStore(subscribe, read, read);
}
