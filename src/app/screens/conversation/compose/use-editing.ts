import { useState } from 'react';
import { textLimits } from '../../../../domain/limits.ts';
import { editKey, messageId } from '../../../../domain/ids.ts';
import { type Draft, EMPTY_DRAFT } from '../../../../domain/message.ts';
import { lengthOf } from '../../../../domain/validation.ts';
import { isUnseen } from '../../../../domain/unseen.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useToasts } from '../../../kit/toaster.tsx';
import { useAsk } from '../../../kit/use-ask.tsx';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';
import { asSet } from '../attach/as-set.ts';
import {
  type EditTarget,
  editTarget,
  endOfEdit,
  type HeldEdit,
  editIn,
  isChangedEdit,
  draftOfEdit,
} from '../editing.ts';
import type { TimelineRow } from '../timeline.ts';
import type { ChatPartner } from '../who.ts';

export interface Editing {
  /** Content of the box while a message is edited; null: the draft. */
  readonly draft: Draft | null;
  readonly change: (next: Draft) => void;
  /** Returns a message's text for the box; null if it cannot be edited. */
  readonly begin: (row: TimelineRow) => Draft | null;
  /** Ends the edit, then runs this: at once, or after the user agrees to lose the changes (EDIT-9). */
  readonly leave: (then: () => void) => void;
  /**
   * Sends the edit, with the users that it still names; ends editing without a change. False: it cannot be
   * sent like that.
   */
  readonly save: (named: Draft['at']) => boolean;
  /**
   * Ends the edit of a message that no longer exists or may no longer be edited, and returns its text for the
   * draft; null otherwise.
   */
  readonly release: () => string | null;
  readonly isSendable: boolean;
}

/**
 * A sent message in the box, instead of the draft, which is not changed (EDIT-8). The new text is stored on
 * the device with each change (EDIT-9).
 */
export function useEditing(contact: ChatPartner): Editing {
  const { t } = useTranslation();
  const { actions, store } = useClient();
  const toasts = useToasts();
  const askUser = useAsk();
  const key = editKey(contact.thread?.key ?? contact.id);
  const [held, setHeld] = useState(() => editIn(actions.draft(key)));
  const drafts = useStore((state) => state.kept.drafts);
  const [heard, setHeard] = useState(drafts);
  // A refused edit was stored for this box (EDIT-11).
  if (heard !== drafts) {
    setHeard(drafts);
    if (held === null || !isChangedEdit(held)) setHeld(editIn(actions.draft(key)) ?? held);
  }
  const hold = (next: HeldEdit | null) => {
    setHeld(next);
    const stored = next === null ? EMPTY_DRAFT : draftOfEdit(next);
    if (stored.edits !== undefined || actions.draft(key).edits !== undefined) actions.saveDraft(key, stored);
  };
  const isSendable =
    held !== null &&
    (!isUnseen(held.draft.text) || held.target.mayBeEmpty) &&
    lengthOf(held.draft.text) <= textLimits.messageMax;
  const ask = async (written: HeldEdit, draft: Draft) => {
    const answer = await actions.edit(contact.id, written.target.id, draft);
    if (answer.ok) return;
    toasts.show(failureText(t, answer.reason));
    // The edited text is kept, unless another message is being edited by now.
    if (editIn(actions.draft(key)) === null) hold(written);
  };
  return {
    draft: held?.draft ?? null,
    isSendable,
    change: (draft) => hold(held && { ...held, draft }),
    begin: (row) => {
      const next = editTarget(store.get(), contact, row, t('mention.everyone'));
      hold(next);
      return next && next.draft;
    },
    leave: (then) => {
      const end = () => {
        if (held !== null) hold(null);
        then();
      };
      if (held === null || !isChangedEdit(held)) return end();
      const words = { title: t('chat.leaveEdit'), confirm: t('common.discard'), danger: true };
      void askUser(words).then((isSure) => isSure && end());
    },
    release: () => {
      const ended = held === null ? null : endOfEdit(store.get(), contact.id, messageId(held.target.id));
      if (held === null || ended === null) return null;
      hold(null);
      toasts.show(t(ended === 'gone' ? 'chat.editGone' : 'chat.editOver'));
      return held.draft.text;
    },
    save: (named) => {
      if (held === null || !isSendable) return false;
      const { target } = held;
      const draft = finished(held.draft.text, named, target.unnamed);
      hold(null);
      if (
        target.before === null ||
        draft.text !== target.before.text ||
        draft.at.length !== mentionsOf(target)
      )
        void ask(held, draft);
      return true;
    },
  };
}

const mentionsOf = ({ before, unnamed }: EditTarget): number => (before?.at.length ?? 0) + unnamed.length;

function finished(written: string, named: Draft['at'], unnamed: readonly number[]): Draft {
  const text = written.replace(/^\n+|\s+$/g, '');
  const others = text.includes('@') ? unnamed.map((id) => ({ id, name: '' })) : [];
  return { text, at: [...named, ...others], quote: null, ...asSet() };
}
