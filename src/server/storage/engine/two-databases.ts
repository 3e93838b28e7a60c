import { msgId } from '../../../domain/ids.ts';
import type { MsgId } from '../../../domain/ids.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import type {
  FillLeft,
  Foretold,
  ReadTx,
  Store,
  TokenRow,
  WriteTx,
  YieldTurn,
} from '../../../ports/store.ts';
import { storeLimits as limits } from '../../kernel/limits.ts';
import type { DatabaseNo } from '../../kernel/store-point.ts';
import { Repeats, againAtOnce } from './postgres-command.ts';
import type { OpenCommand, OpenRead } from './postgres-command.ts';
import type { PostgresStore } from './postgres-store.ts';
import { Places } from './two-places.ts';
import type { SecondFrom } from './two-places.ts';
import { readingRules } from './two-reading.ts';
import { Spreading } from './two-rules.ts';
import type { Parts } from './two-rules.ts';
import { Settling } from './two-settling.ts';
import { writingRules } from './two-writing.ts';

/** Places where tests end a process, or make others come between. */
export interface TwoFaults {
  /** The first database has prepared, the second has not committed: nothing has happened. */
  promised?(): void | Promise<void>;
  /** The second has committed: it has happened, though the first does not show it yet. */
  decided?(): void | Promise<void>;
}

/**
 * Two PostgreSQL databases behind one store: groups in one of them, all else in the first (TWO-1). A command
 * that writes in both prepares in the first (`prepare transaction`) and decides in the second: its commit
 * there is the single moment at which all of it happens. A node that finds a prepared transaction asks the
 * second for its outcome (TWO-2). The second therefore shows everything the first shows, and a read that
 * begins in the first never sees a group's member notified without the group (TWO-3).
 */
export class TwoDatabases implements Store {
  readonly unordered = true;
  readonly split: readonly MsgId[];
  private readonly places: Places;
  private readonly spreading: Spreading;
  private readonly settling: Settling;
  private readonly repeats: Repeats;

  constructor(
    private readonly first: PostgresStore,
    private readonly second: PostgresStore,
    private readonly ports: { readonly clock: Clock; readonly log: Log },
    from: SecondFrom,
    private readonly faults: TwoFaults = {},
  ) {
    this.split = [msgId(0), msgId(from.numbers)];
    this.places = new Places(from);
    this.spreading = new Spreading(readingRules(this.places), writingRules(this.places));
    this.settling = new Settling(first, second, ports);
    this.repeats = new Repeats(ports.clock);
    first.alone = (work) => this.repeated(work);
  }

  /** Before anybody uses it: what was cut off is brought to its end. */
  begin(): Promise<void> {
    return this.settling.begin();
  }

  /** Posts into a conversation of the first are grouped there (COMMIT-12). */
  write<T>(work: (tx: WriteTx) => Promise<T>, foretold: Foretold | null = null): Promise<T> {
    return foretold && this.places.ofStream(foretold.stream) === 0
      ? this.first.write(work, foretold)
      : this.repeated(work);
  }

  read<T>(work: (tx: ReadTx) => Promise<T>): Promise<T> {
    return againAtOnce(() => this.readOnce(work));
  }

  readLong<T>(work: (tx: ReadTx, turn: YieldTurn) => Promise<T>): Promise<T> {
    return this.read((tx) => work(tx, () => this.turn()));
  }

  login(hash: string): Promise<TokenRow | null> {
    return this.first.login(hash);
  }

  loginBefore(hash: string): TokenRow | null {
    return this.first.loginBefore(hash);
  }

  epoch(): Promise<string> {
    return this.read((tx) => tx.history.epoch());
  }

  turn(): Promise<void> {
    return this.first.turn();
  }

  waitedMs(): number {
    return Math.max(this.first.waitedMs(), this.second.waitedMs());
  }

  waiting(): number {
    return this.first.waiting() + this.second.waiting();
  }

  get fillStep(): Store['fillStep'] {
    const [first, second] = [this.first.fillStep, this.second.fillStep];
    if (!first || !second) return first ?? second;
    return async (): Promise<FillLeft> => {
      const left = [await first(), await second()];
      return left.includes('more') ? 'more' : left.includes('later') ? 'later' : 'nothing';
    };
  }

