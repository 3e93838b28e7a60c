import type { Message, MessagePin } from '../../../../domain/message.ts';
import { toPlain } from '../../../../domain/markup.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useStore } from '../../../shared/client-context.ts';
import { noteText } from '../../../shared/note-text.ts';
import { recalledText } from '../recalled.ts';
import { lineValue, lineWords } from './line-words.ts';
import styles from './lines.module.css';
import { type ReactNode, useContext, useState } from 'react';
import { type ChatEntry, type NamedPerson, isGathered } from '../../../../domain/group-lines.ts';
import type { TFunction } from 'i18next';
import { nameOf } from '../../../../client/state/selectors.ts';
import type { State } from '../../../../client/state/state.ts';
import { nameText } from '../../../shared/contact-name.ts';
import { longDate } from '../../../shared/days/long-date.ts';
import { useZone } from '../../../shared/use-display-time.ts';
import { nowMs } from '../../../platform/time.ts';
import { dayOf } from '../../../kit/day.ts';
import type { MsgId } from '../../../../domain/ids.ts';
import { useFolded } from '../../../shared/use-folded.ts';
import { MentionedIn } from './mention.tsx';
import type { MessageRowProps } from './message-row.tsx';
import { useAuthorName } from './author.tsx';

/** Replaces a message that is about to be recalled. */
export function LeavingLine({ onUndo }: { readonly onUndo: () => void }) {
  const { t } = useTranslation();
  return (
    <p className={styles.event}>
      <span>
        {t('chat.recalling')}
        <button type="button" className={styles.again} onClick={onUndo}>
          {t('common.undo')}
        </button>
      </span>
    </p>
  );
}

/**
 * A centred line for an event, in the viewer's language; after the user's own recall the text can be
 * restored.
 */
export function EventLine({
  message,
  onEditAgain,
}: {
  readonly message: Message;
  readonly onEditAgain: (text: string) => void;
}) {
  const { t } = useTranslation();
  const self = useStore((state) => state.self?.id ?? null);
  const { note } = message;
  const again = note?.note === 'recalled' && note.by === self ? recalledText(message.id) : null;
  const words = note ? noteText(t, note, self) : toPlain(message.content);
  return (
    <p className={styles.event}>
      <span>
        {words === '' ? t('chat.recalled') : words}
        {again !== null && (
          <button type="button" className={styles.again} onClick={() => onEditAgain(again)}>
            {t('chat.editAgain')}
          </button>
        )}
      </span>
    </p>
  );
}

/** One thing that happened to a group, in the viewer's language and from the viewer's side (GROUP-27). */
export function groupEntryText(t: TFunction, state: State, entry: ChatEntry): string {
  if (entry.kind === 'joined') return noteText(t, entry.note, state.self?.id ?? null);
  const { line } = entry;
  const by = nameIn(t, state, line.by);
  const who = line.who === null ? '' : nameIn(t, state, line.who);
  const values = { by, who, value: lineValue(t, line) };
  const words = lineWords(line);
  const isSelf = (person: NamedPerson | null) => person !== null && person.id === state.self?.id;
  if (isSelf(line.by)) return t(`youTold.${words}`, values).trim();
  const happenedToSelf = isSelf(line.who) && DONE_TO.find((one) => one === words);
  return t(happenedToSelf ? `toldYou.${happenedToSelf}` : `told.${words}`, values).trim();
}

/** Changes of one member, with a sentence for that member: many languages inflect it for "you". */
const DONE_TO = ['removed', 'manager', 'noManager', 'owner', 'silenced', 'heard'] as const;

/** Text of several changes in one line; null: a single one. */
export function gatheredText(t: TFunction, state: State, things: readonly ChatEntry[]): string | null {
  const [first] = things;
  if (first === undefined || things.length === 1) return null;
  if (first.kind === 'line') {
    const { what, by } = first.line;
    if (!isGathered(what)) return null;
    return what !== 'left' && by.id === state.self?.id
      ? t(`youTold.${what}Many`, { count: things.length })
      : t(`told.${what}Many`, { by: nameIn(t, state, by), count: things.length }).trim();
  }
  const { by, name, users } = first.note;
  const count = things.reduce((sum, one) => sum + (one.kind === 'joined' ? one.note.users.length : 0), 0);
  if (users.every((user) => user === by)) return t('told.cameMany', { count });
  return by === state.self?.id
    ? t('youTold.addedMany', { count })
    : t('told.addedMany', { by: nameIn(t, state, { id: by, name }), count }).trim();
}

