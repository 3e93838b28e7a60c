import type { TFunction } from 'i18next';
import { Check, CircleAlert } from 'lucide-react';
import { memo, type MouseEvent, type ReactNode, useState } from 'react';
import { directionOf, hasRightToLeft, isEmbedding } from '../../../../domain/direction.ts';
import type { MsgId } from '../../../../domain/ids.ts';
import { linkParts } from '../../../../domain/linkify.ts';
import { toPlain } from '../../../../domain/markup.ts';
import type { Message, MessageType, Person } from '../../../../domain/message.ts';
import { canHaveReactions } from '../../../../domain/reactions.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { cx } from '../../../kit/class-names.ts';
import type { MenuPlace } from '../../../kit/menu.tsx';
import { clockTime } from '../../../shared/use-display-time.ts';
import { partsOf } from '../album.ts';
import { pollOf } from '../../../../domain/poll.ts';
import { PollBody, type PollControls } from '../polls/poll-body.tsx';
import { ReactionChips } from '../reactions/chips.tsx';
import { HoverBar } from '../reactions/hover-bar.tsx';
import choosing from '../choosing.module.css';
import { bubbleBodyOf, type BubbleBody, type DeliveryState, type TimelineRow } from '../timeline.ts';
import { AuthorFace, AuthorName, useAuthorName } from './author.tsx';
import { DayPill, EventLine, Folded, LeavingLine, PinLine, GatheredLines, UnreadLine } from './lines.tsx';
import { AlbumGrid } from './media/album.tsx';
import { captionIn } from '../../../shared/message-fields.ts';
import { botButtons, type PressButton, caption, contentOf, hasHead, isLarge } from './message-body.tsx';
import { ThreadChip } from './thread-chip.tsx';
import styles from './message.module.css';
import { LinkCard, linkShown } from './link-card.tsx';
import { MessageGuard } from './message-guard.tsx';
import swipe from './swipe.module.css';
import { Meta, timeRoom } from './meta.tsx';
import { ForwardLine } from './forward-line.tsx';
import { QuoteBlock } from './quote-block.tsx';
import { areSameEvents } from '../event-lines.ts';
import { fieldsOf } from '../../../../domain/assert.ts';
import { forwardMarkIn } from '../../../../domain/forward-mark.ts';

/**
 * Row actions; the same object for all rows, so that rows need not render again. The list handles pointers
 * and keys on bubbles.
 */
export interface MessageRowActions extends PollControls {
  readonly openMenu: (row: TimelineRow, at: MenuPlace) => void;
  /** Chooses a reaction, beside the pressed element. */
  readonly react: (row: TimelineRow, at: Element) => void;
  /** Adds the user's quick reaction, or removes it. */
  readonly reactQuickly: (row: TimelineRow) => void;
  readonly toggleReaction: (row: TimelineRow, emoji: string) => void;
  readonly showReactors: (row: TimelineRow) => void;
  readonly reply: (row: TimelineRow) => void;
  readonly openThread: (row: TimelineRow) => void;
  /** Chosen, or no longer, while several are being chosen. */
  readonly toggle: (row: TimelineRow) => void;
  readonly jumpTo: (message: MsgId) => void;
  readonly openPerson: (person: Person) => void;
  readonly editAgain: (text: string) => void;
  /** A message that is about to be taken back stays. */
  readonly keep: (row: TimelineRow) => void;
  /** A picture, video or file was pressed. */
  readonly openMedia: (row: TimelineRow, at: Element) => void;
  readonly pressButton: PressButton;
  /** A pressed call line: calls the partner with the same kind. */
  readonly callBack: (row: TimelineRow) => void;
}

