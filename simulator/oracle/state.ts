import { ROLE, type OraclePrivacy, type OracleRole, type Rules, type SaidWords } from './actions.ts';
import { NEW_GROUP, type Setting } from './group-settings.ts';
import type { KeptThings } from './kept.ts';
import type { OraclePoll } from './polls.ts';

/** A change of a group, shown below the line that was its newest then. */
export interface Happening {
  readonly after: number;
  readonly by: number;
  readonly what: string;
}

/** One line of a chat, as it is now. */
export interface OracleLine {
  readonly chat: string;
  readonly n: number;
  readonly row: number;
  readonly id: string;
  readonly by: number;
  readonly sentAtMs: number;
  kind: string;
  words: string;
  /** Signs in them mean something (`rich.ts`). */
  marked: boolean;
  at: readonly number[];
  /** Members excluded from an everyone mention, because they had blocked its author. */
  apart: readonly number[];
  quotes: OracleLine | null;
  /** The quoted author's name at that time; of a deleted account, the replacement name. */
  quoted: string;
  /** Number of the first line of the chain it answers; null: not an answer. */
  root: number | null;
  /** Event that a system line shows; null for user messages. */
  note: 'groupCreated' | 'joined' | 'friends' | 'recalled' | 'timer' | 'groupCall' | null;
  /** Users behind each reaction, in the order in which the emoji were first used. */
  readonly reactions: Map<string, readonly number[]>;
  /** Its poll; null: none. */
  poll: OraclePoll | null;
  /** Title of its first address's card; null: none. */
  card: string | null;
  /** The address of which it shall have none any more. */
  cardless: string | null;
  recalled: boolean;
  /** Deleted for all members, or cleared. */
  isDeleted: boolean;
  /** Its author, if the partner had blocked them: no other user ever sees it. */
  readonly only: number | null;
}

/** A user's membership of a chat. A returning user gets a new one. */
export interface Seat {
  role: OracleRole;
  here: boolean;
  /** Lines up to this one were sent before they joined. */
  since: number;
  readTo: number;
  /** In a one-to-one chat: the read position the partner has received. */
  sharedReadTo: number;
  /** Lines beyond that one which they saw. */
  readonly saw: Set<number>;
  mentionsReadTo: number;
  /** Mentions beyond that one which they read alone. */
  readonly readAlone: Set<number>;
  /** Mentions up to that one which an edit added since. */
  readonly addedLate: Set<number>;
  hiddenTo: number;
  pinned: boolean;
  notified: boolean;
  /** Only mentions and answers notify. */
  atOnly: boolean;
  /** End of the mute; null: it has none. */
  quietUntilMs: number | null;
  /** Archived instead of listed. */
  archived: boolean;
  /** Marked as unread, from this line on. */
  marked: boolean | number;
  mutedUntilSec: number;
}

export interface OracleThread {
  readonly took: Set<number>;
  readonly choices: Map<number, boolean>;
}

/** The live call of a group. */
export interface OracleCall {
  readonly id: string;
  readonly startedBy: number;
  readonly startedMs: number;
  /** Users who took part so far. */
  readonly users: Set<number>;
  readonly removed: Set<number>;
  readonly devices: Map<string, { readonly user: number; hand: boolean }>;
}

export interface OracleChat {
  readonly name: string;
  readonly lines: OracleLine[];
  /** Pinned lines, by number, the newest pin first. */
  pinned: readonly number[];
  readonly seats: Map<number, Seat>;
  /** Keyed by the number of a first message: participants, and users who chose to follow or not. */
  readonly threads: Map<number, OracleThread>;
  /** Lines after this one last for these days, until the next timer; in order. */
  readonly timers: { readonly after: number; readonly days: number }[];
  call: OracleCall | null;
  /** Records of its calls, by line. */
  readonly callRecords: Map<number, string>;
  /** Time of the newest event in it. */
  lastAtMs: number;
  /** `barred`: removed, and not readmitted by a manager. */
  group: {
    title: string;
    setting: Setting;
    over: boolean;
    readonly barred: Set<number>;
    /** Times at which members who wrote in slow mode may write next. */
    readonly turns: Map<number, number>;
    /** Changes of the group, each with the line it follows (`happenings.ts`). */
    happenings: readonly Happening[];
  } | null;
}

export interface OraclePerson {
  readonly id: number;
  readonly name: string;
  /** True for administrators of the server. */
  readonly staff?: boolean;
  /** May not come in. */
  readonly away?: boolean;
  /** True for the first account, which stays. */
  readonly first?: boolean;
  /** The account has ended permanently; tells whether its messages stay. */
  readonly leaving?: SaidWords;
  /** Absent: as at first. */
  readonly privacy?: OraclePrivacy;
}

