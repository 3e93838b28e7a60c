import type { PoolClient } from 'pg';
import { storeLimits as limits } from '../../kernel/limits.ts';
import type { TokenRow } from '../../../ports/store.ts';
import { StoreBusyError } from '../../kernel/store-errors.ts';
import { tokenRow } from '../repositories/rows.ts';
import type { StoredRow } from '../schema/stored-row.ts';
import { executeBatch } from './postgres-batch.ts';

export const LOGINS = `select t.* from tokens as t join users as u on u.id = t.user_id
  where u.active and t.hash = any($1::text[])`;

interface Waiting {
  readonly hash: string;
  readonly resolve: (row: TokenRow | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Every call needs the owner of its token. Simultaneous ones are read by one statement, at that moment: other
 * nodes end sessions, too, so a cached one is only a guess (COMMIT-12).
 */
export class PostgresLogins {
  private waiting: Waiting[] = [];
  private busy = false;
  /** Tokens as last read. */
  private readonly before = new Map<string, TokenRow>();

  constructor(
    private readonly during: <T>(work: (client: PoolClient, spoiled: () => void) => Promise<T>) => Promise<T>,
  ) {}

  get length(): number {
    return this.waiting.length;
  }

  lately(hash: string): TokenRow | null {
    return this.before.get(hash) ?? null;
  }

  byHash(hash: string): Promise<TokenRow | null> {
    if (this.waiting.length >= limits.queueMax)
      return Promise.reject(new StoreBusyError('too many wait for the store'));
    return new Promise((resolve, reject) => {
      this.waiting.push({ hash, resolve, reject });
      if (this.busy) return;
      this.busy = true;
      setImmediate(() => void this.turn());
    });
  }

  private async turn(): Promise<void> {
    while (this.waiting.length > 0) await this.ask(this.waiting.splice(0, limits.listMax));
    this.busy = false;
  }

  private async ask(group: readonly Waiting[]): Promise<void> {
    const hashes = [...new Set(group.map(({ hash }) => hash))];
    try {
      const [answer] = await this.during((client, spoiled) =>
        executeBatch(client, [{ text: LOGINS, values: [hashes] }], spoiled),
      );
      const rows = (answer?.rows ?? []) as readonly StoredRow<'tokens'>[];
      const byHash = new Map(rows.map((row) => [row.hash, tokenRow(row)]));
      for (const hash of hashes) this.keep(hash, byHash.get(hash));
      for (const { hash, resolve } of group) resolve(byHash.get(hash) ?? null);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  private keep(hash: string, row: TokenRow | undefined): void {
    this.before.delete(hash);
    if (row) this.before.set(hash, row);
    const oldest = this.before.size > limits.rememberedMax ? this.before.keys().next() : null;
    if (oldest?.done === false) this.before.delete(oldest.value);
  }
}
