import type { Origin, FramedEvent, Place, ServerEvent } from '../../domain/events.ts';
import { afterCatchUp } from './catch-up-effects.ts';
import { NO_EFFECTS, unchanged } from './effects.ts';
import type { Effect, Input, Reduced } from './effects.ts';
import { reduceLocal } from './reduce-local.ts';
import type { State } from './state.ts';
import { patched } from './figures.ts';
import { advanced, positionOf } from './positions.ts';
import { withBlocked } from './blocked-changes.ts';
import { callSignal } from './reduce-calls.ts';
import { messageEdited } from './reduce-edits.ts';
import { historyCleared, messageDeleted, messageRecalled, messageUpdated } from './reduce-erasure.ts';
import * as groups from './reduce-groups.ts';
import { messagePinSet } from './message-pins.ts';
import { setPreference } from './kept.ts';
import { laterHeard } from './later.ts';
import * as marks from './reduce-marks.ts';
import { reduceJoined, reduceLeft } from './reduce-membership.ts';
import { messagePosted, messageVoid } from './reduce-messages.ts';
import { pollChanged } from './reduce-polls.ts';
import { chatStale, withProfiles } from './reduce-profiles.ts';
import { messagePreviewed } from './reduce-previews.ts';
import { messageReacted } from './reduce-reactions.ts';
import * as registers from './reduce-registers.ts';
import { timerSet } from './reduce-timers.ts';
import { threadFollowSet } from './reduce-threads.ts';
import { momentsMoved } from './moment-news.ts';
import { withTyping } from './typing.ts';
import { configured, reduceControl } from './reduce-start.ts';

/**
 * The whole client state is `inputs.reduce(reduce, EMPTY)`, in a page, a replay and the properties alike.
 * Pure and total: an input without effect returns the same state (LIST-11), and effects are returned as data;
 * `effectsOf` selects those to execute.
 */
export const reduce = (state: State, input: Input): Reduced =>
  input.kind === 'local' ? reduceLocal(state, input.event) : reduceServer(state, input.framed);

/**
 * Filters the effects of inputs of one origin by the state after the last of them (EFFECT-2): all of them
 * live, none in a replay, those still relevant after a catch-up.
 */
export function effectsOf(origin: Origin, state: State, effects: readonly Effect[]): readonly Effect[] {
  if (origin === 'live') return effects;
  return origin === 'replay' ? NO_EFFECTS : afterCatchUp(state, effects);
}

/** One server event. Places at or below ours are old news and change nothing (STORE-1, STORE-3). */
export function reduceServer(state: State, { event, place }: FramedEvent): Reduced {
  if (place && isOld(state, place)) return unchanged(state);
  const reduced = applied(state, event, place);
  const next = advanced(reduced.state, place);
  return next === reduced.state ? reduced : { state: next, effects: reduced.effects };
}

function isOld(state: State, place: NonNullable<Place>): boolean {
  // Events of a stream that was left are ignored until the next `joined` (STREAM-11).
  if (state.left.size > 0 && state.left.has(place.stream)) return true;
  const position = positionOf(state, place.stream);
  return position !== null && place.seq <= position;
}

type Reducer<T extends ServerEvent['type']> = (
  state: State,
  event: Extract<ServerEvent, { readonly type: T }>,
  place: Place,
) => Reduced;

const toReduced = (state: State): Reduced => ({ state, effects: NO_EFFECTS });

/** How each event changes the state. */
const REDUCERS: { readonly [T in ServerEvent['type']]: Reducer<T> } = {
  // Messages and what belongs to them.
  messagePosted,
  messageVoid,
  messageRecalled,
  messageDeleted,
  messageEdited,
  messagePinned: messagePinSet,
  messageUnpinned: messagePinSet,
  messageReacted,
  messagePreviewed,
  messageUpdated,
  messagesRead: (state, event) => marks.messagesRead(state, event.ids),
  pollChanged,
  partnerRead: marks.partnerRead,
  historyCleared,
  timerSet,
  callSignal,
  // Groups.
  groupRenamed: groups.groupRenamed,
  groupNoticeSet: groups.groupNoticeSet,
  groupSettingSet: groups.groupSettingSet,
  groupMembersAdded: groups.groupMembersAdded,
  groupMemberRemoved: groups.groupMemberRemoved,
  groupManagerSet: groups.groupManagerSet,
  groupOwnerChanged: groups.groupOwnerChanged,
  memberMuted: groups.memberMuted,
  groupRequestsMoved: groups.groupTouched,
  // The own stream and its registers.
  topSet: marks.topSet,
  noticeSet: marks.noticeSet,
  archiveSet: marks.archiveSet,
  unreadMarkSet: marks.unreadMarkSet,
  chatHidden: marks.chatHidden,
  readMarkSet: marks.readMarkSet,
  mentionMarkSet: marks.mentionMarkSet,
  // The caller holds the list; the counters come from the stream.
  mentionsListed: unchanged,
  keptSet: setPreference,
  threadFollowSet,
  laterChanged: laterHeard,
  reminded: laterHeard,
  joined: reduceJoined,
  left: reduceLeft,
  placeTaken: (state, event, place) =>
    event.anew && place ? chatStale(state, place.stream) : unchanged(state),
  // People, and this user.
  blockSet: (state, event) => toReduced(withBlocked(state, event.user, event.on)),
  applicationReceived: registers.applicationReceived,
  applicationsSet: (state, event) => toReduced(registers.withApplications(state, event.pending)),
  remarkSet: registers.remarkSet,
  profileSet: (state, event) =>
    toReduced(
      state.self?.id === event.self.id ? patched(state, { self: patched(state.self, event.self) }) : state,
    ),
  profilesSet: (state, event) => toReduced(withProfiles(state, event.profiles)),
  onlineSet: registers.onlineSet,
  typingHeard: (state, event) => toReduced(withTyping(state, event)),
  momentsMoved: (state, event) => toReduced(momentsMoved(state, event.atMs)),
  loggedInElsewhere: registers.loggedInElsewhere,
  // The server and the socket.
  configSet: (state, event) => configured(state, event.config),
  pinged: reduceControl,
  ponged: reduceControl,
  socketGreeted: reduceControl,
};

const applied = <T extends ServerEvent['type']>(
  state: State,
  event: Extract<ServerEvent, { readonly type: T }>,
  place: Place,
): Reduced => (REDUCERS[event.type] as Reducer<T>)(state, event, place);
