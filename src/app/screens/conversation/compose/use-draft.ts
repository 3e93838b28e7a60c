import { useCallback, useState } from 'react';
import type { DraftKey } from '../../../../domain/ids.ts';
import { type Draft, EMPTY_DRAFT } from '../../../../domain/message.ts';
import { useClient, useStore } from '../../../shared/client-context.ts';

/**
 * The unsent text of a conversation; every change is kept at once, so that nothing typed is ever lost
 * (UI-15). The last of the three only empties the box: what is being sent is kept until it is stored
 * elsewhere (STORE-10).
 */
export function useDraft(id: DraftKey): readonly [Draft, (next: Draft) => void, () => void] {
  const { actions } = useClient();
  const heard = useStore((state) => state.kept.drafts);
  const [draft, setDraft] = useState(() => actions.draft(id));
  // What lies there, and as of when: another device may have written it since (DRAFT-2).
  const [known, setKnown] = useState({ draft, heard });
  if (known.heard !== heard) {
    const now = actions.draft(id);
    setKnown({ draft: now, heard });
    if (!isSame(now, known.draft)) setDraft(now);
  }
  const keep = useCallback(
    (next: Draft) => {
      setDraft(next);
      setKnown((was) => ({ ...was, draft: next }));
      actions.saveDraft(id, next);
    },
    [actions, id],
  );
  const empty = useCallback(() => setDraft(EMPTY_DRAFT), []);
  return [draft, keep, empty];
}

const isSame = (a: Draft, b: Draft): boolean =>
  a.text === b.text && a.quote?.msgId === b.quote?.msgId && a.at.length === b.at.length;
