import type { OracleRole } from './deeds.ts';
import type { Oracle } from './oracle.ts';
import { addressIn, cardOf } from './pages.ts';
import { expectedMayRead } from './shown.ts';

/** In a group all members may send files, unless that is reserved for its managers. */
export function sendingFiles(oracle: Oracle, me: number, chat: string): string | null {
  const setting = oracle.chats.get(chat)?.group?.setting;
  return setting && !setting.media && oracle.seat(me, chat)?.role === 3
    ? 'only those who lead send files'
    : null;
}

/** Members of a slow group wait between two messages; its managers do not. */
export function slowness(oracle: Oracle, me: number, chat: string): string | null {
  const group = oracle.chats.get(chat)?.group;
  if (!group || oracle.seat(me, chat)?.role !== 3) return null;
  const leftMs = (group.turns.get(me) ?? 0) - oracle.nowMs;
  return leftMs > 0 && leftMs <= group.setting.slowSec * 1_000 ? 'too soon after the last one' : null;
}

export const atLeast = (oracle: Oracle, me: number, chat: string, role: OracleRole): string | null => {
  const seat = oracle.seat(me, chat);
  if (!seat) return 'not in it';
  return seat.role <= role ? null : 'not of that role';
};

export function leaving(oracle: Oracle, me: number, chat: string, heir?: number): string | null {
  const seat = oracle.seat(me, chat);
  // Only groups are left.
  if (!seat || !oracle.chats.get(chat)?.group) return 'not in it';
  if (seat.role !== 1) return null;
  if (heir === undefined) return 'an owner does not leave';
  return heir !== me && oracle.seat(heir, chat) ? null : 'nobody to own it';
}

/** The owner outranks all others, managers outrank members. */
export function over(oracle: Oracle, me: number, chat: string, person: number): string | null {
  const [mine, theirs] = [oracle.seat(me, chat), oracle.seat(person, chat)];
  if (!mine || !theirs) return 'not in it';
  return mine.role < theirs.role && mine.role <= 2 ? null : 'not above them';
}

/** Rights over another member that only the owner has. */
export function overMember(oracle: Oracle, me: number, chat: string, person: number): string | null {
  const refusal = atLeast(oracle, me, chat, 1);
  if (refusal) return refusal;
  if (person === me) return 'oneself';
  return oracle.seat(person, chat) ? null : 'not in it';
}

/** Rights to forward a message. */
export function passingOn(oracle: Oracle, me: number, row: number): string | null {
  const line = oracle.lines.get(row);
  if (!line || !expectedMayRead(oracle, me, line)) return 'no such line';
  const isOther = line.kind === 'event' || line.kind === 'webrtc' || line.poll !== null;
  return isOther ? 'not of a kind to pass on' : null;
}

/** Removes the card of one's own message; without a card it is not an error. */
export function dropping(oracle: Oracle, me: number, id: string): string | null {
  const line = [...oracle.lines.values()].find((one) => one.id === id);
  if (!line || !expectedMayRead(oracle, me, line)) return 'no such line';
  return line.by === me ? null : 'not theirs';
}

/** Requires the user's own present text, the title of its first address, and a message that allows cards. */
export function carding(oracle: Oracle, me: number, row: number, card: string): string | null {
  const line = oracle.lines.get(row);
  if (!line || line.by !== me || line.gone || line.recalled || line.kind !== 'text') return 'no such text';
  const address = addressIn(line.words);
  if (line.card !== null || (address !== null && line.cardless === address)) return 'no card is wanted';
  return cardOf(address) === card ? null : 'not what that page is called';
}

/**
 * Returns why a user may not join a group on their own; null: they may. A code works while its maker is a
 * member and members may invite (GROUP-12); a link works independently; neither works for a removed member
 * (GROUP-16). `codesOf`: possible makers of the code; null stands for a link, or for an unknown maker.
 */
export function comingIn(
  oracle: Oracle,
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
