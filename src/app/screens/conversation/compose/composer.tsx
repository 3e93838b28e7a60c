import { Mic, Square } from 'lucide-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  type Ref,
  Suspense,
  useCallback,
  useId,
  useState,
} from 'react';
import { lazyAside } from '../../../kit/lazy-aside.ts';
import { chatLimits, textLimits } from '../../../../domain/limits.ts';
import { isInCode } from '../../../../domain/mentions.ts';
import type { Quote } from '../../../../domain/message.ts';
import { lengthOf } from '../../../../domain/validation.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { contactName } from '../../../shared/contact-name.ts';
import { appSetting, useAppSetting } from '../../../kit/app-setting.ts';
import { IconButton } from '../../../kit/button.tsx';
import { cx } from '../../../kit/class-names.ts';
import { useToasts } from '../../../kit/toaster.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { SendButton } from './send-button.tsx';
import { AttachButton } from '../attach/attach-button.tsx';
import { NOTHING, pastedBy } from '../attach/transferred.ts';
import type { Attach } from '../attach/use-attach.tsx';
import { RecordingBar } from '../voice/recording-bar.tsx';
import { useHold } from '../voice/use-hold.ts';
import { useRecorder, type VoiceRecorder } from '../voice/use-recorder.ts';
import type { BotAnswer } from './commands.ts';
import { composeKey } from './compose-keys.ts';
import styles from './composer.module.css';
import { EmojiButton } from './emoji-button.tsx';
import { EditStrip, QuoteStrip, SlowLine } from './strips.tsx';
import { FormatBar, isInBar } from './format-bar.tsx';
import { formatKey } from './format.ts';
import { MentionList, optionId } from './mention-list.tsx';
import { markedOf } from './pasted.ts';
import { TextBox } from './text-box.tsx';
import { type Editor, useEditor } from './use-editor.ts';
import { type Commands, useCommands } from './use-commands.ts';
import { useEmojiNames } from './use-emoji-names.ts';
import { type Mentions, useMentions } from './use-mentions.ts';
import { useTellTyping, useTyping } from './use-typing.ts';
import { PreparedEmojiPanel } from '../../../shared/emoji/prepared-panel.ts';
import { useMediaRight } from '../use-media-right.ts';
import type { ChatPartner } from '../who.ts';
import type { TimelineRow } from '../timeline.ts';

const CommandList = lazyAside(() => import('./command-list.tsx'));
const AnswerStrip = lazyAside(() => import('./answer-strip.tsx'));

/** Methods of the box for the rest of the chat. */
export interface ComposerHandle {
  focus(): void;
  /** Restores a recalled text before the existing text. */
  refill(text: string): void;
  /** `who`: a user whom the answer also mentions. */
  quote(quote: Quote, who: MentionedPerson | null): void;
  mention(who: MentionedPerson): void;
  /** Starts editing one of the user's messages (EDIT-8). */
  edit(row: TimelineRow): void;
  /** Shows what a bot says to this user alone. */
  answered(answer: BotAnswer): void;
}

export interface MentionedPerson {
  readonly id: number;
  readonly name: string;
  /** Distinguishes two users with one name. */
  readonly account?: string;
  /** An emoji to insert instead. */
  readonly sign?: string;
}

/** The message box, or the reason why it is disabled. The draft remains in either case. */
export const Composer = memo(function Composer({
  ref,
  contact,
  silence,
  attach,
  onSent,
  onEditLast,
}: {
  readonly ref: Ref<ComposerHandle>;
  readonly contact: ChatPartner;
  readonly silence: string | null;
  readonly attach: Attach;
  readonly onSent: () => void;
  /** Arrow up in an empty box; false leaves the key alone. */
  readonly onEditLast?: () => boolean;
}) {
  const editor = useEditor(contact, ref, silence === null, onSent);
  useTyping(editor.box);
  return (
    <div className={styles.composer} data-composer>
      {silence === null ? (
        <>
          <SlowLine id={contact.id} />
          <Well contact={contact} editor={editor} attach={attach} onSent={onSent} onEditLast={onEditLast} />
        </>
      ) : (
        <p className={styles.silence} role="status">
          {silence}
        </p>
      )}
    </div>
  );
});

interface WellProps {
  readonly contact: ChatPartner;
  readonly editor: Editor;
  readonly attach: Attach;
  readonly onSent: () => void;
  readonly onEditLast: (() => boolean) | undefined;
}

