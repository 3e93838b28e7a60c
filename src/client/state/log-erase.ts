import type { FramedEvent } from '../../domain/events.ts';
import type { MessageId, MsgId } from '../../domain/ids.ts';
import type { LinkPreview } from '../../domain/link-preview.ts';
import type { EditedWords, LastMessage, Message, Outgoing } from '../../domain/message.ts';
import { lastReworded, quotedAs, reworded, wordsIn } from './edits.ts';
import type { Input } from './effects.ts';
import type { LocalEvent } from './local-event.ts';
import { find } from './log-held.ts';
import { inputWithoutLinks, previewErased, stateWithoutLinks } from './log-links.ts';
import { patched } from './figures.ts';
import type { MessageChange } from './message-changes.ts';
import { pendingErased, wishErased } from './log-wishes.ts';
import { asRecalled } from './recalled.ts';
import { inThread } from './with-window.ts';
import type { Conversation, OutboxItem, State } from './state.ts';

/** Messages whose words went: by their ids, and as quotes name them. */
export interface Gone {
  readonly ids: ReadonlySet<MessageId>;
  readonly numbers: ReadonlySet<MsgId>;
  /** The text after an edit; absent: the messages were recalled, deleted or cleared. */
  readonly words?: EditedWords;
  /** Erased before the rewritten entry: later entries do not contain the text. */
  readonly told?: true;
  /** Only their cards went, but for this one (PREVIEW-8). */
  readonly links?: { readonly but: LinkPreview | null };
}

/** Returns true if an input may erase text: a recall, a deletion, a clearing, or a tombstone. */
export function isErasing(input: Input): boolean {
  if (input.kind === 'local') return input.event.type === 'outboxRemoved' && input.event.erased === true;
  return ERASES.has(input.framed.event.type);
}

const ERASES: ReadonlySet<string> = new Set([
  'messageRecalled',
  'messageDeleted',
  'messageVoid',
  'messageEdited',
  'messagePreviewed',
  'historyCleared',
]);

/** Returns everything an input erases among the held data; null for inputs that erase nothing. */
export function goneBy(input: Input, inputs: readonly Input[], states: readonly State[]): Gone | null {
  if (input.kind === 'server') return goneByEvent(input.framed, inputs, states);
  const { event } = input;
  return event.type === 'outboxRemoved' && event.erased
    ? { ids: new Set([event.id]), numbers: new Set() }
    : null;
}

function goneByEvent(
  { event, place }: FramedEvent,
  inputs: readonly Input[],
  states: readonly State[],
): Gone | null {
  switch (event.type) {
    case 'messageRecalled':
    case 'messageDeleted': {
      const number =
        event.msgId ??
        find(inputs, states, ({ message }) => message.id === event.id && message.msgId !== undefined)?.message
          .msgId;
      return { ids: new Set([event.id]), numbers: new Set(number === undefined ? [] : [number]) };
    }
    // Erased before it was delivered: a waiting message may quote it.
    case 'messageVoid': {
      const { id } = event;
      return inputs.some((input) => isWaiting(input, id)) ? { ids: new Set([id]), numbers: new Set() } : null;
    }
    case 'messageEdited': {
      const { id, words, msgId: number } = event;
      if (id === null || words === null) return null;
      return { ids: new Set([id]), numbers: new Set(number === null ? [] : [number]), words };
    }
    case 'messagePreviewed':
      return { ids: new Set([event.id]), numbers: new Set(), links: { but: event.link } };
    case 'historyCleared': {
      const ids = new Set<MessageId>();
      const numbers = new Set<MsgId>();
      const quoted = new Set<MsgId>();
      let first = Number.POSITIVE_INFINITY;
      find(inputs, states, ({ where, message: { id, n, msgId, quote, root = 0 } }) => {
        if ((where !== event.conversation && where !== place?.stream) || n === null) return false;
        if (event.n === null || n <= event.n) {
          ids.add(id);
          if (msgId !== undefined) numbers.add(msgId);
          return false;
        }
        if (msgId !== undefined) first = Math.min(first, msgId);
        // A chain that begins after the cleared range quotes nothing from it.
        if (quote && root <= event.n) quoted.add(quote.msgId);
        return false;
      });
      // A quoted message may never have been held: numbers rise with the messages of a chat.
      for (const number of quoted) if (number < first) numbers.add(number);
      return { ids, numbers };
    }
    default:
      return null;
  }
}

const isWaiting = (input: Input, id: MessageId): boolean =>
  input.kind === 'local' &&
  ((input.event.type === 'outboxPut' && input.event.item.message.id === id) ||
    (input.event.type === 'outboxSet' && input.event.items.some(({ message }) => message.id === id)));

