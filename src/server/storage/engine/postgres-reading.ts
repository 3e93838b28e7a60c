import type { ClientBase } from 'pg';
import { StoreDamagedError, StoreError } from '../../kernel/store-errors.ts';
import { executeBatch } from './postgres-batch.ts';
import type { BatchAnswer, BatchStatement, BatchValue } from './postgres-batch.ts';
import { PostgresPlans } from './postgres-dialect.ts';

interface QueuedStatement {
  readonly statement: BatchStatement;
  readonly resolve: (rows: readonly unknown[]) => void;
  readonly reject: (error: unknown) => void;
}

const statement = (text: string): BatchStatement => ({ text, values: [] });
const BEGIN = statement('begin isolation level repeatable read read only');
/** An index leads past a damaged page to the others; reading a whole table meets it always. */
const BY_INDEX = statement(
  `select set_config(name, 'off', true) from unnest(array['enable_seqscan', 'enable_hashjoin']) as name`,
);
const [SAVE, BACK] = [statement('savepoint readable'), statement('rollback to savepoint readable')];

/**
 * Reads in one transaction. Simultaneous queries share a round trip, and the first one carries the begin: a
 * read without queries costs nothing (NODE-14). Queries after its end are refused: another transaction has
 * the connection by then.
 */
export class PostgresReading extends PostgresPlans {
  private queue: QueuedStatement[] = [];
  private sending: Promise<void> | null = null;
  private open = true;
  /** True if a transaction must be ended. */
  hasBegun = false;

  constructor(
    private readonly client: ClientBase,
    private readonly spoiled: () => void,
    /** Sends each query separately, so that the others succeed if one meets a damaged page. */
    readonly skipsDamage = false,
  ) {
    super();
  }

  /** Resolves when nothing runs here any longer. */
  async end(): Promise<void> {
    this.open = false;
    await this.sending;
  }

  protected override execute(
    text: string,
    values: readonly unknown[],
    asLists = false,
  ): Promise<readonly unknown[]> {
    if (!this.open) return Promise.reject(new StoreError('the transaction has ended'));
    return new Promise((resolve, reject) => {
      // A different text has a separate plan: the usual one may scan whole tables.
      const statementText = this.skipsDamage ? `/* by index */ ${text}` : text;
      const statement = { text: statementText, values: values as readonly BatchValue[], asLists };
      this.queue.push({ statement, resolve, reject });
      this.sending ??= this.send();
    });
  }

  private beginning(): readonly BatchStatement[] {
    if (this.hasBegun) return [];
    return this.skipsDamage ? [BEGIN, BY_INDEX] : [BEGIN];
  }

  private async send(): Promise<void> {
    while (this.queue.length > 0) {
      await momentOver();
      const queued = this.queue.splice(0, this.skipsDamage ? 1 : this.queue.length);
      const first = [...this.beginning(), ...(this.skipsDamage ? [SAVE] : [])];
      this.hasBegun = true;
      let answers: readonly BatchAnswer[];
      try {
        const statements = [...first, ...queued.map(({ statement }) => statement)];
        answers = await executeBatch(this.client, statements, this.spoiled);
      } catch (error) {
        if (this.skipsDamage && error instanceof StoreDamagedError)
          await executeBatch(this.client, [BACK], this.spoiled).catch(() => undefined);
        for (const { reject } of queued) reject(error);
        continue;
      }
      for (const [at, { resolve }] of queued.entries()) resolve(answers[at + first.length]?.rows ?? []);
    }
    this.sending = null;
  }
}

/** Resolves after all work that needs nothing outside of this process. */
const momentOver = (): Promise<void> =>
  new Promise((resolve) => queueMicrotask(() => process.nextTick(resolve)));
