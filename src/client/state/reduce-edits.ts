import type { Place, ServerEvent } from '../../domain/events.ts';
import { type ContactId, type MessageId, personContact, type UserId } from '../../domain/ids.ts';
import type { EditedWords } from '../../domain/message.ts';
import { unmarked } from '../../domain/rich-text.ts';
import { changedContact, withMention } from './counting.ts';
import { recounted } from './figures.ts';
import { lastReworded, wordsIn } from './edits.ts';
import type { Effect, Reduced } from './effects.ts';
import { NO_EFFECTS } from './effects.ts';
import { rewordedReminder } from './later.ts';
import { withChange } from './meanwhile.ts';
import { confirmed } from './pending-changes.ts';
import { holderOf, mentionedMe, numberOf, withLast } from './reduce-erasure.ts';
import { mentionAdded } from './reduce-messages.ts';
import { isHeard } from './totals.ts';
import { previewOf, withPendingChanges } from './selectors.ts';
import { withWindow } from './windows.ts';
import type { Contact, State } from './state.ts';

type EditedEvent = Extract<ServerEvent, { type: 'messageEdited' }>;

/**
 * Applies new text of a message (EDIT-2): the bubble, its quotes and the list follow, and mentions are
 * counted by those before and after (EDIT-4). Only a new mention notifies.
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
    const change = { kind: 'edited', id: message, msgId, words, at: event.mentioned } as const;
    return withChange(window, change);
  });
  return { state: next, effects: editEffects(next, id, { ...event, id: message }, words) };
}

/**
 * Notifies of a mention that no earlier edit made, or closes one that is gone (EDIT-4). Other edits only
 * change the text of a notification (PUSH-21).
 */
function editEffects(
  state: State,
  id: ContactId,
  { author, was, mentioned, again = [], n, id: message }: EditedEvent & { readonly id: MessageId },
  words: EditedWords,
): readonly Effect[] {
  const contact = state.contacts.get(id);
  const names = (users: readonly number[]): boolean => mentionedMe(state, { mentioned: users, author });
  if (contact === undefined) return NO_EFFECTS;
  const from = authorIn(state, contact, message, author);
  // A mention that an edit made in a message read before may be shown as well.
  const isShown = isUnreadByOther(state, contact, author, n) || (names(was) && names(mentioned));
  const reworded: readonly Effect[] = isShown
    ? [{ type: 'reworded', conversation: id, id: message, from, preview: previewOf(textOf(words)) }]
    : NO_EFFECTS;
  if (names(was) === names(mentioned) || (!names(was) && names(again))) return reworded;
  if (names(was)) {
    // The message is still unread, and its conversation may notify.
    const isNews =
      n !== null && n > contact.counting.mark && isHeard(withPendingChanges(contact, state.pending));
    return isNews ? reworded : [{ type: 'withdrawn', conversation: id, id: message }];
  }
  return mentionAdded(state, contact, { id: message, author, from, words: unmarked(wordsIn(words), words) });
}

const isUnreadByOther = (
  state: State,
  { counting }: Contact,
  author: UserId | null,
  n: number | null,
): boolean => author !== state.self?.id && (n === null || n > counting.mark);

const textOf = (words: EditedWords) =>
  ({ type: 'text', content: unmarked(wordsIn(words), words), note: null }) as const;

/**
 * The author's name as the user sees it; empty in a group whose members are not loaded: then no name is
 * shown.
 */
function authorIn(state: State, contact: Contact, message: MessageId, author: UserId | null): string {
  const loaded = (state.conversations.get(contact.id)?.chunks ?? [])
    .flat()
    .findLast((one) => one.id === message);
  if (loaded !== undefined) return loaded.from.displayName;
  if (contact.kind !== 'group') return contact.displayName;
  const friend = author === null ? undefined : state.contacts.get(personContact(author));
  return friend?.displayName ?? (contact.last?.id === message ? contact.last.fromName : undefined) ?? '';
}

function withNames(state: State, contact: Contact, event: EditedEvent, place: Place): Contact {
  const { author, was, mentioned, n } = event;
  if (place === null || n === null) return contact;
  const [before, after] = [was, mentioned].map((names) => mentionedMe(state, { mentioned: names, author }));
  const change = { seq: place.seq, n, was: before === true, is: after === true };
  return recounted(contact, withMention(contact.counting, change));
}

/** The newest line may be gone since: then its deletion follows and names the new last line. */
function withWords(contact: Contact, { id, words, last }: EditedEvent): Contact {
  if (last) return withLast(contact, last);
  if (words === null || contact.last === null || contact.last.id !== id) return contact;
  return { ...contact, last: lastReworded(contact.last, words) };
}
