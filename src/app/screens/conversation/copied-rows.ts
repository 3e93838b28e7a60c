import { toPlain } from '../../../domain/markup.ts';
import type { Person } from '../../../domain/message.ts';
import { captionIn } from '../../shared/message-fields.ts';
import { fullTime } from '../../shared/use-display-time.ts';
import { copiedWords } from './polls/poll-words.ts';
import type { TimelineRow } from './timeline.ts';

const wordsOf = ({ message }: TimelineRow): string =>
  message === null ? '' : message.type === 'text' ? copiedWords(message) : toPlain(captionIn(message));

/** Those with words, which alone are copied. */
export const withWords = (rows: readonly TimelineRow[]): readonly TimelineRow[] =>
  rows.filter((row) => wordsOf(row) !== '');

/** Words as they were typed; of several messages, with who said each and when (UI-59). */
export function copiedText(rows: readonly TimelineRow[], nameOf: (person: Person) => string): string {
  const said = withWords(rows);
  if (said.length === 1 && said[0]) return wordsOf(said[0]);
  return said
    .map(
      (row) => `${row.message ? nameOf(row.message.from) : ''}, ${fullTime(row.sentAtMs)}\n${wordsOf(row)}`,
    )
    .join('\n\n');
}
