/**
 * How long somebody whose last socket broke still counts as here, and how long a word about it is on its way
 * at most.
 */
const GRACE_MS = 20_000;
const TOLD_MS = 3_000;

/** Whether presence is shown at all. To whom: whoever has them in the list. */
export interface PresenceRule {
  readonly shown: boolean;
}

/**
 * Who has a socket that is bound for them, and since when somebody has none. Sockets are named by whoever
 * tells.
 */
export class ExpectedPresence {
  readonly #sockets = new Map<number, number>();
  readonly #left = new Map<number, { readonly atMs: number; readonly how: 'said' | 'broke' | 'node' }>();

  bound(socket: number, person: number): void {
    this.#sockets.set(socket, person);
  }

  /** Said good-bye, broke, or went with its node. */
  gone(socket: number, nowMs: number, how: 'said' | 'broke' | 'node'): void {
    const person = this.#sockets.get(socket);
    if (person === undefined) return;
    this.#sockets.delete(socket);
    this.#left.set(person, { atMs: nowMs, how });
  }

  /** Whether they must be taken for online; null while both are right. */
  isHere(person: number, nowMs: number): boolean | null {
    for (const one of this.#sockets.values()) if (one === person) return true;
    const left = this.#left.get(person);
    if (left === undefined) return false;
    const forMs = nowMs - left.atMs;
    if (left.how === 'said') return forMs > TOLD_MS ? false : null;
    if (forMs > GRACE_MS + TOLD_MS) return false;
    // A node that died may have been the only one that knew.
    return left.how === 'broke' && forMs < GRACE_MS - TOLD_MS ? true : null;
  }

  /** As those must see them who have them in their list; null while both are right. */
  isShown(rule: PresenceRule, other: number, nowMs: number): boolean | null {
    return rule.shown ? this.isHere(other, nowMs) : false;
  }
}
