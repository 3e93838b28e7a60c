import { ROLE, type OracleRole } from './actions.ts';
import { expectedMayRead } from './shown.ts';
import { partners } from './state.ts';
import type { OracleCore } from './subject.ts';

export const isStaff = (oracle: OracleCore, person: number): boolean =>
  oracle.people.get(person)?.staff ?? false;
export const isHere = (oracle: OracleCore, person: number): boolean =>
  oracle.people.has(person) && !oracle.people.get(person)?.away;
/** On a closed server any present user can be contacted. */
export function reachable(oracle: OracleCore, me: number, chat: string): boolean {
  const two = partners(chat);
  if (!two || !oracle.rules.closed) return false;
  const other = two[0] === me ? two[1] : two[0];
  return other !== me && isHere(oracle, other);
}

/** Why the user may not write in that chat. */
export function speech(oracle: OracleCore, me: number, chat: string, at: readonly number[]): string | null {
  if (chat === `u${me}`) return null;
  const seat = oracle.seat(me, chat);
  const two = partners(chat);
  if (two) {
    const other = two[0] === me ? two[1] : two[0];
    if (oracle.blocked.has(me, other)) return 'blocked by themselves';
    if (!oracle.rules.privately && !isStaff(oracle, me) && !isStaff(oracle, other))
      return 'nobody speaks privately here';
    if (!isHere(oracle, other)) return 'not there';
    // On a closed server presence decides, not friendship.
    if (oracle.rules.closed) return reachable(oracle, me, chat) ? null : 'not there';
    return seat && oracle.areFriends(me, other) ? null : 'no friends';
  }
  const setting = oracle.chats.get(chat)?.group?.setting;
  if (!seat || !setting) return 'not in it';
  if (setting.nospeak === 2 && seat.role !== ROLE.owner) return 'only the owner speaks';
  if (setting.nospeak === 1 && seat.role === ROLE.member) return 'only those who lead speak';
  if (seat.mutedUntilSec > Math.floor(oracle.nowMs / 1_000)) return 'silenced';
  return at.includes(0) && seat.role === ROLE.member ? 'may not call everybody' : null;
}

/** Any user who may write in a one-to-one chat; in a group its managers. */
export function mayChangeChat(oracle: OracleCore, me: number, chat: string): string | null {
  if (oracle.chats.get(chat)?.group) return atLeast(oracle, me, chat, ROLE.manager);
  return partners(chat) ? speech(oracle, me, chat, []) : 'not in such a chat';
}

/** In a group all members may send files, unless that is reserved for its managers. */
export function sendingFiles(oracle: OracleCore, me: number, chat: string): string | null {
  const setting = oracle.chats.get(chat)?.group?.setting;
  return setting && !setting.media && oracle.seat(me, chat)?.role === ROLE.member
    ? 'only those who lead send files'
    : null;
}

/** Members of a slow group wait between two messages; its managers do not. */
export function slowness(oracle: OracleCore, me: number, chat: string): string | null {
  const group = oracle.chats.get(chat)?.group;
  if (!group || oracle.seat(me, chat)?.role !== ROLE.member) return null;
  const leftMs = (group.turns.get(me) ?? 0) - oracle.nowMs;
  return leftMs > 0 && leftMs <= group.setting.slowSec * 1_000 ? 'too soon after the last one' : null;
}

export const atLeast = (oracle: OracleCore, me: number, chat: string, role: OracleRole): string | null => {
  const seat = oracle.seat(me, chat);
  if (!seat) return 'not in it';
  return seat.role <= role ? null : 'not of that role';
};

export function leavingRefusal(oracle: OracleCore, me: number, chat: string, heir?: number): string | null {
  const seat = oracle.seat(me, chat);
  // Only groups are left.
  if (!seat || !oracle.chats.get(chat)?.group) return 'not in it';
  if (seat.role !== ROLE.owner) return null;
  if (heir === undefined) return 'an owner does not leave';
  return heir !== me && oracle.seat(heir, chat) ? null : 'nobody to own it';
}

/** The owner outranks all others, managers outrank members. */
export function over(oracle: OracleCore, me: number, chat: string, person: number): string | null {
  const [mine, theirs] = [oracle.seat(me, chat), oracle.seat(person, chat)];
  if (!mine || !theirs) return 'not in it';
  return mine.role < theirs.role && mine.role <= ROLE.manager ? null : 'not above them';
}

/** Rights over another member that only the owner has. */
export function overMember(oracle: OracleCore, me: number, chat: string, person: number): string | null {
  const refusal = atLeast(oracle, me, chat, ROLE.owner);
  if (refusal) return refusal;
  if (person === me) return 'oneself';
  return oracle.seat(person, chat) ? null : 'not in it';
}

/** Rights to forward a message. */
export function passingOn(oracle: OracleCore, me: number, row: number): string | null {
  const line = oracle.lines.get(row);
  if (!line || !expectedMayRead(oracle, me, line)) return 'no such line';
  const isOther = line.kind === 'event' || line.kind === 'webrtc' || line.poll !== null;
  return isOther ? 'not of a kind to pass on' : null;
}

/**
 * Returns why a user may not join a group on their own; null: they may. A code works while its maker is a
 * member and members may invite (GROUP-12); a link works independently; neither works for a removed member
 * (GROUP-16). `codesOf`: possible makers of the code; null stands for a link, or for an unknown maker.
 */
export function comingIn(
  oracle: OracleCore,
  me: number,
  chat: string,
  codesOf: readonly (number | null)[],
): string | null {
  const group = oracle.chats.get(chat)?.group;
  if (!group) return 'no group';
  if (group.barred.has(me)) return 'removed before, and no leader lets them back';
  const opens = codesOf.some(
    (maker) => maker === null || (group.setting.invite && oracle.seat(maker, chat) !== null),
  );
  if (!opens) return 'by a code that opens nothing';
  const { groupMax } = oracle.rules;
  return groupMax > 0 && oracle.present(chat).length >= groupMax ? 'too many for a group' : null;
}
