import { BellRing, CalendarClock, Check, Copy, Pencil, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { lastMessageOf } from '../../../../client/state/recalled.ts';
import { previewOf } from '../../../../client/state/selectors.ts';
import type { ContactId } from '../../../../domain/ids.ts';
import type { Reminder, ScheduledMessage } from '../../../../domain/later.ts';
import { toPlain } from '../../../../domain/markup.ts';
import { isPoll } from '../../../../domain/poll-mark.ts';
import { unmarked } from '../../../../domain/rich-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { IconButton } from '../../../kit/button.tsx';
import { copyText } from '../../../kit/copy-text.ts';
import { useMenu } from '../../../kit/menu.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { useAsk } from '../../../kit/use-ask.tsx';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { contactName } from '../../../shared/contact-name.ts';
import { useFolded } from '../../../shared/use-folded.ts';
import { previewText } from '../../../shared/preview-text.ts';
import { longDate } from '../../../shared/days/long-date.ts';
import { clockTime } from '../../../shared/use-display-time.ts';
import styles from './later.module.css';
import { useTimeChoice } from './use-time-choice.tsx';
import { mentionsIn } from '../../../../domain/mention-names.ts';
import { EMPTY_DRAFT } from '../../../../domain/message.ts';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { TextArea } from '../../../kit/text-area.tsx';
import { failureText } from '../../../shared/failure-text.ts';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Messages that wait for their time, and failed ones (LATER-4, LATER-7). */
export function ScheduledList({
  rows,
  isNamed = false,
  onEdit,
}: {
  readonly rows: readonly ScheduledMessage[];
  readonly isNamed?: boolean;
  /** Its owner shows the text in a `WordsSheet`, which outlives this list. */
  readonly onEdit: (row: ScheduledMessage) => void;
}) {
  const { t } = useTranslation();
  const { menu, layer } = useRowMenu(rows, onEdit);
  return (
    <>
      <ul>
        {rows.map((row) => (
          <li key={row.id} className={styles.row}>
            <button
              type="button"
              className={styles.open}
              aria-haspopup="menu"
              onClick={(event) => menu(row, event.currentTarget)}
            >
              <When atMs={row.dueMs} chat={isNamed ? row.to : null} />
              <span className={styles.words} dir="auto">
                {wordsOf(row)}
              </span>
              {row.why !== null && <span className={styles.why}>{t('later.why', { why: row.why })}</span>}
            </button>
          </li>
        ))}
      </ul>
      {layer}
    </>
  );
}

/** Actions on one scheduled message. */
function useRowMenu(rows: readonly ScheduledMessage[], onEdit: (row: ScheduledMessage) => void) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const ask = useAsk();
  const toasts = useToasts();
  const time = useTimeChoice();
  const discard = async (row: ScheduledMessage) => {
    const words = {
      title: t('later.discardTitle'),
      text: t('later.discardText'),
      confirm: t('later.discard'),
      danger: true,
    };
    if (await ask(words)) await actions.discardScheduled(row.id);
  };
  const copy = async (row: ScheduledMessage) => {
    if (await copyText(wordsOf(row))) toasts.show(t('common.copied'));
  };
  const openMenu = useMenu((id: ScheduledMessage['id'], at: Element) => {
    const row = rows.find((one) => one.id === id);
    if (row === undefined) return null;
    return {
      title: t('later.actions'),
      items: [
        {
          key: 'send',
          label: t('later.sendNow'),
          icon: <Send {...icon} />,
          onSelect: () => void actions.sendScheduled(row.id),
        },
        { key: 'copy', label: t('common.copy'), icon: <Copy {...icon} />, onSelect: () => void copy(row) },
        // A poll keeps its question (POLL-8).
        ...(isPoll(row.extra)
          ? []
          : [
              {
                key: 'edit',
                label: t('later.edit'),
                icon: <Pencil {...icon} />,
                onSelect: () => onEdit(row),
              },
            ]),
        {
          key: 'time',
          label: t('later.otherTime'),
          icon: <CalendarClock {...icon} />,
          leads: true,
          onSelect: () =>
            time.choose({
              at,
              title: () => t('later.otherTime'),
              what: 'send',
              onTime: (atMs) => void actions.changeScheduled(row.id, { atMs }),
            }),
        },
        {
          key: 'discard',
          label: t('later.discard'),
          icon: <Trash2 {...icon} />,
          danger: true,
          onSelect: () => void discard(row),
        },
      ],
    };
  });
  const menu = (row: ScheduledMessage, at: Element) => openMenu(at, row.id, at);
  return { menu, layer: time.layer };
}

