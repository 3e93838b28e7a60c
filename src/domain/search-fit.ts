import type { UserId } from './ids.ts';
import { webLinks } from './linkify.ts';
import { toPlain } from './markup.ts';
import type { MessageType } from './message.ts';
import { type SearchFilter, typesHaving } from './search-filter.ts';

/** `words`: the text, or the name of the file and its caption. */
export function fitsFilter(
  message: { readonly from: UserId; readonly sentAtMs: number; readonly type: MessageType },
  words: string,
  { from, has, sinceMs = 0, untilMs = Number.POSITIVE_INFINITY }: SearchFilter,
): boolean {
  if (from !== undefined && message.from !== from) return false;
  if (message.sentAtMs < sinceMs || message.sentAtMs >= untilMs) return false;
  const types = typesHaving(has);
  if (types.length > 0 && !types.includes(message.type)) return false;
  return has !== 'link' || webLinks(toPlain(words)).length > 0;
}
