import type { NamedUser } from '../../domain/mention-names.ts';
import type { LastMessage } from '../../domain/message.ts';

/** The line of the list with other words, as they are read: of a text, or under a file. */
export function lastSaying(
  last: LastMessage,
  said: string,
  named: readonly NamedUser[] = last.named ?? [],
): LastMessage {
  if (last.type === 'text') {
    const { named: _before, ...rest } = last;
    return last.content === said ? last : { ...rest, content: said, ...(named.length > 0 && { named }) };
  }
  // The caption belongs to the first picture of an album.
  if (last.type === 'image' || (last.caption ?? '') === said) return last;
  const { caption: _before, ...rest } = last;
  return said === '' ? rest : { ...rest, caption: said };
}
