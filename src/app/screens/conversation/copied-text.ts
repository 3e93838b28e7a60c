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

export interface Names {
  readonly of: (person: Person) => string;
  /** Label for a kind without text, or not only text. */
  readonly ofKind: (type: MessageType) => string;
}

/**
 * Text as it was typed; for several messages with author and time, and a label for other kinds (UI-59).
 *
 * @param parts the text of messages of which only a part is copied.
 */
export function copiedText(
  rows: readonly TimelineRow[],
  names: Names,
  parts: ReadonlyMap<TimelineRow, string> = WHOLE,
): string {
  const [only, ...others] = rows;
  if (only === undefined || others.length === 0) return only === undefined ? '' : wordsOf(only);
  return rows
    .flatMap((row) => {
      const { message, sentAtMs } = row;
      if (message === null) return [];
      const words = parts.get(row) ?? wordsOf(row);
      const heading = [message.type === 'text' ? '' : names.ofKind(message.type), words];
      return `${names.of(message.from)}, ${fullTime(sentAtMs)}\n${heading.filter(Boolean).join(' ')}`;
    })
    .join('\n\n');
}
const WHOLE: ReadonlyMap<TimelineRow, string> = new Map();

/**
 * The messages under the selection of the mouse, as they are copied from the selection bar; null: the browser
 * copies a selection within one message itself (UI-59).
 */
export function copiedSelection(list: Element, rows: readonly TimelineRow[], names: Names): string | null {
  const selection = getSelection();
  if (selection === null || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const bubbles = [...list.querySelectorAll('[data-message]')].flatMap((element) => {
    const bubble = element.querySelector('article');
    const row = rows.find(({ key }) => key === element.getAttribute('data-message'));
    return bubble === null || row === undefined || !range.intersectsNode(bubble) ? [] : [{ bubble, row }];
  });
  const parts = new Map<TimelineRow, string>();
  for (const { bubble, row } of bubbles) {
    const words = bubble.querySelector('[data-words]');
    if (words !== null && !selection.containsNode(words, false)) parts.set(row, partOf(words, range));
  }
  // A drag often ends at the edge of the next bubble, without a letter of it.
  const copied = bubbles.map(({ row }) => row).filter((row) => parts.get(row) !== '');
  return copied.length < 2 ? null : copiedText(copied, names, parts);
}

/** The selected text within an element, with its lines. */
function partOf(element: Element, range: Range): string {
  if (!range.intersectsNode(element)) return '';
  const part = document.createRange();
  part.selectNodeContents(element);
  if (range.compareBoundaryPoints(Range.START_TO_START, part) > 0)
    part.setStart(range.startContainer, range.startOffset);
  if (range.compareBoundaryPoints(Range.END_TO_END, part) < 0)
    part.setEnd(range.endContainer, range.endOffset);
  const contents = part.cloneContents();
  for (const end of contents.querySelectorAll('br')) end.replaceWith('\n');
  for (const block of contents.querySelectorAll('li, blockquote')) block.after('\n');
  return (contents.textContent ?? '').trim();
}
