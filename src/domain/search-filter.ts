import type { UserId } from './ids.ts';
import { webLinks } from './linkify.ts';
import { toPlain } from './markup.ts';
import type { MessageType } from './message.ts';

/** Kinds of content that a search can filter by. */
export const SEARCH_KINDS = ['image', 'video', 'voice', 'file', 'link'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** Filters of a search besides its words (SEARCH-14). */
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

/** Message types that may have this content; empty: all of them. */
export const typesHaving = (has: SearchKind | undefined): readonly MessageType[] =>
  has === undefined || has === 'link' ? [] : [has];

/** Token that the word index holds for every message with a link. */
export const LINK_BEGINS = 'http';

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
