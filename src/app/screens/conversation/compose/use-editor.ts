import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { Ref, RefObject } from 'react';
import { textLimits } from '../../../../domain/limits.ts';
import type { Draft } from '../../../../domain/message.ts';
import { lengthOf } from '../../../../domain/validation.ts';
import { isUnseen } from '../../../../domain/unseen.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useClient } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';
import { useToasts } from '../../../kit/toaster.tsx';
import { useTouch } from '../../../kit/use-media.ts';
import type { BotAnswer } from './commands.ts';
import type { ComposerHandle, MentionedPerson } from './composer.tsx';
import { allMentions, deleteWhole, type DraftEdit, insertMention, mentionsLeft } from './mention-text.ts';
import { useDraft } from './use-draft.ts';
import { withoutQuote } from './without-quote.ts';
import { asSet } from '../attach/as-set.ts';
import { type Mentionable, usePeople } from './use-mentions.ts';
import { type Chosen, type Format, type FormatEdit, formatted, replaced, typedInto } from './format.ts';
import { type Editing, useEditing } from './use-editing.ts';
import { type ChatPartner, draftKeyOf, quotedBy } from '../who.ts';

export interface Editor {
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly draft: Draft;
  /** Position of the caret while the box has the focus and no text is selected. */
  readonly caret: number | null;
  readonly change: (next: Draft) => void;
  /** Whom the text can mention. */
  readonly people: readonly Mentionable[];
  /** Removes the quote. */
  readonly unquote: () => void;
  readonly typed: (text: string) => void;
  /** Puts an emoji where the caret was last. */
  readonly insert: (text: string) => void;
  readonly onCaret: () => void;
  /** `stays`: only to what belongs to the box. */
  readonly left: (stays?: boolean) => void;
  /** Text is selected, and can be formatted. */
  readonly hasWords: boolean;
  /** Formats the selection, or the next text at the caret (RICH-7). */
  readonly format: (format: Format) => void;
  /** Replaces the selection with a text, as if it were typed. */
  readonly paste: (text: string) => void;
  readonly pick: (place: { readonly from: number; readonly to: number }, who: MentionedPerson) => void;
  /** Backspace or Delete at a mention; false leaves the key to the browser. */
  readonly erase: (key: 'Backspace' | 'Delete') => boolean;
  readonly send: () => void;
  /** The draft as it would be sent, and a function that empties the box once it is stored elsewhere. */
  readonly readDraft: () => Draft;
  readonly empty: () => void;
  /** The text can be sent, or the edit saved. */
  readonly isSendable: boolean;
  /** Leaves the message that is being edited; null where none is. */
  readonly leaveEdit: (() => void) | null;
  /** What a bot has said to this user alone (COMMAND-10). */
  readonly answer: BotAnswer | null;
  readonly answered: (answer: BotAnswer | null) => void;
}

/** New position of the caret; `quiet` does not move the focus. */
interface CaretPlace {
  readonly at: number;
  /** Up to here it is chosen. */
  readonly to?: number;
  readonly quiet?: true;
}

/** The box with its caret, and a function to place it once the text is rendered. */
function useCaret(maySpeak: boolean) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [hasWords, setHasWords] = useState(false);
  const [caretPlace, place] = useState<CaretPlace | null>(null);
  const touch = useTouch();
  useEffect(() => {
    // A phone's keyboard would cover the messages that the user came to read.
    if (!touch && maySpeak) box.current?.focus({ preventScroll: true });
  }, [touch, maySpeak]);
  useLayoutEffect(() => {
    if (!caretPlace || !box.current) return;
    if (!caretPlace.quiet) box.current.focus({ preventScroll: true });
    box.current.setSelectionRange(caretPlace.at, caretPlace.to ?? caretPlace.at);
    setCaret(caretPlace.to === undefined || caretPlace.to === caretPlace.at ? caretPlace.at : null);
  }, [caretPlace]);
  const noteCaret = () => {
    const here = box.current;
    if (here === null) return;
    const isCaret = here.selectionStart === here.selectionEnd;
    setCaret(isCaret ? here.selectionEnd : null);
    setHasWords(!isCaret);
  };
  const left = (stays = false) => {
    setCaret(null);
    if (!stays) setHasWords(false);
  };
  return { box, caret, hasWords, setCaret, place, onCaret: noteCaret, left };
}

