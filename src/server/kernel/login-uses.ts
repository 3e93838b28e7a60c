import { duration } from '../../domain/limits.ts';
import type { LoginUse } from '../../ports/store.ts';
import { addressKey } from './address-key.ts';
import type { Core } from './core.ts';
import { loginUseLimits as limits } from './limits.ts';

/**
 * Last use of each login, to the minute, and its origin (LOGINS-3). Requests write nothing: a minute's uses
 * are written at its end, in batches and each login once. A dead node loses one minute.
 */
export class LoginUses {
  private waiting = new Map<string, LoginUse & { readonly isAccess: boolean }>();
  private timer: unknown = null;
  private writing: Promise<void> = Promise.resolve();

  constructor(private readonly core: Pick<Core, 'store' | 'clock' | 'log'>) {}

  /** `isAccess`: a personal access token (BOT-4). */
  note(token: string, address: string, isAccess = false): void {
    if (this.waiting.size >= limits.waitingMax && !this.waiting.has(token)) return;
    const minute = Math.floor(this.core.clock.nowMs() / duration.MINUTE);
    this.waiting.set(token, { place: addressKey(address), minute, isAccess });
    this.timer ??= this.core.clock.setTimeout(() => {
      this.timer = null;
      this.writing = this.write();
    }, limits.writeMs);
  }

  /** Writes waiting uses at once. */
  async stop(): Promise<void> {
    this.core.clock.clearTimeout(this.timer);
    this.timer = null;
    await this.writing;
    await this.write();
  }

  private async write(): Promise<void> {
    const all = [...this.waiting];
    this.waiting = new Map();
    for (let at = 0; at < all.length; at += limits.atOnce)
      try {
        await this.core.store.write(async (tx) => {
          for (const [token, { isAccess, ...use }] of all.slice(at, at + limits.atOnce))
            await (isAccess ? tx.accessTokens.noteUse(token, use.minute) : tx.tokens.noteUse(token, use));
        });
      } catch (error) {
        this.core.log.write('warn', 'when logins were used last was not written', { error: String(error) });
        return;
      }
  }
}
