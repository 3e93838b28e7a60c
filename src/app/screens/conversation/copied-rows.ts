import { toPlain } from '../../../domain/markup.ts';
import type { MessageType, Person } from '../../../domain/message.ts';
import { captionIn } from '../../shared/message-fields.ts';
import { fullTime } from '../../shared/use-display-time.ts';
import { copiedWords } from './polls/poll-words.ts';
import type { TimelineRow } from './timeline.ts';

const wordsOf = ({ message }: TimelineRow): string =>
  message === null ? '' : message.type === 'text' ? copiedWords(message) : toPlain(captionIn(message));

/** Checks whether any of them has text to copy. */
export const haveWords = (rows: readonly TimelineRow[]): boolean => rows.some((row) => wordsOf(row) !== '');

interface Names {
  readonly of: (person: Person) => string;
  /** Label for a kind without text, or not only text. */
  readonly ofKind: (type: MessageType) => string;
}

/** Text as it was typed; for several messages with author and time, and a label for other kinds (UI-59). */
export function copiedText(rows: readonly TimelineRow[], names: Names): string {
  const [only, ...others] = rows;
  if (only === undefined || others.length === 0) return only === undefined ? '' : wordsOf(only);
  return rows
    .flatMap((row) => {
      const { message, sentAtMs } = row;
      if (message === null) return [];
      const heading = [message.type === 'text' ? '' : names.ofKind(message.type), wordsOf(row)];
      return `${names.of(message.from)}, ${fullTime(sentAtMs)}\n${heading.filter(Boolean).join(' ')}`;
    })
    .join('\n\n');
}
