import type { Contact } from '../../../client/state/state.ts';
import type { MsgId } from '../../../domain/ids.ts';
import { toPlain } from '../../../domain/markup.ts';
import { unmarked } from '../../../domain/rich-text.ts';
import type { Message } from '../../../domain/message.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { Button } from '../../kit/button.tsx';
import { useClient } from '../../shared/client-context.ts';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { Sheet } from '../../kit/sheet.tsx';
import { SkeletonRows } from '../../kit/skeleton.tsx';
import { fullTime } from '../../shared/use-display-time.ts';
import { useWhenChanged } from '../../kit/use-steady.ts';
import { useFolded } from '../../shared/use-folded.ts';
import { useFollow } from '../../shared/use-follow.ts';
import { useLoad } from '../../shared/use-load.ts';
import styles from './chat.module.css';
import excerpt from './excerpt.module.css';
import { useAuthorName } from './message/author.tsx';
import { quoteWords } from './message/quote-block.tsx';

/**
 * The messages that mention the user; each links to its place and is marked as read there, the button marks
 * all as read.
 */
export default function MentionSheet({
  contact,
  open,
  onClose,
  onPick,
}: {
  readonly contact: Contact;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onPick: (message: MsgId) => void;
}) {
  const { t } = useTranslation();
  return (
    <Sheet open={open} onClose={onClose} title={t('chat.mentions')} large>
      {open && <Mentions contact={contact} onClose={onClose} onPick={onPick} />}
    </Sheet>
  );
}

function Mentions({ contact, onClose, onPick }: Omit<Parameters<typeof MentionSheet>[0], 'open'>) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const loaded = useLoad(contact.id, () => actions.mentionsOf(contact.id));
  useFollow([contact.id], loaded.reload);
  useWhenChanged(loaded.reload, contact.mentions);
  const read = () => void actions.readMentions(contact.id);
  if (loaded.state === 'failed')
    return (
      <EmptyBlock
        kind="network"
        text={failureText(t, loaded.failure)}
        action={<Button onClick={loaded.reload}>{t('common.retry')}</Button>}
      />
    );
  if (loaded.value === null) return <SkeletonRows count={4} />;
  if (loaded.value.length === 0) return <EmptyBlock kind="found" text={t('chat.noMentions')} />;
  return (
    <div className={styles.mentions}>
      <ul>
        {loaded.value.map((message) => (
          <li key={message.id}>
            <MentionRow chat={contact.id} message={message} onPick={() => onPick(message.msgId)} />
          </li>
        ))}
      </ul>
      <div className={styles.mentionsFoot}>
        <Button
          block
          onClick={() => {
            read();
            onClose();
          }}
        >
          {t('chat.markRead')}
        </Button>
      </div>
    </div>
  );
}

function MentionRow({
  chat,
  message,
  onPick,
}: {
  readonly chat: Contact['id'];
  readonly message: Message;
  readonly onPick: () => void;
}) {
  const { t } = useTranslation();
  const name = useAuthorName(message.from);
  const folded = useFolded(chat, message.from.id);
  const quoteFolded = useFolded(chat, message.quote?.userId);
  return (
    <button type="button" className={styles.mentionRow} onClick={onPick}>
      {!folded && <Avatar id={message.from.id} name={name} src={message.from.avatar} size={40} />}
      <span className={excerpt.words}>
        <span className={excerpt.head}>
          <span className={excerpt.name} dir="auto">
            {!folded && name}
          </span>
          <time>{fullTime(message.sentAtMs)}</time>
        </span>
        <span className={excerpt.text} dir="auto">
          {folded ? t('chat.folded') : toPlain(unmarked(message.content, message.extra))}
        </span>
        {message.quote && !folded && (
          <span className={styles.mentionQuote} dir="auto">
            {quoteFolded ? t('chat.folded') : quoteWords(t, message.quote)}
          </span>
        )}
      </span>
    </button>
  );
}
