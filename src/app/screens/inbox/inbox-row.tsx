import { AtSign, Check, MessagesSquare, Reply, Smile } from 'lucide-react';
import { previewOf } from '../../../client/state/selectors.ts';
import { contactView } from '../../../client/state/contact-view.ts';
import { lastMessageOf } from '../../../client/state/recalled.ts';
import { type InboxEntry, INBOX_REASONS } from '../../../domain/inbox.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { IconButton } from '../../kit/button.tsx';
import { cx } from '../../kit/class-names.ts';
import { Link } from '../../kit/navigation.ts';
import { VisuallyHidden } from '../../kit/visually-hidden.tsx';
import { pathTo } from '../../paths/paths.ts';
import { useStore } from '../../shared/client-context.ts';
import { authorName, contactName, nameText } from '../../shared/contact-name.ts';
import { emojiInWords, previewText } from '../../shared/preview-text.ts';
import { useListTime } from '../../shared/use-display-time.ts';
import styles from './inbox.module.css';

const icon = { size: 14, strokeWidth: 2, 'aria-hidden': true } as const;
const ICONS = {
  mention: <AtSign {...icon} />,
  reply: <Reply {...icon} />,
  thread: <MessagesSquare {...icon} />,
  reaction: <Smile {...icon} />,
} as const;

/** One entry: where it is, why it is here, and its words; it leads to the message in its chat. */
export function InboxRow({ entry, onDone }: { readonly entry: InboxEntry; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const { conversation, message, isUnread, atMs } = entry;
  const contact = useStore((state) => contactView(state, conversation));
  const self = useStore((state) => state.self?.id ?? null);
  const time = useListTime()(atMs);
  const name = contact === undefined ? '' : contactName(t, contact);
  const words = previewText(t, previewOf(lastMessageOf(message)), self);
  return (
    <li className={cx(styles.entry, isUnread && styles.unread)}>
      <Link
        className={styles.open}
        to={pathTo('chat', { id: conversation, msg_id: message.msgId ?? undefined })}
        data-row={entry.msgId}
      >
        <Avatar id={conversation} name={name} src={contact?.avatar ?? ''} size={40} />
        <span className={styles.words}>
          <span className={styles.line}>
            <span className={styles.name} dir="auto" translate="no">
              {name}
            </span>
            <time className={styles.time}>{time}</time>
          </span>
          <Why entry={entry} />
          <span className={styles.text} dir="auto">
            {words}
          </span>
        </span>
        {isUnread && <VisuallyHidden>{t('inbox.isUnread')}</VisuallyHidden>}
      </Link>
      <IconButton label={t('inbox.finish')} onClick={onDone}>
        <Check size={20} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </li>
  );
}

/** The most personal reason, with its sign. */
function Why({ entry: { why, message, reacted } }: { readonly entry: InboxEntry }) {
  const { t } = useTranslation();
  const author = useStore((state) => authorName(t, state, message.from));
  const first = INBOX_REASONS.find((one) => why.includes(one)) ?? 'thread';
  const others = (reacted?.people ?? 1) - 1;
  const facts = { name: nameText(t, reacted?.by.name ?? ''), emoji: emojiInWords(reacted?.emoji ?? '') };
  const text =
    first !== 'reaction'
      ? t(`inbox.${first}`, { name: author })
      : others > 0
        ? t('inbox.reactedAlso', { ...facts, count: others })
        : t('inbox.reaction', facts);
  return (
    <span className={styles.why}>
      {ICONS[first]}
      <span>{text}</span>
    </span>
  );
}
