import {
  atLeast,
  comingIn,
  isHere,
  isStaff,
  leavingRefusal,
  over,
  overMember,
  passingOn,
  reachable,
  sendingFiles,
  slowness,
  speech,
} from './chat-rights.ts';
import { ROLE, type Rules } from './actions.ts';
import type { Oracle } from './oracle.ts';
import { isSeenBy, mayBeAdded } from './privacy.ts';
import { amongPeople, orScanned, UNSEEN } from './rights-of-people.ts';
import type { AskedAct } from './subject.ts';
import { isRequestOfSubject, refusalOfSubject } from './subjects.ts';

/** Time during which servers may still apply the previous rules. */
const LEARNED_MS = 10_000;
/** Chosen at once for a new group. */
const CHOSEN_MAX = 200;

/** Rules that some server may apply at this moment. */
export const rulesLately = (oracle: Oracle): readonly Rules[] => [
  oracle.rules,
  ...oracle.before.filter(({ untilMs }) => oracle.elapsedMs - untilMs < LEARNED_MS).map((one) => one.rules),
];

/**
 * Under each of the rules that some server may go by at this moment: one of these must be what was answered.
 */
export function refusedUnder(oracle: Oracle, me: number, request: AskedAct): readonly (string | null)[] {
  const { rules } = oracle;
  const reasons = rulesLately(oracle).flatMap((one) => {
    oracle.rules = one;
    return orScanned(refusalReason(oracle, me, request));
  });
  oracle.rules = rules;
  return reasons;
}

/** Returns true if no friend request is needed first. */
const isKnown = (oracle: Oracle, me: number, other: number): boolean =>
  oracle.rules.closed ? isHere(oracle, other) : oracle.areFriends(me, other);

export function refusalReason(oracle: Oracle, me: number, request: AskedAct): string | null {
  if (isRequestOfSubject(request)) return refusalOfSubject(oracle, me, request);
  switch (request.kind) {
    case 'say':
      if (request.shows !== undefined && !isHere(oracle, request.shows)) return 'nobody to show';
      if (request.shows !== undefined && !isSeenBy(oracle, me, request.shows)) return UNSEEN;
      // Own notes have no other voter.
      if (request.isPoll === true && request.chat === `u${me}`) return 'nobody to ask';
      return (
        speech(oracle, me, request.chat, request.isPoll === true ? [] : request.at) ??
        (request.file === true ? sendingFiles(oracle, me, request.chat) : null) ??
        (request.types === true ? null : slowness(oracle, me, request.chat))
      );
    case 'forward':
      return passingOn(oracle, me, request.row);
    case 'ownFlag':
      // Announcements are readable for all users, who cannot pin, mute or hide them.
      if (request.chat === 'notice') return 'not in it';
      if (!oracle.seat(me, request.chat) && !reachable(oracle, me, request.chat)) return 'not in it';
      return (request.n ?? 0) > (oracle.chats.get(request.chat)?.lines.length ?? 0) ? 'no such line' : null;
    case 'found':
      return founding(oracle, me, request.people);
    case 'admit':
      return admission(oracle, me, request.chat, request.people);
    case 'comeIn':
      return comingIn(oracle, me, request.chat, request.codesOf);
    case 'remove':
    case 'silence':
    case 'rename':
    case 'letIn':
    case 'addProgram':
    case 'set':
    case 'announce':
    case 'dissolve':
    case 'clear':
    case 'promote':
    case 'handOver':
      return governing(oracle, me, request);
    default:
      return amongPeople(oracle, me, request);
  }
}

type Governing = Extract<
  AskedAct,
  {
    kind:
      | 'remove'
      | 'silence'
      | 'rename'
      | 'letIn'
      | 'addProgram'
      | 'set'
      | 'announce'
      | 'dissolve'
      | 'clear'
      | 'promote'
      | 'handOver';
  }
>;

/** Rights over a group and its members. */
function governing(oracle: Oracle, me: number, request: Governing): string | null {
  switch (request.kind) {
    case 'remove':
      if (request.person === me) return leavingRefusal(oracle, me, request.chat, request.heir);
      return over(oracle, me, request.chat, request.person);
    case 'silence':
      return over(oracle, me, request.chat, request.person);
    case 'rename':
    case 'letIn':
    case 'set':
      return atLeast(oracle, me, request.chat, ROLE.manager);
    case 'addProgram':
      return atLeast(oracle, me, request.chat, ROLE.manager) ?? fullness(oracle, request.chat, 1);
    case 'announce':
      return atLeast(oracle, me, request.chat, ROLE.manager) ?? speech(oracle, me, request.chat, []);
    case 'dissolve':
    case 'clear':
      return atLeast(oracle, me, request.chat, ROLE.owner);
    case 'promote':
    case 'handOver':
      return overMember(oracle, me, request.chat, request.person);
  }
}

function admission(oracle: Oracle, me: number, chat: string, people: readonly number[]): string | null {
  const seat = oracle.seat(me, chat);
  const group = oracle.chats.get(chat)?.group;
  if (!seat || !group) return 'not in it';
  if (seat.role === ROLE.member && people.some((one) => group.barred.has(one)))
    return 'removed before, and no leader lets them back';
  if (seat.role === ROLE.member && !group.setting.invite) return 'members may not invite';
  if (people.every((one) => one === me)) return 'nobody';
  const fresh = people.filter((one) => !oracle.seat(one, chat));
  return fullness(oracle, chat, fresh.length) ?? strangerAmong(oracle, me, fresh);
}

function fullness(oracle: Oracle, chat: string, freshCount: number): string | null {
  const { groupMax }: Rules = oracle.rules;
  const isOver = freshCount > 0 && groupMax > 0 && oracle.present(chat).length + freshCount > groupMax;
  return isOver ? 'too many for a group' : null;
}

function founding(oracle: Oracle, me: number, people: readonly number[]): string | null {
  const others = new Set(people.filter((one) => one !== me));
  if (others.size === 0) return 'nobody else';
  if (!oracle.rules.founding && !isStaff(oracle, me)) return 'nobody makes groups here';
  if (others.size + 1 > (oracle.rules.groupMax || CHOSEN_MAX)) return 'too many for a group';
  return strangerAmong(oracle, me, people);
}

const strangerAmong = (oracle: Oracle, me: number, people: readonly number[]): string | null =>
  people.some(
    (one) =>
      one !== me && (!isHere(oracle, one) || !isKnown(oracle, me, one) || !mayBeAdded(oracle, me, one)),
  )
    ? 'a stranger among them'
    : null;
