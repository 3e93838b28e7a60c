import { useEffect } from 'react';
import { useClient } from '../../../shared/client-context.ts';

/** Asks once for what the service is called and whether it takes new people. */
export function useFreshConfig(): void {
  const { actions } = useClient();
  useEffect(() => void actions.refreshConfig(), [actions]);
}
