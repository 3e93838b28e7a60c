import type { EditedWords, LastMessage, Message, Outgoing } from '../../domain/message.ts';
import { toPlain } from '../../domain/markup.ts';
import { captionOf } from '../../domain/message.ts';

type Bodied = Pick<Message, 'content' | 'extra'>;

/** The part of a message that an edit changes; the same object where it says that already. */
export function reworded<T extends Bodied>(body: T, words: EditedWords): T {
  if ('content' in words) return body.content === words.content ? body : { ...body, content: words.content };
  if (captionOf(body.extra) === words.caption) return body;
  const { caption: _before, ...extra } = body.extra ?? {};
  return { ...body, extra: words.caption === '' ? extra : { ...extra, caption: words.caption } };
}

/** A message after an edit; an older one than it has seen changes nothing (EDIT-3). */
export function asEdited(message: Message, words: EditedWords, at: readonly number[]): Message {
  const isOld = message.recalled || (message.rev ?? 0) > words.rev;
  return isOld ? message : { ...reworded(message, words), at, rev: words.rev };
}

/** What the list says of it. */
export function lastReworded(last: LastMessage, words: EditedWords): LastMessage {
  if ('content' in words) return last.content === words.content ? last : { ...last, content: words.content };
  // Of pictures that stand together it is the first one's.
  if (last.type === 'image' || (last.caption ?? '') === words.caption) return last;
  const { caption: _before, ...rest } = last;
  return words.caption === '' ? rest : { ...rest, caption: words.caption };
}

/** What a quote of it says: its author, and its words or the name of its file. */
export function quotedAs(name: string, words: EditedWords): string {
  if ('content' in words) return `${name}：${toPlain(words.content)}`;
  return `${name}：${words.caption === '' ? words.name : toPlain(words.caption)}`;
}

export const wordsIn = (words: EditedWords): string => ('content' in words ? words.content : words.caption);

/** What waits to be confirmed, as an edit of this message. */
export const wordsFor = (
  message: Pick<Message | Outgoing, 'type'>,
  content: string,
  rev: number,
): EditedWords => (message.type === 'text' ? { content, rev } : { caption: content, name: '', rev });
