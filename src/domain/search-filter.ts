import type { UserId } from './ids.ts';
import type { MessageType } from './message.ts';

/** What a message that is looked for holds. */
export const SEARCH_KINDS = ['image', 'video', 'voice', 'file', 'link'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** Narrows a search beside its words (SEARCH-14). */
export interface SearchFilter {
  readonly from?: UserId | undefined;
  readonly has?: SearchKind | undefined;
  /** Sent at this moment or later, in ms. */
  readonly sinceMs?: number | undefined;
  /** Sent before this moment, in ms. */
  readonly untilMs?: number | undefined;
}

export const isNarrowed = ({ from, has, sinceMs, untilMs }: SearchFilter): boolean =>
  [from, has, sinceMs, untilMs].some((one) => one !== undefined);

/** The kinds of messages that may hold it; none: all of them. */
export const typesHaving = (has: SearchKind | undefined): readonly MessageType[] =>
  has === undefined || has === 'link' ? [] : [has];

/** What the words of every message with a link hold, as an index of words knows them. */
export const LINK_BEGINS = 'http';
const LINK = /https?:\/\/[^\s<"]/i;

/** `words`: the text, or the name of the file and what stands below it. */
export function fitsFilter(
  message: { readonly from: UserId; readonly sentAtMs: number; readonly type: MessageType },
  words: string,
  { from, has, sinceMs = 0, untilMs = Number.POSITIVE_INFINITY }: SearchFilter,
): boolean {
  if (from !== undefined && message.from !== from) return false;
  if (message.sentAtMs < sinceMs || message.sentAtMs >= untilMs) return false;
  const types = typesHaving(has);
  if (types.length > 0 && !types.includes(message.type)) return false;
  return has !== 'link' || LINK.test(words);
}
