import { namesThem } from '../blocked.ts';
import type { Oracle } from '../oracle.ts';
import { expectedMayRead } from '../shown.ts';
import { waitsFor } from '../state.ts';
import type { OracleLine } from '../state.ts';
import { expectedFollows, expectedThread } from '../threads.ts';
import { expectedLine } from './lines.ts';
import { partOf } from './people.ts';
import type { AskedPart } from './people.ts';
import type { Recorded } from './recorded.ts';

/** A page of a chat: the chat itself, what of it is of a kind, or where one is mentioned. */
export interface AskedPage extends AskedPart {
  readonly me: number;
  readonly ours: boolean;
  readonly chat: string;
  readonly mode: 'chat' | 'kind' | 'mentions';
  /** `all`: everything users wrote. */
  readonly kind: string;
  /** Older than the line of this row; after that number of a line. */
  readonly before: number | null;
  readonly after: number | null;
}

/** Maximum mentions per answer. */
const MENTIONS_MAX = 100;

/** All readable messages of a chat, oldest first. */
export const readableIn = (oracle: Oracle, me: number, chat: string): readonly OracleLine[] =>
  (oracle.chats.get(chat)?.lines ?? []).filter((line) => expectedMayRead(oracle, me, line));

/** Its lines in the order in which they are answered, and of how many they are. */
export function expectedPage(oracle: Oracle, recorded: Recorded, request: AskedPage) {
  const { me, chat } = request;
  if (chat !== `u${me}` && !oracle.seat(me, chat)) return null;
  const { lines, count } = matchesIn(oracle, request);
  return { rows: lines.map((line) => expectedLine(oracle, recorded, request, line)), count };
}

function matchesIn(oracle: Oracle, { me, chat, mode, kind, before, after, ...part }: AskedPage) {
  const all = readableIn(oracle, me, chat);
  if (mode === 'mentions') {
    const seat = oracle.seat(me, chat);
    const mentioning = all
      .filter((line) => (!seat || waitsFor(seat, line.n)) && line.by !== me && namesThem(line, me))
      .toReversed();
    return { lines: mentioning.slice(0, MENTIONS_MAX), count: Math.min(mentioning.length, MENTIONS_MAX) };
  }
  if (mode === 'chat' && after !== null) {
    const follow = all.filter(({ n }) => n > after);
    return { lines: follow.slice(0, part.limit), count: all.length };
  }
  const older = before === null ? all : all.filter(({ row }) => row < before);
  const fit = mode === 'chat' ? older : older.filter((line) => isOfKind(line, kind));
  const newest = partOf(fit.toReversed(), before === null ? part : { ...part, page: 1 });
  return { lines: mode === 'chat' ? newest.toReversed() : newest, count: fit.length };
}

/** System lines have no kind, and neither do recalled messages. */
const isOfKind = (line: OracleLine, kind: string): boolean =>
  kind === 'all' ? line.kind !== 'event' : line.kind === kind;

/** A thread by any of its lines: the first one and a part of its answers, oldest first. */
export function expectedThreadPart(
  oracle: Oracle,
  recorded: Recorded,
  request: {
    me: number;
    chat: string;
    root: number;
    limit: number;
    before: number | null;
    after: number | null;
  },
) {
  const { me, chat, limit, before, after } = request;
  const thread = expectedThread(oracle, me, chat, request.root);
  if (thread === null) return null;
  const { root, first, answers } = thread;
  const towardsEnd = before === null && after !== null;
  const inRange = answers.filter(({ n }) => (towardsEnd ? n > after : before === null || n < before));
  const rows = towardsEnd ? inRange.slice(0, limit) : inRange.slice(-limit);
  const expectedRow = (line: OracleLine) => expectedLine(oracle, recorded, { me, ours: true }, line);
  return {
    root,
    first: first && expectedRow(first),
    rows: rows.map(expectedRow),
    more: rows.length === limit,
    follows: expectedFollows(oracle, me, chat, root),
  };
}

/** The pins of a chat, the newest first. */
export const expectedPins = (oracle: Oracle, recorded: Recorded, me: number, chat: string) =>
  oracle.seat(me, chat)
    ? (oracle.chats.get(chat)?.pinned ?? [])
        .flatMap((row) => oracle.lines.get(row) ?? [])
        .filter((line) => expectedMayRead(oracle, me, line) && !line.recalled)
        .map((line) => expectedLine(oracle, recorded, { me, ours: true }, line))
    : null;
