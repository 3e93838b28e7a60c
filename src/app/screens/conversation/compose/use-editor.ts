import {
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { textLimits } from '../../../../domain/limits.ts';
import type { Draft } from '../../../../domain/message.ts';
import { lengthOf } from '../../../../domain/validation.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useClient } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';
import { useToasts } from '../../../kit/toaster.tsx';
import { useTouch } from '../../../kit/use-media.ts';
import type { ComposerHandle, Named } from './composer.tsx';
import { deleteWhole, type DraftEdit, insertMention, keptMentions } from './mention-text.ts';
import { useDraft } from './use-draft.ts';
import type { ChatPartner } from '../who.ts';

export interface Editor {
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly draft: Draft;
  /** Where the caret stands while the box has the focus and nothing is chosen. */
  readonly caret: number | null;
  readonly change: (next: Draft) => void;
  readonly typed: (text: string) => void;
  /** Puts an emoji where the caret was last. */
  readonly insert: (text: string) => void;
  readonly looked: () => void;
  readonly left: () => void;
  readonly pick: (place: { readonly from: number; readonly to: number }, who: Named) => void;
  /** Backspace or Delete at a mention; false leaves the key to the browser. */
  readonly erase: (key: 'Backspace' | 'Delete') => boolean;
  readonly send: () => void;
}

/** The draft, the caret, and everything that changes them. */
export function useEditor(
  contact: ChatPartner,
  ref: Ref<ComposerHandle>,
  maySpeak: boolean,
  onSent: () => void,
): Editor {
  const box = useRef<HTMLTextAreaElement>(null);
  const [draft, change, empty] = useDraft(contact.id);
  const [caret, setCaret] = useState<number | null>(null);
  const [placed, setPlaced] = useState<{ readonly at: number; readonly quiet?: true } | null>(null);
  const touch = useTouch();

  useEffect(() => {
    // A phone's keyboard would cover what one came to read.
    if (!touch && maySpeak) box.current?.focus({ preventScroll: true });
  }, [touch, maySpeak]);
  useLayoutEffect(() => {
    if (!placed || !box.current) return;
    if (!placed.quiet) box.current.focus({ preventScroll: true });
    box.current.setSelectionRange(placed.at, placed.at);
    setCaret(placed.at);
  }, [placed]);

  const apply = (edit: DraftEdit) => {
    change(edit.draft);
    setPlaced({ at: edit.caret });
  };
  const mention = (base: Draft, who: Named) => {
    const at = box.current?.selectionStart ?? base.text.length;
    apply(insertMention(base, at, at, who));
  };
  useImperativeHandle(ref, () => ({
    focus: () => box.current?.focus(),
    refill: (text) => apply({ draft: { ...draft, text: text + draft.text }, caret: text.length }),
    mention: (who) => mention(draft, who),
    quote: (quote, who) => {
      const quoted = { ...draft, quote };
      if (who && !keptMentions(draft).some((one) => one.id === who.id)) mention(quoted, who);
      else apply({ draft: quoted, caret: quoted.text.length });
    },
  }));

  return {
    box,
    draft,
    caret,
    change,
    typed: (text) => {
      change({ ...draft, text });
      setCaret(box.current?.selectionEnd ?? null);
    },
    insert: (text) => {
      const [from, to] = [
        box.current?.selectionStart ?? draft.text.length,
        box.current?.selectionEnd ?? draft.text.length,
      ];
      change({ ...draft, text: draft.text.slice(0, from) + text + draft.text.slice(to) });
      setPlaced({ at: from + text.length, quiet: true });
    },
    looked: () => {
      const here = box.current;
      if (here) setCaret(here.selectionStart === here.selectionEnd ? here.selectionEnd : null);
    },
    left: () => setCaret(null),
    pick: ({ from, to }, who) => apply(insertMention(draft, from, to, { id: who.id, name: who.name })),
    erase: (key) => {
      const here = box.current;
      const edit = here && deleteWhole(draft, { from: here.selectionStart, to: here.selectionEnd }, key);
      if (edit) apply(edit);
      return edit !== null;
    },
    send: useSend(contact, draft, { change, empty }, onSent),
  };
}

function useSend(
  contact: ChatPartner,
  draft: Draft,
  { change, empty }: { readonly change: (next: Draft) => void; readonly empty: () => void },
  onSent: () => void,
): () => void {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const deliver = async (outgoing: Draft) => {
    const answer = await actions.send(contact.id, outgoing);
    if (answer.ok) return;
    // Nothing was queued: the text goes back into the box, before what was written since.
    const since = actions.draft(contact.id);
    change(since.text === draft.text ? draft : joined(draft, since));
    toasts.show(failureText(t, answer.reason));
  };
  return () => {
    if (draft.text.trim() === '' || lengthOf(draft.text) > textLimits.messageMax) return;
    const outgoing: Draft = { ...draft, text: draft.text.replace(/^\n+|\s+$/g, ''), at: keptMentions(draft) };
    empty();
    onSent();
    void deliver(outgoing);
  };
}

const joined = (back: Draft, since: Draft): Draft => ({
  text: since.text === '' ? back.text : `${back.text}\n${since.text}`,
  at: [...back.at, ...since.at],
  quote: back.quote ?? since.quote,
});