/** The relation of one user to another. */
export interface Tie {
  state: 'asked' | 'friends';
  remark: string;
}

/** Text was erased from a line: members at that time were notified, users who returned later were not. */
export interface Erasure {
  readonly line: OracleLine;
  readonly audience: ReadonlySet<Seat>;
}

/** Read access to the state at a moment. */
export interface OracleView {
  readonly people: ReadonlyMap<number, OraclePerson>;
  readonly chats: ReadonlyMap<string, OracleChat>;
  readonly lines: ReadonlyMap<number, OracleLine>;
  /** Text that was recalled, deleted or cleared, with each such event. */
  readonly erased: ReadonlyMap<string, readonly Erasure[]>;
  /** Preferences of users, by name. */
  readonly preferences: Pick<KeptThings, 'of'>;
  /** Scheduled content, with its owner and id. */
  readonly later: { all(): readonly (readonly [number, string, { readonly words: string }])[] };
  tie(from: number, to: number): Tie | null;
  /** Their present place in the chat, else null. */
  seat(person: number, chat: string): Seat | null;
}

/** A line without content. */
export const BLANK = {
  root: null,
  words: '',
  marked: false,
  at: [],
  apart: [],
  quotes: null,
  poll: null,
  card: null,
  cardless: null,
};

/** The initial rules of a server. */
export const NEW_RULES: Rules = {
  privately: true,
  founding: true,
  groupMax: 0,
  recallSec: 86_400,
  editSec: 172_800,
  erasing: true,
  closed: false,
  demo: false,
  welcome: null,
  listing: false,
};

export const newGroup = (title: string): NonNullable<OracleChat['group']> => ({
  title,
  setting: NEW_GROUP,
  over: false,
  barred: new Set(),
  turns: new Map(),
  happenings: [],
});

/** A chat without unread messages or mentions. */
export const newChat = (name: string): OracleChat => ({
  name,
  lines: [],
  pinned: [],
  seats: new Map(),
  threads: new Map(),
  timers: [],
  call: null,
  callRecords: new Map(),
  lastAtMs: 0,
  group: null,
});

export const newSeat = (role: OracleRole, since: number, count: number): Seat => ({
  role,
  here: true,
  since,
  readTo: count,
  sharedReadTo: count,
  saw: new Set(),
  mentionsReadTo: count,
  readAlone: new Set(),
  addedLate: new Set(),
  hiddenTo: 0,
  pinned: false,
  notified: true,
  atOnly: false,
  quietUntilMs: null,
  archived: false,
  marked: false,
  mutedUntilSec: 0,
});

/** Returns true if a mention in this line is still unread. */
export const waitsFor = (seat: Seat, n: number): boolean =>
  n > seat.mentionsReadTo ? !seat.readAlone.has(n) : seat.addedLate.has(n);

export const pair = (a: number, b: number): string => (a < b ? `${a}-${b}` : `${b}-${a}`);

/** The two people of a chat of two, else null. */
export function partners(chat: string): readonly [number, number] | null {
  const match = /^(\d+)-(\d+)$/.exec(chat);
  return match ? [Number(match[1]), Number(match[2])] : null;
}

/** The chat a user's contact id refers to: a user number, `group-12` or `-1`. */
export function chatOf(me: number, contact: string): string | null {
  if (/^group-\d+$/.test(contact)) return contact;
  if (contact === '-1') return `u${me}`;
  if (contact === 'admin_notice') return 'notice';
  return /^\d+$/.test(contact) ? pair(me, Number(contact)) : null;
}

/** The other way round: what a chat is called in this person's list. */
export function oracleContactOf(me: number, chat: string): string {
  const two = partners(chat);
  if (two) return String(two[0] === me ? two[1] : two[0]);
  if (chat === 'notice') return 'admin_notice';
  return chat === `u${me}` ? '-1' : chat;
}

/** In a slow group the member's next message has to wait from this one on. */
export function takeTurn(
  chats: ReadonlyMap<string, OracleChat>,
  line: { readonly chat: string; readonly by: number },
  nowMs: number,
): void {
  const chat = chats.get(line.chat);
  if (chat?.group && chat.group.setting.slowSec > 0 && chat.seats.get(line.by)?.role === ROLE.member)
    chat.group.turns.set(line.by, nowMs + chat.group.setting.slowSec * 1_000);
}
