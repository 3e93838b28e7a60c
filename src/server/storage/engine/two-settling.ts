import { duration } from '../../../domain/limits.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import { StoreFailedError } from '../../kernel/store-errors.ts';
import type { OpenCommand } from './postgres-command.ts';
import type { PostgresStore } from './postgres-store.ts';

const EVERY_MS = duration.SECOND;
/** Another node may be settling the same transaction at this moment. */
const TRIES = 100;

const WAITING = `select gid as name from pg_prepared_xacts
  where database = current_database() and starts_with(gid, $1) order by prepared`;
const OUTCOME = 'select pg_xact_status($1::text::xid8) as status';
/** Valid as long as the second database is the same one. */
const NAME = `select 'meta'::regclass::oid::text as home,
  (select value from meta where key = 'epoch') as epoch`;

/** Error codes: the name is gone, and another session holds it. */
const GONE = '42704';
const IN_HAND = '55000';

/**
 * Prepared transactions of the first database, each named by the transaction of the second that decides it. A
 * node that stops between the two leaves it behind, with its locks; any node that sees it asks the second for
 * the outcome, and applies it (TWO-2).
 */
export class Settling {
  private home: string | null = null;
  private timer: unknown = null;
  private stopped = false;
  private readonly told = new Set<string>();

  constructor(
    private readonly first: PostgresStore,
    private readonly second: PostgresStore,
    private readonly ports: { readonly clock: Clock; readonly log: Log },
  ) {}

  async begin(): Promise<void> {
    await this.settle();
    this.later();
  }

  stop(): void {
    this.stopped = true;
    this.ports.clock.clearTimeout(this.timer);
  }

  async nameOf(second: OpenCommand): Promise<string> {
    this.home ??= (await this.named()).home;
    return nameOf(this.home, await second.tx.history.epoch(), second.number);
  }

  /** Decided: the first shows it, too, when this resolves. */
  async keep(name: string): Promise<void> {
    await this.finish(name, 'commit');
  }

  /** Resolves when it is settled, or left to the next check. */
  async settleOne(name: string): Promise<void> {
    try {
      await this.look(name);
    } catch (error) {
      this.ports.log.write('warn', 'what goes over both databases is settled later', {
        error: String(error),
      });
    }
  }

  private async settle(): Promise<void> {
    const { home, epoch } = await this.named();
    const waiting = await this.first.ask<{ name: string }>(WAITING, ['parley ']);
    for (const { name } of waiting) {
      if (name.startsWith(nameOf(home, epoch, ''))) await this.look(name);
      else if (name.startsWith(`parley ${home} `) && !this.told.has(name)) {
        this.told.add(name);
        this.ports.log.write(
          'error',
          'the second database went back in time: whether this happened is for the operator to say',
          { transaction: name, see: 'docs/operations/cluster.md, Two databases' },
        );
      }
    }
  }

  private async look(name: string): Promise<void> {
    const [row] = await this.second.ask<{ status: string | null }>(OUTCOME, [name.split(' ').at(-1)]);
    if (row?.status === 'committed') await this.finish(name, 'commit');
    if (row?.status === 'aborted') await this.finish(name, 'rollback');
  }

  private async finish(name: string, how: 'commit' | 'rollback'): Promise<void> {
    for (let at = 0; at < TRIES; at += 1) {
      try {
        await this.first.ask(`${how} prepared '${name}'`);
        return;
      } catch (error) {
        const code = codeOf(error);
        if (code === GONE) return;
        // A lost connection is replaced by another for one more attempt.
        if (code !== IN_HAND && at > 0)
          throw new StoreFailedError('the first database does not show it yet', { cause: error });
      }
    }
    throw new StoreFailedError('somebody else has it in hand');
  }

  private async named(): Promise<{ readonly home: string; readonly epoch: string }> {
    const [row] = await this.second.ask<{ home: string; epoch: string }>(NAME);
    return row ?? { home: '', epoch: '' };
  }

  private later(): void {
    if (this.stopped) return;
    this.timer = this.ports.clock.setTimeout(() => {
      void this.settle()
        .catch((error: unknown) =>
          this.ports.log.write('warn', 'what goes over both databases is not settled', {
            error: String(error),
          }),
        )
        .then(() => this.later());
    }, EVERY_MS);
  }
}

const nameOf = (home: string, epoch: string, transaction: number | string): string =>
  `parley ${home} ${epoch} ${transaction}`;

const codeOf = (error: unknown): string =>
  (error as { readonly code?: string }).code ??
  ((error as Error).cause as { readonly code?: string } | undefined)?.code ??
  '';
