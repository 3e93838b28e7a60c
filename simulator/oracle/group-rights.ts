import type { OracleRole } from './deeds.ts';
import type { Oracle } from './oracle.ts';

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
