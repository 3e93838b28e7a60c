import { useState } from 'react';
import { textLimits } from '../../../../domain/limits.ts';
import type { Draft } from '../../../../domain/message.ts';
import { lengthOf } from '../../../../domain/validation.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useToasts } from '../../../kit/toaster.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';
import { asSet } from './as-set.ts';
import { type EditTarget, editTarget } from '../editing.ts';
import type { TimelineRow } from '../timeline.ts';
import type { ChatPartner } from '../who.ts';

export interface Editing {
  /** What the box holds while a message is edited; null: the draft. */
  readonly draft: Draft | null;
  readonly change: (next: Draft) => void;
  /** The words of a message, to be put into the box; null where they cannot be. */
  readonly begin: (row: TimelineRow) => Draft | null;
  readonly leave: () => void;
  /**
   * Asks for what is written, with whom it still names; leaves where nothing was changed. False: it may not
   * be sent like that.
   */
  readonly save: (named: Draft['at']) => boolean;
  readonly isSendable: boolean;
}

interface Held {
  readonly target: EditTarget;
  readonly draft: Draft;
}

/** A message that was said already in the box, in the place of the draft, which stays as it is (EDIT-8). */
export function useEditing(contact: ChatPartner): Editing {
  const { t } = useTranslation();
  const { actions, store } = useClient();
  const toasts = useToasts();
  const [held, setHeld] = useState<Held | null>(null);
  const isSendable =
    held !== null &&
    (held.draft.text.trim() !== '' || held.target.mayBeEmpty) &&
    lengthOf(held.draft.text) <= textLimits.messageMax;
  const ask = async (written: Held, draft: Draft) => {
    const answer = await actions.edit(contact.id, written.target.id, draft);
    if (answer.ok) return;
    toasts.show(failureText(t, answer.reason));
    // What was written is not lost, unless another message is being edited by now.
    setHeld((now) => now ?? written);
  };
  return {
    draft: held?.draft ?? null,
    isSendable,
    change: (draft) => setHeld(held && { ...held, draft }),
    begin: (row) => {
      const target = editTarget(store.get(), contact, row, t('mention.everyone'));
      setHeld(target && { target, draft: target.draft });
      return target && target.draft;
    },
    leave: () => setHeld(null),
    save: (named) => {
      if (held === null || !isSendable) return false;
      const { target } = held;
      const draft = finished(held.draft.text, named, target.unnamed);
      setHeld(null);
      if (
        draft.text !== target.draft.text ||
        draft.at.length !== target.draft.at.length + target.unnamed.length
      )
        void ask(held, draft);
      return true;
    },
  };
}

function finished(written: string, named: Draft['at'], unnamed: readonly number[]): Draft {
  const text = written.replace(/^\n+|\s+$/g, '');
  const others = text.includes('@') ? unnamed.map((id) => ({ id, name: '' })) : [];
  return { text, at: [...named, ...others], quote: null, ...asSet() };
}
