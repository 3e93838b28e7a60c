import { groupOfStream } from '../../../domain/ids.ts';
import type { GroupId, MessageId, MsgId, StreamId, UserId } from '../../../domain/ids.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Foretold, LedgerRow, MessageRow, NewMessage, WriteTx } from '../../../ports/store.ts';
import { StoreError } from '../../kernel/store-errors.ts';
import { groupRow, isBehind, ledgerRow, memberRow, tokenRow, userRow } from '../repositories/rows.ts';
import type { StoredMember } from '../repositories/rows.ts';
import type { Executor } from '../plan.ts';
import { bothOf, pairOf } from './postgres-known.ts';
import type { GroupStart, StoredStream } from './postgres-known.ts';
import { noLines } from './postgres-lines.ts';
import type { Lines } from './postgres-lines.ts';
import { commandOver, readingOver } from '../repositories/index.ts';

/** A command needs more than was read: it runs separately, and none of it was written. */
export class AloneError extends StoreError {
  override readonly name = 'AloneError';
}

const alone = () => Promise.reject(new AloneError('this is not known beforehand'));
const NOTHING: Executor = { isCaching: false, all: alone, allCached: alone, bulk: alone, lists: alone };

/** A command without data, shared by all groups: it is refused for anything it reads. */
export const knowingNothing = (clock: Clock): Omit<WriteTx, 'nowMs'> =>
  commandOver(NOTHING, { nowMs: 0, tx: 0, hasMoved: false }, readingOver(NOTHING, clock));

/**
 * The transaction of a group of posting commands: reads come from the data fetched for all of them, plus
 * earlier commands' changes; nothing is written before all have run. Any other access throws `AloneError`.
 */
export class GroupPosting {
  private lines = noLines();
  private readonly successes: Lines[] = [];
  private readonly streams: Map<StreamId, StoredStream>;
  private readonly members: Map<string, StoredMember>;
  private readonly messageIds = new Set<MessageId>();
  private undoing: (() => void)[] = [];
  private idCount = 0;
  constructor(
    private readonly start: GroupStart,
    private readonly nowMs: number,
    private readonly base: Omit<WriteTx, 'nowMs'>,
  ) {
    this.streams = new Map(start.streams);
    this.members = new Map(start.members);
  }

  /** Returns true if its stream is locked by us; otherwise another transaction holds it, or it is new. */
  has({ stream }: Foretold): boolean {
    return this.streams.has(stream);
  }

  /** Detects commands that need more than was read, before they run: they must not take a turn twice. */
  isPlain({ by, stream, id }: Foretold): boolean {
    const { start } = this;
    const [me, other] = bothOf(by, stream);
    const group = groupOfStream(stream);
    const row = group === null ? undefined : start.groups.get(group);
    if (group !== null && (!row || groupRow(row).setting.slowSec > 0)) return false;
    const member = this.members.get(pairOf(stream, by));
    // Their mark is written with their count, and only once.
    if (member && isBehind(member)) return false;
    return !start.sends.has(id) && !this.messageIds.has(id) && !start.blocked.has(pairOf(other, me));
  }

  /** Runs one command, and keeps its changes if it succeeds. */
  async execute<T>(foretold: Foretold, work: (tx: WriteTx) => Promise<T>): Promise<T> {
    this.lines = noLines();
    this.undoing = [];
    const number = this.start.msgIds[this.idCount];
    this.idCount += 1;
    try {
      const value = await work(this.txFor(foretold, number));
      if (this.lines.events.length > 0) this.successes.push(this.lines);
      return value;
    } catch (error) {
      for (const back of this.undoing.toReversed()) back();
      throw error;
    }
  }

  get results(): readonly Lines[] {
    return this.successes;
  }

  private txFor(foretold: Foretold, number: MsgId | undefined): WriteTx {
    const { base, nowMs } = this;
    let left = number === undefined ? [] : [number];
    return {
      ...base,
      nowMs,
      ...this.reading(foretold),
      ...this.writing(() => {
        const [next] = left;
        left = [];
        return next;
      }),
    };
  }