export interface MessageRowProps {
  readonly row: TimelineRow;
  /** Author of the message; '' while it is unsent. */
  readonly author: string;
  readonly delivery: DeliveryState | null;
  /** The own message below it has not come as far. */
  readonly turns: boolean;
  readonly inGroup: boolean;
  /** The row is already in a thread, so it has no link to one. */
  readonly inThread: boolean;
  /** Mentions me or everyone. */
  readonly mentionsMe: boolean;
  /** Reached by Tab; the other rows by arrows. */
  readonly focusable: boolean;
  readonly fresh: boolean;
  readonly flash: boolean;
  /** It has reactions, confirmed or pending. */
  readonly reacted: boolean;
  /** During a selection: whether this row is selected. */
  readonly choice: 'open' | 'chosen' | null;
  readonly actions: MessageRowActions;
}

/**
 * One component for a text message and everything around it: a chat opens with many of them, and components
 * dominate its opening time.
 */
function MessageRow(props: MessageRowProps) {
  const { row, actions } = props;
  const { t } = useTranslation();
  // Created when a pointer arrives: most rows never have one over them.
  const [near, setNear] = useState(false);
  const line = row.kind === 'bubble' && bubbleLine(props, t, near, setNear);
  const toggle = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
    actions.toggle(row);
  };
  return (
    <div
      className={cx(
        styles.row,
        row.own && styles.own,
        row.first && (row.rested ? styles.rested : styles.first),
        props.choice !== null && choosing.choosing,
        props.choice === 'chosen' && choosing.isChosen,
      )}
      data-message={row.key}
      onClickCapture={props.choice === null ? undefined : toggle}
    >
      {row.startsDay && <DayPill ms={row.sentAtMs} />}
      {row.startsUnread && <UnreadLine />}
      {line && props.inGroup && !row.own ? (
        <Folded row={row} focusable={props.focusable}>
          {line}
        </Folded>
      ) : (
        line
      )}
      {row.kind === 'event' && row.leaving && <LeavingLine onUndo={() => actions.keep(row)} />}
      {row.kind === 'event' && !row.leaving && row.message && !isGathered(row) && (
        <EventLine message={row.message} onEditAgain={actions.editAgain} />
      )}
      {row.lines && <GatheredLines lines={row.lines} />}
      {row.pinned && <PinLine pins={row.pinned} onGo={actions.jumpTo} />}
    </div>
  );
}

function bubbleLine(
  props: MessageRowProps,
  t: TFunction,
  near: boolean,
  setNear: (near: boolean) => void,
): ReactNode {
  const { row, inGroup, actions } = props;
  const person = row.message?.from ?? null;
  const faced = !row.own && row.last && person !== null;
  const failed = props.delivery === 'failed';
  const answers = row.message?.replies?.count ?? 0;
  return (
    <div className={cx(styles.line, row.own && choosing.own)} onPointerEnter={() => setNear(true)}>
      {props.choice !== null && <Choice {...props} />}
      <div className={cx(styles.stack, swipe.swiped, !row.own && styles.faced)}>
        {inGroup && isBare(bubbleBodyOf(row)) && <Author row={row} />}
        {bubble(props, t)}
        {faced && <AuthorFace person={person} onOpen={actions.openPerson} />}
        {props.reacted && (
          <ReactionChips row={row} onToggle={actions.toggleReaction} onPeople={actions.showReactors} />
        )}
        {!props.inThread && answers > 0 && (
          <ThreadChip count={answers} onOpen={() => actions.openThread(row)} />
        )}
        {props.choice === null && !failed && tools(props, t, near)}
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
        {failed && (
          <p className={styles.failText}>
            {row.waiting?.reason || row.upload?.reason || t('chat.sendFailed')}
          </p>
        )}
      </div>
    </div>
  );
}

