import type { TFunction } from 'i18next';
import { BellOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { previewOf } from '../../../client/state/selectors.ts';
import type { Contact, OutboxItem } from '../../../client/state/state.ts';
import { directionOf } from '../../../domain/direction.ts';
import type { UserId } from '../../../domain/ids.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { Badge } from '../../kit/badge.tsx';
import { IconButton } from '../../kit/button.tsx';
import { cx } from '../../kit/class-names.ts';
import { contactName, inOwnWords } from '../../shared/contact-name.ts';
import type { MenuPlace } from '../../kit/menu.tsx';
import type { SwipeFront } from '../../kit/swipe-row.tsx';
import { fullTime } from '../../shared/use-display-time.ts';
import { PersonName } from '../../shared/person-name.tsx';
import { VisuallyHidden } from '../../kit/visually-hidden.tsx';
import styles from './chat-row.module.css';
import { typingSlot } from './typing-slot.ts';
import { previewText, reactionText, emojiInWords } from '../../shared/preview-text.ts';
import { pathTo } from '../../paths/paths.ts';

export interface ChatRowProps {
  readonly contact: Contact;
  readonly self: UserId | null;
  /** Text of an unsent draft. */
  readonly draft: string;
  /** Author of a group's last message; '' where no name is shown (LIST-15). */
  readonly speaker: string;
  /** A blocked user wrote it, so its text is hidden (BLOCK-11). */
  readonly folded?: boolean | undefined;
  /** A blocked user reacted last, so there is no mark (BLOCK-17). */
  readonly hidesReaction?: boolean | undefined;
  /** The newest message in the outbox. */
  readonly waiting: OutboxItem | undefined;
  readonly showDot: boolean;
  /** Another user is typing there. */
  readonly typing?: boolean | undefined;
  readonly current: boolean;
  readonly wide: boolean;
  /** Formats a time. */
  readonly timeText: (ms: number) => string;
  readonly onMenu: (contact: Contact, at: MenuPlace) => void;
  /** Props of the sliding part; absent without swipe actions. */
  readonly front?: SwipeFront;
}

/**
 * One conversation: name, time, last message and unread count. The list handles pointers, so that a new row
 * needs only its sliding part.
 */
export function ChatRow(props: ChatRowProps) {
  const { contact, current, wide, front, onMenu } = props;
  const { t } = useTranslation();
  const name = contactName(t, contact);
  return (
    <>
      <a
        href={`#${pathTo('chat', { id: contact.id })}`}
        {...front}
        className={cx(
          styles.link,
          front?.className,
          contact.isTop && styles.pinned,
          wide && styles.wide,
          current && styles.current,
        )}
        data-chat={contact.id}
        data-row=""
        draggable={false}
        aria-current={current ? 'true' : undefined}
      >
        <Avatar id={contact.id} name={name} src={contact.avatar} online={props.showDot && contact.isOnline} />
        <Words {...props} name={name} />
      </a>
      {front?.style === undefined && (
        <IconButton
          small
          label={`${t('home.rowMenu')}: ${name}`}
          title={t('home.rowMenu')}
          className={styles.more}
          onClick={(event) => onMenu(contact, event.currentTarget)}
        />
      )}
    </>
  );
}

function Words({
  contact,
  name,
  self,
  draft,
  speaker,
  folded,
  hidesReaction,
  waiting,
  current,
  showDot,
  typing,
  timeText,
}: ChatRowProps & { readonly name: string }) {
  const { t } = useTranslation();
  const at = waiting?.message.createdAtMs ?? contact.lastSentAtMs;
  const unread = contact.unread || Number(contact.marked !== undefined);
  const isDraft = draft !== '' && !current;
  const last = waiting === undefined ? contact.last : { ...waiting.message, note: null };
  const words = isDraft
    ? draft
    : folded && waiting === undefined
      ? '…'
      : previewText(t, previewOf(lastShown(t, last)), self);
  return (
    <>
      <span className={styles.line}>
        <PersonName id={contact.id} name={name} className={cx(styles.name, unread > 0 && styles.unread)} />
        {showDot && contact.isOnline && <VisuallyHidden>{t('a11y.online')}</VisuallyHidden>}
        {contact.isTop && <VisuallyHidden>{t('a11y.pinned')}</VisuallyHidden>}
        <time className={styles.time} title={at > 0 ? fullTime(at) : undefined}>
          {timeText(at)}
        </time>
      </span>
      <span className={styles.line}>
        <span className={styles.preview} dir={directionOf(words)}>
          {contact.mentions > 0 && (
            <span className={styles.at}>{t('home.atMe', { count: contact.mentions })} </span>
          )}
          {contact.answered && <span className={styles.at}>{t('home.threadAnswer')} </span>}
          {typing && typingSlot.Line ? (
            <typingSlot.Line id={contact.id} />
          ) : isDraft ? (
            <>
              <span className={styles.draft}>{t('home.draft')} </span>
              {words}
            </>
          ) : (
            <>
              <WaitingState item={waiting} />
              {waiting === undefined && <SentState contact={contact} self={self} />}
              {waiting === undefined && speaker !== '' && <bdi>{t('home.saidBy', { name: speaker })}</bdi>}
              {words}
            </>
          )}
        </span>
        {contact.reacted && hidesReaction !== true && <ReactionMark {...contact.reacted} />}
        {!contact.isNotice && (
          <span className={styles.bell} role="img" aria-label={t('a11y.muted')}>
            <BellOff size={15} strokeWidth={1.75} style={{ display: 'block' }} />
          </span>
        )}
        <Badge
          count={unread}
          muted={!contact.isNotice}
          dot={contact.unread === 0}
          label={contact.unread === 0 ? t('a11y.markedUnread') : undefined}
        />
      </span>
    </>
  );
}

/** A new reaction to the user's message (REACT-10). */
function ReactionMark({ name, emoji }: NonNullable<Contact['reacted']>) {
  const { t } = useTranslation();
  const words = `${name}: ${reactionText(t, emoji)}`;
  return (
    <span className={styles.reacted} role="img" aria-label={words} title={words}>
      {emojiInWords(emoji)}
    </span>
  );
}

/** The very same, but for a group's notice. */
function lastShown<L extends { readonly content: string }>(t: TFunction, last: L | null): L | null {
  if (last === null) return null;
  const content = inOwnWords(t, last.content);
  return content === last.content ? last : { ...last, content };
}

/** State of the user's last message: sent, or read by the partner (UI-64). */
function SentState({
  contact,
  self,
}: {
  readonly contact: Contact;
  readonly self: UserId | null;
}): ReactNode {
  const { t } = useTranslation();
  const { last } = contact;
  if (
    last === null ||
    self === null ||
    last.from !== self ||
    last.type === 'event' ||
    last.type === 'webrtc' ||
    last.note !== null ||
    contact.kind === 'favourites'
  )
    return null;
  const read = contact.kind === 'person' && last.n !== null && last.n <= contact.counting.peerMark;
  return <StateIcon name={read ? 'read' : 'sent'} label={t(read ? 'home.lastRead' : 'home.lastSent')} />;
}

function WaitingState({ item }: { readonly item: OutboxItem | undefined }): ReactNode {
  const { t } = useTranslation();
  if (item === undefined) return null;
  const failed = item.status === 'failed';
  return (
    <StateIcon
      name={failed ? 'failed' : 'waiting'}
      label={t(failed ? 'home.failedToSend' : 'home.waiting')}
    />
  );
}

/** Drawn by the style sheet: every row has one. */
const StateIcon = ({
  name,
  label,
}: {
  readonly name: 'sent' | 'read' | 'waiting' | 'failed';
  readonly label: string;
}) => <span className={cx(styles.state, styles[name])} role="img" aria-label={label} />;
