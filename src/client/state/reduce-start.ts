import { unreachable } from '../../domain/assert.ts';
import { isOlderConfig } from '../../domain/config.ts';
import type { ContactFacts } from '../../domain/contact.ts';
import type { ServerEvent } from '../../domain/events.ts';
import type { ContactId } from '../../domain/ids.ts';
import { NOTICE_STREAM } from '../../domain/ids.ts';
import { removedChatsMax } from '../../domain/list-limits.ts';
import { peopleOf } from './blocked.ts';
import { indexOf } from './contact-index.ts';
import type { Effect, Reduced } from './effects.ts';
import { NO_EFFECTS } from './effects.ts';
import { EMPTY, NO_SYNC, withoutConversations } from './empty.ts';
import { contactOf, hiddenUpTo, patched, recounted, withKey } from './figures.ts';
import type { LocalEvent } from './local-event.ts';
import { withPendingList } from './blank.ts';
import { restoreSnapshot } from './snapshot.ts';
import type { State } from './state.ts';
import { totalsOf } from './totals.ts';

/**
 * Events until the list is shown: all that a page can reduce before the code of streams is loaded
 * (`StreamCode`, UI-16). `reduce.ts` uses this, too.
 */
export type StartEvent = Extract<
  LocalEvent,
  {
    type:
      | 'signedIn'
      | 'signedOut'
      | 'restored'
      | 'selfLoaded'
      | 'configLoaded'
      | 'contactsLoaded'
      | 'contactsPreviewed'
      | 'pendingRestored'
      | 'connectionChanged'
      | 'clientIdSet'
      | 'minuteTicked';
  }
>;
export type ControlEvent = Extract<ServerEvent, { type: 'pinged' | 'ponged' | 'socketGreeted' }>;

type Of<T extends StartEvent['type']> = Extract<StartEvent, { type: T }>;
type OfControl<T extends ControlEvent['type']> = Extract<ControlEvent, { type: T }>;

const reduced = (state: State, effects: readonly Effect[] = NO_EFFECTS): Reduced => ({ state, effects });

export function reduceStart(state: State, event: StartEvent): Reduced {
  switch (event.type) {
    case 'signedIn':
      return reduced(
        state.self?.id === event.self.id
          ? patched(state, { self: patched(state.self, event.self) })
          : { ...fresh(state), self: event.self },
      );
    case 'signedOut':
      return reduced(fresh(state));
    case 'restored': {
      // The stored list, with the configuration this device has.
      const restored = restoreSnapshot(state, event.snapshot);
      return reduced(restored, staleIn(restored, restored.config));
    }
    case 'selfLoaded':
      return reduced(patched(state, { self: state.self ? patched(state.self, event.self) : event.self }));
    case 'configLoaded':
      return configured(state, event.config);
    case 'contactsLoaded':
      return contactsLoaded(state, event);
    case 'contactsPreviewed':
      if (state.sync.ready || state.contacts.size > 0) return reduced(state);
      return reduced({ ...state, contacts: indexOf(event.contacts.map(contactOf)) });
    case 'pendingRestored':
      return reduced(withPendingList(state, event.wishes));
    case 'connectionChanged':
      return reduced(patched(state, { connection: event.connection }));
    case 'clientIdSet':
      return reduced(patched(state, { clientId: event.clientId }));
    case 'minuteTicked':
      return reduced(patched(state, { minute: event.minute }));
    default:
      return unreachable(event);
  }
}

/** Reduces events that come only from the socket. */
export function reduceControl(state: State, event: ControlEvent): Reduced {
  switch (event.type) {
    case 'pinged':
      return { state, effects: [{ type: 'answerPing' }] };
    case 'ponged':
      return ponged(state, event);
    case 'socketGreeted':
      return socketGreeted(state, event);
    default:
      return unreachable(event);
  }
}

/** The signed-out state on the same device and connection. */
const fresh = (state: State): State => ({
  ...EMPTY,
  config: state.config,
  connection: state.connection,
  clientId: state.clientId,
  minute: state.minute,
});

/**
 * Replaces the list. Rows whose stream is followed further than the answer keep their own counters, because
 * the answer was made before those events. If the own stream is ahead, its later events are requested again:
 * repeating them is harmless, and restores what they added to the list. An answer further along the own
 * stream wins as a whole, since own data of such a row exists only there; then the later events of the rows
 * are requested again (SYNC-8).
 */
