import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { DraftKey } from '../../../../domain/ids.ts';
import { type Draft, EMPTY_DRAFT, losesWords } from '../../../../domain/message.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useToasts } from '../../../kit/toaster.tsx';
import { isAttended } from '../../../platform/attention.ts';
import { useClient, useStore } from '../../../shared/client-context.ts';

/** Long enough to notice that the text has changed. */
const OFFERED_MS = 15_000;

/**
 * The unsent text of a conversation; every change is stored at once, so that nothing typed is ever lost
 * (UI-15). The last of the three only empties the box: the text stays stored until the outbox has it
 * (STORE-10).
 */
export function useDraft(id: DraftKey): readonly [Draft, (next: Draft) => void, () => void] {
  const { actions } = useClient();
  const drafts = useStore((state) => state.kept.drafts);
  const [draft, setDraft] = useState(() => actions.draft(id));
  // The draft as of `synced.drafts`: another device may have written it since (DRAFT-2).
  const [synced, setSynced] = useState({ draft, drafts });
  const [replaced, setReplaced] = useState<Draft | null>(null);
  if (synced.drafts !== drafts) {
    const now = actions.draft(id);
    setSynced({ draft: now, drafts });
    if (!isSame(now, synced.draft)) setDraft(now);
    if (losesWords(synced.draft, now)) setReplaced(synced.draft);
  }
  const keep = useCallback(
    (next: Draft) => {
      setDraft(next);
      setSynced((was) => ({ ...was, draft: next }));
      actions.saveDraft(id, next);
    },
    [actions, id],
  );
  const restore = useCallback(
    (replaced: Draft) => {
      keep(replaced);
      actions.dropLostDraft(id);
    },
    [actions, id, keep],
  );
  const [previousDraft] = useState(() => actions.getLostDraft(id));
  useOffer(replaced ?? previousDraft, restore);
  const empty = useCallback(() => setDraft(EMPTY_DRAFT), []);
  return [draft, keep, empty];
}

const isSame = (a: Draft, b: Draft): boolean =>
  a.text === b.text && a.quote?.msgId === b.quote?.msgId && a.at.length === b.at.length;

/**
 * The newest draft of all devices wins (SEND-23): lost text can be restored, also when the chat is opened
 * later (DRAFT-5).
 */
function useOffer(replaced: Draft | null, restore: (draft: Draft) => void): void {
  const { t } = useTranslation();
  const toasts = useToasts();
  const offer = useEffectEvent((draft: Draft) => {
    if (isAttended())
      toasts.show(t('draft.replaced'), {
        ms: OFFERED_MS,
        action: { label: t('draft.restore'), onSelect: () => restore(draft) },
      });
  });
  useEffect(() => {
    if (replaced !== null) offer(replaced);
  }, [replaced]);
}
