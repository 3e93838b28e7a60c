import { MessageSquareShare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ContactId } from '../../../domain/ids.ts';
import { toPlain } from '../../../domain/markup.ts';
import type { Message } from '../../../domain/message.ts';
import buttons from '../../kit/button.module.css';
import { Avatar } from '../../kit/avatar.tsx';
import { useStore } from '../../kit/client-context.ts';
import { Highlight } from '../../kit/highlight.tsx';
import { excerpt } from '../../kit/match.ts';
import { noteText } from '../../kit/note-text.ts';
import { useDisplayTime, fullTime } from '../../kit/use-display-time.ts';
import { nameOf } from '../../../client/store/selectors.ts';
import { MessageBody } from '../chat/message/message-body.tsx';
import { chatAt } from '../chat/use-media.tsx';
import styles from './history.module.css';

interface Props {
  readonly contact: ContactId;
  readonly keywords: string;
  readonly onOpen: (message: Message, at: Element) => void;
}

/** Newest first: who, when, what, and the way into the chat. */
export const HistoryList = ({ messages, ...rest }: Props & { readonly messages: readonly Message[] }) => (
  <ul className={styles.rows}>
    {messages.map((message) => (
      <li key={message.id} className={styles.row}>
        <HistoryRow message={message} {...rest} />
      </li>
    ))}
  </ul>
);

function HistoryRow({ contact, message, keywords, onOpen }: Props & { readonly message: Message }) {
  const { t } = useTranslation();
  const name = useStore((state) => nameOf(state, message.from));
  const time = useDisplayTime()(message.sentAtMs);
  return (
    <>
      <Avatar id={message.from.id} name={name} src={message.from.avatar} size={40} />
      <div className={styles.words}>
        <p className={styles.line}>
          <span className={styles.name}>{name}</span>
          <time className={styles.time} dateTime={new Date(message.sentAtMs).toISOString()} title={fullTime(message.sentAtMs)}>
            {time}
          </time>
        </p>
        <div className={styles.body}>
          <Content message={message} keywords={keywords} onOpen={onOpen} />
        </div>
      </div>
      {message.msgId > 0 && message.type !== 'event' && (
        <Link className={buttons.icon} to={chatAt(contact, message.msgId)} aria-label={t('history.show')} title={t('history.show')}>
          <MessageSquareShare size={20} strokeWidth={1.75} aria-hidden="true" />
        </Link>
      )}
    </>
  );
}

function Content({ message, keywords, onOpen }: Omit<Props, 'contact'> & { readonly message: Message }) {
  const { t } = useTranslation();
  const self = useStore((state) => state.self?.id ?? null);
  if (message.type === 'event' || message.recalled) return <span className={styles.event}>{(message.note ? noteText(t, message.note, self) : toPlain(message.content)) || t('chat.recalled')}</span>;
  if (message.type === 'text' && keywords !== '') return <Highlight text={excerpt(toPlain(message.content), keywords)} keywords={keywords} />;
  return <MessageBody body={message} name={message.id} onOpen={(at) => onOpen(message, at)} />;
}
