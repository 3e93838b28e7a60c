import { CircleAlert, Ellipsis } from 'lucide-react';
import { type KeyboardEvent, memo, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { MsgId } from '../../../../domain/ids.ts';
import type { MessageType, Person } from '../../../../domain/message.ts';
import { IconButton } from '../../../kit/button.tsx';
import { cx } from '../../../kit/class-names.ts';
import { type MenuPlace, placeOf } from '../../../kit/menu.tsx';
import { useLongPress } from '../../../kit/use-long-press.ts';
import { clockTime } from '../../../kit/use-display-time.ts';
import { bodyOf, type Delivery, type Row } from '../timeline.ts';
import { AuthorFace, AuthorName, useAuthorName } from './author.tsx';
import { DayPill, UnreadLine } from './dividers.tsx';
import { EventLine } from './event-line.tsx';
import { MessageBody } from './message-body.tsx';
import styles from './message.module.css';
import { Meta } from './meta.tsx';
import { QuoteBlock } from './quote-block.tsx';

/** What the list does with a row; the same object for all rows, so that rows need not render again. */
export interface RowActions {
  readonly openMenu: (row: Row, at: MenuPlace) => void;
  readonly jumpTo: (message: MsgId) => void;
  readonly openPerson: (person: Person) => void;
  readonly editAgain: (text: string) => void;
  /** A picture, video or file was pressed. */
  readonly openMedia: (row: Row, at: Element) => void;
  /** Keys that move between messages. */
  readonly move: (row: Row, event: KeyboardEvent) => void;
}

export interface MessageRowProps {
  readonly row: Row;
  readonly delivery: Delivery | null;
  readonly inGroup: boolean;
  /** Mentions me or everyone. */
  readonly mentionsMe: boolean;
  /** Reached by Tab; the other rows by arrows. */
  readonly focusable: boolean;
  readonly fresh: boolean;
  readonly flash: boolean;
  readonly actions: RowActions;
}

export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { row, actions } = props;
  return (
    <div className={cx(styles.row, row.own && styles.own, row.first && styles.first)} data-message={row.key}>
      {row.startsDay && <DayPill ms={row.sentAtMs} />}
      {row.startsUnread && <UnreadLine />}
      {row.kind === 'event' && row.message ? (
        <EventLine message={row.message} onEditAgain={actions.editAgain} />
      ) : (
        <BubbleLine {...props} />
      )}
    </div>
  );
}, sameProps);

function BubbleLine(props: MessageRowProps) {
  const { row, inGroup, actions } = props;
  const { t } = useTranslation();
  const person = row.message?.from ?? null;
  const failed = props.delivery === 'failed';
  return (
    <div className={styles.line}>
      {!row.own && <span className={styles.face}>{row.first && person && <AuthorFace person={person} onOpen={actions.openPerson} />}</span>}
      <div className={styles.stack}>
        {inGroup && !row.own && row.first && person && row.message && <AuthorName person={person} role={row.message.role} />}
        <div className={styles.beside}>
          <Bubble {...props} />
          <span className={styles.tools}>
            <IconButton
              small
              tabIndex={-1}
              label={t('a11y.openMenu')}
              onClick={(event) => actions.openMenu(row, event.currentTarget)}
            >
              <Ellipsis size={18} strokeWidth={1.75} />
            </IconButton>
          </span>
          {failed && (
            <button
              type="button"
              className={styles.failMark}
              aria-label={t('chat.sendFailed')}
              onClick={(event) => actions.openMenu(row, event.currentTarget)}
            >
              <CircleAlert size={20} strokeWidth={2} aria-hidden="true" />
            </button>
          )}
        </div>
        {failed && <p className={styles.failText}>{row.waiting?.reason || row.upload?.reason || t('chat.sendFailed')}</p>}
      </div>
    </div>
  );
}

function Bubble({ row, delivery, mentionsMe, focusable, fresh, flash, actions }: MessageRowProps) {
  const { t } = useTranslation();
  const name = useAuthorName(row.message?.from ?? null);
  const hold = useLongPress((at) => actions.openMenu(row, at));
  const body = bodyOf(row);
  if (body === null) return null;
  const time = clockTime(row.sentAtMs);
  return (
    <article
      className={cx(
        styles.bubble,
        row.own && styles.ownBubble,
        !row.first && styles.joinsAbove,
        !row.last && styles.joinsBelow,
        mentionsMe && styles.mentionsMe,
        CARDS.has(body.type) && styles.cardBubble,
        PICTURES.has(body.type) && !body.quote && styles.pictureBubble,
        body.type === 'emoji' && !body.quote && styles.stickerBubble,
        fresh && styles.fresh,
        flash && styles.flash,
      )}
      tabIndex={focusable ? 0 : -1}
      aria-label={row.own ? t('a11y.own', { time }) : t('a11y.messageFrom', { name, time })}
      onKeyDown={(event) => actions.move(row, event)}
      onContextMenu={(event: MouseEvent) => {
        // Chosen text and links keep the browser's own menu.
        if (wantsOwnMenu(event)) return;
        event.preventDefault();
        actions.openMenu(row, placeOf(event));
      }}
      onClickCapture={(event) => {
        if (!hold.swallow()) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      {...hold.handlers}
    >
      {body.quote && <QuoteBlock quote={body.quote} onJump={() => body.quote && actions.jumpTo(body.quote.msgId)} />}
      <MessageBody body={body} name={row.key} onOpen={(at) => actions.openMedia(row, at)} />
      <Meta sentAtMs={row.sentAtMs} delivery={delivery} />
    </article>
  );
}

const CARDS: ReadonlySet<MessageType> = new Set(['contact', 'location', 'file']);
const PICTURES: ReadonlySet<MessageType> = new Set(['image', 'video']);

function wantsOwnMenu(event: MouseEvent): boolean {
  const chosen = window.getSelection();
  if (chosen && !chosen.isCollapsed && chosen.containsNode(event.currentTarget, true)) return true;
  return event.target instanceof Element && event.target.closest('a[href^="http"]') !== null;
}

/** Rows are made anew with every change of the list; what they say decides whether they draw again. */
function sameProps(a: MessageRowProps, b: MessageRowProps): boolean {
  const sameRow = ROW_FIELDS.every((field) => a.row[field] === b.row[field]);
  return sameRow && OTHER_FIELDS.every((field) => a[field] === b[field]);
}

const ROW_FIELDS = ['key', 'kind', 'own', 'message', 'waiting', 'upload', 'startsDay', 'startsUnread', 'first', 'last'] as const satisfies readonly (keyof Row)[];
const OTHER_FIELDS = ['delivery', 'inGroup', 'mentionsMe', 'focusable', 'fresh', 'flash', 'actions'] as const satisfies readonly (keyof MessageRowProps)[];
