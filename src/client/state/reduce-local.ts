import { unreachable } from '../../domain/assert.ts';
import type { ContactFacts } from '../../domain/contact.ts';
import type { ContactId } from '../../domain/ids.ts';
import { contactOfStream, NOTICE_STREAM } from '../../domain/ids.ts';
import { goneChatsMax } from '../../domain/list-limits.ts';
import { indexOf } from './contact-index.ts';
import { hiddenUpTo, recounted, contactOf, patched, withContact, withKey } from './counting.ts';
import type { Effect, Reduced } from './effects.ts';
import { NO_EFFECTS } from './effects.ts';
import { EMPTY, NO_SYNC, withoutConversations } from './empty.ts';
import type { LocalEvent } from './local-event.ts';
import { messagePinsLoaded } from './message-pins.ts';
import { withOutbox, withoutOutboxId, withOutboxItem } from './outbox-view.ts';
import { removedChat } from './reduce-membership.ts';
import { chatOpened, conversationDropped, pageFailed, pageLoaded, pageRequested } from './reduce-pages.ts';
import { profiled, withProfiles } from './reduce-profiles.ts';
import { configured, presenceLoaded, restored, withApplications } from './reduce-registers.ts';
import { restoreSnapshot } from './snapshot.ts';
import type { State } from './state.ts';
import { totalsOf } from './totals.ts';
import { withoutWish, withWish, withWishList } from './pending-wishes.ts';

type Of<T extends LocalEvent['type']> = Extract<LocalEvent, { type: T }>;

const done = (state: State, effects: readonly Effect[] = NO_EFFECTS): Reduced => ({ state, effects });

/** What happened on this side; total over all local events. */
export function reduceLocal(state: State, event: LocalEvent): Reduced {
  switch (event.type) {
    case 'signedIn':
      return done(
        state.self?.id === event.self.id
          ? patched(state, { self: patched(state.self, event.self) })
          : { ...fresh(state), self: event.self },
      );
    case 'signedOut':
      return done(fresh(state));
    case 'restored':
      return restored(restoreSnapshot(state, event.snapshot));
    case 'selfLoaded':
      return done(patched(state, { self: state.self ? patched(state.self, event.self) : event.self }));
    case 'configLoaded':
      return configured(state, event.config);
    case 'contactsLoaded':
      return contactsLoaded(state, event);
    case 'contactResynced':
      return contactResynced(state, event);
    case 'contactLoaded':
      return done(
        state.contacts.has(event.contact.id)
          ? state
          : withContact(state, profiled(state, contactOf(event.contact))),
      );
    case 'epochChanged':
      return done({ ...withoutConversations(state), sync: { ...NO_SYNC, epoch: event.epoch } });
    case 'cursorAdopted':
      return done(
        patched(state, {
          sync: patched(state.sync, { cursor: event.cursor, epoch: event.epoch ?? state.sync.epoch }),
        }),
      );
    case 'presenceLoaded':
      return done(presenceLoaded(state, event.online));
    case 'profilesLoaded':
      return done(withProfiles(state, event.profiles));
    case 'applicationsLoaded':
      return done(withApplications(state, event.pending));
    case 'quietSet':
      return done({ ...state, quietUntil: new Map(event.until) });
    default:
      return reducePage(state, event);
  }
}

type Later = Extract<
  LocalEvent,
  {
    type:
      | `page${string}`
      | `conversation${string}`
      | `chat${string}`
      | `pending${string}`
      | `outbox${string}`
      | 'messagePinsLoaded'
      | 'connectionChanged'
      | 'clientIdSet'
      | 'minuteTicked';
  }
>;

function reducePage(state: State, event: Later): Reduced {
  switch (event.type) {
    case 'pageRequested':
      return done(pageRequested(state, event));
    case 'pageLoaded':
      return done(pageLoaded(state, event));
    case 'pageFailed':
      return done(pageFailed(state, event.conversation));
    case 'messagePinsLoaded':
      return done(messagePinsLoaded(state, event));
    case 'conversationDropped':
      return done(conversationDropped(state, event.conversation));
    case 'chatOpened':
      return done(chatOpened(state, event.conversation));
    case 'chatClosed':
      return done(patched(state, { open: null }));
    case 'pendingSet':
      return done(withWish(state, event));
    case 'pendingCleared':
      return done(withoutWish(state, event));
    case 'pendingRestored':
      return done(withWishList(state, event.wishes));
    case 'outboxSet':
      return done(withOutbox(state, event.items));
    case 'outboxPut':
      return done(withOutboxItem(state, event.item));
    case 'outboxRemoved':
      return done(withoutOutboxId(state, event.id));
    case 'connectionChanged':
      return done(patched(state, { connection: event.connection }));
    case 'clientIdSet':
      return done(patched(state, { clientId: event.clientId }));
    case 'minuteTicked':
      return done(patched(state, { minute: event.minute }));
    default:
      return unreachable(event);
  }
}

