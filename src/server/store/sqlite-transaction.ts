import type { Clock } from '../../ports/clock.ts';
import type { ReadTx, WriteTx } from '../../ports/store.ts';
import type { CommitCounter } from './commit-counter.ts';
import type { Transaction } from './group-commit.ts';
import type { Moment } from './moment.ts';
import type { SqliteConnection } from './sqlite-dialect.ts';
import { readingOver, writingOver } from './sql-store.ts';
import { commits } from './streams.ts';

interface OpenMoment extends Moment {
  nowMs: number;
  tx: number;
}

/** A place where tests and the simulator make a commit fail, or the process end, at the worst moment. */
export interface StoreFaults {
  /** Just before the outer commit; throwing makes the commit fail. */
  beforeCommit?(): void;
}

/** What an embedded database has around it. */
interface Around {
  readonly faults: StoreFaults;
  /** Whether other processes can write into the same database. */
  readonly shared: boolean;
  /** Null: nothing outlives this process. */
  readonly counter: CommitCounter | null;
}

/** The outer transaction of a group on the one writing connection. */
export class SqliteTransaction implements Transaction<WriteTx> {
  private readonly moment: OpenMoment = { nowMs: 0, tx: 0, moved: false };
  /** Whether a command that stands moved a stream. */
  private moved = false;
  /** The group is one command: undoing it is undoing all. */
  private alone = false;
  private readonly reading: ReadTx;
  private readonly writing: WriteTx['write'];

  constructor(
    private readonly connection: SqliteConnection,
    private readonly clock: Clock,
    private readonly around: Around,
  ) {
    this.reading = readingOver(connection, clock);
    this.writing = writingOver(connection, this.moment);
  }

  begin(commands: number): void {
    this.alone = commands === 1;
    // Immediate: two writers that begin by reading could both wait for the other.
    this.connection.run('begin immediate');
    if (this.around.shared) this.connection.lookForOthers();
    this.moment.tx = Number(this.connection.keptNow(commits, {})[0]?.value ?? 0) + 1;
    this.moved = false;
  }

  command(): WriteTx {
    this.moment.nowMs = this.clock.nowMs();
    this.moment.moved = false;
    return { ...this.reading, nowMs: this.moment.nowMs, write: this.writing };
  }

  savepoint(): void {
    if (!this.alone) this.connection.run('savepoint command');
  }

  release(): void {
    this.moved ||= this.moment.moved;
    if (!this.alone) this.connection.run('release command');
  }

  undo(): boolean {
    if (!this.connection.inTransaction) return false;
    for (const line of this.alone ? ['rollback', 'begin immediate'] : ['rollback to command', 'release command']) this.connection.run(line);
    return true;
  }

  commit(): void {
    if (this.moved) this.connection.run(`update meta set value = ? where key = 'commit'`, [String(this.moment.tx)]);
    this.around.faults.beforeCommit?.();
    this.connection.run('commit');
    this.connection.memory.settled();
    if (!this.moved) return;
    this.around.counter?.write(this.moment.tx);
    this.remember();
  }

  /** Asked once here, and not in a snapshot of its own by whoever delivers. */
  private remember(): void {
    try {
      this.connection.keptNow(commits, {});
    } catch {
      // What is committed is committed; the next one who asks hears of it.
    }
  }

  rollback(): void {
    try {
      if (this.connection.inTransaction) this.connection.run('rollback');
    } catch {
      // The engine has ended the transaction by itself.
    }
    this.connection.memory.settled();
  }
}
