import type { Message } from '../../domain/message.ts';
import { asEditedSince } from './reduce-edits.ts';
import { asUnquotedSince } from './reduce-erasure.ts';
import { asPolledSince } from './reduce-polls.ts';
import { asLinkedSince } from './reduce-previews.ts';
import { asReactedSince } from './reduce-reactions.ts';
import type { Conversation } from './state.ts';
import { asRepliedSince } from './thread-news.ts';
import type { Meanwhile } from './meanwhile-types.ts';

/** Nothing has been told yet while a page is on its way. */
export const NONE_MEANWHILE = {
  edited: undefined,
  unquoted: undefined,
  reacted: undefined,
  polled: undefined,
  replied: undefined,
  linked: undefined,
} as const satisfies Record<keyof Meanwhile, undefined>;

/** Messages of a page under all that was told of them since it was asked for. */
export const asToldSince = (window: Conversation, messages: readonly Message[]): readonly Message[] =>
  [asEditedSince, asUnquotedSince, asReactedSince, asPolledSince, asLinkedSince, asRepliedSince].reduce(
    (page, since) => since(window, page),
    messages,
  );

/** The same of words and cards alone: what must stand in no line any more (RECALL-2, EDIT-2, PREVIEW-8). */
export const withoutFormerWords = (window: Conversation, messages: readonly Message[]): readonly Message[] =>
  [asEditedSince, asUnquotedSince, asLinkedSince].reduce((page, since) => since(window, page), messages);
