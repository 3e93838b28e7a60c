import type { MessageId, MsgId, StreamId, UserId } from '../../domain/ids.ts';
import type { MessageType } from '../../domain/message.ts';
import { storeLimits } from '../../domain/limits.ts';
import type { EventFacts } from '../../ports/event-facts.ts';
import type { StoredRow } from './rows.ts';
import { says } from './words.ts';

type Text = string | null;

/**
 * Rows as the journal keeps them: the table, then the values in the order of `COLUMNS`. The facts of an event may be
 * the number of a message that stands before it: they say no more than its row does. An author's count is no row of
 * its own, it changes one.
 */
export type MessageLine = readonly [
  'messages',
  MsgId,
  MessageId,
  StreamId,
  n: number,
  UserId,
  MessageType,
  content: string,
  at: string,
  pid: MsgId | null,
  extra: Text,
  note: Text,
  sentAtMs: number,
  recalled: 0 | 1,
];
export type EventLine = readonly [
  'events',
  StreamId,
  seq: number,
  tx: number,
  atMs: number,
  facts: string | MsgId,
];
export type SendLine = readonly [
  'sends',
  MessageId,
  UserId,
  hash: string,
  MsgId,
  StreamId,
  seq: number,
  atMs: number,
];
export type StreamLine = readonly [
  'streams',
  StreamId,
  head: number,
  count: number,
  floor: number,
  tx: number,
  lastAtMs: number,
  oldestAtMs: number | null,
];
export type OwnLine = readonly ['own', StreamId, UserId, own: number];
export type JournalLine = MessageLine | EventLine | SendLine | StreamLine | OwnLine;

/** What one commit did. */
export interface JournalEntry {
  readonly tx: number;
  readonly lines: readonly JournalLine[];
}

type Value = string | number | null;
type Run = (sql: string, values: readonly Value[]) => unknown;

const MESSAGE = ['msg_id', 'id', 'stream', 'n', 'from_user', 'type', 'content', 'at'] as const;
const COLUMNS = {
  messages: [...MESSAGE, 'pid', 'extra', 'note', 'sent_at_ms', 'recalled'],
  events: ['stream', 'seq', 'tx', 'at_ms', 'facts'],
  sends: ['id', 'sender', 'hash', 'msg_id', 'stream', 'seq', 'created_at_ms'],
  streams: ['stream', 'head', 'count', 'floor', 'tx', 'last_at_ms', 'oldest_at_ms'],
  unworded: ['stream', 'n'],
} as const;

/** A stream that is there keeps its floor: only pruning raises it. */
const moved = ['head', 'count', 'tx', 'last_at_ms', 'oldest_at_ms'].map(
  (name) => `${name} = excluded.${name}`,
);
const MOVED = `on conflict (stream) do update set ${moved.join(', ')}`;
const COUNTED = 'update members set own = ? where stream = ? and user_id = ?';

/** Writes what was committed into rows that everybody reads. Of a stream and of a count the last word counts. */
export function writeRows(run: Run, lines: readonly JournalLine[]): void {
  const messages = new Map<MsgId, MessageLine>();
  const [events, sends, unworded]: [Value[][], Value[][], Value[][]] = [[], [], []];
  const streams = new Map<StreamId, StreamLine>();
  const owns = new Map<string, OwnLine>();
  for (const line of lines) {
    switch (line[0]) {
      case 'messages':
        messages.set(line[1], line);
        if (says({ type: line[6], content: line[7] })) unworded.push([line[3], line[4]]);
        break;
      case 'events':
        events.push([...line.slice(1, 5), factsOf(line, messages)] as Value[]);
        break;
      case 'sends':
        sends.push(line.slice(1));
        break;
      case 'streams':
        streams.set(line[1], line);
        break;
      case 'own':
        owns.set(`${line[1]} ${line[2]}`, line);
    }
  }
  insert(
    run,
    'messages',
    [...messages.values()].map((line) => line.slice(1) as Value[]),
  );
  insert(run, 'unworded', unworded);
  insert(run, 'events', events);
  insert(run, 'sends', sends);
  insert(
    run,
    'streams',
    [...streams.values()].map((line) => line.slice(1) as Value[]),
    MOVED,
  );
  for (const [, stream, user, own] of owns.values()) run(COUNTED, [own, stream, user]);
}

/** Facts that a message's row says as well. */
export const isOfMessage = (facts: EventFacts): boolean =>
  facts.kind === 'message' && facts.notice === undefined;

function factsOf([, , , , , facts]: EventLine, messages: ReadonlyMap<MsgId, MessageLine>): string {
  if (typeof facts === 'string') return facts;
  const message = messages.get(facts);
  if (!message) throw new Error(`the journal has no message ${facts}`);
  const [, msgId, id, , n, from] = message;
  return JSON.stringify({ kind: 'message', msgId, id, n, from });
}

/** In parts of so many rows as a power of two: few shapes of the statement. */
function insert(run: Run, table: keyof typeof COLUMNS, rows: readonly (readonly Value[])[], end = ''): void {
  const columns = COLUMNS[table];
  for (let at = 0; at < rows.length;) {
    const size = Math.min(storeLimits.insertMax, 2 ** Math.floor(Math.log2(rows.length - at)));
    const slots = Array.from({ length: size }, () => `(${columns.map(() => '?').join(', ')})`).join(', ');
    const values = rows.slice(at, at + size).flat();
    run(`insert into ${table} (${columns.join(', ')}) values ${slots} ${end}`, values);
    at += size;
  }
}

/** Parsed from a column of the journal, which only this code writes. */
export const entryOf = (text: string): JournalEntry => JSON.parse(text) as JournalEntry;

export type StoredStream = StoredRow<'streams'>;
export type StoredMember = StoredRow<'members'>;
