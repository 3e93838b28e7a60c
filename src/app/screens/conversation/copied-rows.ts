import { toPlain } from '../../../domain/markup.ts';
import type { MessageType, Person } from '../../../domain/message.ts';
import { captionIn } from '../../shared/message-fields.ts';
import { fullTime } from '../../shared/use-display-time.ts';
import { copiedWords } from './polls/poll-words.ts';
import type { TimelineRow } from './timeline.ts';

const wordsOf = ({ message }: TimelineRow): string =>
  message === null ? '' : message.type === 'text' ? copiedWords(message) : toPlain(captionIn(message));

/** Whether there is anything among them to copy. */
export const haveWords = (rows: readonly TimelineRow[]): boolean => rows.some((row) => wordsOf(row) !== '');

interface Names {
  readonly of: (person: Person) => string;
  /** Of a kind that has no words, or not only words. */
  readonly ofKind: (type: MessageType) => string;
}

/** Words as they were typed; of several messages with who said each and when, and what is no text (UI-59). */
export function copiedText(rows: readonly TimelineRow[], names: Names): string {
  const [only, ...others] = rows;
  if (only === undefined || others.length === 0) return only === undefined ? '' : wordsOf(only);
  return rows
    .flatMap((row) => {
      const { message, sentAtMs } = row;
      if (message === null) return [];
      const said = [message.type === 'text' ? '' : names.ofKind(message.type), wordsOf(row)];
      return `${names.of(message.from)}, ${fullTime(sentAtMs)}\n${said.filter(Boolean).join(' ')}`;
    })
    .join('\n\n');
}
