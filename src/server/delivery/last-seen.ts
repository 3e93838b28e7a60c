import type { UserId } from '../../domain/ids.ts';
import { lastSeenLimits as limits } from '../kernel/limits.ts';
import { duration } from '../../domain/limits.ts';
import type { Core } from '../kernel/core.ts';

/**
 * Last-seen times of users, to the minute (SEEN-1). Written shortly after they leave, in batches, and
 * periodically for all present users: a dead node loses little.
 */
export class LastSeen {
  private readonly waiting = new Map<UserId, number>();
  private timer: unknown = null;
  private round: unknown = null;

  constructor(
    private readonly core: Pick<Core, 'store' | 'clock' | 'log'>,
    private readonly here: () => Iterable<UserId>,
  ) {
    this.nextRound();
  }

  note(user: UserId, atMs: number = this.core.clock.nowMs()): void {
    const minute = Math.floor(atMs / duration.MINUTE);
    this.waiting.set(user, Math.max(minute, this.waiting.get(user) ?? 0));
    this.timer ??= this.core.clock.setTimeout(() => void this.write(), limits.writeMs);
  }

  /** Writes waiting times at once. */
  stop(): void {
    this.core.clock.clearTimeout(this.round);
    this.core.clock.clearTimeout(this.timer);
    if (this.waiting.size > 0) void this.write();
    this.round = null;
  }

  private nextRound(): void {
    this.round = this.core.clock.setTimeout(() => {
      for (const user of this.here()) this.note(user);
      this.nextRound();
    }, limits.roundMs);
  }

  private async write(): Promise<void> {
    const { store, clock, log } = this.core;
    this.timer = null;
    const some = [...this.waiting].slice(0, limits.atOnce);
    for (const [user] of some) this.waiting.delete(user);
    try {
      await store.write(async (tx) => {
        // An erased account has no last-seen time (DATA-2).
        const active = new Set(await tx.users.activeAmong(some.map(([user]) => user)));
        for (const [user, minute] of some) if (active.has(user)) await tx.users.seenAt(user, minute);
      });
    } catch (error) {
      log.write('warn', 'who was here last was not written', { error: String(error) });
    }
    if (this.waiting.size > 0 && this.round !== null)
      this.timer ??= clock.setTimeout(() => void this.write(), limits.writeMs);
  }
}