/** Nobody signed in, on the same device and connection. */
const fresh = (state: State): State => ({
  ...EMPTY,
  config: state.config,
  connection: state.connection,
  clientId: state.clientId,
  minute: state.minute,
});

/**
 * The whole list anew. Rows whose stream we follow further than the answer keep our own counters: the
 * answer was made before those events. When that is so of the own stream, its later events are asked
 * for again: they repeat themselves without harm, and what they added to the list comes back.
 */
function contactsLoaded(state: State, event: Of<'contactsLoaded'>): Reduced {
  const sameEpoch = event.epoch === null || state.sync.epoch === null || event.epoch === state.sync.epoch;
  const contacts = indexOf(event.contacts.map((facts) => newerOf(state, facts, sameEpoch)));
  const conversations = state.sync.plain
    ? stale(state.conversations, contacts)
    : new Map(
        [...state.conversations].filter(
          ([id]) => sameEpoch && covers(state, contacts.get(id)?.counting.seq, id),
        ),
      );
  const notice = event.contacts.find((facts) => facts.position?.stream === NOTICE_STREAM)?.position?.seq;
  const behind = sameEpoch && event.selfSeq !== null && event.selfSeq < state.sync.selfSeq;
  const next: State = {
    ...state,
    contacts,
    totals: totalsOf(contacts, event.applications),
    conversations:
      !state.sync.plain && conversations.size === state.conversations.size
        ? state.conversations
        : conversations,
    left: sameEpoch ? leftWithout(state, event.contacts) : new Map(),
    // The list is as new as its cursor, from which everything later is told.
    profiles: new Map(),
    sync: {
      plain: state.sync.plain,
      epoch: event.epoch ?? state.sync.epoch,
      cursor: event.cursor ?? (sameEpoch ? state.sync.cursor : null),
      selfSeq: event.selfSeq ?? (sameEpoch ? state.sync.selfSeq : 0),
      noticeSeq: notice ?? (sameEpoch ? state.sync.noticeSeq : 0),
      mode: event.mode ?? null,
      ready: true,
    },
  };
  // A node may have known another mode than this device; one list more settles it, and no more are asked for.
  const again = event.mode === state.sync.mode ? NO_EFFECTS : restored(next).effects;
  if (behind) return done(next, [{ type: 'requestSync' }, ...again]);
  const lost = (event.known ?? []).filter(({ id }) => !contacts.has(id)).slice(0, goneChatsMax);
  const gone = lost.toReversed().map(({ id, name }): Effect => ({
    type: 'chatGone',
    conversation: id,
    why: 'gone',
    name,
    mine: false,
    wasOpen: state.open === id,
  }));
  return done(lost.some(({ id }) => id === state.open) ? { ...next, open: null } : next, [...again, ...gone]);
}

function newerOf(state: State, facts: ContactFacts, sameEpoch: boolean) {
  const now = contactOf(facts);
  const was = state.contacts.get(facts.id);
  // A plain server lists what was hidden as well; it stays hidden until something is new in it (PLAIN-4).
  if (state.sync.plain && was?.hidden === true && now.unread <= was.unread)
    return recounted(now, hiddenUpTo(now.counting, now.counting.count));
  return sameEpoch && was && facts.position && was.counting.seq > facts.position.seq ? was : now;
}

/** Without positions nobody can say what windows lack: each is loaded again before it counts as whole. */
const stale = (windows: State['conversations'], contacts: State['contacts']): State['conversations'] =>
  new Map(
    [...windows]
      .filter(([id]) => contacts.has(id))
      .map(([id, window]) => [id, { ...window, live: false, loading: 'no' as const }]),
  );

/** A window stays only when the list did not jump over messages that it lacks. */
function covers(state: State, seq: number | undefined, id: ContactId): boolean {
  return seq !== undefined && seq === state.contacts.get(id)?.counting.seq;
}

function leftWithout(state: State, contacts: readonly ContactFacts[]): State['left'] {
  let left = state.left;
  if (left.size === 0) return left;
  for (const { position } of contacts) if (position) left = withKey(left, position.stream, undefined);
  return left;
}

/** SYNC-2: contact, counters and head of one moment; the cached window goes. */
function contactResynced(state: State, event: Of<'contactResynced'>): Reduced {
  const id = event.contact?.id ?? (state.self ? contactOfStream(state.self.id, event.stream) : null);
  if (id === null) return done(state);
  if (!event.contact) return removedChat(state, id, 'gone');
  const was = state.contacts.get(id);
  const now = profiled(state, contactOf(event.contact));
  if (was && was.counting.seq > now.counting.seq) return done(state);
  const dropped = conversationDropped({ ...state, left: withKey(state.left, event.stream, undefined) }, id);
  const next = withContact(dropped, now, was);
  if (event.stream !== NOTICE_STREAM) return done(next);
  return done({
    ...next,
    sync: { ...next.sync, noticeSeq: Math.max(next.sync.noticeSeq, now.counting.seq) },
  });
}
