import type { MessageId, MsgId, StreamId, UserId } from '../../../domain/ids.ts';
import type { MessageType } from '../../../domain/message.ts';
import { storeLimits } from '../../kernel/limits.ts';
import type { EventFacts, MessageFacts } from '../../../ports/store/event-facts.ts';
import type { StoredRow } from '../schema/stored-row.ts';
import { messageDigest } from '../schema/message-digest.ts';
import { hasWords } from '../repositories/words.ts';

type Text = string | null;

/** Start of an open transaction, or of a command in it. */
export interface JournalMark {
  readonly waiting: JournalLine[];
  readonly fresh: JournalLine[];
  readonly length: number;
  readonly changes: number;
  readonly undoing: number;
  readonly lastMsgId: MsgId | null;
}

/**
 * Rows as the journal stores them: the table, then the values in the order of `COLUMNS`. Facts of an event
 * may be the number of a preceding message, whose row holds the same data. An author's count is a change of a
 * row, not a separate one.
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
  /** Set only for an answer: others omit it (THREAD-1). */
  root?: number | null,
  /** Set only for a private message (BLOCK-2). */
  only?: UserId,
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

/** Changes of one commit. */
export interface JournalEntry {
  readonly tx: number;
  readonly lines: readonly JournalLine[];
}

type Value = string | number | null;
type Run = (sql: string, values: readonly Value[]) => unknown;

const MESSAGE = ['msg_id', 'id', 'stream', 'n', 'from_user', 'type', 'content', 'at'] as const;
const CONTENT = ['pid', 'extra', 'note', 'sent_at_ms', 'recalled'] as const;
const COLUMNS = {
  messages: [...MESSAGE, ...CONTENT, 'digest'],
  answers: [...MESSAGE, ...CONTENT, 'root', 'digest'],
  kept: [...MESSAGE, ...CONTENT, 'root', 'only_user', 'digest'],
  events: ['stream', 'seq', 'tx', 'at_ms', 'facts'],
  sends: ['id', 'sender', 'hash', 'msg_id', 'stream', 'seq', 'created_at_ms'],
  streams: ['stream', 'head', 'count', 'floor', 'tx', 'last_at_ms', 'oldest_at_ms'],
  unworded: ['stream', 'n'],
} as const;

/** An existing stream keeps its floor: only pruning raises it. */
const assignments = ['head', 'count', 'tx', 'last_at_ms', 'oldest_at_ms'].map(
  (name) => `${name} = excluded.${name}`,
);
const MOVED = `on conflict (stream) do update set ${assignments.join(', ')}`;
const COUNTED = 'update members set own = ? where stream = ? and user_id = ?';

/** Writes committed changes to the tables. For streams and counts the last value wins. */
export function writeRows(execute: Run, lines: readonly JournalLine[]): void {
  const messages = new Map<MsgId, MessageLine>();
  const [events, unworded]: [Value[][], Value[][]] = [[], []];
  const sends: SendLine[] = [];
  const streams = new Map<StreamId, StreamLine>();
  const owns = new Map<string, OwnLine>();
  for (const line of lines) {
    switch (line[0]) {
      case 'messages':
        messages.set(line[1], line);
        if (hasWords({ type: line[6], content: line[7] })) unworded.push([line[3], line[4]]);
        break;
      case 'events':
        events.push([line[1], line[2], line[3], line[4], factsOf(line, messages)]);
        break;
      case 'sends':
        sends.push(line);
        break;
      case 'streams':
        streams.set(line[1], line);
        break;
      case 'own':
        owns.set(`${line[1]} ${line[2]}`, line);
    }
  }
  const all = [...messages.values()];
  for (const [table, more] of MORE)
    insert(
      execute,
      table,
      all.filter((line) => line.length === MESSAGE_LENGTH + more).map((line) => [...line, digestOf(line)]),
      1,
    );
  insert(execute, 'unworded', unworded);
  insert(execute, 'events', events);
  insert(execute, 'sends', sends, 1);
  insert(execute, 'streams', [...streams.values()], 1);
  for (const [, stream, user, own] of owns.values()) execute(COUNTED, [own, stream, user]);
}

/** Most rows have no more fields; an answer and a private message do. */
const MESSAGE_LENGTH = 1 + MESSAGE.length + CONTENT.length;
const MORE = [
  ['messages', 0],
  ['answers', 1],
  ['kept', 2],
] as const;

/** Omitted from the journal: an earlier version that finds entries there reads them, too. */
function digestOf(line: MessageLine): number {
  const [, , id, stream, n, from, type, content, at, pid, extra, note, sentAtMs, recalled, root, only] = line;
  const fields = { id, stream, n, from_user: from, type, content, at, pid, extra, note, recalled, rev: 0 };
  return messageDigest({ ...fields, sent_at_ms: sentAtMs, root: root ?? null, only_user: only ?? null });
}

/** Facts that are also in the message's row. */
export const isOfMessage = (facts: EventFacts): facts is MessageFacts =>
  facts.kind === 'message' && facts.notice === undefined && facts.only === undefined;

/** Facts about messages, the majority, are stored without names. */
export function factsText(facts: EventFacts): string {
  if (!isOfMessage(facts)) return JSON.stringify(facts);
  const { msgId, id, n, from } = facts;
  return JSON.stringify([msgId, id, n, from]);
}

function factsOf([, , , , , facts]: EventLine, messages: ReadonlyMap<MsgId, MessageLine>): string {
  if (typeof facts === 'string') return facts;
  const message = messages.get(facts);
  if (!message) throw new Error(`the journal has no message ${facts}`);
  const [, msgId, id, , n, from] = message;
  return factsText({ kind: 'message', msgId, id, n, from });
}

type JournalTable = keyof typeof COLUMNS;
/** Messages with columns that others do without. */
const tableOf = (table: JournalTable): string =>
  table === 'answers' || table === 'kept' ? 'messages' : table;

/** Texts of statements, made once: by table, then by how many rows at once as a power of two. */
const inserts = new Map<JournalTable, string[]>();

function insertText(table: JournalTable, power: number): string {
  const texts = inserts.get(table) ?? [];
  inserts.set(table, texts);
  return (texts[power] ??= textOf(table, 2 ** power));
}

function textOf(table: JournalTable, rows: number): string {
  const columns = COLUMNS[table];
  const row = `(${columns.map(() => '?').join(', ')})`;
  const values = Array.from({ length: rows }, () => row).join(', ');
  const into = `${tableOf(table)} (${columns.join(', ')})`;
  return `insert into ${into} values ${values} ${table === 'streams' ? MOVED : ''}`;
}

const MOST = Math.log2(storeLimits.insertMax);

/**
 * Inserts in parts with a power of two of rows, which gives few statement shapes. `from`: index of a row's
 * first value.
 */
function insert(execute: Run, table: JournalTable, rows: readonly (readonly unknown[])[], from = 0): void {
  for (let at = 0; at < rows.length;) {
    const power = Math.min(MOST, Math.floor(Math.log2(rows.length - at)));
    const end = at + 2 ** power;
    const values: Value[] = [];
    for (; at < end; at += 1) {
      const row = rows[at] as readonly Value[];
      for (let column = from; column < row.length; column += 1) values.push(row[column] as Value);
    }
    execute(insertText(table, power), values);
  }
}

/** Parsed from a column of the journal, which only this code writes. */
export const entryOf = (text: string): JournalEntry => JSON.parse(text) as JournalEntry;

export type StoredStream = StoredRow<'streams'>;
export type { StoredMember } from '../repositories/rows.ts';
