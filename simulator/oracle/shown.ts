import { countsAsOwn, isLineFor, namesThem } from './blocked.ts';
import { listedWords } from './rich.ts';
import { oracleContactOf, partners, waitsFor } from './state.ts';
import type { OracleChat, OracleLine, OracleView } from './state.ts';

/** A row of a user's list, as it must be on screen. */
export interface ExpectedRow {
  /** A person's number, `group-12` or `-1`. */
  readonly contact: string;
  readonly title: string;
  readonly pinned: boolean;
  readonly notified: boolean;
  readonly unread: number;
  readonly mentions: number;
  readonly marked: boolean | number;
  readonly last: {
    readonly n: number;
    readonly kind: string;
    readonly words: string;
    readonly note: OracleLine['note'];
  } | null;
  readonly atMs: number;
}

/** The list of a person, in its order: pinned first, then the newest, then by name of the contact. */
export const expectedList = (oracle: OracleView, me: number): readonly ExpectedRow[] =>
  expectedRows(oracle, me, (archived) => !archived);

/** Archived chats, in the same order; an unread mention returns a chat to the list. */
export const expectedArchive = (oracle: OracleView, me: number): readonly ExpectedRow[] =>
  expectedRows(oracle, me, (archived) => archived);

function expectedRows(
  oracle: OracleView,
  me: number,
  belongs: (archived: boolean) => boolean,
): readonly ExpectedRow[] {
  const rows: ExpectedRow[] = [];
  for (const chat of oracle.chats.values()) {
    const row = rowOf(oracle, me, chat);
    if (row && (row.last || row.pinned) && belongs(isPutAway(oracle, me, chat.name))) rows.push(row);
  }
  const order = JSON.parse(oracle.preferences.of(me, 'pins') ?? '[]') as readonly string[];
  // A chat without a place was pinned later, and comes before the others.
  const placeOf = ({ pinned, contact }: ExpectedRow) => (pinned ? order.indexOf(contact) : order.length);
  return rows.toSorted(
    (a, b) =>
      Number(b.pinned) - Number(a.pinned) ||
      placeOf(a) - placeOf(b) ||
      b.atMs - a.atMs ||
      (a.contact < b.contact ? -1 : 1),
  );
}

function rowOf(oracle: OracleView, me: number, chat: OracleChat): ExpectedRow | null {
  const { name, lines } = chat;
  const own = name === `u${me}`;
  const seat = oracle.seat(me, name);
  if (!seat && !own) return null;
  if (seat && seat.hiddenTo > 0 && lines.length <= seat.hiddenTo) return null;
  const last =
    lines.findLast((line) => !line.isDeleted && line.n > (seat?.since ?? 0) && isLineFor(line, me)) ?? null;
  return {
    contact: oracleContactOf(me, name),
    title: own ? '' : expectedTitle(oracle, me, chat),
    pinned: seat?.pinned ?? false,
    notified: seat?.notified ?? true,
    unread: seat ? lines.filter((line) => line.n > seat.readTo && !countsAsOwn(line, me, seat)).length : 0,
    mentions: mentionsOf(oracle, me, chat),
    marked: seat?.marked ?? false,
    last: last && { n: last.n, kind: last.kind, words: listedWords(last), note: last.note },
    atMs: last?.sentAtMs ?? 0,
  };
}

/** Out of the list as long as no mention waits there. */
export function isPutAway(oracle: OracleView, me: number, name: string): boolean {
  const chat = oracle.chats.get(name);
  return oracle.seat(me, name)?.archived === true && chat !== undefined && mentionsOf(oracle, me, chat) === 0;
}

function mentionsOf(oracle: OracleView, me: number, { name, lines }: OracleChat): number {
  const seat = oracle.seat(me, name);
  return seat
    ? lines.filter((line) => waitsFor(seat, line.n) && line.by !== me && mentions(line, me)).length
    : 0;
}

const mentions = (line: OracleLine, me: number): boolean => !line.isDeleted && namesThem(line, me);

/** The title of a chat in a user's list. */
export function expectedTitle(oracle: OracleView, me: number, chat: OracleChat): string {
  if (chat.group) return chat.group.title;
  const other = partners(chat.name)?.find((id) => id !== me) ?? 0;
  return other === 0 ? '' : expectedName(oracle, me, other);
}

/** The name a user sees for another: their own name for them, otherwise the real one. */
export const expectedName = (oracle: OracleView, me: number, other: number): string =>
  oracle.tie(me, other)?.remark || (oracle.people.get(other)?.name ?? '');

/** Lines up to this one are unreadable for them; null: the whole chat is. */
export function expectedReadableAbove(oracle: OracleView, me: number, name: string): number | null {
  if (name === `u${me}`) return 0;
  const seat = oracle.seat(me, name);
  if (!seat) return null;
  const { group = null } = oracle.chats.get(name) ?? {};
  return group && !group.setting.history ? seat.since : 0;
}

export const expectedMayRead = (oracle: OracleView, me: number, line: OracleLine): boolean => {
  const above = expectedReadableAbove(oracle, me, line.chat);
  return above !== null && line.n > above && !line.isDeleted && isLineFor(line, me);
};

/** The line up to which the partner's read receipts have reached this user; 0 in other chats. */
export function expectedReadMark(oracle: OracleView, me: number, name: string): number {
  const other = partners(name)?.find((id) => id !== me);
  return other === undefined ? 0 : (oracle.seat(other, name)?.sharedReadTo ?? 0);
}
