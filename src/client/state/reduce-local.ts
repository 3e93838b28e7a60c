import type { ContactFacts } from '../../domain/contact.ts';
import { NOTICE_STREAM, contactOfStream } from '../../domain/ids.ts';
import { withBlockedList } from './blocked-changes.ts';
import { withContact } from './counting.ts';
import { type Effect, NO_EFFECTS, type Reduced } from './effects.ts';
import { NO_SYNC, withoutConversations } from './empty.ts';
import { contactOf, patched, withKey } from './figures.ts';
import { loadPreferences } from './kept.ts';
import { laterAsked, laterLoaded } from './later.ts';
import type { LocalEvent } from './local-event.ts';
import { messagePinsAsked, messagePinsLoaded } from './message-pins.ts';
import { withOutbox, withOutboxItem, withoutOutboxId } from './outbox-view.ts';
import { withPendingChange, withoutPendingChange } from './pending-changes.ts';
import { removedChat } from './reduce-membership.ts';
import { chatOpened, conversationDropped, ofPages } from './reduce-pages.ts';
import { markedStale, profiled, withProfiles } from './reduce-profiles.ts';
import { presenceLoaded, withApplications } from './reduce-registers.ts';
import { reduceStart } from './reduce-start.ts';
import { ofThreads } from './reduce-threads.ts';
import type { State } from './state.ts';
import { withoutTyping } from './typing.ts';

/** The newest time wins, in any order of frames and answers (MOMENT-6). */
export const momentsMoved = (state: State, atMs: number): State => ({
  ...state,
  moments: {
    atMs: Math.max(atMs, state.moments?.atMs ?? 0),
    moved: (state.moments?.moved ?? 0) + 1,
  },
});

type Of<T extends LocalEvent['type']> = Extract<LocalEvent, { type: T }>;

const reduced = (state: State, effects: readonly Effect[] = NO_EFFECTS): Reduced => ({ state, effects });

/** Reduces the events of this side; total over all local events. */
export function reduceLocal(state: State, event: LocalEvent): Reduced {
  switch (event.type) {
    case 'contactResynced':
      return contactResynced(state, event);
    case 'contactLoaded':
      return reduced(contactLoaded(state, event.contact));
    case 'epochChanged':
      return reduced({ ...withoutConversations(state), sync: { ...NO_SYNC, epoch: event.epoch } });
    case 'cursorAdopted':
      return reduced(
        patched(state, {
          sync: patched(state.sync, { cursor: event.cursor, epoch: event.epoch ?? state.sync.epoch }),
        }),
      );
    case 'presenceLoaded':
      return reduced(presenceLoaded(state, event.online));
    case 'profilesLoaded':
      return reduced(withProfiles(state, event.profiles));
    case 'blockedLoaded':
      return reduced(withBlockedList(state, event.users));
    case 'applicationsLoaded':
      return reduced(withApplications(state, event.pending));
    case 'pageRequested':
    case 'pageLoaded':
    case 'pageFailed':
    case 'jumpRequested':
    case 'jumpEnded':
      return reduced(ofPages(state, event));
    case 'messagePinsAsked':
      return reduced(messagePinsAsked(state, event));
    case 'messagePinsLoaded':
      return reduced(messagePinsLoaded(state, event));
    case 'threadOpened':
    case 'threadRequested':
    case 'threadLoaded':
    case 'threadFailed':
    case 'threadClosed':
      return reduced(ofThreads(state, event));
    case 'laterAsked':
      return reduced(laterAsked(state, event.on));
    case 'laterLoaded':
      return reduced(laterLoaded(state, event));
    case 'chatDoubted':
      return reduced(markedStale(state, event.conversation));
    case 'draftsHeard':
      return reduced({ ...state, kept: { ...state.kept, drafts: state.kept.drafts + 1 } });
    case 'keptLoaded':
      return reduced(loadPreferences(state, event.list));
    case 'conversationDropped':
      return reduced(conversationDropped(state, event.conversation));
    case 'chatOpened':
      return reduced(chatOpened(state, event.conversation));
    case 'chatClosed':
      return reduced(patched(state, { open: null }));
    case 'momentsAsked':
      return reduced(momentsMoved(state, event.atMs));
    case 'typingOver':
      return reduced(withoutTyping(state, event.conversation, event.user));
    case 'pendingSet':
      return reduced(withPendingChange(state, event));
    case 'pendingCleared':
      return reduced(withoutPendingChange(state, event));
    case 'outboxSet':
    case 'outboxPut':
    case 'outboxRemoved':
      return reduced(ofOutbox(state, event));
    default:
      return reduceStart(state, event);
  }
}

/** An answer from before one left it brings no chat back (STORE-19). */
function contactLoaded(state: State, facts: ContactFacts): State {
  const { id, position } = facts;
  const hasLeft = position !== null && position.seq <= (state.left.get(position.stream) ?? -1);
  return hasLeft || state.contacts.has(id) ? state : withContact(state, profiled(state, contactOf(facts)));
}

/** SYNC-2: contact, counters and head of one moment; the cached window is dropped. */
function contactResynced(state: State, event: Of<'contactResynced'>): Reduced {
  const id = event.contact?.id ?? (state.self ? contactOfStream(state.self.id, event.stream) : null);
  if (id === null) return reduced(state);
  if (!event.contact) return removedChat(state, id, 'gone');
  const was = state.contacts.get(id);
  const now = profiled(state, contactOf(event.contact));
  if (was && was.counting.seq > now.counting.seq) return reduced(state);
  const dropped = conversationDropped({ ...state, left: withKey(state.left, event.stream, undefined) }, id);
  const next = withContact(dropped, now, was);
  if (event.stream !== NOTICE_STREAM) return reduced(next);
  return reduced({
    ...next,
    sync: { ...next.sync, noticeSeq: Math.max(next.sync.noticeSeq, now.counting.seq) },
  });
}

function ofOutbox(state: State, event: Of<'outboxSet' | 'outboxPut' | 'outboxRemoved'>): State {
  if (event.type === 'outboxSet') return withOutbox(state, event.items);
  return event.type === 'outboxPut' ? withOutboxItem(state, event.item) : withoutOutboxId(state, event.id);
}