function contactsLoaded(state: State, event: Of<'contactsLoaded'>): Reduced {
  const sameEpoch = event.epoch === null || state.sync.epoch === null || event.epoch === state.sync.epoch;
  const was = sameEpoch ? state.sync : NO_SYNC;
  // Distance in the own stream: events this device missed, or, below 0, events missing from the list.
  const ahead = event.selfSeq === null ? 0 : event.selfSeq - state.sync.selfSeq;
  const contacts = indexOf(event.contacts.map((facts) => newerOf(state, facts, sameEpoch && ahead <= 0)));
  const conversations = state.sync.plain
    ? stale(state.conversations, contacts)
    : new Map(
        [...state.conversations].filter(
          ([id]) => sameEpoch && covers(state, contacts.get(id)?.counting.seq, id),
        ),
      );
  const notice = event.contacts.find((facts) => facts.position?.stream === NOTICE_STREAM)?.position?.seq;
  // Parts of the list without a position are as old as the list.
  const isOlder = sameEpoch && ahead < 0;
  const behind = isOlder || (sameEpoch && ahead > 0 && event.contacts.some((row) => isFurther(state, row)));
  const next: State = {
    ...state,
    contacts,
    totals: totalsOf(contacts, isOlder ? state.totals.system : event.applications),
    conversations:
      !state.sync.plain && conversations.size === state.conversations.size
        ? state.conversations
        : conversations,
    left: sameEpoch ? leftWithout(state, event.contacts) : new Map(),
    // The list is as new as its cursor, and all later changes arrive as events.
    profiles: new Map(),
    // Missed events may include changes of it.
    later: null,
    kept: { ...state.kept, known: false },
    blocked: isOlder ? state.blocked : peopleOf(event.blocked),
    // If nothing was missed, the known state is as new or newer: an answer to the user's own change.
    self: (sameEpoch && ahead <= 0 ? null : event.self) ?? state.self,
    sync: {
      plain: state.sync.plain,
      epoch: event.epoch ?? was.epoch,
      cursor: event.cursor ?? was.cursor,
      selfSeq: event.selfSeq ?? was.selfSeq,
      noticeSeq: notice ?? was.noticeSeq,
      mode: event.mode ?? null,
      ready: true,
    },
  };
  // A node may have had another mode than this device; one more list settles it, and the client requests no
  // more.
  const again = event.mode === state.sync.mode ? NO_EFFECTS : staleIn(next, next.config);
  if (behind) return reduced(next, [{ type: 'requestSync' }, ...again]);
  const missingChats = (event.known ?? []).filter(({ id }) => !contacts.has(id)).slice(0, removedChatsMax);
  const removalEffects = missingChats.toReversed().map(({ id, name }): Effect => ({
    type: 'chatGone',
    conversation: id,
    why: 'gone',
    name,
    mine: false,
    wasOpen: state.open === id,
  }));
  return reduced(missingChats.some(({ id }) => id === state.open) ? { ...next, open: null } : next, [
    ...again,
    ...removalEffects,
  ]);
}

function newerOf(state: State, facts: ContactFacts, sameEpoch: boolean) {
  const now = contactOf(facts);
  const was = state.contacts.get(facts.id);
  // A plain server lists what was hidden as well; it stays hidden until something is new in it (PLAIN-4).
  if (state.sync.plain && was?.hidden === true && now.unread <= was.unread)
    return recounted(now, hiddenUpTo(now.counting, now.counting.count));
  // The list contains all extras.
  return sameEpoch && was && isFurther(state, facts) ? patched(was, { extras: undefined }) : now;
}

/** Returns true if the stream is followed further than the answer. */
const isFurther = (state: State, { id, position }: ContactFacts): boolean =>
  position !== null && (state.contacts.get(id)?.counting.seq ?? 0) > position.seq;

/** Gaps cannot be determined without positions: each window is loaded again before it counts as complete. */
const stale = (windows: State['conversations'], contacts: State['contacts']): State['conversations'] =>
  new Map(
    [...windows]
      .filter(([id]) => contacts.has(id))
      .map(([id, window]) => [id, { ...window, live: false, loading: 'no' as const }]),
  );

/** A window stays only when the list did not jump over messages that it lacks, and its names still hold. */
function covers(state: State, seq: number | undefined, id: ContactId): boolean {
  const was = state.contacts.get(id);
  return seq !== undefined && seq === was?.counting.seq && !was.stale;
}

function leftWithout(state: State, contacts: readonly ContactFacts[]): State['left'] {
  let left = state.left;
  if (left.size === 0) return left;
  for (const { position } of contacts) if (position) left = withKey(left, position.stream, undefined);
  return left;
}

/** A different kind of server numbers differently, so known conversations are requested again (PLAIN-1). */
function socketGreeted(state: State, event: OfControl<'socketGreeted'>): Reduced {
  const plain = event.epoch === null;
  const server =
    plain === state.sync.plain
      ? state
      : { ...(state.sync.ready ? withoutConversations(state) : state), sync: { ...NO_SYNC, plain } };
  return reduced(patched(server, { clientId: event.client }), [
    { type: 'greeted', client: event.client, epoch: event.epoch },
  ]);
}

/** The cursor is withheld while a stream has a gap (SYNC-5). */
function ponged(state: State, event: OfControl<'ponged'>): Reduced {
  const sync =
    event.cursor === null || !state.sync.ready ? state.sync : patched(state.sync, { cursor: event.cursor });
  return reduced(patched(state, { multiport: event.multiport, sync }), [
    { type: 'ponged', atMs: event.atMs, bound: event.bound, calls: event.calls ?? null },
  ]);
}

/**
 * A change of the server's mode changes the contacts in the list (CONF-6). The configuration is stored
 * separately and may be newer than the list: the mode by which the list was made counts.
 */
export const configured = (state: State, config: State['config']): Reduced =>
  isOlderConfig(config, state.config)
    ? reduced(state)
    : reduced({ ...state, config }, staleIn(state, config, state.config));

const staleIn = (
  { sync: { ready, mode } }: State,
  { sysInfo: { runMode } }: State['config'],
  before?: State['config'],
): readonly Effect[] =>
  ready && runMode !== (mode ?? before?.sysInfo.runMode ?? runMode) ? [{ type: 'listStale' }] : NO_EFFECTS;