/**
 * Removes the text of a message, or of its quote; its number and place stay. Returns the same object if
 * nothing was removed.
 */
function erased(message: Message, gone: Gone): Message {
  const { ids, words, told } = gone;
  if (!ids.has(message.id)) return quoteErased(message, gone);
  if (message.recalled) return message;
  if (words) return reworded(message, words);
  const recalled = asRecalled(message, null);
  return told ? recalled : { ...recalled, at: message.at, note: null };
}

function quoteErased<T extends Pick<Message, 'quote'>>(message: T, { numbers, words }: Gone): T {
  const { quote } = message;
  if (quote === null || quote.content === '' || !numbers.has(quote.msgId)) return message;
  return { ...message, quote: { ...quote, content: words ? quotedAs(quote.realname, words) : '' } };
}

/** The same list where nothing changed. */
function each<T>(list: readonly T[], change: (one: T) => T): readonly T[] {
  const next = list.map(change);
  return next.some((one, at) => one !== list[at]) ? next : list;
}

interface Row {
  readonly last: LastMessage | null;
  readonly reacted?: { readonly id: MessageId } | undefined;
  readonly answered?: { readonly id: MessageId } | undefined;
}

function withoutLast<T extends Row>(row: T, gone: Gone): T {
  const { ids, words } = gone;
  const { last, reacted, answered } = row;
  const unmarked = !words && reacted && ids.has(reacted.id) ? { ...row, reacted: undefined } : row;
  const kept = !words && answered && ids.has(answered.id) ? { ...unmarked, answered: undefined } : unmarked;
  return last?.id && ids.has(last.id) ? rowErased(kept, gone) : kept;
}

function rowErased<T extends Row>(row: T, { words }: Gone): T {
  const { last } = row;
  if (!words) return emptied(row);
  const next = last && lastReworded(last, words);
  if (next !== last) return { ...row, last: next };
  // An edit does not say under which picture of an album it belongs, so the album's text is emptied.
  return last?.type === 'image' && last.caption !== wordsIn(words) ? emptied(row) : row;
}

function emptied<T extends Row>(row: T): T {
  const { last } = row;
  if (last === null || (last.content === '' && last.caption === undefined)) return row;
  const { caption: _caption, ...rest } = last;
  return { ...row, last: { ...rest, content: '' } };
}

function item(one: OutboxItem, gone: Gone): OutboxItem {
  const next = itemMessage(one.message, gone);
  return next === one.message ? one : { ...one, message: next };
}

function itemMessage(message: Outgoing, gone: Gone): Outgoing {
  if (!gone.ids.has(message.id)) return quoteErased(message, gone);
  if (gone.words) return reworded(message, gone.words);
  return message.content === '' ? message : { ...message, content: '', quote: null, extra: null };
}

function windows<T extends { readonly chunks: Conversation['chunks'] }>(
  list: readonly T[],
  gone: Gone,
): readonly T[] {
  return each(list, (one) => {
    const chunks = each(one.chunks, (chunk) => each(chunk, (message) => erased(message, gone)));
    return chunks === one.chunks ? one : { ...one, chunks };
  });
}

export function eraseInputs<T extends { readonly input: Input }>(entries: readonly T[], gone: Gone): T[] {
  return entries.map((entry) => {
    const input = eraseInput(entry.input, gone);
    return input === entry.input ? entry : { ...entry, input };
  });
}

/** Removes erased text from one input. */
export function eraseInput(input: Input, gone: Gone): Input {
  if (gone.links) return inputWithoutLinks(input, gone.ids, gone.links.but);
  if (input.kind === 'local') {
    const event = eraseLocal(input.event, gone);
    return event === input.event ? input : { ...input, event };
  }
  const { event } = input.framed;
  const next = eraseServer(event, gone);
  return next === event ? input : { ...input, framed: { ...input.framed, event: next } };
}

/** Includes the new last line in a recall or deletion. */
function eraseServer(event: FramedEvent['event'], gone: Gone): FramedEvent['event'] {
  if (event.type === 'messagePosted') {
    const message = erased(event.message, gone);
    // Its own row may show the message without naming it.
    const contact =
      event.contact &&
      (gone.ids.has(event.message.id) ? rowErased(event.contact, gone) : withoutLast(event.contact, gone));
    return message === event.message && contact === event.contact ? event : { ...event, message, contact };
  }
  if (event.type === 'messageRecalled' || event.type === 'messageDeleted')
    return event.last ? withoutLast({ ...event, last: event.last }, gone) : event;
  if (event.type === 'messageReacted')
    return gone.ids.has(event.id) && !gone.words ? { ...event, counts: [], chosen: [], added: null } : event;
  if (event.type === 'pollChanged')
    return gone.ids.has(event.id) && !gone.words ? { ...event, counts: [], voters: 0, mine: null } : event;
  if (event.type === 'messageEdited') return editErased(event, gone);
  if (event.type === 'messagePreviewed') return gone.words ? event : previewErased(event, gone.ids);
  return event.type === 'messageUpdated' && gone.ids.has(event.id)
    ? { ...event, content: null, extra: null }
    : event;
}