/** The menu button; under a pointer with the most common actions. */
function tools({ row, inThread, actions }: MessageRowProps, t: TFunction, near: boolean): ReactNode {
  const dots = (
    <button
      type="button"
      tabIndex={-1}
      className={styles.tools}
      title={t('a11y.openMenu')}
      aria-label={t('a11y.openMenu')}
      onClick={(event) => actions.openMenu(row, event.currentTarget)}
    />
  );
  if (!near) return dots;
  return (
    <div className={styles.bar}>
      {row.message !== null && canHaveReactions(row.message) && (
        <HoverBar
          onReact={(at) => actions.react(row, at)}
          onReply={isAnswered(row.message) ? () => actions.reply(row) : null}
          onThread={
            !inThread && isAnswered(row.message) && row.message.n !== null
              ? () => actions.openThread(row)
              : null
          }
        />
      )}
      {dots}
    </div>
  );
}

/** Pressed like the rest of its row; a checkbox for the keyboard. */
function Choice({ row, choice, focusable }: MessageRowProps) {
  const { t } = useTranslation();
  const name = useAuthorName(row.message?.from ?? null);
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={choice === 'chosen'}
      tabIndex={focusable ? 0 : -1}
      className={choosing.check}
      aria-label={t('select.one', { name, time: clockTime(row.sentAtMs) })}
    >
      <span>{choice === 'chosen' && <Check size={14} strokeWidth={3} aria-hidden="true" />}</span>
    </button>
  );
}

function bubble(
  { row, author, delivery, turns, inGroup, mentionsMe, focusable, fresh, flash, actions }: MessageRowProps,
  t: TFunction,
): ReactNode {
  const body = bubbleBodyOf(row);
  if (body === null) return null;
  const time = clockTime(row.sentAtMs);
  const poll = pollIn(body);
  const edited = partsOf(row).some(({ message }) => message?.rev !== undefined);
  const mark = forwardMarkIn(body.extra, row.message?.rev);
  const linked = linkShown(row.message, body);
  const timed = row.timed || turns || delivery === 'going' || edited;
  return (
    <article
      className={cx(
        styles.bubble,
        row.own && styles.ownBubble,
        !row.first && styles.joinsAbove,
        row.last ? !isBare(body) && styles.tailed : styles.joinsBelow,
        mentionsMe && styles.mentionsMe,
        CARDS.has(body.type) && styles.cardBubble,
        isPicture(body) && styles.pictureBubble,
        PICTURES.has(body.type) && !isPicture(body) && styles.captioned,
        BESIDE.has(body.type) && styles.beside,
        body.type === 'emoji' && !hasHead(body) && styles.stickerBubble,
        isLarge(body) && styles.largeBubble,
        timed && styles.timed,
        linked && styles.linked,
        fresh && styles.fresh,
        flash && styles.flash,
      )}
      style={timeRoom(time, edited ? t('chat.edited') : '')}
      data-ends={timed ? endOf(body) : undefined}
      tabIndex={focusable ? 0 : -1}
      aria-label={row.own ? t('a11y.own', { time }) : t('a11y.messageFrom', { name: author, time })}
    >
      {inGroup && !isBare(body) && <Author row={row} />}
      {mark && <ForwardLine mark={mark} />}
      {body.quote && (
        <QuoteBlock quote={body.quote} onJump={() => body.quote && actions.jumpTo(body.quote.msgId)} />
      )}
      {poll !== null ? (
        <PollBody row={row} poll={poll} vote={actions.vote} showVoters={actions.showVoters} />
      ) : row.album === null ? (
        contentOf(t, {
          body,
          name: row.key,
          own: row.own,
          onCall: () => actions.callBack(row),
          onOpen: (at) => actions.openMedia(row, at),
        })
      ) : (
        <AlbumGrid rows={row.album} onOpen={actions.openMedia} />
      )}
      {poll === null && caption(body)}
      {botButtons(row, body, actions.pressButton)}
      {linked && row.message && <LinkCard of={row.message.id} link={linked} />}
      {timed && (
        <Meta sentAtMs={row.album?.at(-1)?.sentAtMs ?? row.sentAtMs} delivery={delivery} edited={edited} />
      )}
    </article>
  );
}

