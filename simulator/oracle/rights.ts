import type { Rules } from './deeds.ts';
import { atLeast, carding, comingIn, dropping, leaving, over, overMember, passingOn, sendingFiles, slowness } from './group-rights.ts';
import type { Oracle } from './oracle.ts';
import { isSeenBy, mayBeAdded } from './privacy.ts';
import { expectedMayRead } from './shown.ts';
import { EMOJI_OF_ALL, EMOJI_OF_ONE, isKnownEmoji, plainEmoji } from './known-emoji.ts';
import { choiceFault, isOver } from './polls.ts';
import { amongPeople, orScanned, UNSEEN } from './rights-of-people.ts';
import type { AskedOfPeople } from './rights-of-people.ts';
import { partners } from './state.ts';
import { expectedThread } from './threads.ts';

/** Time during which servers may still apply the previous rules. */
const LEARNED_MS = 10_000;
/** Chosen at once for a new group. */
const CHOSEN_MAX = 200;

/** A request of a user. Each check returns why it must be refused, or null if it must be executed. */
export type AskedAct =
  | {
      readonly wants: 'say';
      readonly chat: string;
      readonly at: readonly number[];
      /** It is a poll. */
      readonly asks?: boolean;
      /** The user a contact card shows. */
      readonly shows?: number | undefined;
      /** It is a file. */
      readonly file?: boolean;
      /** The user is only typing. */
      readonly types?: boolean;
    }
  | { readonly wants: 'recall'; readonly id: string }
  | { readonly wants: 'erase'; readonly id: string }
  | { readonly wants: 'edit'; readonly id: string; readonly at: readonly number[] }
  | { readonly wants: 'timer'; readonly chat: string }
  | { readonly wants: 'pinLine'; readonly id: string; readonly on: boolean }
  | { readonly wants: 'react'; readonly id: string; readonly emoji: string; readonly on: boolean }
  | { readonly wants: 'vote'; readonly id: string; readonly options: readonly number[] }
  | { readonly wants: 'endPoll'; readonly id: string }
  | { readonly wants: 'follow'; readonly chat: string; readonly root: number }
  | { readonly wants: 'putOff'; readonly chat: string; readonly id: string }
  /** An action on a scheduled message; `says`: send it now. */
  | { readonly wants: 'withPutOff'; readonly id: string; readonly says: boolean }
  | { readonly wants: 'remind'; readonly id: string; readonly on: boolean }
  | { readonly wants: 'card'; readonly row: number; readonly card: string }
  | { readonly wants: 'dropCard'; readonly id: string }
  | { readonly wants: 'forward'; readonly row: number }
  | { readonly wants: 'ownFlag'; readonly chat: string; readonly n?: number | null }
  | { readonly wants: 'found'; readonly people: readonly number[] }
  | { readonly wants: 'admit'; readonly chat: string; readonly people: readonly number[] }
  | { readonly wants: 'comeIn'; readonly chat: string; readonly codesOf: readonly (number | null)[] }
  | { readonly wants: 'silence'; readonly chat: string; readonly person: number }
  /** `heir`: the next owner, if its owner leaves. */
  | {
      readonly wants: 'remove';
      readonly chat: string;
      readonly person: number;
      readonly heir?: number | undefined;
    }
  | {
      readonly wants: 'dissolve' | 'rename' | 'set' | 'announce' | 'clear' | 'letIn';
      readonly chat: string;
    }
  | { readonly wants: 'promote' | 'handOver'; readonly chat: string; readonly person: number }
  | AskedOfPeople;

/** Rules that some server may apply at this moment. */
export const rulesLately = (oracle: Oracle): readonly Rules[] => [
  oracle.rules,
  ...oracle.before.filter(({ untilMs }) => oracle.elapsedMs - untilMs < LEARNED_MS).map((one) => one.rules),
];

/**
 * Under each of the rules that some server may go by at this moment: one of these must be what was answered.
 */
export function refusedUnder(oracle: Oracle, me: number, wish: AskedAct): readonly (string | null)[] {
  const { rules } = oracle;
  const found = rulesLately(oracle).flatMap((one) => {
    oracle.rules = one;
    return orScanned(refusalReason(oracle, me, wish));
  });
  oracle.rules = rules;
  return found;
}

const staff = (oracle: Oracle, person: number): boolean => oracle.people.get(person)?.staff ?? false;
const isHere = (oracle: Oracle, person: number): boolean =>
  oracle.people.has(person) && !oracle.people.get(person)?.away;
/** Returns true if no friend request is needed first. */
const known = (oracle: Oracle, me: number, other: number): boolean =>
  oracle.rules.closed ? isHere(oracle, other) : oracle.areFriends(me, other);

