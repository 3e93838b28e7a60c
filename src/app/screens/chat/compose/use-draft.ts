import { useCallback, useState } from 'react';
import type { ContactId } from '../../../../domain/ids.ts';
import type { Draft } from '../../../../domain/message.ts';
import { useClient } from '../../../kit/client-context.ts';

/** The unsent text of a conversation; every change is kept at once, so that nothing typed is ever lost (UI-15). */
export function useDraft(id: ContactId): readonly [Draft, (next: Draft) => void] {
  const { actions } = useClient();
  const [draft, setDraft] = useState(() => actions.draft(id));
  const keep = useCallback(
    (next: Draft) => {
      setDraft(next);
      actions.saveDraft(id, next);
    },
    [actions, id],
  );
  return [draft, keep];
}
