import type { MessageId, MsgId, StreamId, UserId } from '../../../domain/ids.ts';
import { storeLimits } from '../../kernel/limits.ts';
import type { EventFacts, EventRow, LedgerRow } from '../../../ports/store.ts';
import type { Ahead } from '../plan.ts';
import { JournalMembers } from './journal-members.ts';
import { entryOf, factsText, isOfMessage, writeRows } from './journal-rows.ts';
import type { JournalLine, JournalMark, MessageLine, StoredMember, StoredStream } from './journal-rows.ts';
import type { SqliteConnection } from './sqlite-dialect.ts';

/**
 * A message is committed by one row of one table (COMMIT-10): its place in the stream, the message, its
 * event, its ledger row and its author's count are one entry of the journal. The tables are written from it
 * together with many other entries: before any statement that uses those tables, and when enough wait. Data
 * every message needs (heads, memberships, the ledger of waiting entries) is cached in the meantime. The
 * journal is in the database itself. Commits of another process are therefore noticed by the engine's commit
 * count, a copy is complete, and the first process to open the database writes the rows a killed one had
 * committed.
 */
export class Journal implements Ahead {
  /** Number of the last commit that moved a stream. */
  tx = 0;
  private waiting: JournalLine[] = [];
  private fresh: JournalLine[] = [];
  /** The table may hold what is not known here: after the start, another process, or a lost transaction. */
  private stale = true;
  private isWriting = false;
  /** Null: no message since rows were last read again. */
  lastMsgId: MsgId | null = null;
  private readonly heads = new Map<StreamId, StoredStream>();
  private readonly members = new JournalMembers();
  private readonly sends = new Map<MessageId, LedgerRow>();
  private readonly ids = new Set<MessageId>();
  /** Ids looked up in this transaction that are missing from the ledger. */
  private readonly unknown = new Set<MessageId>();
  private undoing: (() => void)[] = [];
  private marks: JournalMark[] = [];
  /** Rows were written, or forgotten, in this transaction: undoing a command undoes that, too. */
  private changes = 0;

  constructor(
    private readonly connection: SqliteConnection,
    private readonly shared: boolean,
  ) {}

  // ---- what waits ----

  /** True if the tables lack committed changes. */
  get waits(): boolean {
    return this.stale || this.waiting.length > 0;
  }

  get isLong(): boolean {
    return this.stale || this.waiting.length >= storeLimits.journalMax;
  }

  /** Another process has committed. */
  othersWrote(): void {
    this.stale = true;
  }

  /** A statement uses the journal's tables; `writes` is the one it changes. */
  before(writes: string | null): void {
    if (this.isWriting) return;
    this.bring();
    if (writes !== 'members' && writes !== 'streams') return;
    this.changes += 1;
    this.members.clear();
    this.heads.clear();
  }

  /** Writes all waiting rows: inside the open transaction, otherwise in a separate one. */
  bring(): void {
    if (!this.waits && this.fresh.length === 0) return;
    if (this.connection.inTransaction) {
      this.write();
      return;
    }
    this.begin();
    try {
      this.write();
      this.connection.execute('commit');
    } catch (error) {
      this.back();
      throw error;
    }
    this.settle();
  }

  /** For a read that needs rows that cannot be committed: the transaction stays open until `back`. */
  peek(): void {
    this.begin();
    try {
      this.write();
    } catch (error) {
      this.back();
      throw error;
    }
  }

  back(): void {
    try {
      if (this.connection.inTransaction) this.connection.execute('rollback');
    } finally {
      this.invalidate();
    }
  }

  private begin(): void {
    this.connection.execute('begin immediate');
    if (this.shared) this.connection.lookForOthers();
  }

  private write(): void {
    if (this.stale) this.recover();
    const lines = [...this.waiting, ...this.fresh];
    if (lines.length === 0) return;
    this.writing(() => {
      writeRows((sql, values) => this.connection.execute(sql, values), lines);
      if (this.waiting.length > 0) this.connection.execute('delete from journal');
      this.keepNumber(this.tx);
    });
    this.forgetWaiting();
  }

