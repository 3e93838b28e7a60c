import type { Message } from '../../../../domain/message.ts';
import { fullTime } from '../../../shared/use-display-time.ts';
import { MessageBody } from '../message/message-body.tsx';
import styles from './history.module.css';

/** Pictures and videos side by side. */
export const HistoryGrid = ({
  messages,
  onOpen,
}: {
  readonly messages: readonly Message[];
  readonly onOpen: (message: Message, at: Element) => void;
}) => (
  <ul className={styles.grid}>
    {messages.map((message) => (
      <li key={message.id} title={`${message.from.displayName}, ${fullTime(message.sentAtMs)}`}>
        <MessageBody body={message} name={message.id} own={false} onOpen={(at) => onOpen(message, at)} />
      </li>
    ))}
  </ul>
);
