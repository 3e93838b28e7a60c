import { alertWords } from '../../src/client/state/kept-shown.ts';
import { blockedBy } from '../../src/client/state/blocked.ts';
import { contactView } from '../../src/client/state/contact-view.ts';
import { plainValue } from '../../src/client/state/kept-shown.ts';
import { quietHoursOf } from '../../src/client/state/preferences.ts';
import type { Contact, State } from '../../src/client/state/state.ts';
import type { ServerEvent } from '../../src/domain/events.ts';
import type { ContactId, UserId } from '../../src/domain/ids.ts';
import type { Message } from '../../src/domain/message.ts';
import { quietHoursEnd } from '../../src/domain/quiet-hours.ts';

/** `may`: both are right. */
export type Verdict = 'must' | 'may' | 'never';

export interface ExpectedAlert {
  readonly sound: Verdict;
  /** A notification, shown while the page is hidden. */
  readonly notice: Verdict;
}

type Posted = Pick<Extract<ServerEvent, { type: 'messagePosted' }>, 'message' | 'thread'>;
const NEVER: ExpectedAlert = { sound: 'never', notice: 'never' };
export const MAY: ExpectedAlert = { sound: 'may', notice: 'may' };

/** Returns the alerts of a page with this state for a message that arrived (ALERT-2, EFFECT-1). */
export function expectedAlert(state: State, to: ContactId, { message, thread }: Posted): ExpectedAlert {
  const chat = contactView(state, to);
  if (!chat || message.from.id === state.self?.id || message.recalled) return NEVER;
  if (blockedBy(state).has(message.from.id) || isMerged(message)) return NEVER;
  const hours = quietHoursOf(state);
  if (isBusy(state, message.sentAtMs)) return NEVER;
  const isQuiet = quietHoursEnd(hours, message.sentAtMs) !== null;
  const isFor = hasMentionAlerts(chat) && isForUser(state, message);
  const isFollowed = thread?.follows === true && followsStill(state, to, thread.root);
  const sounds = isQuiet ? hours?.toMe === true && isFor : isHeard(chat) || isFor || isFollowed;
  // The message may contain one of the user's words.
  if (!sounds) return hasMentionAlerts(chat) && alertWords(state).length > 0 ? MAY : NEVER;
  const { open, conversations } = state;
  const isInView = open === to || (isFollowed && conversations.get(to)?.thread?.root === thread?.root);
  return { sound: 'must', notice: open === to ? 'never' : isInView ? 'may' : 'must' };
}

/** Nothing alerts a user who does not want to be disturbed (PRES-5). */
function isBusy(state: State, atMs: number): boolean {
  const status = plainValue(state, 'status');
  return status?.mode === 'busy' && (status.untilMs === null || atMs < status.untilMs);
}

type Edited = Extract<ServerEvent, { type: 'messageEdited' }>;
type Reacted = Extract<ServerEvent, { type: 'messageReacted' }>;

/** Only an edit that mentions the user for the first time is news (EDIT-4). */
export function alertOfEdit(
  state: State,
  to: ContactId,
  { author, was, mentioned, again = [] }: Edited,
): ExpectedAlert {
  const names = (all: readonly number[]): boolean => all.some((one) => one === 0 || one === state.self?.id);
  const isNew = names(mentioned) && !names([...was, ...again]) && author !== state.self?.id;
  const hours = quietHoursOf(state);
  const isQuiet = hours?.toMe === false && quietHoursEnd(hours, state.minute * 60_000) !== null;
  const isHeld = isQuiet || isBusy(state, state.minute * 60_000);
  return isNew && !isHeld && !isHushed(state, to, author, hasMentionAlerts) ? MAY : NEVER;
}

/** A reaction to a message of the user is reported without a sound (REACT-10). */
export function alertOfReaction(state: State, to: ContactId, { author, added }: Reacted): ExpectedAlert {
  if (added === null || author === null || author !== state.self?.id || added.user === author) return NEVER;
  const nowMs = state.minute * 60_000;
  const isQuiet = isBusy(state, nowMs) || quietHoursEnd(quietHoursOf(state), nowMs) !== null;
  if (isQuiet || state.open === to || isHushed(state, to, added.user, isHeard)) return NEVER;
  return { sound: 'never', notice: 'may' };
}

/** The chat lets it not through, or its author is blocked. */
function isHushed(
  state: State,
  to: ContactId,
  author: UserId | null,
  lets: (chat: Contact) => boolean,
): boolean {
  const chat = contactView(state, to);
  return !chat || !lets(chat) || (author !== null && blockedBy(state).has(author));
}

const isArchived = ({ archivedTo, mentions, counting }: Contact): boolean =>
  archivedTo !== undefined && mentions === 0 && counting.count <= archivedTo;
const isHeard = (chat: Contact): boolean => chat.isNotice && !isArchived(chat);
const hasMentionAlerts = ({ isNotice, quiet }: Contact): boolean =>
  isNotice || String(quiet).startsWith('mentions');

const followsStill = ({ pending }: State, to: ContactId, root: number): boolean =>
  ![...pending.follow.values()].some((one) => one.to === to && one.root === root && !one.on);

/** The line of a second call that was merged into the first one. */
const isMerged = ({ type, extra }: Message): boolean => type === 'webrtc' && extra?.['reason'] === 'merged';

const isForUser = ({ self }: State, { at, quote }: Message): boolean =>
  self !== null && (at.includes(0) || at.includes(self.id) || quote?.userId === self.id);