export function refusalReason(oracle: Oracle, me: number, wish: AskedAct): string | null {
  switch (wish.wants) {
    case 'say':
      if (wish.shows !== undefined && !isHere(oracle, wish.shows)) return 'nobody to show';
      if (wish.shows !== undefined && !isSeenBy(oracle, me, wish.shows)) return UNSEEN;
      // Own notes have no other voter.
      if (wish.asks === true && wish.chat === `u${me}`) return 'nobody to ask';
      return (
        speech(oracle, me, wish.chat, wish.asks === true ? [] : wish.at) ??
        (wish.file === true ? sendingFiles(oracle, me, wish.chat) : null) ??
        (wish.types === true ? null : slowness(oracle, me, wish.chat))
      );
    case 'recall':
    case 'erase':
      return takeBack(oracle, me, wish);
    case 'edit':
      return editing(oracle, me, wish);
    case 'timer':
      return leading(oracle, me, wish.chat) ?? (oracle.blocked.only(wish.chat, me) ? 'not here' : null);
    case 'pinLine':
      return pinning(oracle, me, wish);
    case 'react':
      return reacting(oracle, me, wish);
    case 'vote':
      return voting(oracle, me, wish);
    case 'endPoll':
      return ending(oracle, me, wish.id);
    case 'follow':
      if (!oracle.seat(me, wish.chat) || !oracle.chats.get(wish.chat)?.group) return 'no group of theirs';
      return expectedThread(oracle, me, wish.chat, wish.root) ? null : 'no such thread';
    case 'putOff':
    case 'withPutOff':
    case 'remind':
      return puttingOff(oracle, me, wish);
    case 'card':
      return carding(oracle, me, wish.row, wish.card);
    case 'dropCard':
      return dropping(oracle, me, wish.id);
    case 'forward':
      return passingOn(oracle, me, wish.row);
    case 'ownFlag':
      // Announcements are readable for all users, who cannot pin, mute or hide them.
      if (wish.chat === 'notice') return 'not in it';
      if (!oracle.seat(me, wish.chat) && !reachable(oracle, me, wish.chat)) return 'not in it';
      return (wish.n ?? 0) > (oracle.chats.get(wish.chat)?.lines.length ?? 0) ? 'no such line' : null;
    case 'found':
      return founding(oracle, me, wish.people);
    case 'admit':
      return admission(oracle, me, wish.chat, wish.people);
    case 'comeIn':
      return comingIn(oracle, me, wish.chat, wish.codesOf);
    case 'remove':
    case 'silence':
    case 'rename':
    case 'letIn':
    case 'set':
    case 'announce':
    case 'dissolve':
    case 'clear':
    case 'promote':
    case 'handOver':
      return governing(oracle, me, wish);
    default:
      return amongPeople(oracle, me, wish);
  }
}

type Governing = Extract<
  AskedAct,
  {
    wants:
      | 'remove'
      | 'silence'
      | 'rename'
      | 'letIn'
      | 'set'
      | 'announce'
      | 'dissolve'
      | 'clear'
      | 'promote'
      | 'handOver';
  }
>;

/** Rights over a group and its members. */
function governing(oracle: Oracle, me: number, wish: Governing): string | null {
  switch (wish.wants) {
    case 'remove':
      if (wish.person === me) return leaving(oracle, me, wish.chat, wish.heir);
      return over(oracle, me, wish.chat, wish.person);
    case 'silence':
      return over(oracle, me, wish.chat, wish.person);
    case 'rename':
    case 'letIn':
    case 'set':
      return atLeast(oracle, me, wish.chat, 2);
    case 'announce':
      return atLeast(oracle, me, wish.chat, 2) ?? speech(oracle, me, wish.chat, []);
    case 'dissolve':
    case 'clear':
      return atLeast(oracle, me, wish.chat, 1);
    case 'promote':
    case 'handOver':
      return overMember(oracle, me, wish.chat, wish.person);
  }
}

function speech(oracle: Oracle, me: number, chat: string, at: readonly number[]): string | null {
  if (chat === `u${me}`) return null;
  const seat = oracle.seat(me, chat);
  const two = partners(chat);
  if (two) {
    const other = two[0] === me ? two[1] : two[0];
    if (oracle.blocked.has(me, other)) return 'blocked by themselves';
    if (!oracle.rules.privately && !staff(oracle, me) && !staff(oracle, other))
      return 'nobody speaks privately here';
    // On a closed server presence decides, not friendship.
    if (oracle.rules.closed) return reachable(oracle, me, chat) ? null : 'not there';
    return seat && oracle.areFriends(me, other) ? null : 'no friends';
  }
  const setting = oracle.chats.get(chat)?.group?.setting;
  if (!seat || !setting) return 'not in it';
  if (setting.nospeak === 2 && seat.role !== 1) return 'only the owner speaks';
  if (setting.nospeak === 1 && seat.role === 3) return 'only those who lead speak';
  if (seat.mutedUntilSec > Math.floor(oracle.nowMs / 1_000)) return 'silenced';
  return at.includes(0) && seat.role === 3 ? 'may not call everybody' : null;
}