/** The text in the box: the message that is being edited, else the draft. */
interface Written {
  readonly editing: Editing;
  readonly draft: Draft;
  readonly keep: (next: Draft) => void;
  readonly place: (next: CaretPlace) => void;
  /** The name that the quote inserted, as it is in the text; null: none. */
  readonly added: RefObject<string | null>;
}

/** Methods of the box for the rest of the chat. */
function useHandle(
  ref: Ref<ComposerHandle>,
  box: RefObject<HTMLTextAreaElement | null>,
  { editing, draft, keep, place, added, pick, answered }: Written & Pick<Editor, 'pick' | 'answered'>,
): void {
  const caretIn = ({ text }: Draft): number =>
    Math.min(box.current?.selectionStart ?? text.length, text.length);
  const show = (edit: DraftEdit) => {
    keep(edit.draft);
    place({ at: edit.caret });
  };
  useImperativeHandle(ref, () => ({
    focus: () => box.current?.focus(),
    answered,
    refill: (text) =>
      editing.leave(() => show({ draft: { ...draft, text: text + draft.text }, caret: text.length })),
    mention: (who) => {
      const at = caretIn(editing.draft ?? draft);
      pick({ from: at, to: at }, who);
    },
    edit: (row) =>
      editing.leave(() => {
        const words = editing.begin(row);
        if (words !== null) place({ at: words.text.length });
      }),
    // An answer is a new message, so editing ends first.
    quote: (quote, who) =>
      editing.leave(() => {
        const quoted = { ...draft, quote };
        const isNew = who !== null && !mentionsLeft(draft).some((one) => one.id === who.id);
        if (isNew) added.current = `@${who.name} `;
        const at = caretIn(draft);
        show(isNew ? insertMention(quoted, at, at, who) : { draft: quoted, caret: quoted.text.length });
      }),
  }));
}

/** The draft, the caret, and everything that changes them. */
export function useEditor(
  contact: ChatPartner,
  ref: Ref<ComposerHandle>,
  maySpeak: boolean,
  onSent: () => void,
): Editor {
  const [ownDraft, keep, empty] = useDraft(draftKeyOf(contact));
  const editing = useEditing(contact);
  const draft = editing.draft ?? ownDraft;
  const change = editing.draft === null ? keep : editing.change;
  const { place, setCaret, ...caret } = useCaret(maySpeak);
  const { box } = caret;
  const added = useRef<string | null>(null);
  const answers = useAnswer();
  const { actions } = useClient();
  const people = usePeople(contact, contact.kind === 'group' && draft.text.includes('@'));
  const sendDraft = useSend(contact, ownDraft, { change: keep, empty, people, place }, onSent);
  const { typeIn, ...typing } = useTypeIn({ box, draft, change, place });
  const pick: Editor['pick'] = ({ from, to }, who) => {
    const { sign } = who;
    if (sign !== undefined) return typeIn(() => pasted(`${sign} `)({ text: draft.text, from, to }));
    const { at } = insertMention(draft, from, to, { id: who.id, name: who.name }).draft;
    typeIn(() => pasted(`@${who.name} `)({ text: draft.text, from, to }), { at });
  };
  useHandle(ref, box, { editing, draft: ownDraft, keep, place, added, pick, answered: answers.answered });
  // Restores the draft, with the caret at its end.
  const back = () => editing.leave(() => place({ at: ownDraft.text.length }));
  const send = () => {
    const released = editing.release();
    if (released !== null) {
      const text = ownDraft.text === '' ? released : `${ownDraft.text}\n${released}`;
      keep({ ...ownDraft, text });
      place({ at: text.length });
    } else if (editing.draft === null) sendDraft();
    else if (editing.save(allMentions(draft, people).at)) place({ at: ownDraft.text.length });
  };

  return {
    ...caret,
    draft,
    change,
    people,
    typed: (text) => {
      change({ ...draft, text });
      // Typing is not reported while an already sent message is edited.
      if (editing.draft === null) actions.typing(contact.id, text.trim() === '' ? 'dropped' : 'typed');
      setCaret(box.current?.selectionEnd ?? null);
    },
    insert: (text) => typeIn(pasted(text), { quiet: true }),
    ...typing,
    pick,
    erase: (key) => {
      const here = box.current;
      const edit = here && deleteWhole(draft, { from: here.selectionStart, to: here.selectionEnd }, key);
      if (!edit) return false;
      const to = edit.caret + draft.text.length - edit.draft.text.length;
      // The draft still has the mentions, for undo; the sent ones are read from the text.
      typeIn(() => pasted('')({ text: draft.text, from: edit.caret, to }));
      return true;
    },
    send,
    readDraft: () => ({ ...ownDraft, at: allMentions(ownDraft, people).at }),
    empty,
    isSendable:
      editing.draft === null
        ? !isUnseen(draft.text) && lengthOf(draft.text) <= textLimits.messageMax
        : editing.isSendable,
    unquote: () => {
      change(withoutQuote(draft, added.current));
      added.current = null;
    },
    leaveEdit: editing.draft === null ? null : back,
    ...answers,
  };
}

