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
  readonly save: (mentions: Draft['at']) => boolean;
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
  const [edit, setEdit] = useState(() => editIn(actions.draft(key)));
  const drafts = useStore((state) => state.kept.drafts);
  const [lastDrafts, setLastDrafts] = useState(drafts);
  // A refused edit was stored for this box (EDIT-11).
  if (lastDrafts !== drafts) {
    setLastDrafts(drafts);
    if (edit === null || !isChangedEdit(edit)) setEdit(editIn(actions.draft(key)) ?? edit);
  }
  const hold = (next: HeldEdit | null) => {
    setEdit(next);
    const stored = next === null ? EMPTY_DRAFT : draftOfEdit(next);
    if (stored.edits !== undefined || actions.draft(key).edits !== undefined) actions.saveDraft(key, stored);
  };
  const isSendable =
    edit !== null &&
    (!isUnseen(edit.draft.text) || edit.target.mayBeEmpty) &&
    lengthOf(edit.draft.text) <= textLimits.messageMax;
  const ask = async (heldEdit: HeldEdit, draft: Draft) => {
    const answer = await actions.edit(contact.id, heldEdit.target.id, draft);
    if (answer.ok) return;
    toasts.show(failureText(t, answer.reason));
    // The edited text is kept, unless another message is being edited by now.
    if (editIn(actions.draft(key)) === null) hold(heldEdit);
  };
  return {
    draft: edit?.draft ?? null,
    isSendable,
    change: (draft) => hold(edit && { ...edit, draft }),
    begin: (row) => {
      const next = editTarget(store.get(), contact, row, t('mention.everyone'));
      hold(next);
      return next && next.draft;
    },
    leave: (then) => {
      const end = () => {
        if (edit !== null) hold(null);
        then();
      };
      if (edit === null || !isChangedEdit(edit)) return end();
      const words = { title: t('chat.leaveEdit'), confirm: t('common.discard'), danger: true };
      void askUser(words).then((isSure) => isSure && end());
    },
    release: () => {
      const ended = edit === null ? null : endOfEdit(store.get(), contact.id, messageId(edit.target.id));
      if (edit === null || ended === null) return null;
      hold(null);
      toasts.show(t(ended === 'gone' ? 'chat.editGone' : 'chat.editOver'));
      return edit.draft.text;
    },
    save: (mentions) => {
      if (edit === null || !isSendable) return false;
      const { target } = edit;
      const draft = finished(edit.draft.text, mentions, target.unnamed);
      hold(null);
      if (
        target.before === null ||
        draft.text !== target.before.text ||
        draft.at.length !== mentionsOf(target)
      )
        void ask(edit, draft);
      return true;
    },
  };
}

const mentionsOf = ({ before, unnamed }: EditTarget): number => (before?.at.length ?? 0) + unnamed.length;

function finished(newText: string, mentions: Draft['at'], unnamed: readonly number[]): Draft {
  const text = newText.replace(/^\n+|\s+$/g, '');
  const others = text.includes('@') ? unnamed.map((id) => ({ id, name: '' })) : [];
  return { text, at: [...mentions, ...others], quote: null, ...asSet() };
}
