import { isLineFor } from './blocked.ts';
import { expectedMayRead } from './shown.ts';
import type { OracleChat, OracleLine, OracleThread, OracleView } from './state.ts';
import type { OracleSubject } from './subject.ts';

/** A thread as a user must see it. */
export interface ExpectedThread {
  readonly root: number;
  /** Null: deleted, or unreadable for the user. */
  readonly first: OracleLine | null;
  readonly answers: readonly OracleLine[];
}

/** Finds a thread by any of its lines; null if the user may see none of it. */
export function expectedThread(
  oracle: OracleView,
  me: number,
  chat: string,
  lineNumber: number,
): ExpectedThread | null {
  const lines = oracle.chats.get(chat)?.lines ?? [];
  const reads = (line: OracleLine | undefined): line is OracleLine =>
    line !== undefined && expectedMayRead(oracle, me, line);
  const by = lines[lineNumber - 1];
  const root = (reads(by) ? by.root : null) ?? lineNumber;
  const rootLine = lines[root - 1];
  const first = reads(rootLine) && rootLine.kind !== 'event' ? rootLine : null;
  const answers = lines.filter((line) => line.root === root && reads(line));
  return first === null && answers.length === 0 ? null : { root, first, answers };
}

/** The number of answers, equal for all readers except for private lines. */
export const answersTo = (oracle: OracleView, me: number, { chat, n }: OracleLine): number =>
  (oracle.chats.get(chat)?.lines ?? []).filter(
    (line) => line.root === n && !line.isDeleted && !line.recalled && isLineFor(line, me),
  ).length;

/** In a group the author of the first message and all who answered follow it, until they choose otherwise. */
export function expectedFollows(oracle: OracleView, me: number, chat: string, root: number): boolean {
  const match = oracle.chats.get(chat);
  if (!match?.group) return false;
  const thread = match.threads.get(root);
  return thread?.choices.get(me) ?? (thread?.took.has(me) === true || hasBegun(oracle, me, chat, root));
}

function hasBegun(oracle: OracleView, me: number, chat: string, root: number): boolean {
  const first = expectedThread(oracle, me, chat, root)?.first;
  return first?.by === me;
}

function threadIn(chat: OracleChat, root: number): OracleThread {
  const thread = chat.threads.get(root) ?? { took: new Set(), choices: new Map() };
  chat.threads.set(root, thread);
  return thread;
}

/** Users who answer take part, and so does the author of the first message. */
export function tookPart(chat: OracleChat, { root, quotes, by }: OracleLine): void {
  if (root === null || quotes === null) return;
  const { took } = threadIn(chat, root);
  took.add(by);
  if (quotes.n === root) took.add(quotes.by);
}

/** Following threads, which only groups have. */
export const threadingOracle: OracleSubject<'follow', 'follow'> = {
  effects: {
    follow: (oracle, { by, chat, root, on }) => void threadIn(oracle.chat(chat), root).choices.set(by, on),
  },
  request: { follow: ({ chat, root }) => ({ kind: 'follow', chat, root }) },
  refusalFor: {
    follow: (oracle, me, { chat, root }) => {
      if (!oracle.seat(me, chat) || !oracle.chats.get(chat)?.group) return 'no group of theirs';
      return expectedThread(oracle, me, chat, root) ? null : 'no such thread';
    },
  },
};