/** Mentions stay, because they were counted. */
function editErased<T extends Extract<FramedEvent['event'], { type: 'messageEdited' }>>(
  event: T,
  gone: Gone,
): T {
  const next = event.last ? withoutLast({ ...event, last: event.last }, gone) : event;
  if (next.id === null || next.words === null || !gone.ids.has(next.id)) return next;
  return { ...next, words: gone.words ? { ...gone.words, rev: next.words.rev } : null };
}

function eraseLocal(event: LocalEvent, gone: Gone): LocalEvent {
  switch (event.type) {
    case 'pageLoaded': {
      const messages = each(event.messages, (one) => erased(one, gone));
      return messages === event.messages ? event : { ...event, messages };
    }
    case 'threadLoaded': {
      const messages = each(event.messages, (one) => erased(one, gone));
      const first = event.first && erased(event.first, gone);
      return messages === event.messages && first === event.first ? event : { ...event, messages, first };
    }
    case 'outboxPut': {
      const next = item(event.item, gone);
      return next === event.item ? event : { ...event, item: next };
    }
    case 'outboxSet': {
      const items = each(event.items, (one) => item(one, gone));
      return items === event.items ? event : { ...event, items };
    }
    case 'pendingSet':
    case 'pendingCleared':
      return wishErased(event, gone);
    case 'pendingRestored': {
      const wishes = each(event.wishes, (one) => wishErased(one, gone));
      return wishes === event.wishes ? event : { ...event, wishes };
    }
    case 'contactsLoaded': {
      const contacts = each(event.contacts, (one) => withoutLast(one, gone));
      return contacts === event.contacts ? event : { ...event, contacts };
    }
    case 'contactResynced':
    case 'contactLoaded': {
      const contact = event.contact && withoutLast(event.contact, gone);
      return contact === event.contact ? event : ({ ...event, contact } as LocalEvent);
    }
    case 'restored': {
      const { snapshot } = event;
      const next = {
        ...snapshot,
        contacts: each(snapshot.contacts, (one) => withoutLast(one, gone)),
        windows: windows(snapshot.windows, gone),
      };
      return next.contacts === snapshot.contacts && next.windows === snapshot.windows
        ? event
        : { ...event, snapshot: next };
    }
    default:
      return event;
  }
}

/** The same for a kept state. */
export function eraseIn(state: State, gone: Gone): State {
  if (gone.links) return stateWithoutLinks(state, gone.ids, gone.links.but);
  const was = [...state.conversations.values()];
  const erase = (one: Conversation) => windows([meanwhile(one, gone)], gone)[0] ?? one;
  const kept = was.map((one) => inThread(erase(one), erase));
  const pending = pendingErased(state.pending, gone);
  const outbox = [...state.outbox].map(([id, items]) => [id, each(items, (one) => item(one, gone))] as const);
  let { contacts } = state;
  for (const contact of contacts) {
    const next = withoutLast(contact, gone);
    if (next !== contact) contacts = contacts.put(next, contact);
  }
  const same =
    contacts === state.contacts &&
    pending === state.pending &&
    kept.every((one, at) => one === was[at]) &&
    outbox.every(([id, items]) => items === state.outbox.get(id));
  return same
    ? state
    : {
        ...state,
        contacts,
        pending,
        conversations: new Map(kept.map((one) => [one.id, one])),
        outbox: new Map(outbox),
      };
}

/** Messages and changes received during a page request. */
function meanwhile(window: Conversation, gone: Gone): Conversation {
  const early = each(window.early, (one) => erased(one, gone));
  const was = window.meanwhile;
  const left = was?.flatMap((one) => changeErased(one, gone));
  const isSame = left?.length === was?.length && left?.every((one, at) => one === was?.[at]) !== false;
  return patched(window, { early, meanwhile: isSame ? was : left });
}

/** A change superseded by an edit takes the text of the edit. */
function changeErased(change: MessageChange, { ids, words }: Gone): readonly MessageChange[] {
  if (!('id' in change && ids.has(change.id))) return [change];
  if (words === undefined || change.kind === 'updated') return [];
  return [change.kind === 'edited' ? { ...change, words: { ...words, rev: change.words.rev } } : change];
}
