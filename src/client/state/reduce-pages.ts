import type { ContactId } from '../../domain/ids.ts';
import { windowLimits as limits } from './limits.ts';
import { changedContact } from './counting.ts';
import { withKey } from './figures.ts';
import { emptyConversation } from './empty.ts';
import type { LocalEvent } from './local-event.ts';
import { withChangesSince, whileAwaited } from './meanwhile.ts';
import { withoutMarks } from './reduce-reactions.ts';
import { authored } from './reduce-profiles.ts';
import type { Conversation, PageKind, State } from './state.ts';
import { appended, chunked, merged, trimmedNewest, trimmedOldest } from './windows.ts';

type Of<T extends LocalEvent['type']> = Extract<LocalEvent, { type: T }>;

/** Reduces requests, answers and failures of pages. */
export function ofPages(
  state: State,
  event: Of<'pageRequested' | 'pageLoaded' | 'pageFailed' | 'jumpRequested' | 'jumpEnded'>,
): State {
  switch (event.type) {
    case 'pageRequested':
      return pageRequested(state, event);
    case 'pageLoaded':
      return pageLoaded(state, event);
    case 'pageFailed':
      return pageFailed(state, event.conversation);
    case 'jumpRequested':
      return jumpRequested(state, event.conversation);
    case 'jumpEnded':
      return jumpEnded(state, event.conversation);
  }
}

/**
 * Trims rows above the limit now: rows never appear at one end and vanish at the other at once, while the
 * user reads (UI-14).
 */
function pageRequested(state: State, event: Of<'pageRequested'>): State {
  const window = state.conversations.get(event.conversation) ?? emptyConversation(event.conversation);
  // Drops recorded changes: the requested page includes them, unless another page is still being loaded.
  return withWindow(state, {
    ...whileAwaited({ ...withRoom(window, event.which), loading: 'no', early: [] }),
    loading: event.which,
  });
}

/** The window stays in place until the jump's target is known to exist. */
function jumpRequested(state: State, id: ContactId): State {
  const window = state.conversations.get(id) ?? emptyConversation(id);
  return withWindow(state, { ...window, aside: true });
}

function jumpEnded(state: State, id: ContactId): State {
  const window = state.conversations.get(id);
  if (!window?.aside) return state;
  return withWindow(state, whileAwaited({ ...window, aside: undefined }));
}

function withRoom(window: Conversation, which: PageKind): Conversation {
  const max = limits.messagesMax - limits.pageSize;
  if (which === 'older') return trimmedNewest(window, max);
  return which === 'newer' ? trimmedOldest(window, max) : window;
}

function pageFailed(state: State, id: ContactId): State {
  const window = state.conversations.get(id);
  return window ? withWindow(state, whileAwaited({ ...window, loading: 'failed', early: [] })) : state;
}

/**
 * A page of history. The first page reaches the newest message: it is joined to what is there when the
 * two overlap, otherwise it replaces it, so that a window never has a hole inside. What arrived while a
 * page that reaches the newest was on its way follows it.
 */
function pageLoaded(state: State, rawEvent: Of<'pageLoaded'>): State {
  const window = state.conversations.get(rawEvent.conversation) ?? emptyConversation(rawEvent.conversation);
  const now = withChangesSince(window, rawEvent.messages);
  const event = {
    ...rawEvent,
    messages: state.profiles.size === 0 ? now : now.map((message) => authored(state.profiles, message)),
  };
  const aside = event.which === 'around' ? undefined : window.aside;
  const loaded = whileAwaited({ ...window, loading: 'no', early: [], aside });
  switch (event.which) {
    case 'older': {
      const next = trimmedNewest(merged(loaded, event.messages));
      return withWindow(state, { ...next, complete: loaded.complete || event.complete });
    }
    case 'newer':
      return withWindow(state, reaching(trimmedOldest(merged(loaded, event.messages)), window, event));
    case 'around': {
      const bare = merged({ ...loaded, chunks: [], size: 0, live: false }, event.messages);
      return withWindow(state, reaching({ ...bare, complete: event.complete }, window, event));
    }
    case 'first': {
      const isTouching = touches(window, event);
      // Stored messages may have changed without an event (PLAIN-4): the page replaces them.
      if (state.sync.plain && isTouching)
        return withWindow(
          state,
          reaching(trimmedOldest(merged(olderThan(loaded, event), event.messages)), window, {
            reachesEnd: true,
          }),
        );
      const overlaps = window.live || isTouching;
      const next = overlaps
        ? merged(loaded, event.messages)
        : merged({ ...loaded, chunks: [], size: 0 }, event.messages);
      const complete = overlaps ? window.complete || event.complete : event.complete;
      return withWindow(state, reaching(trimmedOldest({ ...next, complete }), window, { reachesEnd: true }));
    }
  }
}

/** Adds messages received in the meantime, if the page reaches the newest. */
const reaching = (
  next: Conversation,
  { early }: Conversation,
  { reachesEnd = false }: Pick<Of<'pageLoaded'>, 'reachesEnd'>,
): Conversation => (reachesEnd ? early.reduce(appended, { ...next, live: true }) : next);

function touches(window: Conversation, event: Of<'pageLoaded'>): boolean {
  const ids = new Set(event.messages.map((message) => message.id));
  return window.chunks.some((chunk) => chunk.some((message) => ids.has(message.id)));
}

function olderThan(window: Conversation, { messages }: Of<'pageLoaded'>): Conversation {
  const first = messages[0]?.msgId ?? 0;
  const older = window.chunks.flat().filter((one) => one.msgId < first);
  return { ...window, chunks: chunked(older), size: older.length };
}

export function conversationDropped(state: State, id: ContactId): State {
  const window = state.conversations.get(id);
  if (!window) return state;
  // The conversation on screen stays in the map, empty, so that its screen loads it again.
  const next = state.open === id ? emptyConversation(id) : undefined;
  return { ...state, conversations: withKey(state.conversations, id, next) };
}

/**
 * The opened chat becomes the last used one; beyond the limit the one used longest ago is dropped (STORE-8).
 */
export function chatOpened(state: State, id: ContactId): State {
  const window = state.conversations.get(id) ?? emptyConversation(id);
  const conversations = new Map(state.conversations);
  conversations.delete(id);
  conversations.set(id, window);
  const opened = changedContact(state, id, withoutMarks);
  return { ...opened, open: id, conversations: bounded(conversations, id) };
}

function withWindow(state: State, window: Conversation): State {
  const conversations = new Map(state.conversations);
  conversations.set(window.id, window);
  return { ...state, conversations: bounded(conversations, state.open) };
}

function bounded(
  conversations: Map<ContactId, Conversation>,
  open: ContactId | null,
): ReadonlyMap<ContactId, Conversation> {
  for (const id of conversations.keys()) {
    if (conversations.size <= limits.conversationsMax) break;
    if (id !== open) conversations.delete(id);
  }
  return conversations;
}