/** New members are shown together with other changes of the group (GROUP-28). */
const isGathered = ({ lines, message }: TimelineRow): boolean =>
  lines !== undefined && message?.note?.note === 'joined';

/** Calls have no author, and a message without a number cannot be quoted. */
const isAnswered = ({ type, msgId }: Message): boolean => type !== 'webrtc' && msgId > 0;

/** The side where the last line ends, because the time appears there. */
function endOf(body: BubbleBody): 'left' | 'right' | undefined {
  const words = body.type === 'text' ? body.content : captionIn(body);
  if (words === '' || isLarge(body)) return undefined;
  const last = toPlain(words).trimEnd().split('\n').at(-1) ?? '';
  if (!hasRightToLeft(last) || isEmbedding(words)) return 'right';
  // Links have a separate direction.
  const bare = linkParts(last).filter(({ href }) => href === null);
  return directionOf(bare.map(({ text }) => text).join('')) === 'rtl' ? 'left' : 'right';
}

const pollIn = ({ type, extra }: BubbleBody) => (type === 'text' ? pollOf(extra) : null);

/** The author, at the top of a run of another user's messages. */
const Author = ({ row: { own, first, message } }: { readonly row: TimelineRow }) =>
  !own && first && message && <AuthorName person={message.from} role={message.role} />;

const isPicture = (body: BubbleBody): boolean =>
  PICTURES.has(body.type) && !hasHead(body) && captionIn(body) === '';

/** True for content without a bubble around it; the author's name is above it. */
const isBare = (body: BubbleBody | null): boolean =>
  body !== null && (isPicture(body) || (body.type === 'emoji' && !hasHead(body)) || isLarge(body));

const CARDS: ReadonlySet<MessageType> = new Set(['contact', 'location', 'file']);
const PICTURES: ReadonlySet<MessageType> = new Set(['image', 'video']);
/** One line, with its time at its end. */
const BESIDE: ReadonlySet<MessageType> = new Set(['voice', 'webrtc']);

export const TimelineMessage = memo(
  (props: MessageRowProps) => (
    <MessageGuard row={props.row}>
      <MessageRow {...props} />
    </MessageGuard>
  ),
  sameProps,
);

/** Each change of the list makes new rows, so their fields decide whether a row renders again. */
function sameProps(a: MessageRowProps, b: MessageRowProps): boolean {
  const sameRow = ROW_FIELDS.every((field) => a.row[field] === b.row[field]);
  return (
    sameRow &&
    areSameEvents(a.row.lines, b.row.lines) &&
    sameAlbum(a.row.album, b.row.album) &&
    OTHER_FIELDS.every((field) => a[field] === b[field])
  );
}

const sameAlbum = (a: TimelineRow['album'], b: TimelineRow['album']): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.length === b.length &&
    a.every((row, i) => {
      const other = b[i];
      return other !== undefined && PART_FIELDS.every((field) => row[field] === other[field]);
    }));

/** Fields that an album picture is rendered from. */
const PART_FIELDS = ['key', 'message', 'waiting', 'upload', 'saving', 'leaving'] as const;

/**
 * The type checker requires every field of a row here: a missing one would leave a row outdated (UI-150). The
 * time is that of the message; the other two are compared by content.
 */
const ROW_FIELDS = fieldsOf<Omit<TimelineRow, 'sentAtMs' | 'lines' | 'album'>>({
  key: true,
  kind: true,
  own: true,
  message: true,
  waiting: true,
  upload: true,
  saving: true,
  leaving: true,
  startsDay: true,
  startsUnread: true,
  first: true,
  rested: true,
  last: true,
  timed: true,
  pinned: true,
});
const OTHER_FIELDS = fieldsOf<Omit<MessageRowProps, 'row'>>({
  author: true,
  delivery: true,
  turns: true,
  inGroup: true,
  inThread: true,
  mentionsMe: true,
  focusable: true,
  fresh: true,
  flash: true,
  reacted: true,
  choice: true,
  actions: true,
});
