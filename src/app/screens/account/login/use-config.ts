import { useEffect } from 'react';
import { useClient } from '../../../shared/client-context.ts';

/** Requests once the name of the service and whether it accepts new users. */
export function useFreshConfig(): void {
  const { actions } = useClient();
  useEffect(() => void actions.refreshConfig(), [actions]);
}
