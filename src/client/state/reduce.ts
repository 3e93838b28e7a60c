import type { FramedEvent, Origin, Place, ServerEvent } from '../../domain/events.ts';
import type { ContactId, MessageId } from '../../domain/ids.ts';
import { type Timer, withTimer } from '../../domain/vanish.ts';
import { blockSet } from './blocked-changes.ts';
import { changedContact } from './counting.ts';
import { type Effect, type Input, NO_EFFECTS, type Reduced, unchanged } from './effects.ts';
import { patched } from './figures.ts';
import { setPreference } from './kept.ts';
import { laterHeard } from './later.ts';
import { momentsMoved, reduceLocal } from './reduce-local.ts';
import { advanced, positionOf } from './positions.ts';
import { callSignal } from './reduce-calls.ts';
import { messageEdited } from './reduce-edits.ts';
import { historyCleared, messageDeleted, messageRecalled, messageUpdated } from './reduce-erasure.ts';
import * as groups from './reduce-groups.ts';
import * as marks from './reduce-marks.ts';
import { reduceJoined, reduceLeft } from './reduce-membership.ts';
import { messagePosted, messageVoid } from './reduce-messages.ts';
import { chatStale, withProfiles } from './reduce-profiles.ts';
import { PART_REDUCERS } from './reduce-parts.ts';
import * as registers from './reduce-registers.ts';
import { configured, reduceControl } from './reduce-start.ts';
import type { State } from './state.ts';
import { canHearMentions, isHeard } from './totals.ts';
import { withTyping } from './typing.ts';

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

const NONE: readonly Timer[] = [];

/** Sets the lifetime of new messages in a conversation (VANISH-2). */
const timerSet = (
  state: State,
  { conversation, timer }: Extract<ServerEvent, { type: 'timerSet' }>,
): Reduced => ({
  state: changedContact(state, conversation, (contact) =>
    patched(contact, { timers: withTimer(contact.timers ?? NONE, timer) }),
  ),
  effects: NO_EFFECTS,
});

/** How each event changes the state. */
const REDUCERS: { readonly [T in ServerEvent['type']]: Reducer<T> } = {
  // Messages and what belongs to them.
  messagePosted,
  messageVoid,
  messageRecalled,
  messageDeleted,
  messageEdited,
  ...PART_REDUCERS,
  messageUpdated,
  messagesRead: (state, event) => marks.messagesRead(state, event.ids),
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
  groupCallSet: groups.groupCallSet,
  groupCallSignal: (state, { signal }) => ({ state, effects: [{ type: 'groupCallSignal', signal }] }),
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
  laterChanged: laterHeard,
  reminded: laterHeard,
  joined: reduceJoined,
  left: reduceLeft,
  placeTaken: (state, event, place) =>
    event.anew && place ? chatStale(state, place.stream) : unchanged(state),
  // People, and this user.
  blockSet,
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

type Arrived = Extract<Effect, { type: 'arrived' }>;
type MarkRead = Extract<Effect, { type: 'markRead' }>;
type Call = Extract<Effect, { type: 'callSignal' }>;

/**
 * Effects still worth executing after missed events, filtered by the final state (EFFECT-2): at most one
 * sound, one notification per conversation still unread, only the present state of a call, and nothing about
 * a chat that came back.
 */
export function afterCatchUp(state: State, effects: readonly Effect[]): readonly Effect[] {
  const arrived = new Map<ContactId, Arrived>();
  const reads = new Map<ContactId, MarkRead>();
  const calls = new Map<MessageId, Call>();
  const rest: Effect[] = [];
  let hasMessage = false;
  let hasApplication = false;
  for (const effect of effects) {
    if (effect.type === 'sound') {
      if (effect.conversation === undefined) hasApplication = true;
      else hasMessage = true;
    } else if (effect.type === 'arrived') {
      // Missed reactions that the list shows.
      if (effect.preview.kind !== 'reaction') arrived.set(effect.conversation, effect);
    } else if (effect.type === 'withdrawn') {
      if (arrived.get(effect.conversation)?.id === effect.id) arrived.delete(effect.conversation);
      rest.push(effect);
    } else if (effect.type === 'markRead') reads.set(effect.conversation, effect);
    else if (effect.type === 'callSignal') calls.set(effect.call, effect);
    else if (stillTrue(state, effect)) rest.push(effect);
  }
  const news = [...arrived.values()].filter((one) => isUnread(state, one));
  // One that waited since before the catch-up is not news.
  const isAudible = (hasMessage && news.length > 0) || (hasApplication && state.totals.system > 0);
  return [
    ...rest,
    ...reads.values(),
    ...[...calls.values()].map((call) => ({ ...call, isMissed: true })),
    ...(isAudible ? [{ type: 'sound', conversation: news.at(-1)?.conversation } as const] : []),
    ...news,
  ];
}

function isUnread(state: State, { conversation: id, follows, toMe }: Arrived): boolean {
  const contact = state.contacts.get(id);
  if (contact === undefined || state.open === id) return false;
  const isNotified = isHeard(contact) || follows === true || (toMe === true && canHearMentions(contact));
  // An edit may have mentioned me in a message that I had read (COUNT-15).
  return isNotified && (contact.unread > 0 || (toMe === true && contact.mentions > 0));
}

function stillTrue(state: State, effect: Effect): boolean {
  if (effect.type === 'chatGone') return !state.contacts.has(effect.conversation);
  if (effect.type === 'bindGroup') return state.contacts.has(effect.conversation);
  if (effect.type === 'groupCallBegan')
    return (state.contacts.get(effect.conversation)?.groupCall ?? null) !== null;
  return true;
}
