import { toPlain } from '../../domain/markup.ts';
import { type NamedUser, toNamedUsers } from '../../domain/mention-names.ts';
import {
  type EditedWords,
  type LastMessage,
  type Message,
  type Outgoing,
  captionOf,
} from '../../domain/message.ts';
import { unmarked, withWordMarks } from '../../domain/rich-text.ts';
import type { PendingEdit } from './state.ts';

type Bodied = Pick<Message, 'content' | 'extra'>;

/** The part of a message that an edit changes; the same object if it is already equal. */
export function reworded<T extends Bodied>(body: T, words: EditedWords): T {
  const extra = withMarks(body.extra, words);
  if ('content' in words)
    return body.content === words.content && extra === body.extra
      ? body
      : { ...body, content: words.content, extra };
  if (captionOf(body.extra) === words.caption && extra === body.extra) return body;
  const { caption: _before, ...rest } = extra ?? {};
  return { ...body, extra: words.caption === '' ? rest : { ...rest, caption: words.caption } };
}

/** Applies an edit to a message; an older one is ignored (EDIT-3). */
export function asEdited(message: Message, words: EditedWords, at: readonly number[]): Message {
  const isOld = message.recalled || (message.rev ?? 0) > words.rev;
  return isOld ? message : { ...reworded(message, words), at, rev: words.rev };
}

/** The list row with the new text. */
export const lastReworded = (last: LastMessage, words: EditedWords): LastMessage =>
  lastSaying(last, unmarked(wordsIn(words), words), toNamedUsers(words.mentions ?? []));

/** The content of a quote: its author, and its text or the name of its file. */
export function quotedAs(name: string, words: EditedWords): string {
  const text = toPlain(unmarked(wordsIn(words), words));
  return `${name}：${'caption' in words && words.caption === '' ? words.name : text}`;
}

/** The same object where it has these marks already. */
function withMarks(extra: Bodied['extra'], words: EditedWords): Bodied['extra'] {
  const next = withWordMarks(extra, words);
  return JSON.stringify(next) === JSON.stringify(extra) ? extra : next;
}

export const wordsIn = (words: EditedWords): string => ('content' in words ? words.content : words.caption);

/** A pending change, as an edit of this message. */
export const wordsFor = (
  message: Pick<Message | Outgoing, 'type'>,
  { content, format, mentions }: Pick<PendingEdit, 'content' | 'format' | 'mentions'>,
  rev: number,
): EditedWords => ({
  ...(message.type === 'text' ? { content } : { caption: content, name: '' }),
  ...(format && { format }),
  ...(mentions && { mentions }),
  rev,
});

/** The line of the list with other words, as they are read: of a text, or under a file. */
export function lastSaying(
  last: LastMessage,
  content: string,
  mentions: readonly NamedUser[] = last.named ?? [],
): LastMessage {
  if (last.type === 'text') {
    const { named: _before, ...rest } = last;
    return last.content === content
      ? last
      : { ...rest, content, ...(mentions.length > 0 && { named: mentions }) };
  }
  // The caption belongs to the first picture of an album.
  if (last.type === 'image' || (last.caption ?? '') === content) return last;
  const { caption: _before, ...rest } = last;
  return content === '' ? rest : { ...rest, caption: content };
}
