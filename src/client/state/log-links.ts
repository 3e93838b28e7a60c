import type { FramedEvent, ServerEvent } from '../../domain/events.ts';
import type { MessageId } from '../../domain/ids.ts';
import type { LinkPreview } from '../../domain/link-preview.ts';
import type { Message } from '../../domain/message.ts';
import { asLinked } from './message-changes.ts';
import type { Input } from './effects.ts';
import type { Conversation, State } from './state.ts';
import { inThread } from './with-window.ts';

/*
 * Removed or replaced cards are erased from a device's state and log, like text (PREVIEW-8); the text of
 * their messages stays.
 */

type Ids = ReadonlySet<MessageId>;
type Previewed = Extract<ServerEvent, { type: 'messagePreviewed' }>;

/** Compares texts only; picture addresses change daily. */
const isSame = (a: LinkPreview, b: LinkPreview | null): boolean =>
  b !== null && a.url === b.url && a.title === b.title && a.text === b.text && a.site === b.site;

/** Returns the same event if it concerns none of these messages, or describes the card that stays. */
export const previewErased = (event: Previewed, ids: Ids, but: LinkPreview | null = null): Previewed =>
  event.link !== null && ids.has(event.id) && !isSame(event.link, but) ? { ...event, link: null } : event;

class Cards {
  constructor(
    private readonly ids: Ids,
    private readonly but: LinkPreview | null,
  ) {}

  /** The same list if none of them is removed. */
  outOf(messages: readonly Message[]): readonly Message[] {
    return messages.some((one) => this.goes(one.id, one.link))
      ? messages.map((one) => (this.goes(one.id, one.link) ? asLinked(one, null) : one))
      : messages;
  }

  outOfWindow<T extends Pick<Conversation, 'chunks'>>(window: T): T {
    const chunks = window.chunks.map((chunk) => this.outOf(chunk));
    return chunks.every((chunk, at) => chunk === window.chunks[at]) ? window : { ...window, chunks };
  }

  outOfServer(event: FramedEvent['event']): FramedEvent['event'] {
    if (event.type === 'messagePreviewed') return previewErased(event, this.ids, this.but);
    if (event.type !== 'messagePosted') return event;
    const [message = event.message] = this.outOf([event.message]);
    return message === event.message ? event : { ...event, message };
  }

  goes(id: MessageId, link: LinkPreview | null | undefined): boolean {
    return link !== undefined && link !== null && this.ids.has(id) && !isSame(link, this.but);
  }
}

export function inputWithoutLinks(input: Input, ids: Ids, but: LinkPreview | null): Input {
  const cards = new Cards(ids, but);
  if (input.kind === 'server') {
    const event = cards.outOfServer(input.framed.event);
    return event === input.framed.event ? input : { ...input, framed: { ...input.framed, event } };
  }
  const { event } = input;
  if (event.type === 'pageLoaded') {
    const messages = cards.outOf(event.messages);
    return messages === event.messages ? input : { ...input, event: { ...event, messages } };
  }
  if (event.type === 'threadLoaded') {
    const messages = cards.outOf(event.messages);
    const [first = null] = event.first ? cards.outOf([event.first]) : [];
    return messages === event.messages && first === event.first
      ? input
      : { ...input, event: { ...event, messages, first } };
  }
  if (event.type !== 'restored') return input;
  const windows = event.snapshot.windows.map((one) => cards.outOfWindow(one));
  return windows.every((one, at) => one === event.snapshot.windows[at])
    ? input
    : { ...input, event: { ...event, snapshot: { ...event.snapshot, windows } } };
}

export function stateWithoutLinks(state: State, ids: Ids, but: LinkPreview | null): State {
  const cards = new Cards(ids, but);
  const was = [...state.conversations.values()];
  const without = (window: Conversation): Conversation => {
    const early = cards.outOf(window.early);
    const left = window.meanwhile?.filter((one) => one.kind !== 'linked' || !cards.goes(one.id, one.link));
    const isWhole = early === window.early && left?.length === window.meanwhile?.length;
    return cards.outOfWindow(isWhole ? window : { ...window, early, meanwhile: left });
  };
  const kept = was.map((window) => inThread(without(window), without));
  return kept.every((one, at) => one === was[at])
    ? state
    : { ...state, conversations: new Map(kept.map((one) => [one.id, one])) };
}