  /** Reads the journal table itself, including other processes' entries. */
  private recover(): void {
    this.writing(() => {
      const rows = this.connection.execute('select entry from journal order by place') as readonly {
        readonly entry: string;
      }[];
      const entries = rows.map(({ entry }) => entryOf(entry));
      writeRows(
        (sql, values) => this.connection.execute(sql, values),
        entries.flatMap(({ lines }) => lines),
      );
      if (entries.length > 0) this.connection.execute('delete from journal');
      const [row] = this.connection.execute(`select value from meta where key = 'commit'`) as [
        { readonly value: string }?,
      ];
      this.tx = Math.max(Number(row?.value ?? 0), ...entries.map(({ tx }) => tx));
      if (entries.length > 0) this.keepNumber(this.tx);
    });
    this.lastMsgId = null;
    this.heads.clear();
    this.members.clear();
    this.waiting = [];
    this.forgetWaiting();
    this.stale = false;
  }

  private forgetWaiting(): void {
    this.changes += 1;
    this.waiting = [];
    this.fresh = [];
    this.sends.clear();
    this.ids.clear();
    if (this.heads.size > storeLimits.rememberedMax) this.heads.clear();
    this.members.trim();
  }

  /** Numbers that were given are not given again. */
  goOnFrom(tx: number): void {
    this.tx = tx;
    this.keepNumber(tx);
  }

  private keepNumber(tx: number): void {
    this.connection.execute(`update meta set value = ? where key = 'commit'`, [String(tx)]);
  }

  private writing<T>(work: () => T): T {
    const before = this.isWriting;
    this.isWriting = true;
    try {
      return work();
    } finally {
      this.isWriting = before;
    }
  }

  // ---- transactions ----

  began(): void {
    this.changes = 0;
    this.unknown.clear();
    if (this.isLong) this.bring();
  }

  /** A command begins, which may be undone alone. */
  mark(): void {
    const { waiting, fresh, changes, undoing, lastMsgId } = this;
    this.marks.push({ waiting, fresh, length: fresh.length, changes, undoing: undoing.length, lastMsgId });
  }

  release(): void {
    this.marks.pop();
  }

  /**
   * The command is undone, and with it the rows that were written in it: they are written again. `whole`: so
   * is everything that was written since the transaction began.
   */
  undo(whole = false): void {
    const mark = this.marks.pop();
    if (!mark) return;
    if (whole && this.changes > 0) this.stale = true;
    for (const back of this.undoing.splice(mark.undoing).toReversed()) back();
    const isUnchanged = this.changes === mark.changes && !this.stale;
    this.waiting = mark.waiting;
    this.fresh = mark.fresh;
    this.fresh.length = mark.length;
    this.lastMsgId = mark.lastMsgId;
    this.unknown.clear();
    if (isUnchanged) return;
    this.write();
    this.heads.clear();
    this.members.clear();
  }

  /** Before the commit: what was done is one entry. */
  enter(tx: number, hasMoved: boolean): void {
    const entry = this.fresh.length > 0 ? JSON.stringify({ tx, lines: this.fresh }) : null;
    const add = 'insert into journal (entry) values (?)';
    if (entry !== null) this.writing(() => this.connection.execute(add, [entry]));
    else if (hasMoved) this.keepNumber(tx);
  }

  committed(tx: number, hasMoved: boolean): void {
    if (hasMoved) this.tx = tx;
    if (this.fresh.length > 0) {
      // Into the same list: a copy of thousands of lines for each message would be most of its garbage.
      for (const line of this.fresh) this.waiting.push(line);
      this.fresh = [];
    }
    this.settle();
  }

  /** The transaction is committed. */
  settle(): void {
    this.members.settle();
    this.marks = [];
    this.undoing = [];
    this.connection.memory.settle();
  }

  /** The transaction was not committed. */
  invalidate(): void {
    this.stale = true;
    this.forgetWaiting();
    this.heads.clear();
    this.members.clear();
    this.lastMsgId = null;
    this.marks = [];
    this.undoing = [];
    this.connection.memory.settle();
  }

  // ---- what every message needs ----

  next(): number | null {
    return this.stale ? null : this.tx + 1;
  }

  /** Places in a stream, made when it is new: the last of them. */
  advance(stream: StreamId, places: number, listed: number, nowMs: number, tx: number): StoredStream {
    const before = this.open(stream);
    const head = before.head + places;
    const last = Math.max(before.last_at_ms, nowMs);
    const after: StoredStream = {
      ...before,
      head,
      count: before.count + listed,
      tx: Math.max(before.tx, tx),
      last_at_ms: last,
      oldest_at_ms: head === before.floor + places ? last : before.oldest_at_ms,
    };
    this.keepHead(before, after);
    return after;
  }

