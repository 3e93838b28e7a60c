import { serverLimits } from '../../kernel/limits.ts';
import { StoreBusyError, StoreError } from '../../kernel/store-errors.ts';
import { type Ahead, type Compiled, type ListOf, type Plan, compile } from '../plan.ts';
import type { Journal } from './journal.ts';
import type { Lane } from './lane.ts';
import { SqliteConnection, sqliteBuilder } from './sqlite-dialect.ts';

/** Tables the journal is ahead of, those read with them, and those whose readers continue from a cursor. */
const AHEAD = 'messages|events|sends|streams|members|unworded|journal';
const BESIDE =
  'mentions|mentions_apart|mention_notices|message_pins|thread_tallies|' +
  'message_files|released_files|' +
  'word_blocks|word_backlog|word_groups|word_bits|dropped|seen|profiles|push_jobs';
const MOVING = new RegExp(String.raw`\b(?:${AHEAD}|${BESIDE})\b`);

const moving = new WeakMap<Compiled, boolean>();

/** Looked for once in each plan, not in each read. */
function isMoving(compiled: Compiled): boolean {
  const cached = moving.get(compiled);
  if (cached !== undefined) return cached;
  const isMatch = MOVING.test(compiled.sql);
  moving.set(compiled, isMatch);
  return isMatch;
}

/** The writing connection, and the lane that guards it. */
interface Writer {
  readonly connection: SqliteConnection;
  readonly journal: Journal;
  readonly lane: Lane;
}

/**
 * Reads in a snapshot beside the writer. The first statement on tables the journal is ahead of waits until
 * their rows are written, between two groups of commands, and takes the snapshot then. If they cannot be
 * written, as on a full disk, the read continues on the writer's connection, in a transaction that is rolled
 * back.
 */
export class SqliteReader extends SqliteConnection {
  /** The snapshot has every row that was committed when it was taken. */
  private whole = false;
  private borrowed = false;
  /** Resolves when the snapshot can be taken. */
  private entering: Promise<void> | null = null;
  /** Number of this read: statements after its end are refused. */
  private round = 0;

  constructor(
    path: string,
    private readonly writer: Writer,
  ) {
    super(path, { readOnly: true, memory: writer.connection.memory });
  }

  override get ahead(): Ahead {
    const { journal } = this.writer;
    return {
      member: (stream, user) => (this.whole ? null : journal.committedMember(stream, user)),
      next: () => (this.whole ? null : journal.next()),
    };
  }

  override beginRead(): void {
    this.round += 1;
    this.whole = false;
    this.entering = null;
    super.beginRead();
  }

  override endRead(): void {
    this.round += 1;
    super.endRead();
    if (!this.borrowed) return;
    this.borrowed = false;
    this.writer.journal.back();
    this.writer.lane.leave();
  }

  override all<A extends object, R>(plan: Plan<A, R>, args: A): Promise<readonly R[]> {
    return this.through(plan, () => this.writerConnection?.all(plan, args) ?? super.all(plan, args));
  }

  override allCached<A extends object, R>(plan: Plan<A, R>, args: A): Promise<readonly R[]> {
    return this.through(plan, () => this.writerConnection?.all(plan, args) ?? super.allCached(plan, args));
  }

  override bulk<A extends object, R>(plan: Plan<A, R>, args: A): Promise<readonly R[]> {
    return this.through(plan, () => this.writerConnection?.bulk(plan, args) ?? super.bulk(plan, args));
  }

  override lists<A extends object, R, const K extends readonly (keyof R & string)[]>(
    plan: Plan<A, R>,
    args: A,
    names: K,
  ): Promise<readonly ListOf<R, K>[]> {
    return this.through(
      plan,
      () => this.writerConnection?.lists(plan, args, names) ?? super.lists(plan, args, names),
    );
  }

  private get writerConnection(): SqliteConnection | null {
    return this.borrowed ? this.writer.connection : null;
  }

  private through<A extends object, R, T>(plan: Plan<A, R>, query: () => Promise<T>): Promise<T> {
    if (this.whole || plan.isStill || !isMoving(compile(plan, 'sqlite', sqliteBuilder))) return query();
    if (!this.writer.journal.waits) {
      this.anew();
      return query();
    }
    this.entering ??= this.enter(this.round);
    return this.entering.then(query);
  }

  /** Earlier reads covered rarely changing data: the relevant snapshot begins here. */
  private anew(): void {
    if (this.inTransaction) {
      this.execute('commit');
      super.beginRead();
    }
    this.whole = true;
  }

  private async enter(round: number): Promise<void> {
    const { lane, journal } = this.writer;
    await lane.enter(serverLimits.storeWaitMs);
    try {
      if (round !== this.round) throw new StoreError('the read has ended');
      this.bring(journal);
      this.anew();
      // Taken before anybody else commits.
      if (!this.borrowed) this.execute(`select 1 from meta where key = 'schema'`);
    } finally {
      if (!this.borrowed) lane.leave();
    }
  }

  private bring(journal: Journal): void {
    try {
      journal.bring();
    } catch (error) {
      // A process that locks the database delays all others.
      if (error instanceof StoreBusyError) throw error;
      journal.peek();
      this.borrowed = true;
    }
  }
}