function Well({ contact, editor: plainEditor, attach, onSent, onEditLast }: WellProps) {
  const listId = useId();
  const [caretPx, setCaretPx] = useState(0);
  const [panel, setPanel] = useState(false);
  const closePanel = useCallback(() => setPanel(false), []);
  const mayRecord = useMediaRight(contact);
  const recorder = useRecorder(contact, onSent, mayRecord);
  useTellTyping(contact.id, recorder.stage === 'recording');
  const hold = useHold(recorder);
  const { commands, editor } = useCommands(contact, plainEditor, attach, onSent);
  const { draft, isSendable, leaveEdit } = editor;
  const mentioned = useMentions(contact, editor);
  const named = useEmojiNames(editor);
  const mentions = mentioned ?? named;
  const length = lengthOf(draft.text);
  const tooLong = length > textLimits.messageMax;
  const listening = recorder.stage === 'preview';
  const speaking = recorder.stage !== 'idle';
  const talking = recorder.stage === 'recording' && hold.state === 'free';
  const isText = isSendable || tooLong || leaveEdit !== null || !mayRecord;
  const sends = isText || listening || talking;
  return (
    <div className={styles.reading}>
      {mentions && (
        <MentionList
          id={listId}
          mentions={mentions}
          caretPx={caretPx}
          onPick={(who) => editor.pick(mentions, who)}
        />
      )}
      {commands && !mentions && (
        <Suspense fallback={null}>
          <CommandList id={listId} commands={commands} />
        </Suspense>
      )}
      <div className={styles.well}>
        <Answer editor={editor} />
        {leaveEdit && <EditStrip onClose={leaveEdit} />}
        {draft.quote && <QuoteStrip conversation={contact.id} quote={draft.quote} onClose={editor.unquote} />}
        <div className={styles.writing}>
          {speaking ? (
            <RecordingBar recorder={recorder} hold={hold.state} />
          ) : (
            <>
              {leaveEdit === null && (
                <AttachButton contact={contact} attach={attach} className={styles.tool} />
              )}
              <EmojiButton open={panel} onPress={() => setPanel(!panel)} />
              <Typing
                contact={contact}
                editor={editor}
                attach={attach}
                mentions={mentions}
                commands={commands}
                listId={listId}
                onMark={setCaretPx}
                onEditLast={onEditLast}
              />
            </>
          )}
          {mayRecord && <MicButton recorder={recorder} hold={hold} hidden={sends && !talking} />}
          {sends && <SendButton contact={contact} editor={editor} recorder={recorder} />}
        </div>
      </div>
      {panel && <Panel contact={contact} editor={editor} onSent={onSent} onClose={closePanel} />}
      <Counter length={length} />
    </div>
  );
}

function Answer({ editor: { answer, answered } }: Pick<WellProps, 'editor'>) {
  return (
    <Suspense fallback={null}>
      {answer && <AnswerStrip answer={answer} onClose={() => answered(null)} />}
    </Suspense>
  );
}

/** The box, with the keys and pasting that the rest of the composer handles. */
function Typing({
  contact,
  editor,
  attach,
  mentions,
  commands,
  listId,
  onMark,
  onEditLast,
}: Omit<WellProps, 'onSent'> & {
  readonly mentions: Mentions | null;
  readonly commands: Commands['commands'];
  readonly listId: string;
  readonly onMark: (caretPx: number) => void;
}) {
  const { t } = useTranslation();
  const { marks } = useAppSetting();
  const { draft } = editor;
  const suggested = mentions ?? commands;
  return (
    <>
      {marks && editor.hasWords && (
        <FormatBar onFormat={editor.format} onClose={() => editor.box.current?.focus()} />
      )}
      <TextBox
        draft={draft}
        marks={marks}
        box={editor.box}
        markAt={mentions?.from ?? null}
        onMark={onMark}
        placeholder={t(contact.thread ? 'thread.input' : 'chat.input')}
        aria-label={t('a11y.composer', { name: contactName(t, contact) })}
        aria-autocomplete="list"
        aria-controls={suggested ? listId : undefined}
        aria-activedescendant={suggested ? optionId(listId, suggested.active) : undefined}
        enterKeyHint="send"
        onChange={(event) => editor.typed(event.target.value)}
        onSelect={editor.onCaret}
        onBlur={(event) => editor.left(isInBar(event.relatedTarget))}
        onPaste={(event) => onPaste(event, attach, marks ? editor : null)}
        onKeyDown={(event) => {
          const isBare = draft.text === '' && editor.leaveEdit === null;
          if (event.key === 'ArrowUp' && isBare && !event.altKey && onEditLast?.() === true)
            return event.preventDefault();
          return onKey(event, editor, mentions, commands);
        }}
      />
    </>
  );
}

/**
 * Holding it records; a press starts or stops. `hidden`: it stays in the page beside the first letter,
 * because the browser ends a group of typing where a part of the page goes (UI-164).
 */
