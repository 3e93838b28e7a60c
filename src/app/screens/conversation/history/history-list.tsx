import { MessageSquareShare } from 'lucide-react';
import { Fragment } from 'react';
import { Link } from '../../../kit/navigation.ts';
import type { ContactId } from '../../../../domain/ids.ts';
import { toPlain } from '../../../../domain/markup.ts';
import type { TFunction } from 'i18next';
import { isPoll } from '../../../../domain/poll-mark.ts';
import { unmarked } from '../../../../domain/rich-text.ts';
import type { Message } from '../../../../domain/message.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import buttons from '../../../kit/button.module.css';
import { Avatar } from '../../../kit/avatar.tsx';
import { useStore } from '../../../shared/client-context.ts';
import { Highlight } from '../../../shared/highlight.tsx';
import { authorName, inOwnWords } from '../../../shared/contact-name.ts';
import { afterLabel } from '../../../../domain/isolates.ts';
import { excerpt } from '../../../shared/match.ts';
import { useFolded } from '../../../shared/use-folded.ts';
import { noteText } from '../../../shared/note-text.ts';
import { fullTime, useListTime } from '../../../shared/use-display-time.ts';
import { dayOf } from '../../../kit/day.ts';
import { DayPill } from '../message/lines.tsx';
import { MentionedIn } from '../message/mention.tsx';
import { MessageBody } from '../message/message-body.tsx';
import { chatAt } from '../use-media.tsx';
import styles from './history.module.css';

interface Props {
  readonly contact: ContactId;
  readonly keywords: string;
  readonly onOpen: (message: Message, at: Element) => void;
}

/** Newest first: author, time, text, and a link to the chat. */
export const HistoryList = ({ messages, ...rest }: Props & { readonly messages: readonly Message[] }) => (
  <ul className={styles.rows}>
    {messages.map((message, i) => (
      <Fragment key={message.id}>
        {dayOf(messages[i - 1]?.sentAtMs ?? 0) !== dayOf(message.sentAtMs) && (
          <li className={styles.dayHead}>
            <DayPill ms={message.sentAtMs} />
          </li>
        )}
        <li className={styles.row}>
          <MentionedIn value={rest.contact}>
            <HistoryRow message={message} {...rest} />
          </MentionedIn>
        </li>
      </Fragment>
    ))}
  </ul>
);

function HistoryRow({ contact, message, keywords, onOpen }: Props & { readonly message: Message }) {
  const { t } = useTranslation();
  const name = useStore((state) => authorName(t, state, message.from));
  const time = useListTime()(message.sentAtMs);
  const folded = useFolded(contact, message.from.id);
  return (
    <>
      {!folded && <Avatar id={message.from.id} name={name} src={message.from.avatar} size={40} />}
      <div className={styles.words}>
        <p className={styles.line}>
          <span className={styles.name} dir="auto">
            {!folded && name}
          </span>
          <time
            className={styles.time}
            dateTime={new Date(message.sentAtMs).toISOString()}
            title={fullTime(message.sentAtMs)}
          >
            {time}
          </time>
        </p>
        <div className={styles.body}>
          {folded ? (
            <span className={styles.event}>{t('chat.folded')}</span>
          ) : (
            <Content message={message} keywords={keywords} onOpen={onOpen} />
          )}
        </div>
      </div>
      {message.msgId > 0 && message.type !== 'event' && (
        <Link
          className={buttons.icon}
          to={chatAt(contact, message.msgId)}
          aria-label={t('history.show')}
          title={t('history.show')}
        >
          <MessageSquareShare size={20} strokeWidth={1.75} aria-hidden="true" />
        </Link>
      )}
    </>
  );
}

/** Text of a message, with a label for a poll. */
function wordsIn(t: TFunction, { content, extra }: Message): string {
  const words = toPlain(inOwnWords(t, unmarked(content, extra)));
  return isPoll(extra) ? afterLabel(t('msg.poll'), words) : words;
}

function Content({ message, keywords, onOpen }: Omit<Props, 'contact'> & { readonly message: Message }) {
  const { t } = useTranslation();
  const self = useStore((state) => state.self?.id ?? null);
  if (message.type === 'event' || message.recalled)
    return (
      <span className={styles.event}>
        {(message.note ? noteText(t, message.note, self) : toPlain(message.content)) || t('chat.recalled')}
      </span>
    );
  if (message.type === 'text' && keywords !== '')
    return <Highlight text={excerpt(wordsIn(t, message), keywords)} keywords={keywords} />;
  return (
    <MessageBody
      body={message}
      name={message.id}
      own={message.from.id === self}
      onOpen={(at) => onOpen(message, at)}
    />
  );
}
