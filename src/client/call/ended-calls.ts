import type { MessageId } from '../../domain/ids.ts';
import { callLimits as limits } from '../../domain/limits.ts';

/**
 * Calls that never ring here again, because they are over or another device has them; the newest, never more
 * than the limit.
 */
export class EndedCalls {
  readonly #ids = new Set<MessageId>();

  has(call: MessageId): boolean {
    return this.#ids.has(call);
  }

  remember(call: MessageId): void {
    this.#ids.delete(call);
    this.#ids.add(call);
    for (const oldest of this.#ids) {
      if (this.#ids.size <= limits.endedMax) return;
      this.#ids.delete(oldest);
    }
  }

  clear(): void {
    this.#ids.clear();
  }
}