function MicButton({
  recorder: { stage },
  hold,
  hidden,
}: {
  readonly hidden: boolean;
  readonly recorder: VoiceRecorder;
  readonly hold: ReturnType<typeof useHold>;
}) {
  const { t } = useTranslation();
  return (
    <IconButton
      hidden={hidden}
      className={cx(styles.tool, styles.mic, hold.state !== 'free' && styles.micHeld)}
      label={t(stage !== 'idle' ? 'a11y.recordStop' : 'a11y.recordStart')}
      disabled={stage === 'finishing'}
      {...hold.handlers}
    >
      {stage === 'recording' && hold.state === 'free' ? (
        <Square size={20} strokeWidth={2} fill="currentColor" />
      ) : (
        <Mic size={24} strokeWidth={1.75} />
      )}
    </IconButton>
  );
}

/** Emoji go into the text, pictures into the chat. */
function Panel({
  contact,
  editor,
  onSent,
  onClose,
}: Pick<WellProps, 'contact' | 'editor' | 'onSent'> & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const may = useMediaRight(contact);
  return (
    <Suspense fallback={null}>
      <PreparedEmojiPanel
        onSign={editor.insert}
        onNamed={({ name }) => editor.insert(`:${name}: `)}
        onSticker={(emoji) => {
          if (!may) return toasts.show(t('chat.noMedia'));
          void actions.sendEmoji(contact.id, emoji, contact.thread?.quote);
          onSent();
        }}
        onClose={onClose}
      />
    </Suspense>
  );
}

/** Shown near the length limit of a message. */
function Counter({ length }: { readonly length: number }) {
  const { t } = useTranslation();
  const tooLong = length > textLimits.messageMax;
  if (length <= textLimits.messageMax - chatLimits.counterFromLeft) return null;
  return (
    <p className={cx(styles.counter, tooLong && styles.over)} role={tooLong ? 'alert' : undefined}>
      {t(tooLong ? 'chat.tooLong' : 'chat.counter', { n: length, max: textLimits.messageMax })}
    </p>
  );
}

/** Pasted files are reviewed before sending; formatted text gets marks, except in code (RICH-8). */
function onPaste(event: ClipboardEvent<HTMLTextAreaElement>, attach: Attach, editor: Editor | null): void {
  const pasted = pastedBy(event.clipboardData);
  const isText = pasted === NOTHING;
  const isPlain = editor === null || isInCode(editor.draft.text, event.currentTarget.selectionStart);
  const marked = isText && !isPlain ? markedOf(event.clipboardData.getData('text/html')) : null;
  if (isText && marked === null) return;
  event.preventDefault();
  if (marked === null) attach.offer(pasted);
  else editor?.paste(marked);
}

function onKey(
  event: KeyboardEvent<HTMLTextAreaElement>,
  editor: Editor,
  mentions: Mentions | null,
  commands: Commands['commands'],
): void {
  const { key } = event;
  if (mentions && inList(event, mentions, true, (who) => editor.pick(mentions, who))) return;
  if (commands && inList(event, commands, commands.isChoice, commands.pick)) return;
  if (formatByKey(event, editor)) return;
  const { shiftKey, altKey } = event;
  const facts = { key, shiftKey, altKey, ctrlKey: event.ctrlKey || event.metaKey };
  if (composeKey(facts, appSetting().enterSends) === 'send') {
    event.preventDefault();
    return editor.send();
  }
  if ((key === 'Backspace' || key === 'Delete') && editor.erase(key)) event.preventDefault();
  if (key === 'Escape' && editor.leaveEdit) {
    event.preventDefault();
    event.stopPropagation();
    return editor.leaveEdit();
  }
  if (key === 'Escape' && editor.draft.quote) return (event.preventDefault(), editor.unquote());
}

/**
 * Moves and chooses in the list above the box; true: the key was for the list. `isChoice`: Enter chooses,
 * otherwise only Tab does.
 */
function inList<T>(
  event: KeyboardEvent,
  list: { readonly options: readonly T[] } & Pick<Mentions, 'active' | 'setActive' | 'dismiss'>,
  isChoice: boolean,
  pick: (option: T) => void,
): boolean {
  const { key } = event;
  const to = { ArrowDown: list.active + 1, ArrowUp: list.active - 1 }[key];
  const option = list.options[list.active];
  const isPick = ((key === 'Enter' && isChoice) || key === 'Tab') && !event.shiftKey && option !== undefined;
  if (to === undefined && !isPick && key !== 'Escape') return false;
  event.preventDefault();
  if (to !== undefined) list.setActive(to);
  else if (isPick) pick(option);
  else {
    event.stopPropagation();
    list.dismiss();
  }
  return true;
}

/** Handles Ctrl+B and others; true: it was one of them. */
function formatByKey(event: KeyboardEvent, editor: Editor): boolean {
  const isCommand = (event.ctrlKey || event.metaKey) && appSetting().marks;
  const format = isCommand ? formatKey(event, editor.hasWords) : null;
  if (format === null) return false;
  event.preventDefault();
  event.stopPropagation();
  editor.format(format);
  return true;
}
