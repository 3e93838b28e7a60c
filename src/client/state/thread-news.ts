import type { Place, ThreadNews } from '../../domain/events.ts';
import type { ContactId } from '../../domain/ids.ts';
import type { Message } from '../../domain/message.ts';
import { windowLimits as limits } from './limits.ts';
import { withWindow } from './with-window.ts';
import type { Conversation, State } from './state.ts';
import type { RepliedLine } from './meanwhile-types.ts';
import { awaitsPage, rewritten } from './windows.ts';

/** How many answers a message has now, wherever it is shown (THREAD-3). */
export function withThreadNews(
  state: State,
  id: ContactId,
  news: ThreadNews | undefined,
  place: Place,
): State {
  if (news === undefined || news.count === null || place === null) return state;
  const line = { n: news.root, at: place.seq, count: news.count };
  return withWindow(state, id, (window) => withReplied(window, line));
}

/** Where it is not there yet, a page may bring it as it was before. */
function withReplied(window: Conversation, line: RepliedLine): Conversation {
  const change = (message: Message): Message => (message.n === line.n ? asReplied(message, line) : message);
  const id = window.chunks.flat().find(({ n }) => n === line.n)?.id;
  const next = {
    ...(id === undefined ? window : rewritten(window, id, change)),
    early: window.early.some(({ n }) => n === line.n) ? window.early.map(change) : window.early,
  };
  if (awaitsPage(window))
    return { ...next, replied: [...(window.replied ?? []), line].slice(-limits.erasedMax) };
  return id === undefined && next.early === window.early ? window : next;
}

/** What is older than what it has seen changes nothing. */
const asReplied = (message: Message, { at, count }: RepliedLine): Message =>
  message.recalled || (message.replies?.at ?? 0) > at ? message : { ...message, replies: { at, count } };

/** Messages of a page as they were answered since it was asked for. */
export const asRepliedSince = (
  { replied = [] }: Conversation,
  messages: readonly Message[],
): readonly Message[] =>
  replied.length === 0
    ? messages
    : messages.map((message) =>
        replied.reduce((now, line) => (line.n === message.n ? asReplied(now, line) : now), message),
      );
