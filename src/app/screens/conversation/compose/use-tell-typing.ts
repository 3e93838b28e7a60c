import { useEffect } from 'react';
import type { ContactId } from '../../../../domain/ids.ts';
import { useClient } from '../../../shared/client-context.ts';

/** Ends the typing state when the user leaves the box; during a recording, `recording` reports it. */
export function useTellTyping(id: ContactId, recording: boolean): void {
  const { actions } = useClient();
  useEffect(() => () => actions.typing(id, 'dropped'), [actions, id]);
  useEffect(() => {
    if (!recording) return undefined;
    actions.typing(id, 'recording');
    return () => actions.typing(id, 'recorded');
  }, [actions, id, recording]);
}
