import type { Place, ServerEvent } from '../../domain/events.ts';
import type { EditedWords, Message } from '../../domain/message.ts';
import type { MessageId } from '../../domain/ids.ts';
import { windowLimits as limits } from './limits.ts';
import { changedContact, withMention } from './counting.ts';
import { recounted } from './figures.ts';
import { asEdited, lastReworded, quotedAs, wordsIn } from './edits.ts';
import type { Reduced } from './effects.ts';
import { NO_EFFECTS } from './effects.ts';
import { rewordedReminder } from './later.ts';
import { mapped } from './mapped.ts';
import { confirmed } from './pending-wishes.ts';
import { holderOf, mentionedMe, numberOf, withLast } from './reduce-erasure.ts';
import { withWindow } from './with-window.ts';
import type { Contact, Conversation, State } from './state.ts';
import type { EditedLine } from './meanwhile-types.ts';
import { awaitsPage, rewritten } from './windows.ts';

type EditedEvent = Extract<ServerEvent, { type: 'messageEdited' }>;

/**
 * New words of a message (EDIT-2): the bubble, its quotes and the list follow, and mentions are counted by
 * whom it named before and names now (EDIT-4). Nothing is heard of it.
 */
export function messageEdited(state: State, event: EditedEvent, place: Place): Reduced {
  const { id: message, words } = event;
  const id = event.conversation ?? (message && holderOf(state, message));
  if (id === null) return { state, effects: NO_EFFECTS };
  let next = changedContact(state, id, (contact) =>
    withNames(state, withWords(contact, event), event, place),
  );
  if (message === null || words === null) return { state: next, effects: NO_EFFECTS };
  next = confirmed(next, 'edit', message, ({ content }) => content === wordsIn(words));
  next = rewordedReminder(next, message, words.rev);
  next = withWindow(next, id, (window) => {
    const msgId = event.msgId ?? numberOf(window, message);
    const edit = { id: message, msgId, words, at: event.mentioned };
    return requoted(withEdit(window, edit), edit);
  });
  return { state: next, effects: NO_EFFECTS };
}

function withNames(state: State, contact: Contact, event: EditedEvent, place: Place): Contact {
  const { author, was, mentioned, n } = event;
  if (place === null || n === null) return contact;
  const [before, after] = [was, mentioned].map((names) => mentionedMe(state, { mentioned: names, author }));
  const change = { seq: place.seq, n, was: before === true, is: after === true };
  return recounted(contact, withMention(contact.counting, change));
}

/** The newest line may have gone meanwhile: then its deletion follows and says which one it is. */
function withWords(contact: Contact, { id, words, last }: EditedEvent): Contact {
  if (last) return withLast(contact, last);
  if (words === null || contact.last === null || contact.last.id !== id) return contact;
  return { ...contact, last: lastReworded(contact.last, words) };
}

/** Where it is not there yet, a page may bring it with the words of before. */
function withEdit(window: Conversation, edit: EditedLine): Conversation {
  const edited = (message: Message): Message =>
    message.id === edit.id ? asEdited(message, edit.words, edit.at) : message;
  const next = {
    ...rewritten(window, edit.id, edited),
    early: window.early.some(({ id }) => id === edit.id) ? window.early.map(edited) : window.early,
    pins: withRev(window, edit),
  };
  if (!awaitsPage(window)) return next;
  const others = (window.edited ?? []).filter(({ id }) => id !== edit.id);
  return { ...next, edited: [...others, edit].slice(-limits.erasedMax) };
}

/** What is pinned is shown with its new words: they are asked for where they are not here. */
function withRev({ pins }: Conversation, { id, words }: { id: MessageId; words: EditedWords }) {
  if (!pins?.list?.some((pin) => pin.id === id)) return pins;
  return { ...pins, list: pins.list.map((pin) => (pin.id === id ? { ...pin, rev: words.rev } : pin)) };
}

/** Quotes of it say what it says now, in what is on its way as well. */
function requoted(window: Conversation, edit: EditedLine): Conversation {
  const said = (messages: readonly Message[]): readonly Message[] =>
    mapped(messages, (message) => withQuote(message, edit));
  const [chunks, early] = [mapped(window.chunks, said), said(window.early)];
  return chunks === window.chunks && early === window.early ? window : { ...window, chunks, early };
}

/** The same message where it quotes another one. */
export function withQuote(message: Message, { msgId, words }: Pick<EditedLine, 'msgId' | 'words'>): Message {
  const { quote } = message;
  if (quote === null || quote.content === '' || quote.msgId !== msgId) return message;
  return { ...message, quote: { ...quote, content: quotedAs(quote.realname, words) } };
}

/** Messages of a page, and what they quote, as they were edited since it was asked for. */
export const asEditedSince = ({ edited }: Conversation, messages: readonly Message[]): readonly Message[] =>
  edited === undefined || edited.length === 0
    ? messages
    : messages.map((message) => {
        const edit = edited.find(({ id }) => id === message.id);
        return edited.reduce(withQuote, edit ? asEdited(message, edit.words, edit.at) : message);
      });
