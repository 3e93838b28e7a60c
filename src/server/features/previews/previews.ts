import type { UserId } from '../../../domain/ids.ts';
import type { Core } from '../../kernel/core.ts';
import { previewLimits as limits } from '../../kernel/limits.ts';
import type { RateCounter } from '../../kernel/rate.ts';
import type { Quotas } from '../quotas/quotas.ts';
import { makePreview } from './make-preview.ts';

export interface TurnLimits {
  readonly atOnce: number;
  readonly ofPersonAtOnce: number;
  readonly waitingMax: number;
  readonly waitingOfPersonMax: number;
}

/**
 * Waiting work of many users, and the next to start: users take turns, each with their oldest, so that many
 * of one user delay no other (PREVIEW-2).
 */
export class Turns {
  /** Sorted by turn. */
  private readonly waiting = new Map<UserId, string[]>();
  private readonly running = new Map<UserId, number>();
  private waitingSize = 0;
  private runningSize = 0;

  constructor(private readonly limits: TurnLimits) {}

  /** False where it is too much, or waits already. */
  hasRoomFor(user: UserId, id: string): boolean {
    const mine = this.waiting.get(user) ?? [];
    return (
      this.waitingSize < this.limits.waitingMax &&
      mine.length < this.limits.waitingOfPersonMax &&
      !mine.includes(id)
    );
  }

  add(user: UserId, id: string): void {
    const mine = this.waiting.get(user);
    if (mine) mine.push(id);
    else this.waiting.set(user, [id]);
    this.waitingSize += 1;
  }

  /** The next to begin, which counts as running until `ended`; null: none may. */
  next(): { readonly user: UserId; readonly id: string } | null {
    if (this.runningSize >= this.limits.atOnce) return null;
    for (const [user, mine] of this.waiting) {
      const running = this.running.get(user) ?? 0;
      const [id] = mine;
      if (id === undefined || running >= this.limits.ofPersonAtOnce) continue;
      this.waiting.delete(user);
      if (mine.length > 1) this.waiting.set(user, mine.slice(1));
      this.waitingSize -= 1;
      this.running.set(user, running + 1);
      this.runningSize += 1;
      return { user, id };
    }
    return null;
  }

  ended(user: UserId): void {
    const running = (this.running.get(user) ?? 0) - 1;
    if (running > 0) this.running.set(user, running);
    else this.running.delete(user);
    this.runningSize -= 1;
  }

  /** Drops all waiting work. */
  clear(): void {
    this.waiting.clear();
    this.waitingSize = 0;
  }
}

/**
 * Cards waiting to be made, after the commit of their messages. They block and fail nothing: excess ones, and
 * those waiting when the node stops, have no card (PREVIEW-2).
 */
export class Previews {
  private readonly turns = new Turns(limits);
  private readonly running = new Map<Promise<void>, AbortController>();

  constructor(
    private readonly core: Core,
    private readonly rates: RateCounter,
    private readonly quotas: Pick<Quotas, 'checkRoom'>,
  ) {}

  /** The user sent or edited this message, and requests a card of its first web address. */
  want(user: UserId, id: string): void {
    if (!this.core.pages || !this.core.config().chatInfo.linkPreview) return;
    if (!this.turns.hasRoomFor(user, id)) return;
    if (this.rates.take(`preview:${user}`, limits.ofPersonRate) > 0) return;
    if (this.rates.take('previews', limits.ofAllRate) > 0) return;
    this.turns.add(user, id);
    this.goOn();
  }

  /** Starts no further work, ends what runs, and resolves when that has ended. */
  async stop(): Promise<void> {
    this.turns.clear();
    for (const abort of this.running.values()) abort.abort();
    await Promise.all(this.running.keys());
  }

  private goOn(): void {
    for (let next = this.turns.next(); next !== null; next = this.turns.next()) {
      const { user, id } = next;
      const abort = new AbortController();
      const task = this.make(user, id, abort).finally(() => {
        this.running.delete(task);
        this.turns.ended(user);
        this.goOn();
      });
      this.running.set(task, abort);
    }
  }

  private async make(user: UserId, id: string, abort: AbortController): Promise<void> {
    const { core, quotas } = this;
    const limit = core.clock.setTimeout(() => abort.abort(), limits.requestMs);
    try {
      await makePreview({ core, quotas, signal: abort.signal }, user, id);
    } catch (error) {
      core.log.write('warn', 'a link preview was not made', { error: String(error) });
    } finally {
      core.clock.clearTimeout(limit);
    }
  }
}