  open(stream: StreamId): StoredStream {
    const cached = this.heads.get(stream);
    if (cached) return cached;
    const [row] = this.beside('select * from streams where stream = ?', stream) as readonly StoredStream[];
    const head = row ?? { ...NEW, stream };
    if (row) this.heads.set(stream, row);
    else this.keepHead(null, head);
    return head;
  }

  private keepHead(before: StoredStream | null, after: StoredStream): void {
    this.heads.set(after.stream, after);
    const { stream, head, count, floor, tx, last_at_ms: last, oldest_at_ms: oldest } = after;
    this.undoing.push(() => (before ? this.heads.set(stream, before) : this.heads.delete(stream)));
    this.fresh.push(['streams', stream, head, count, floor, tx, last, oldest]);
  }

  /** The row in the open transaction; null: not cached. */
  member(stream: StreamId, user: UserId): StoredMember | null {
    return this.members.now(stream, user);
  }

  /** The same as others may see it. */
  committedMember(stream: StreamId, user: UserId): StoredMember | null {
    return this.stale ? null : this.members.committed(stream, user);
  }

  /** Keeps a row found in its table, inside a transaction. */
  keepMember(row: StoredMember): void {
    this.members.keep(row, this.changes === 0);
  }

  /** False if the row is not cached, or its mark changes with its count. */
  setOwn(stream: StreamId, user: UserId, own: number): boolean {
    const back = this.members.setOwn(stream, user, own);
    if (!back) return false;
    this.undoing.push(back);
    this.fresh.push(['own', stream, user, own]);
    return true;
  }

  send(id: MessageId): LedgerRow | null {
    return this.sends.get(id) ?? null;
  }

  /** The ledger has no such send in its table either. */
  hasNot(id: MessageId): void {
    this.unknown.add(id);
  }

  /** False when one of the ids is taken. */
  addSends(rows: readonly LedgerRow[]): boolean {
    let all = true;
    for (const row of rows) {
      if (this.isTaken(row.id)) {
        all = false;
        continue;
      }
      this.unknown.delete(row.id);
      this.sends.set(row.id, row);
      this.undoing.push(() => this.sends.delete(row.id));
      const { id, sender, msgId, stream, seq, createdAtMs } = row;
      const hash = row.hash.slice(0, storeLimits.hashKept);
      this.fresh.push(['sends', id, sender, hash, msgId, stream, seq, createdAtMs]);
    }
    return all;
  }

  private isTaken(id: MessageId): boolean {
    if (this.sends.has(id)) return true;
    return !this.unknown.has(id) && this.beside('select 1 from sends where id = ?', id).length > 0;
  }

  /** Null when its id is taken. */
  addMessage(values: MessageValues): MsgId | null {
    const [id] = values;
    if (this.ids.has(id) || this.beside('select 1 from messages where id = ?', id).length > 0) return null;
    const msgId = ((this.lastMsgId ?? this.lastGiven()) + 1) as MsgId;
    this.lastMsgId = msgId;
    this.ids.add(id);
    this.undoing.push(() => this.ids.delete(id));
    this.fresh.push(['messages', msgId, ...values]);
    return msgId;
  }

  lastGiven(): number {
    const [row] = this.beside('select seq from sqlite_sequence where name = ?', 'messages') as [
      { readonly seq: number }?,
    ];
    return row?.seq ?? 0;
  }

  addEvent({ stream, seq, atMs, facts }: Omit<EventRow, 'tx'>, tx: number): void {
    this.fresh.push(['events', stream, seq, tx, atMs, this.encodeFacts(facts)]);
  }

  /** The row of a message in the same commit contains it, too. */
  private encodeFacts(facts: EventFacts): string | MsgId {
    if (!isOfMessage(facts)) return factsText(facts);
    const isHere =
      this.fresh.findLast((line) => line[0] === 'messages' && line[1] === facts.msgId) !== undefined;
    return isHere ? facts.msgId : factsText(facts);
  }

  /** A query on rows without waiting changes. */
  without<T>(work: () => T): T {
    return this.writing(work);
  }

  private beside(sql: string, value: string): readonly unknown[] {
    return this.writing(() => this.connection.execute(sql, [value]));
  }
}

/** A stream without any event. */
const NEW = { head: 0, count: 0, floor: 0, tx: 0, last_at_ms: 0, oldest_at_ms: null, cleared: 0 };

type MessageValues = MessageLine extends readonly [unknown, unknown, ...infer R] ? R : never;
