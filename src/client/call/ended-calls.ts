import type { MessageId } from '../../domain/ids.ts';
import { call as limits } from '../../domain/limits.ts';

/** Which calls are over for this page; the newest, never more than the limit. */
export class EndedCalls {
  /** Calls that are over (true), or that another device has: they never ring here again. */
  readonly #over = new Map<MessageId, boolean>();

  has(call: MessageId): boolean {
    return this.#over.has(call);
  }

  /** Over on every device: what still comes of it was overtaken by its end (CALL-8). */
  isOver(call: MessageId): boolean {
    return this.#over.get(call) === true;
  }

  remember(call: MessageId, over: boolean): void {
    const was = this.isOver(call);
    this.#over.delete(call);
    this.#over.set(call, was || over);
    for (const oldest of this.#over.keys()) {
      if (this.#over.size <= limits.endedMax) return;
      this.#over.delete(oldest);
    }
  }

  clear(): void {
    this.#over.clear();
  }
}