function takeBack(
  oracle: Oracle,
  me: number,
  { wants, id }: Extract<AskedAct, { wants: 'recall' | 'erase' }>,
): string | null {
  const line = [...oracle.lines.values()].find((one) => one.id === id);
  if (!line || !expectedMayRead(oracle, me, line)) return 'no such line';
  const mine = line.by === me;
  if (wants === 'erase' && !oracle.rules.erasing) return 'nothing is erased here';
  if (wants === 'erase')
    return line.note !== null && !line.recalled ? 'an event' : mine ? null : 'not theirs';
  if (line.recalled) return null;
  if (line.note !== null || line.kind === 'webrtc') return 'not of a kind to take back';
  const leads = line.chat.startsWith('group-') && (oracle.seat(me, line.chat)?.role ?? 3) <= 2;
  if (leads) return null;
  if (!mine) return 'not theirs';
  return (oracle.nowMs - line.saidAtMs) / 1_000 < oracle.rules.recallSec ? null : 'too late';
}

/** Kinds that have text by a user. */
const HAS_WORDS: ReadonlySet<string> = new Set(['text', 'image', 'video', 'file']);
/** The heading of a group announcement in its chat. */
const NOTICE = '<h3>';

/** Editing requires the user's own text, in time, in a chat they may still write in. */
function editing(
  oracle: Oracle,
  me: number,
  { id, at }: Extract<AskedAct, { wants: 'edit' }>,
): string | null {
  if (oracle.rules.editSec === 0) return 'nothing is edited here';
  const line = [...oracle.lines.values()].find((one) => one.id === id);
  if (!line || !expectedMayRead(oracle, me, line)) return 'no such line';
  if (line.by !== me) return 'not theirs';
  if (!HAS_WORDS.has(line.kind) || line.recalled || line.poll || line.words.startsWith(NOTICE))
    return 'not of a kind to edit';
  if ((oracle.nowMs - line.saidAtMs) / 1_000 >= oracle.rules.editSec) return 'too late';
  if (oracle.blocked.reaches(line, me)) return 'too late';
  // Mentions through all members remain, and captions mention no one.
  const named = line.kind !== 'text' ? [] : line.at.includes(0) ? at.filter((one) => one !== 0) : at;
  return speech(oracle, me, line.chat, named);
}

/** Any user who may write in a one-to-one chat; in a group its managers. */
function leading(oracle: Oracle, me: number, chat: string): string | null {
  if (oracle.chats.get(chat)?.group) return atLeast(oracle, me, chat, 2);
  return partners(chat) ? speech(oracle, me, chat, []) : 'not in such a chat';
}

/** Maximum pins at a time. */
const PINNED_MAX = 100;

/** In a group all members may pin, if its managers allow it. */
function pinning(
  oracle: Oracle,
  me: number,
  { id, on }: Extract<AskedAct, { wants: 'pinLine' }>,
): string | null {
  const line = [...oracle.lines.values()].find((one) => one.id === id);
  if (!line || !expectedMayRead(oracle, me, line)) return 'no such line';
  const chat = oracle.chats.get(line.chat);
  const refusal = chat?.group?.setting.pin ? null : leading(oracle, me, line.chat);
  if (refusal) return refusal;
  const isOfKind = line.note === null && line.kind !== 'webrtc' && line.kind !== 'event';
  if ((on && !isOfKind) || oracle.blocked.reaches(line, me)) return 'not of a kind to pin';
  const pinned = chat?.pinned ?? [];
  return on && pinned.length >= PINNED_MAX && !pinned.includes(line.row) ? 'too many' : null;
}

/** Scheduling requires the right to write, and content of the user's own. */
function puttingOff(
  oracle: Oracle,
  me: number,
  wish: Extract<AskedAct, { wants: 'putOff' | 'withPutOff' | 'remind' }>,
): string | null {
  if (wish.wants === 'remind') return reminding(oracle, me, wish);
  if (wish.wants === 'putOff')
    return oracle.later.isOver(me, wish.id) ? 'over' : speech(oracle, me, wish.chat, []);
  const line = oracle.later.linesOf(me).get(wish.id);
  if (!line) return 'nothing put off';
  if (!wish.says) return null;
  return speech(oracle, me, line.chat, line.at) ?? slowness(oracle, me, line.chat);
}