function useAnswer(): Pick<Editor, 'answer' | 'answered'> {
  const [answer, answered] = useState<BotAnswer | null>(null);
  return { answer, answered };
}

/** Replaces the selection, with the caret after the text. */
const pasted =
  (insert: string) =>
  ({ from, to }: Chosen): FormatEdit => {
    const end = from + insert.length;
    return { from, to, insert, selection: [end, end] };
  };

interface TypedIn {
  /** The mentions of the text with the edit. */
  readonly at?: Draft['at'];
  /** The focus stays where it is. */
  readonly quiet?: true;
}

/**
 * Inserts text for the user: formatting marks, mentions, emoji, pasted text. It goes through the browser, so
 * that undo works. On a phone without focus in the box it does not, because the keyboard would open.
 */
function useTypeIn({
  box,
  draft,
  change,
  place,
}: Pick<Editor, 'box' | 'draft' | 'change'> & Pick<Written, 'place'>) {
  const touch = useTouch();
  const typeIn = (make: (selection: Chosen) => FormatEdit, { at: mentions, quiet }: TypedIn = {}) => {
    const here = box.current;
    if (here === null) return;
    const edit = make({ text: draft.text, from: here.selectionStart, to: here.selectionEnd });
    const focused = document.activeElement;
    const isAside = quiet === true && focused !== here;
    const isTyped = !(isAside && touch) && typedInto(here, edit);
    if (!isTyped || mentions)
      change({ ...draft, text: replaced(draft.text, edit), at: mentions ?? draft.at });
    if (isAside && isTyped && focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    const [at, to] = edit.selection;
    place({ at, to, ...(isAside && { quiet }) });
  };
  return {
    typeIn,
    format: (format: Format) => typeIn((selection) => formatted(format, selection)),
    paste: (text: string) => typeIn(pasted(text)),
  };
}

function useSend(
  contact: ChatPartner,
  draft: Draft,
  { change, empty, people, place }: Pick<Editor, 'change' | 'empty' | 'people'> & Pick<Written, 'place'>,
  onSent: () => void,
): () => void {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const deliver = async (outgoing: Draft) => {
    const answer = await actions.send(contact.id, outgoing, draftKeyOf(contact));
    if (answer.ok) return;
    // The message was not queued, so its text returns to the box, before newer text.
    const since = actions.draft(draftKeyOf(contact));
    change(since.text === draft.text ? draft : joinDrafts(draft, since));
    toasts.show(failureText(t, answer.reason));
  };
  const asked = useRef('');
  return () => {
    if (isUnseen(draft.text) || lengthOf(draft.text) > textLimits.messageMax) return;
    const { at, shared } = allMentions({ ...draft, ...asSet() }, people);
    if (shared !== null && asked.current !== draft.text) {
      asked.current = draft.text;
      place({ at: shared.to });
      toasts.show(t('mention.which', { name: shared.name }));
      return;
    }
    const outgoing: Draft = {
      ...draft,
      text: draft.text.replace(/^\n+|\s+$/g, ''),
      at,
      quote: quotedBy(contact, draft),
      ...asSet(),
    };
    actions.typing(contact.id, 'sent');
    empty();
    onSent();
    void deliver(outgoing);
  };
}

const joinDrafts = (back: Draft, since: Draft): Draft => ({
  text: since.text === '' ? back.text : `${back.text}\n${since.text}`,
  at: [...back.at, ...since.at],
  quote: back.quote ?? since.quote,
});
