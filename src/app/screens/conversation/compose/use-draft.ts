import { useCallback, useState } from 'react';
import type { DraftKey } from '../../../../domain/ids.ts';
import { type Draft, EMPTY_DRAFT } from '../../../../domain/message.ts';
import { useClient } from '../../../shared/client-context.ts';

/**
 * The unsent text of a conversation; every change is kept at once, so that nothing typed is ever lost
 * (UI-15). The last of the three only empties the box: what is being sent is kept until it is stored
 * elsewhere (STORE-10).
 */
export function useDraft(id: DraftKey): readonly [Draft, (next: Draft) => void, () => void] {
  const { actions } = useClient();
  const [draft, setDraft] = useState(() => actions.draft(id));
  const keep = useCallback(
    (next: Draft) => {
      setDraft(next);
      actions.saveDraft(id, next);
    },
    [actions, id],
  );
  const empty = useCallback(() => setDraft(EMPTY_DRAFT), []);
  return [draft, keep, empty];
}
