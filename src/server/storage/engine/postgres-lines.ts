import type { LedgerRow, MessageRow, PushJobRow } from '../../../ports/store.ts';
import type { EventRow } from '../../../ports/store.ts';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import { digestOfNew } from '../schema/message-digest.ts';
import { hasWords } from '../repositories/words.ts';
import { factsText } from './journal-rows.ts';
import type { BatchStatement, BatchValue } from './postgres-batch.ts';
import type { StoredStream } from './postgres-known.ts';

/** Unwritten changes of a command; for streams and counts the last value wins. */
export interface Lines {
  readonly streams: StoredStream[];
  readonly messages: MessageRow[];
  readonly events: EventRow[];
  readonly sends: LedgerRow[];
  readonly owns: { readonly stream: StreamId; readonly user: UserId; readonly own: number }[];
  readonly jobs: Omit<PushJobRow, 'id'>[];
}

export const noLines = (): Lines => ({
  streams: [],
  messages: [],
  events: [],
  sends: [],
  owns: [],
  jobs: [],
});

/** A column of many rows: its name, its type as a list, and its value in a row. */
type Column<R> = readonly [
  name: string,
  type: 'text' | 'bigint' | 'boolean' | 'integer',
  of: (row: R) => Single,
];
type Single = Exclude<BatchValue, readonly unknown[]>;

/** One statement for many rows, with the same text for any number of them. */
function listed<R>(columns: readonly Column<R>[]): string {
  const lists = columns.map(([, type], at) => `$${at + 1}::${type}[]`).join(', ');
  return `unnest(${lists}) as q (${namesOf(columns)})`;
}
const namesOf = <R>(columns: readonly Column<R>[]): string => columns.map(([name]) => name).join(', ');
const valuesOf = <R>(columns: readonly Column<R>[], rows: readonly R[]): readonly BatchValue[] =>
  columns.map(([, , of]) => rows.map(of));

type Write<R> = (rows: readonly R[]) => readonly BatchStatement[];

function writing<R>(columns: readonly Column<R>[], text: (from: string) => string): Write<R> {
  const statement = text(listed(columns));
  return (rows) => (rows.length === 0 ? [] : [{ text: statement, values: valuesOf(columns, rows) }]);
}
const adding = <R>(table: string, columns: readonly Column<R>[]): Write<R> =>
  writing(columns, (from) => `insert into ${table} (${namesOf(columns)}) select * from ${from}`);

const moveStreams = writing<StoredStream>(
  [
    ['stream', 'text', (row) => row.stream],
    ['head', 'bigint', (row) => row.head],
    ['count', 'bigint', (row) => row.count],
    ['tx', 'bigint', (row) => row.tx],
    ['last_at_ms', 'bigint', (row) => row.last_at_ms],
    ['oldest_at_ms', 'bigint', (row) => row.oldest_at_ms],
  ],
  (from) => `update streams as s set head = q.head, count = q.count, tx = q.tx, last_at_ms = q.last_at_ms,
    oldest_at_ms = q.oldest_at_ms from ${from} where s.stream = q.stream`,
);
const addMessages = adding<MessageRow>('messages', [
  ['msg_id', 'bigint', (row) => row.msgId],
  ['id', 'text', (row) => row.id],
  ['stream', 'text', (row) => row.stream],
  ['n', 'bigint', (row) => row.n],
  ['from_user', 'bigint', (row) => row.from],
  ['type', 'text', (row) => row.type],
  ['content', 'text', (row) => row.content],
  ['at', 'text', (row) => JSON.stringify(row.at)],
  ['pid', 'bigint', (row) => row.pid],
  ['extra', 'text', (row) => row.extra && JSON.stringify(row.extra)],
  ['note', 'text', (row) => row.note && JSON.stringify(row.note)],
  ['sent_at_ms', 'bigint', (row) => row.sentAtMs],
  ['recalled', 'boolean', (row) => row.recalled],
  ['digest', 'bigint', digestOfNew],
]);
const addWaiting = adding<MessageRow>('unworded', [
  ['stream', 'text', (row) => row.stream],
  ['n', 'bigint', (row) => row.n],
]);
const addEvents = adding<EventRow>('events', [
  ['stream', 'text', (row) => row.stream],
  ['seq', 'bigint', (row) => row.seq],
  ['tx', 'bigint', (row) => row.tx],
  ['at_ms', 'bigint', (row) => row.atMs],
  ['facts', 'text', (row) => factsText(row.facts)],
]);
/** A taken id is an error here: all commands run again separately (SEND-1). */
const addSends = adding<LedgerRow>('sends', [
  ['id', 'text', (row) => row.id],
  ['sender', 'bigint', (row) => row.sender],
  ['hash', 'text', (row) => row.hash],
  ['msg_id', 'bigint', (row) => row.msgId],
  ['stream', 'text', (row) => row.stream],
  ['seq', 'bigint', (row) => row.seq],
  ['created_at_ms', 'bigint', (row) => row.createdAtMs],
]);
const setOwns = writing<Lines['owns'][number]>(
  [
    ['stream', 'text', (row) => row.stream],
    ['user_id', 'bigint', (row) => row.user],
    ['own', 'bigint', (row) => row.own],
  ],
  (from) =>
    `update members as m set own = q.own from ${from} where m.stream = q.stream and m.user_id = q.user_id`,
);
const addJobs = adding<Lines['jobs'][number]>('push_jobs', [
  ['kind', 'text', (row) => row.kind],
  ['stream', 'text', (row) => row.stream],
  ['seq', 'bigint', (row) => row.seq],
  ['msg_id', 'bigint', (row) => row.msgId],
  ['cid', 'text', (row) => row.cid],
  ['due_ms', 'bigint', (row) => row.dueMs],
  ['tries', 'integer', (row) => row.tries],
]);

/** The last of several rows with the same key. */
const last = <R>(rows: readonly R[], key: (row: R) => string): readonly R[] => [
  ...new Map(rows.map((row) => [key(row), row])).values(),
];

/** All changes of these commands: one statement per table, regardless of their number. */
export function statementsOf(lines: readonly Lines[]): readonly BatchStatement[] {
  const all = <K extends keyof Lines>(name: K): readonly Lines[K][number][] =>
    lines.flatMap((one): readonly Lines[K][number][] => one[name]);
  const messages = all('messages');
  return [
    ...addMessages(messages),
    ...addWaiting(messages.filter(hasWords)),
    ...addSends(all('sends')),
    ...addEvents(all('events')),
    ...setOwns(last(all('owns'), ({ stream, user }) => `${stream} ${user}`)),
    ...addJobs(all('jobs')),
    ...moveStreams(last(all('streams'), ({ stream }) => stream)),
  ];
}
