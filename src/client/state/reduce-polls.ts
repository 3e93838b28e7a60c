import type { ServerEvent } from '../../domain/events.ts';
import type { Message } from '../../domain/message.ts';
import { NO_TALLY, sameChoice } from '../../domain/poll.ts';
import type { Reduced } from './effects.ts';
import { NO_EFFECTS } from './effects.ts';
import { windowLimits as limits } from './limits.ts';
import { confirmed } from './pending-wishes.ts';
import { holderOf } from './reduce-erasure.ts';
import type { Conversation, State } from './state.ts';
import type { PolledLine } from './meanwhile-types.ts';
import { awaitsPage, rewritten } from './windows.ts';
import { withWindow } from './with-window.ts';

/** How a poll stands now; neither unread nor the list change by it (POLL-4). */
export function pollChanged(state: State, event: Extract<ServerEvent, { type: 'pollChanged' }>): Reduced {
  const { type: _type, conversation, ...line } = event;
  const { id: message, mine } = line;
  const id = conversation ?? holderOf(state, message);
  if (id === null) return { state, effects: NO_EFFECTS };
  const next = withWindow(state, id, (window) => withPolled(window, line));
  const isSo = ({ options }: { readonly options: readonly number[] }) =>
    mine !== null && sameChoice(options, mine);
  return { state: confirmed(next, 'vote', message, isSo), effects: NO_EFFECTS };
}

/** Where it is not there yet, a page may bring it as it was before. */
function withPolled(window: Conversation, line: PolledLine): Conversation {
  const change = (message: Message): Message => (message.id === line.id ? asPolled(message, line) : message);
  const next = {
    ...rewritten(window, line.id, change),
    early: window.early.some(({ id }) => id === line.id) ? window.early.map(change) : window.early,
  };
  if (!awaitsPage(window)) return next;
  return { ...next, polled: [...(window.polled ?? []), line].slice(-limits.erasedMax) };
}

/** What is older than what it has seen changes nothing; an end stays one. */
function asPolled(message: Message, { at, counts, voters, closed, mine }: PolledLine): Message {
  if (message.recalled) return message;
  const known = message.poll ?? NO_TALLY;
  const poll = {
    ...known,
    ...(at >= known.at && { at, counts, voters }),
    closed: closed || known.closed,
    ...(mine !== null && at >= known.mineAt && { mine, mineAt: at }),
  };
  return { ...message, poll };
}

/** Polls of a page as they changed since it was asked for. */
export const asPolledSince = (
  { polled = [] }: Conversation,
  messages: readonly Message[],
): readonly Message[] =>
  polled.length === 0
    ? messages
    : messages.map((message) =>
        polled.reduce((now, line) => (line.id === message.id ? asPolled(now, line) : now), message),
      );
