import type { LastMessage } from '../../domain/message.ts';

/** The line of the list with other words, as they are read: of a text, or under a file. */
export function lastSaying(last: LastMessage, said: string): LastMessage {
  if (last.type === 'text') return last.content === said ? last : { ...last, content: said };
  // Of pictures that stand together it is the first one's.
  if (last.type === 'image' || (last.caption ?? '') === said) return last;
  const { caption: _before, ...rest } = last;
  return said === '' ? rest : { ...rest, caption: said };
}