/** Reminders require a readable message by a user. */
function reminding(
  oracle: Oracle,
  me: number,
  { id, on }: Extract<AskedAct, { wants: 'remind' }>,
): string | null {
  const line = [...oracle.lines.values()].find((one) => one.id === id);
  if (!line || !expectedMayRead(oracle, me, line)) return 'no such line';
  return on && (line.recalled || line.kind === 'event') ? 'not of a kind to be reminded of' : null;
}

/** A new reaction needs a readable message and the right to write; adding to an existing one does not. */
function reacting(
  oracle: Oracle,
  me: number,
  { id, emoji: given, on }: Extract<AskedAct, { wants: 'react' }>,
): string | null {
  if (!isKnownEmoji(given)) return 'no emoji';
  const line = [...oracle.lines.values()].find((one) => one.id === id);
  if (!line || !expectedMayRead(oracle, me, line)) return 'no such line';
  const emoji = plainEmoji(given);
  const own = [...line.reactions].filter(([, people]) => people.includes(me)).map(([one]) => one);
  if (!on || own.includes(emoji)) return null;
  const isOfKind = line.kind !== 'event' && line.kind !== 'webrtc' && !line.recalled;
  if (!isOfKind || oracle.blocked.reaches(line, me)) return 'not of a kind to react to';
  if (own.length >= EMOJI_OF_ONE) return 'too many of theirs';
  if (line.reactions.size >= EMOJI_OF_ALL && !line.reactions.has(emoji)) return 'too many of all';
  return speech(oracle, me, line.chat, []);
}

/** A vote requires a readable, open poll; in a group it needs no right to write. */
function voting(
  oracle: Oracle,
  me: number,
  { id, options }: Extract<AskedAct, { wants: 'vote' }>,
): string | null {
  const line = [...oracle.lines.values()].find((one) => one.id === id);
  if (!line || !expectedMayRead(oracle, me, line)) return 'no such line';
  if (line.poll === null) return 'nothing is asked there';
  const fault = choiceFault(line.poll, options);
  if (fault !== null) return fault;
  const mine = line.poll.votes.get(me) ?? [];
  if (mine.length === options.length && options.every((one) => mine.includes(one))) return null;
  if (isOver(line.poll, line.saidAtMs, oracle.nowMs) || oracle.blocked.reaches(line, me)) return 'over';
  return partners(line.chat) ? speech(oracle, me, line.chat, []) : null;
}

/** The author may end a poll, and in a group its managers. */
function ending(oracle: Oracle, me: number, id: string): string | null {
  const line = [...oracle.lines.values()].find((one) => one.id === id);
  if (!line || !expectedMayRead(oracle, me, line)) return 'no such line';
  if (line.poll === null) return 'nothing is asked there';
  if (line.by === me) return null;
  return partners(line.chat) ? 'not theirs' : atLeast(oracle, me, line.chat, 2);
}

function admission(oracle: Oracle, me: number, chat: string, people: readonly number[]): string | null {
  const seat = oracle.seat(me, chat);
  const group = oracle.chats.get(chat)?.group;
  if (!seat || !group) return 'not in it';
  if (seat.role === 3 && people.some((one) => group.barred.has(one)))
    return 'removed before, and no leader lets them back';
  if (seat.role === 3 && !group.setting.invite) return 'members may not invite';
  if (people.every((one) => one === me)) return 'nobody';
  const fresh = people.filter((one) => !oracle.seat(one, chat));
  const { groupMax }: Rules = oracle.rules;
  if (fresh.length > 0 && groupMax > 0 && oracle.present(chat).length + fresh.length > groupMax)
    return 'too many for a group';
  return strangerAmong(oracle, me, fresh);
}

function founding(oracle: Oracle, me: number, people: readonly number[]): string | null {
  const others = new Set(people.filter((one) => one !== me));
  if (others.size === 0) return 'nobody else';
  if (!oracle.rules.founding && !staff(oracle, me)) return 'nobody makes groups here';
  if (others.size + 1 > (oracle.rules.groupMax || CHOSEN_MAX)) return 'too many for a group';
  return strangerAmong(oracle, me, people);
}

/** On a closed server any present user can be contacted. */
function reachable(oracle: Oracle, me: number, chat: string): boolean {
  const two = partners(chat);
  if (!two || !oracle.rules.closed) return false;
  const other = two[0] === me ? two[1] : two[0];
  return other !== me && isHere(oracle, other);
}

const strangerAmong = (oracle: Oracle, me: number, people: readonly number[]): string | null =>
  people.some(
    (one) => one !== me && (!isHere(oracle, one) || !known(oracle, me, one) || !mayBeAdded(oracle, me, one)),
  )
    ? 'a stranger among them'
    : null;