  damage(): readonly string[] {
    return [...this.first.damage(), ...this.second.damage()];
  }

  get cleanStep(): Store['cleanStep'] {
    return async () => {
      for (const store of [this.first, this.second]) await store.cleanStep?.();
    };
  }

  async close(): Promise<void> {
    this.settling.stop();
    await Promise.all([this.first.close(), this.second.close()]);
  }

  private repeated<T>(work: (tx: WriteTx) => Promise<T>): Promise<T> {
    return this.repeats.run((waits) => this.writeOnce(work, waits));
  }

  /** The first before the second, always: so connections never wait for each other in a circle. */
  private async writeOnce<T>(work: (tx: WriteTx) => Promise<T>, waits: boolean): Promise<T> {
    const time = { nowMs: this.ports.clock.nowMs() };
    const first = await this.first.begin(time, waits);
    let second: Promise<OpenCommand> | null = null;
    const wrote = new Set<DatabaseNo>();
    const open = (at: DatabaseNo): Promise<OpenCommand> =>
      at === 0 ? Promise.resolve(first) : (second ??= this.secondBeside(first, time, waits));
    const parts: Parts = {
      read: async (at) => (await open(at)).tx,
      sql: async (at) => (await open(at)).sql,
      write: (at) => {
        wrote.add(at);
        return parts.read(at) as Promise<WriteTx>;
      },
    };
    const begun = () => second?.catch(() => null) ?? null;
    let fault: unknown;
    try {
      const value = await work(this.spreading.over(parts, () => time.nowMs));
      await this.end({ first, second: await begun() }, wrote);
      return value;
    } catch (error) {
      fault = error;
      throw error;
    } finally {
      await (await begun())?.release(fault);
      await first.release(fault);
    }
  }

  /**
   * Two commands, each with a lock in one database and waiting for the other's, are a deadlock neither server
   * sees. The one that waits in the first while it has locks in the second gives way (TWO-6).
   */
  private async secondBeside(
    first: OpenCommand,
    time: { nowMs: number },
    waits: boolean,
  ): Promise<OpenCommand> {
    const begins = this.second.begin(time, waits);
    if (waits) await Promise.all([begins, first.waitForLocks(limits.circleMs)]);
    return begins;
  }

  private async end(
    { first, second }: { readonly first: OpenCommand; readonly second: OpenCommand | null },
    wrote: ReadonlySet<DatabaseNo>,
  ): Promise<void> {
    if (second === null || !wrote.has(1)) return first.commit();
    if (!wrote.has(0)) return second.commit();
    const name = await this.settling.nameOf(second);
    try {
      await first.prepare(name);
      await this.faults.promised?.();
      await second.commit();
      await this.faults.decided?.();
    } catch (error) {
      // Also for an unknown outcome: the second has it.
      await second.release(error);
      await this.settling.settleOne(name);
      throw error;
    }
    await this.settling.keep(name);
  }

  /** The second's state is never older than the first's (TWO-3). */
  private async readOnce<T>(work: (tx: ReadTx) => Promise<T>): Promise<T> {
    const first = await this.first.beginRead();
    let second: Promise<OpenRead> | null = null;
    const begunAfter = async (): Promise<OpenRead> => {
      await first.tx.history.home();
      return this.second.beginRead();
    };
    const open = (at: DatabaseNo): Promise<OpenRead> =>
      at === 0 ? Promise.resolve(first) : (second ??= begunAfter());
    const parts: Parts = {
      read: async (at) => (await open(at)).tx,
      sql: async (at) => (await open(at)).sql,
      write: () => Promise.reject(new Error('a read does not write')),
    };
    const begun = () => second?.catch(() => null) ?? null;
    let fault: unknown;
    try {
      return await work(this.spreading.over(parts, () => this.ports.clock.nowMs()));
    } catch (error) {
      fault = error;
      throw error;
    } finally {
      await (await begun())?.release(fault);
      await first.release(fault);
    }
  }
}
