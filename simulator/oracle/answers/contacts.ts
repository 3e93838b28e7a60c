import { ROLE } from '../actions.ts';
import { countsAsOwn, isLineFor, namesThem } from '../blocked.ts';
import type { Oracle } from '../oracle.ts';
import { POLL_LABEL } from '../polls.ts';
import { escaped, listedWords } from '../rich.ts';
import { expectedReadMark } from '../shown.ts';
import { oracleContactOf, partners, waitsFor } from '../state.ts';
import type { OracleChat, OracleLine, Seat } from '../state.ts';
import { nameFor, expectedClosed } from './people.ts';
import type { Recorded } from './recorded.ts';

/** A row of a list as it is answered, with all that is counted in its chat. */
export function expectedContact(oracle: Oracle, recorded: Recorded, me: number, name: string) {
  const chat = oracle.chats.get(name);
  const seat = oracle.seat(me, name);
  const other = partners(name)?.find((id) => id !== me) ?? null;
  if (!chat || !seat || name === 'notice') return null;
  const { lines, group } = chat;
  const isHidden = seat.hiddenTo > 0 && lines.length <= seat.hiddenTo;
  const last =
    lines.findLast((line) => !line.isDeleted && line.n > seat.since && isLineFor(line, me)) ?? null;
  const after = lines.filter(({ n }) => n > seat.readTo);
  const own = after.filter((line) => countsAsOwn(line, me, seat)).length;
  const isNamed = (line: OracleLine) =>
    waitsFor(seat, line.n) && line.by !== me && !line.isDeleted && namesThem(line, me);
  return {
    contact: oracleContactOf(me, name),
    ...(other === null ? groupTitles(chat) : personNames(oracle, recorded, me, other)),
    kind: group === null ? 0 : 1,
    pinned: seat.pinned,
    notified: seat.notified,
    atOnly: seat.atOnly,
    quietUntilMs: seat.quietUntilMs,
    archived: seat.archived,
    marked: seat.marked !== false,
    markedFrom: typeof seat.marked === 'number' ? seat.marked : null,
    unread: isHidden ? 0 : after.length - own,
    mentions: lines.filter(isNamed).length,
    count: lines.length,
    mark: seat.readTo,
    own,
    hiddenTo: seat.hiddenTo,
    theirMark: expectedReadMark(oracle, me, name),
    preview: isHidden ? NOTHING : previewOf(last),
    last: last && { ...lineContent(last), id: last.id === '' ? undefined : last.id, n: last.n, by: last.by },
    // The server decides which earlier timers it still reports.
    retentionDays: chat.timers.at(-1)?.days ?? 0,
    ...(group && inGroup(oracle, chat, seat)),
  };
}

const groupTitles = ({ group }: OracleChat) => ({ title: group?.title, name: group?.title });

/** While an account ends, its names disappear at unknown moments. */
const personNames = (oracle: Oracle, recorded: Recorded, me: number, other: number) =>
  recorded.isEnding(oracle, other)
    ? { title: undefined, name: undefined }
    : { title: nameFor(oracle, me, other), name: oracle.people.get(other)?.name };

function inGroup(oracle: Oracle, { name, group }: OracleChat, seat: Seat) {
  const there = oracle.present(name);
  return {
    role: seat.role,
    mutedUntilSec: seat.mutedUntilSec,
    people: there.length,
    owner: there.find((id) => oracle.seat(id, name)?.role === ROLE.owner),
    setting: group?.setting,
  };
}

/** A chat removed from the list shows nothing. */
const NOTHING = { words: '', type: 'text', atMs: 0 };

/** The row in an older list, with the poll label. */
function previewOf(line: OracleLine | null) {
  if (line === null) return NOTHING;
  const { words, type } = lineContent(line);
  return {
    words: words === undefined ? undefined : (line.poll ? POLL_LABEL : '') + words,
    type,
    atMs: line.sentAtMs,
  };
}

/** The server words everything except texts. */
function lineContent(line: OracleLine) {
  const type = line.recalled ? 'event' : line.kind;
  const isText = line.kind === 'text' && !line.recalled;
  return { type, words: isText ? listedIn(line) : undefined, atMs: line.sentAtMs };
}

const listedIn = (line: OracleLine): string =>
  line.marked && !line.poll ? escaped(listedWords(line)) : line.words;

/** Chats that every user has: the announcements, and their own notes. */
export function expectedStatic(oracle: Oracle, me: number, name: string) {
  const lines = oracle.chats.get(name)?.lines ?? [];
  const last = lines.findLast(({ isDeleted }) => !isDeleted) ?? null;
  const mark = name === 'notice' ? (oracle.chats.get(name)?.seats.get(me)?.readTo ?? 0) : lines.length;
  return {
    contact: name === 'notice' ? 'admin_notice' : '-1',
    kind: name === 'notice' ? 2 : 3,
    unread: lines.filter(({ n, isDeleted }) => n > mark && !isDeleted).length,
    count: lines.length,
    mark,
    preview: previewOf(last),
    last: last && { ...lineContent(last), n: last.n },
  };
}

/** The whole list, by the names of its contacts, and how many wait to be friends. */
export function expectedContacts(oracle: Oracle, recorded: Recorded, me: number) {
  const closed = expectedClosed(oracle);
  if (closed !== false) return null;
  const chats = [...oracle.chats.keys()].filter((name) => name !== 'notice' && name !== `u${me}`);
  const rows = [
    ...chats.flatMap((name) => expectedContact(oracle, recorded, me, name) ?? []),
    expectedStatic(oracle, me, 'notice'),
    expectedStatic(oracle, me, `u${me}`),
  ];
  const waiting = recorded
    .requests(oracle)
    ?.filter(({ by, to, state }) => to === me && state === 'waits' && !oracle.blocked.has(me, by));
  return { rows: rows.toSorted((a, b) => (a.contact < b.contact ? -1 : 1)), count: waiting?.length };
}
