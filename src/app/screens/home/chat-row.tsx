import { BellOff, CircleAlert, Clock, Ellipsis } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { previewOf } from '../../../client/store/selectors.ts';
import type { Contact, OutboxItem } from '../../../client/store/state.ts';
import type { UserId } from '../../../domain/ids.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { Badge } from '../../kit/badge.tsx';
import { IconButton } from '../../kit/button.tsx';
import { cx } from '../../kit/class-names.ts';
import { contactName } from '../../kit/contact-name.ts';
import type { MenuPlace } from '../../kit/menu.tsx';
import { placeOf } from '../../kit/menu.tsx';
import { CHAT } from '../../kit/use-back.ts';
import { useLongPress } from '../../kit/use-long-press.ts';
import { fullTime, useDisplayTime } from '../../kit/use-display-time.ts';
import { VisuallyHidden } from '../../kit/visually-hidden.tsx';
import styles from './chat-row.module.css';
import { previewText } from './preview-text.ts';

export interface ChatRowProps {
  readonly contact: Contact;
  readonly self: UserId | null;
  /** Text of an unsent draft. */
  readonly draft: string;
  /** The newest message that waits in the outbox. */
  readonly waiting: OutboxItem | undefined;
  readonly showDot: boolean;
  readonly current: boolean;
  readonly wide: boolean;
  readonly onMenu: (contact: Contact, at: MenuPlace) => void;
}

/** One conversation: who, when, what, and what is new. The same props draw nothing new. */
export const ChatRow = memo(function ChatRow(props: ChatRowProps) {
  const { contact, current, wide, onMenu } = props;
  const { t } = useTranslation();
  const name = contactName(t, contact);
  const hold = useLongPress((at) => onMenu(contact, at));
  return (
    <div
      className={cx(styles.row, contact.isTop && styles.pinned, wide && styles.wide, current && styles.current)}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu(contact, placeOf(event));
      }}
      onClickCapture={(event) => {
        if (!hold.swallow()) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      {...hold.handlers}
    >
      <Link to={`${CHAT}?id=${contact.id}`} className={styles.link} data-row="" draggable={false} aria-current={current ? 'true' : undefined}>
        <Avatar id={contact.id} name={name} src={contact.avatar} online={props.showDot && contact.isOnline} />
        <Words {...props} />
      </Link>
      <IconButton small label={`${t('home.rowMenu')}: ${name}`} title={t('home.rowMenu')} className={styles.more} onClick={(event) => onMenu(contact, event.currentTarget)}>
        <Ellipsis size={18} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
});

function Words({ contact, self, draft, waiting, current, showDot }: ChatRowProps) {
  const { t } = useTranslation();
  const timeText = useDisplayTime();
  const name = contactName(t, contact);
  const at = waiting?.message.createdAtMs ?? contact.lastSentAtMs;
  return (
    <span className={styles.words}>
      <span className={styles.line}>
        <span className={styles.name} title={name}>
          {name}
        </span>
        {showDot && contact.isOnline && <VisuallyHidden>{t('a11y.online')}</VisuallyHidden>}
        {contact.isTop && <VisuallyHidden>{t('a11y.pinned')}</VisuallyHidden>}
        <time className={styles.time} title={at > 0 ? fullTime(at) : undefined}>
          {timeText(at)}
        </time>
      </span>
      <span className={styles.line}>
        <span className={styles.preview}>
          {contact.mentions > 0 && <span className={styles.at}>{t('home.atMe', { count: contact.mentions })} </span>}
          {draft !== '' && !current ? (
            <>
              <span className={styles.draft}>{t('home.draft')} </span>
              {draft}
            </>
          ) : (
            <>
              <WaitingState item={waiting} />
              {previewText(t, previewOf(waiting === undefined ? contact.last : { ...waiting.message, note: null }), self)}
            </>
          )}
        </span>
        {!contact.isNotice && (
          <span className={styles.bell}>
            <BellOff size={15} strokeWidth={1.75} aria-hidden="true" style={{ display: 'block' }} />
            <VisuallyHidden>{t('a11y.muted')}</VisuallyHidden>
          </span>
        )}
        <Badge count={contact.unread} muted={!contact.isNotice} />
      </span>
    </span>
  );
}

function WaitingState({ item }: { readonly item: OutboxItem | undefined }): ReactNode {
  const { t } = useTranslation();
  if (item === undefined) return null;
  const failed = item.status === 'failed';
  const Icon = failed ? CircleAlert : Clock;
  return (
    <span className={cx(styles.state, failed && styles.failed)}>
      <Icon size={15} strokeWidth={1.75} aria-hidden="true" style={{ display: 'block' }} />
      <VisuallyHidden>{t(failed ? 'home.failedToSend' : 'home.waiting')}</VisuallyHidden>
    </span>
  );
}
