import { useCallback, useSyncExternalStore } from 'react';
import type { CallView } from '../../client/interface/calls.ts';
import { useClient } from './client-context.ts';

/** The call of this device, or null. */
export function useCall(): CallView | null {
  const { calls } = useClient();
  const subscribe = useCallback((listener: () => void) => calls.subscribe(listener), [calls]);
  const read = () => calls.get();
  return useSyncExternalStore(subscribe, read, read);
}