const wordsOf = ({ content, extra }: ScheduledMessage): string => toPlain(unmarked(content, extra));

/** The chat, if several are shown, and the time. */
function When({ atMs, chat }: { readonly atMs: number; readonly chat: ContactId | null }) {
  const { t, language } = useTranslation();
  const name = useStore((state) => {
    const contact = chat === null ? undefined : state.contacts.get(chat);
    return contact === undefined ? '' : contactName(t, contact);
  });
  return (
    <span className={styles.when}>
      {name !== '' && (
        <span className={styles.name} dir="auto">
          {name}
        </span>
      )}
      <time>{t('later.on', { day: longDate(language, 'day', atMs), time: clockTime(atMs) })}</time>
    </span>
  );
}

/** Reminders and their messages, with the due ones marked (LATER-10). */
export function ReminderList({
  rows,
  onOpen,
}: {
  readonly rows: readonly Reminder[];
  readonly onOpen: (reminder: Reminder) => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const time = useTimeChoice();
  return (
    <>
      <ul>
        {rows.map((row) => (
          <li key={row.id} className={styles.row}>
            <button type="button" className={styles.open} onClick={() => onOpen(row)}>
              <When atMs={row.dueMs} chat={row.to} />
              <ReminderWords row={row} />
              {row.told && <span className={styles.due}>{t('later.due')}</span>}
            </button>
            <IconButton
              label={t('later.again')}
              onClick={(event) =>
                time.choose({
                  at: event.currentTarget,
                  title: () => t('later.remindTitle'),
                  what: 'remind',
                  onTime: (atMs) => void actions.remind(row.id, atMs),
                })
              }
            >
              <BellRing {...icon} />
            </IconButton>
            <IconButton label={t('later.done')} onClick={() => void actions.remind(row.id, null)}>
              <Check {...icon} />
            </IconButton>
          </li>
        ))}
      </ul>
      {time.layer}
    </>
  );
}

function ReminderWords({ row: { to, message } }: { readonly row: Reminder }) {
  const { t } = useTranslation();
  const self = useStore((state) => state.self?.id ?? null);
  const folded = useFolded(to, message.from.id);
  return (
    <span className={styles.words} dir="auto">
      {folded ? t('chat.folded') : previewText(t, previewOf(lastMessageOf(message)), self)}
    </span>
  );
}

/**
 * Edits the text of a scheduled message as it was typed; its mentions stay (LATER-3). It stays open when the
 * message leaves the list, so that the new text is not lost (LATER-15).
 */
export function WordsSheet({
  row,
  onClose,
}: {
  readonly row: ScheduledMessage | null;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const first = row === null ? '' : toPlain(row.content);
  const [state, setState] = useState({ id: row?.id, text: first });
  if (row !== null && state.id !== row.id) setState({ id: row.id, text: first });
  const save = async (): Promise<string | null> => {
    if (row === null || state.text === first) return null;
    const mentions = mentionsIn(row.extra);
    const at = row.at.map((id) => mentions.find((one) => one.id === id) ?? { id, name: '' });
    const draft = { ...EMPTY_DRAFT, text: state.text, at };
    const answer = await actions.changeScheduled(row.id, { draft });
    return answer.ok ? null : failureText(t, answer.reason);
  };
  const close = () => {
    setState({ id: undefined, text: '' });
    onClose();
  };
  return (
    <FormSheet
      open={row !== null}
      title={t('later.edit')}
      confirm={t('common.save')}
      onSubmit={save}
      onClose={close}
    >
      <TextArea
        label={t('later.words')}
        rows={4}
        value={state.text}
        onValue={(text) => setState({ id: state.id, text })}
      />
    </FormSheet>
  );
}
