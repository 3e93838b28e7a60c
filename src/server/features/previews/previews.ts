import type { UserId } from '../../../domain/ids.ts';
import type { Core } from '../../kernel/core.ts';
import { previewLimits as limits } from '../../kernel/limits.ts';
import type { RateCounter } from '../../kernel/rate.ts';
import type { Quotas } from '../quotas/quotas.ts';
import { makePreview } from './make-preview.ts';

interface Wanted {
  readonly user: UserId;
  /** Of the message. */
  readonly id: string;
}

/**
 * Cards that are still to be made, after the commit of their messages. Nobody waits for them, and nothing
 * fails with them: what is too much, or waits when the node ends, has no card (PREVIEW-2).
 */
export class Previews {
  private readonly waiting: Wanted[] = [];
  private readonly running = new Map<Promise<void>, AbortController>();

  constructor(
    private readonly core: Core,
    private readonly rates: RateCounter,
    private readonly quotas: Pick<Quotas, 'demandRoom'>,
  ) {}

  /** The person has sent or edited this message, and wants a card of its first web address. */
  want(user: UserId, id: string): void {
    if (!this.core.pages || !this.core.config().chatInfo.linkPreview) return;
    const isMine = (one: Wanted): boolean => one.user === user;
    if (this.waiting.length >= limits.waitingMax) return;
    if (this.waiting.filter(isMine).length >= limits.waitingOfPersonMax) return;
    if (this.waiting.some((one) => isMine(one) && one.id === id)) return;
    if (this.rates.take(`preview:${user}`, limits.ofPersonRate) > 0) return;
    if (this.rates.take('previews', limits.ofAllRate) > 0) return;
    this.waiting.push({ user, id });
    this.goOn();
  }

  /** Begins nothing further, ends what runs, and resolves when that has ended. */
  async stop(): Promise<void> {
    this.waiting.length = 0;
    for (const abort of this.running.values()) abort.abort();
    await Promise.all(this.running.keys());
  }

  private goOn(): void {
    while (this.running.size < limits.atOnce) {
      const next = this.waiting.shift();
      if (next === undefined) return;
      const abort = new AbortController();
      const run = this.make(next, abort).finally(() => {
        this.running.delete(run);
        this.goOn();
      });
      this.running.set(run, abort);
    }
  }

  private async make({ user, id }: Wanted, abort: AbortController): Promise<void> {
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
