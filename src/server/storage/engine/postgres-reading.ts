import type { ClientBase } from 'pg';
import { StoreError } from '../../kernel/store-errors.ts';
import { runBatch } from './postgres-batch.ts';
import type { BatchAnswer, BatchStatement, BatchValue } from './postgres-batch.ts';
import { PostgresPlans } from './postgres-dialect.ts';

interface Asked {
  readonly statement: BatchStatement;
  readonly resolve: (rows: readonly unknown[]) => void;
  readonly reject: (error: unknown) => void;
}

const BEGIN: BatchStatement = { text: 'begin isolation level repeatable read read only', values: [] };

/**
 * Reads in one transaction. What is asked for at the same moment goes in one round trip, and the first one
 * brings the beginning: one that asks nothing costs nothing (NODE-14). What is asked for after the
 * transaction ended is refused: the connection is somebody else's by then.
 */
export class PostgresReading extends PostgresPlans {
  private asked: Asked[] = [];
  private sending: Promise<void> | null = null;
  private open = true;
  /** Whether there is a transaction to end. */
  begun = false;

  constructor(
    private readonly client: ClientBase,
    private readonly spoiled: () => void,
  ) {
    super();
  }

  /** Resolves when nothing more runs here. */
  async end(): Promise<void> {
    this.open = false;
    await this.sending;
  }

  protected override run(
    text: string,
    values: readonly unknown[],
    asLists = false,
  ): Promise<readonly unknown[]> {
    if (!this.open) return Promise.reject(new StoreError('the transaction has ended'));
    return new Promise((resolve, reject) => {
      const statement = { text, values: values as readonly BatchValue[], asLists };
      this.asked.push({ statement, resolve, reject });
      this.sending ??= this.send();
    });
  }

  private async send(): Promise<void> {
    while (this.asked.length > 0) {
      await momentOver();
      const asked = this.asked.splice(0);
      const first = this.begun ? [] : [BEGIN];
      this.begun = true;
      let answers: readonly BatchAnswer[];
      try {
        const statements = [...first, ...asked.map(({ statement }) => statement)];
        answers = await runBatch(this.client, statements, this.spoiled);
      } catch (error) {
        for (const { reject } of asked) reject(error);
        continue;
      }
      for (const [at, { resolve }] of asked.entries()) resolve(answers[at + first.length]?.rows ?? []);
    }
    this.sending = null;
  }
}

/** After all that goes on without waiting for anything outside of this process. */
const momentOver = (): Promise<void> =>
  new Promise((resolve) => queueMicrotask(() => process.nextTick(resolve)));
