import type { ServerEvent } from '../../domain/events.ts';
import type { LinkPreview } from '../../domain/link-preview.ts';
import type { Message } from '../../domain/message.ts';
import type { Reduced } from './effects.ts';
import { NO_EFFECTS } from './effects.ts';
import { windowLimits as limits } from './limits.ts';
import { confirmed } from './pending-wishes.ts';
import { holderOf } from './reduce-erasure.ts';
import type { Conversation, State } from './state.ts';
import type { LinkedLine } from './meanwhile-types.ts';
import { awaitsPage, rewritten } from './windows.ts';
import { withWindow } from './with-window.ts';

type PreviewedEvent = Extract<ServerEvent, { type: 'messagePreviewed' }>;

/** The card of a text as it is now; nothing else changes by it (PREVIEW-7). */
export function messagePreviewed(state: State, { conversation, id, link }: PreviewedEvent): Reduced {
  const holder = conversation ?? holderOf(state, id);
  const told = confirmed(state, 'card', id, ({ url }) => link?.url !== url);
  if (holder === null) return { state: told, effects: NO_EFFECTS };
  const next = withWindow(told, holder, (window) => withLine(window, { id, link }));
  return { state: next, effects: NO_EFFECTS };
}

/** Where it is not there yet, a page may bring it as it was before. */
function withLine(window: Conversation, line: LinkedLine): Conversation {
  const change = (message: Message): Message =>
    message.id === line.id ? asLinked(message, line.link) : message;
  const next = {
    ...rewritten(window, line.id, change),
    early: window.early.some(({ id }) => id === line.id) ? window.early.map(change) : window.early,
  };
  if (!awaitsPage(window)) return next;
  const others = (window.linked ?? []).filter(({ id }) => id !== line.id);
  return { ...next, linked: [...others, line].slice(-limits.erasedMax) };
}

/** With this card, or without one. */
export function asLinked(message: Message, link: LinkPreview | null): Message {
  if (message.recalled) return message;
  if (link !== null) return { ...message, link };
  if (message.link === undefined) return message;
  const { link: _gone, ...rest } = message;
  return rest;
}

/** Messages of a page with the cards that came, or went, since it was asked for. */
export const asLinkedSince = (
  { linked = [] }: Conversation,
  messages: readonly Message[],
): readonly Message[] =>
  linked.length === 0
    ? messages
    : messages.map((message) => {
        const line = linked.find(({ id }) => id === message.id);
        return line ? asLinked(message, line.link) : message;
      });
