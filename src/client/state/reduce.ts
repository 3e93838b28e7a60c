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
import { keptSet } from './kept.ts';
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

function applied(state: State, event: ServerEvent, place: Place): Reduced {
  switch (event.type) {
    case 'messagePosted':
      return messagePosted(state, event, place);
    case 'messageVoid':
      return messageVoid(state, event, place);
    case 'messageRecalled':
      return messageRecalled(state, event, place);
    case 'messageDeleted':
      return messageDeleted(state, event, place);
    case 'messageEdited':
      return messageEdited(state, event, place);
    case 'messagePinned':
    case 'messageUnpinned':
      return messagePinSet(state, event, place);
    case 'messageReacted':
      return messageReacted(state, event);
    case 'pollChanged':
      return pollChanged(state, event);
    case 'messagePreviewed':
      return messagePreviewed(state, event);
    case 'messageUpdated':
      return messageUpdated(state, event);
    case 'partnerRead':
      return marks.partnerRead(state, event, place);
    case 'messagesRead':
      return marks.messagesRead(state, event.ids);
    case 'historyCleared':
      return historyCleared(state, event, place);
    case 'timerSet':
      return timerSet(state, event);
    case 'callSignal':
      return callSignal(state, event, place);
    case 'groupRenamed':
      return groups.groupRenamed(state, event);
    case 'groupNoticeSet':
      return groups.groupNoticeSet(state, event);
    case 'groupSettingSet':
      return groups.groupSettingSet(state, event, place);
    case 'groupMembersAdded':
      return groups.groupMembersAdded(state, event);
    case 'groupMemberRemoved':
      return groups.groupMemberRemoved(state, event);
    case 'groupManagerSet':
      return groups.groupManagerSet(state, event);
    case 'groupOwnerChanged':
      return groups.groupOwnerChanged(state, event);
    case 'memberMuted':
      return groups.memberMuted(state, event);
    case 'groupRequestsMoved':
      return groups.groupTouched(state, event);
    case 'blockSet':
      return { state: withBlocked(state, event.user, event.on), effects: NO_EFFECTS };
    case 'laterChanged':
    case 'reminded':
      return laterHeard(state, event, place);
    case 'typingHeard':
      return { state: withTyping(state, event), effects: NO_EFFECTS };
    case 'momentsMoved':
      return { state: momentsMoved(state, event.atMs), effects: NO_EFFECTS };
    case 'placeTaken':
      return event.anew && place ? chatStale(state, place.stream) : unchanged(state);
    default:
      return appliedToSelf(state, event);
  }
}

type Rest = Exclude<
  ServerEvent,
  {
    type:
      | `message${string}`
      | `group${string}`
      | 'pollChanged'
      | 'partnerRead'
      | 'historyCleared'
      | 'timerSet'
      | 'callSignal'
      | 'blockSet'
      | 'memberMuted'
      | 'laterChanged'
      | 'reminded'
      | 'typingHeard'
      | 'momentsMoved'
      | 'placeTaken';
  }
>;

/** The own stream, the registers and events of the socket alone. */
function appliedToSelf(state: State, event: Rest): Reduced {
  switch (event.type) {
    case 'topSet':
      return marks.topSet(state, event);
    case 'noticeSet':
      return marks.noticeSet(state, event);
    case 'archiveSet':
      return marks.archiveSet(state, event);
    case 'unreadMarkSet':
      return marks.unreadMarkSet(state, event);
    case 'keptSet':
      return keptSet(state, event);
    case 'threadFollowSet':
      return threadFollowSet(state, event);
    case 'chatHidden':
      return marks.chatHidden(state, event);
    case 'readMarkSet':
      return marks.readMarkSet(state, event);
    case 'mentionMarkSet':
      return marks.mentionMarkSet(state, event);
    case 'joined':
      return reduceJoined(state, event);
    case 'left':
      return reduceLeft(state, event);
    case 'applicationReceived':
      return registers.applicationReceived(state, event);
    case 'applicationsSet':
      return { state: registers.withApplications(state, event.pending), effects: NO_EFFECTS };
    case 'remarkSet':
      return registers.remarkSet(state, event);
    case 'profileSet':
      return {
        state:
          state.self?.id === event.self.id
            ? patched(state, { self: patched(state.self, event.self) })
            : state,
        effects: NO_EFFECTS,
      };
    case 'onlineSet':
      return registers.onlineSet(state, event);
    case 'profilesSet':
      return { state: withProfiles(state, event.profiles), effects: NO_EFFECTS };
    case 'configSet':
      return configured(state, event.config);
    case 'loggedInElsewhere':
      return registers.loggedInElsewhere(state, event);
    // The caller holds the list; the counters come from the stream.
    case 'mentionsListed':
      return unchanged(state);
    default:
      return reduceControl(state, event);
  }
}