  private reading({ by, stream, id, login }: Foretold) {
    const { base, start } = this;
    const [me, other] = bothOf(by, stream);
    const isOurs = (a: UserId, b: UserId) => (a === me && b === other) || (a === other && b === me);
    const member = (of: StreamId, user: UserId) => {
      if (of !== stream || user !== by) return alone();
      const row = this.members.get(pairOf(of, user));
      return Promise.resolve(row ? memberRow(row) : null);
    };
    const user = (of: UserId) => {
      if (of !== me && of !== other) return alone();
      const row = start.users.get(of);
      return Promise.resolve(row ? userRow(row) : null);
    };
    return {
      users: {
        ...base.users,
        byId: user,
        byIds: async (ids: readonly UserId[]) => {
          const rows = await Promise.all(ids.map(user));
          return new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : [])));
        },
      },
      members: {
        ...base.members,
        getAny: member,
        get: async (of: StreamId, who: UserId) => {
          const row = await member(of, who);
          return row?.untilSeq === null ? row : null;
        },
        update: (of: StreamId, who: UserId, patch: { readonly own?: number }) => this.setOwn(of, who, patch),
      },
      tokens: {
        ...base.tokens,
        byHash: (hash: string, nowMs: number) => {
          if (hash !== login) return alone();
          const row = start.logins.get(hash);
          return Promise.resolve(row && row.expires_at_ms > nowMs ? tokenRow(row) : null);
        },
      },
      groups: {
        ...base.groups,
        byId: (group: GroupId) => {
          const row = group === groupOfStream(stream) ? start.groups.get(group) : undefined;
          return row ? Promise.resolve(groupRow(row)) : alone();
        },
      },
      blocked: {
        ...base.blocked,
        has: (a: UserId, b: UserId) =>
          isOurs(a, b) ? Promise.resolve(start.blocked.has(pairOf(a, b))) : alone(),
      },
      friends: {
        ...base.friends,
        areFriends: (a: UserId, b: UserId) =>
          a === me && b === other ? Promise.resolve(start.friends.has(pairOf(a, b))) : alone(),
      },
      sends: this.sends(id),
    };
  }

  private sends(id: MessageId): WriteTx['sends'] {
    const send = (of: MessageId) => {
      if (of !== id || this.messageIds.has(of)) return alone();
      const row = this.start.sends.get(of);
      return Promise.resolve(row ? ledgerRow(row) : null);
    };
    return {
      get: send,
      getAll: async (ids: readonly MessageId[]) => {
        const rows = await Promise.all(ids.map(send));
        return new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : [])));
      },
      insert: (...rows: readonly LedgerRow[]) => {
        for (const row of rows) {
          this.messageIds.add(row.id);
          this.undoing.push(() => this.messageIds.delete(row.id));
        }
        this.lines.sends.push(...rows);
        return Promise.resolve(true);
      },
    };
  }

  private writing(next: () => MsgId | undefined): Pick<WriteTx, 'streams' | 'messages' | 'push'> {
    const { base, lines, start } = this;
    return {
      streams: {
        ...base.streams,
        advance: (stream, listed, places = 1) => this.advance(stream, places, listed ? places : 0),
        append: async (...events) => {
          for (const { stream, seq, atMs, facts } of events)
            lines.events.push({ stream, seq, tx: start.tx, atMs, facts });
        },
      },
      messages: {
        ...base.messages,
        insertAll: async (rows) => {
          const newRows: MessageRow[] = [];
          for (const row of rows) {
            const msgId = next();
            // File references are written with a message, and were not predicted.
            if (msgId === undefined || row.extra !== null) return alone();
            newRows.push(fresh(row, msgId));
          }
          lines.messages.push(...newRows);
          return newRows;
        },
      },
      push: { ...base.push, insertJob: async (job) => void lines.jobs.push(job) },
    };
  }

  private async advance(stream: StreamId, places: number, listed: number) {
    const before = this.streams.get(stream);
    if (!before) return alone();
    const head = before.head + places;
    const atMs = Math.max(before.last_at_ms, this.nowMs);
    const after: StoredStream = {
      ...before,
      head,
      count: before.count + listed,
      tx: Math.max(before.tx, this.start.tx),
      last_at_ms: atMs,
      oldest_at_ms: head === before.floor + places ? atMs : before.oldest_at_ms,
    };
    this.streams.set(stream, after);
    this.undoing.push(() => this.streams.set(stream, before));
    this.lines.streams.push(after);
    return { seq: head, n: after.count, atMs };
  }

  private async setOwn(stream: StreamId, user: UserId, patch: { readonly own?: number }): Promise<void> {
    const before = this.members.get(pairOf(stream, user));
    const { own } = patch;
    if (!before || own === undefined || Object.keys(patch).length > 1) return alone();
    this.members.set(pairOf(stream, user), { ...before, own });
    this.undoing.push(() => this.members.set(pairOf(stream, user), before));
    this.lines.owns.push({ stream, user, own });
  }
}

const fresh = (row: NewMessage, msgId: MsgId): MessageRow => ({
  ...row,
  msgId,
  rev: 0,
  root: row.root ?? null,
  only: row.only ?? null,
});
