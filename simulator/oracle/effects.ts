import { isLineFor, namesThem } from './blocked.ts';
import type { Oracle } from './oracle.ts';
import { expectedList, isPutAway } from './shown.ts';
import { eastIn } from './zones.ts';
import { expectedFollows } from './threads.ts';
import type { OracleLine } from './state.ts';

/** The notification a line is worth for a present user: a sound, and text if the chat is not on screen. */
export interface News {
  readonly sound: boolean;
  readonly words: boolean;
}

const NOTHING: News = { sound: false, words: false };

export function newsOf(oracle: Oracle, me: number, line: OracleLine, isOpen: boolean): News {
  const seat = oracle.seat(me, line.chat);
  const follows = isFollowed(oracle, me, line);
  const heard = seat?.notified === true && !isPutAway(oracle, me, line.chat);
  const hearsMine = isMeant(oracle, me, line);
  const isNews = line.by !== me && isLineFor(line, me) && !line.recalled && !line.gone;
  if (!isNews || oracle.blocked.has(me, line.by)) return NOTHING;
  if (!(heard || hearsMine || (seat && follows))) return NOTHING;
  const quiet = quietAt(oracle, me, line.saidAtMs);
  if (quiet === 'whole' || (quiet === 'butMine' && !hearsMine)) return NOTHING;
  return { sound: true, words: !isOpen };
}

/** Returns true for an answer in a thread the user follows. */
export const isFollowed = (oracle: Oracle, me: number, { root, chat }: OracleLine): boolean =>
  root !== null && expectedFollows(oracle, me, chat, root);

/** It is meant for them where they hear what is. */
export function isMeant(oracle: Oracle, me: number, line: OracleLine): boolean {
  const seat = oracle.seat(me, line.chat);
  const hears = seat !== null && (seat.notified || seat.atOnly);
  return hears && (isTo(me, line) || saysWord(oracle, me, line));
}

/** Returns true if the line mentions the user or all members, or answers the user. */
const isTo = (me: number, line: OracleLine): boolean => namesThem(line, me) || line.quotes?.by === me;

/** Returns true if it contains a keyword of the user. Users of a World write plain text. */
function saysWord(oracle: Oracle, me: number, { words }: OracleLine): boolean {
  const kept = oracle.kept.of(me, 'alerts');
  const mine = kept === null ? [] : (JSON.parse(kept) as readonly string[]);
  const said = ` ${words.toLowerCase().replaceAll(/[^a-z0-9_]+/g, ' ')} `;
  return mine.some((word) => said.includes(` ${word.toLowerCase()} `));
}

const MINUTE_MS = 60_000;
const DAY_MIN = 1_440;

type KeptQuiet = [number, number, number, boolean, number, string | null];

/** The quiet hours in force then: for everything, or for all but mentions and answers. */
export function quietAt(oracle: Oracle, me: number, atMs: number): 'whole' | 'butMine' | null {
  const kept = oracle.kept.of(me, 'quiet');
  if (kept === null) return null;
  const [from, till, offset, toMe, offUntilMs, zone] = JSON.parse(kept) as KeptQuiet;
  const east = zone === null ? offset : eastIn(zone, atMs);
  const minute = (Math.floor(atMs / MINUTE_MS) + east + 2 * DAY_MIN) % DAY_MIN;
  const sinceFrom = (minute - from + DAY_MIN) % DAY_MIN;
  const lasts = (till - from + DAY_MIN) % DAY_MIN;
  if (sinceFrom >= lasts || atMs < offUntilMs) return null;
  return toMe ? 'butMine' : 'whole';
}

/** Returns why a mute may not end automatically at this moment; null: it is over. */
export function quietBecause(
  oracle: Oracle,
  { person, chat }: { readonly person: number; readonly chat: string },
): string | null {
  const until = oracle.seat(person, chat)?.quietUntilMs ?? null;
  if (until === null) return 'nobody said for how long';
  return until <= oracle.nowMs ? null : `it is quiet until ${until}`;
}

/** The numbers in the title, on the icon and on the tabs of the app. */
export interface ExpectedBadge {
  readonly unread: number;
  readonly mentions: number;
  readonly system: number;
}

/** Muted chats do not count, but mentions in them do. */
export function badgeOf(oracle: Oracle, me: number): ExpectedBadge {
  const rows = expectedList(oracle, me);
  return {
    unread: rows.reduce((sum, row) => sum + (row.notified && row.last ? row.unread : 0), 0),
    mentions: rows.reduce((sum, row) => sum + row.mentions, 0),
    system: [...oracle.applications.values()].filter(({ by, to }) => to === me && !oracle.blocked.has(me, by))
      .length,
  };
}
