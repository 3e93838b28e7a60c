import type { Clock } from '../../../ports/clock.ts';
import type { WriteTx } from '../../../ports/store.ts';
import type { CommitCounter } from './commit-counter.ts';
import type { Transaction } from './group-commit.ts';
import type { TransactionFacts } from '../transaction-facts.ts';
import type { SqliteConnection } from './sqlite-dialect.ts';
import { commandOver, readingOver } from '../repositories/index.ts';
import type { Journal } from './journal.ts';

interface OpenMoment extends TransactionFacts {
  nowMs: number;
  tx: number;
}

/** A place where tests and the simulator make a commit fail, or the process end, at the worst moment. */
export interface StoreFaults {
  /** Just before the outer commit; throwing makes the commit fail. */
  beforeCommit?(): void;
}

/** Environment of an embedded database. */
interface Around {
  readonly faults: StoreFaults;
  /** True if other processes can write into the same database. */
  readonly shared: boolean;
  /** Null: the data does not outlive this process. */
  readonly counter: CommitCounter | null;
}

/** The outer transaction of a group on the one writing connection. */
export class SqliteTransaction implements Transaction<WriteTx> {
  private readonly moment: OpenMoment = { nowMs: 0, tx: 0, hasMoved: false };
  /** True if a successful command moved a stream. */
  private hasMoved = false;
  /** The group is one command: undoing it is undoing all. */
  private alone = false;
  /** One for all commands, which run one after another: else two dozen fields are copied for each. */
  private readonly tx: { -readonly [K in keyof WriteTx]: WriteTx[K] };

  constructor(
    private readonly connection: SqliteConnection,
    private readonly journal: Journal,
    private readonly clock: Clock,
    private readonly around: Around,
  ) {
    this.tx = {
      ...commandOver(connection, this.moment, readingOver(connection, clock)),
      nowMs: 0,
    };
  }

  begin(commands: number): void {
    this.alone = commands === 1;
    // Immediate: two writers that begin by reading could both wait for the other.
    this.connection.execute('begin immediate');
    try {
      if (this.around.shared) this.connection.lookForOthers();
      this.journal.began();
    } catch (error) {
      this.rollback();
      throw error;
    }
    this.moment.tx = this.journal.tx + 1;
    this.hasMoved = false;
  }

  command(): WriteTx {
    this.moment.nowMs = this.clock.nowMs();
    this.moment.hasMoved = false;
    this.tx.nowMs = this.moment.nowMs;
    return this.tx;
  }

  savepoint(): void {
    this.journal.mark();
    if (!this.alone) this.connection.execute('savepoint command');
  }

  release(): void {
    this.hasMoved ||= this.moment.hasMoved;
    if (!this.alone) this.connection.execute('release command');
    this.journal.release();
  }

  undo(): boolean {
    if (!this.connection.inTransaction) return false;
    for (const line of this.alone
      ? ['rollback', 'begin immediate']
      : ['rollback to command', 'release command'])
      this.connection.execute(line);
    // Another process may have written between the two.
    if (this.alone && this.around.shared) this.connection.lookForOthers();
    this.journal.undo(this.alone);
    return true;
  }

  commit(): void {
    const { tx } = this.moment;
    this.journal.enter(tx, this.hasMoved);
    this.around.faults.beforeCommit?.();
    this.connection.execute('commit');
    this.journal.committed(tx, this.hasMoved);
    if (this.hasMoved) this.around.counter?.write(tx, this.journal.lastMsgId);
  }

  rollback(): void {
    try {
      this.journal.back();
    } catch {
      // The engine has already ended the transaction.
    }
  }
}