const nameIn = (t: TFunction, state: State, { id, name }: NamedPerson): string =>
  t('chat.named', {
    name: nameText(t, nameOf(state, { id, displayName: name, realname: name, avatar: '' })),
  });

/** Changes of the group at this place; several of a kind are one line that opens (GROUP-28). */
export const GatheredLines = ({ lines }: { readonly lines: readonly (readonly ChatEntry[])[] }) =>
  lines.map((things) => <GroupEntryLine key={keyOf(things.at(-1))} things={things} />);

function GroupEntryLine({ things }: { readonly things: readonly ChatEntry[] }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const words = useStore((state) => gatheredText(t, state, things));
  const [only] = things;
  return (
    <div className={styles.event}>
      <span>
        {words === null ? (
          only && <One entry={only} />
        ) : (
          <button type="button" className={styles.opens} aria-expanded={open} onClick={() => setOpen(!open)}>
            {words}
          </button>
        )}
        {words !== null && open && (
          <ul>
            {things.map((line) => (
              <li key={keyOf(line)}>
                <One entry={line} />
              </li>
            ))}
          </ul>
        )}
      </span>
    </div>
  );
}

function One({ entry }: { readonly entry: ChatEntry }) {
  const { t } = useTranslation();
  return useStore((state) => groupEntryText(t, state, entry));
}

const keyOf = (entry: ChatEntry | undefined): string =>
  entry?.kind === 'line' ? `${entry.line.seq} ${entry.line.what}` : (entry?.key ?? '');

/** The day in its shortest form: today, yesterday, a weekday with its date, or the whole date. */
export function DayPill({ ms }: { readonly ms: number }) {
  const words = useDayWords()(ms);
  return (
    <p className={styles.day}>
      <time dateTime={new Date(ms).toISOString()}>{words}</time>
    </p>
  );
}

/** Formats a day; renders again when a new day has begun, and in another time zone. */
export function useDayWords(): (ms: number) => string {
  const { t, language } = useTranslation();
  const today = useStore(() => dayOf(nowMs()));
  useZone();
  return (ms) => {
    const age = today - dayOf(ms);
    if (age === 0) return t('chat.today');
    if (age === 1) return t('chat.yesterday');
    const sameYear = new Date(nowMs()).getFullYear() === new Date(ms).getFullYear();
    return longDate(language, sameYear ? 'day' : 'dayOfYear', ms);
  };
}

export function UnreadLine() {
  const { t } = useTranslation();
  return (
    <p className={styles.unread}>
      <span>{t('chat.newMessages')}</span>
    </p>
  );
}

/** Hides a blocked user's message in a group behind a line; a press reveals it (BLOCK-11). */
export function Folded({
  row,
  focusable,
  children,
}: Pick<MessageRowProps, 'row' | 'focusable'> & { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const folded = useFolded(useContext(MentionedIn), row.message?.from.id);
  if (!folded || open) return children;
  return (
    <p className={styles.event}>
      <button
        type="button"
        className={styles.folded}
        tabIndex={focusable ? 0 : -1}
        onClick={() => setOpen(true)}
      >
        {t('chat.folded')}
      </button>
    </p>
  );
}

/** Announces new pins at the place where they happened; several in a row are one line (PINS-4). */
export function PinLine({
  pins,
  onGo,
}: {
  readonly pins: readonly MessagePin[];
  readonly onGo: (message: MsgId) => void;
}) {
  const { t } = useTranslation();
  const self = useStore((state) => state.self?.id ?? null);
  const [newest] = pins;
  const by = pins.every((pin) => pin.by === newest?.by) ? newest : undefined;
  const name = useAuthorName(
    by ? { id: by.by, displayName: by.byName, realname: by.byName, avatar: '' } : null,
  );
  if (newest === undefined) return null;
  const count = pins.length;
  const words =
    by === undefined
      ? t('pins.lineAll', { count })
      : by.by === self
        ? t('pins.lineYou', { count })
        : t('pins.line', { count, name });
  return (
    <p className={styles.event}>
      <span>
        {words}
        <button type="button" className={styles.again} onClick={() => onGo(newest.msgId)}>
          {t('pins.view')}
        </button>
      </span>
    </p>
  );
}
