import type { Clock } from '../../ports/clock.ts';
import type { ReadTx, WriteTx } from '../../ports/store.ts';
import type { Transaction } from './group-commit.ts';
import type { Moment } from './moment.ts';
import type { SqliteConnection } from './sqlite-dialect.ts';
import { readingOver, writingOver } from './sql-store.ts';

interface OpenMoment extends Moment {
  nowMs: number;
  tx: number;
}

/** A place where tests and the simulator make a commit fail, or the process end, at the worst moment. */
export interface StoreFaults {
  /** Just before the outer commit; throwing makes the commit fail. */
  beforeCommit?(): void;
}

/** The outer transaction of a group on the one writing connection. */
export class SqliteTransaction implements Transaction<WriteTx> {
  private readonly moment: OpenMoment = { nowMs: 0, tx: 0, moved: false };
  /** Whether a command that stands moved a stream. */
  private moved = false;
  private readonly reading: ReadTx;
  private readonly writing: WriteTx['write'];

  constructor(
    private readonly connection: SqliteConnection,
    private readonly clock: Clock,
    private readonly faults: StoreFaults,
  ) {
    this.reading = readingOver(connection, clock);
    this.writing = writingOver(connection, this.moment);
  }

  begin(): void {
    // Immediate: two writers that begin by reading could both wait for the other.
    this.connection.run('begin immediate');
    this.moment.tx = commitNumber(this.connection) + 1;
    this.moved = false;
  }

  command(): WriteTx {
    this.moment.nowMs = this.clock.nowMs();
    this.moment.moved = false;
    return { ...this.reading, nowMs: this.moment.nowMs, write: this.writing };
  }

  savepoint(): void {
    this.connection.run('savepoint command');
  }

  release(): void {
    this.moved ||= this.moment.moved;
    this.connection.run('release command');
  }

  undo(): boolean {
    if (!this.connection.inTransaction) return false;
    this.connection.run('rollback to command');
    this.connection.run('release command');
    return true;
  }

  commit(): void {
    if (this.moved) this.connection.run(`update meta set value = ? where key = 'commit'`, [String(this.moment.tx)]);
    this.faults.beforeCommit?.();
    this.connection.run('commit');
  }

  rollback(): void {
    try {
      if (this.connection.inTransaction) this.connection.run('rollback');
    } catch {
      // The engine has ended the transaction by itself.
    }
  }
}

export function commitNumber(connection: SqliteConnection): number {
  const [row] = connection.run(`select value from meta where key = 'commit'`);
  return Number((row as { readonly value: string } | undefined)?.value ?? 0);
}
