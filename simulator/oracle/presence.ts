/** Grace period after a user's last socket broke, and the maximum delay of its notification. */
const GRACE_MS = 20_000;
const REPORT_MS = 3_000;

/** Bound sockets per user, and the time since a user has none. The caller names the sockets. */
export class ExpectedPresence {
  readonly #sockets = new Map<number, number>();
  readonly #left = new Map<number, { readonly atMs: number; readonly how: 'said' | 'broke' | 'node' }>();

  bound(socket: number, person: number): void {
    this.#sockets.set(socket, person);
  }

  /** The socket closed, broke, or died with its node. */
  leave(socket: number, nowMs: number, how: 'said' | 'broke' | 'node'): void {
    const person = this.#sockets.get(socket);
    if (person === undefined) return;
    this.#sockets.delete(socket);
    this.#left.set(person, { atMs: nowMs, how });
  }

  /** Returns true if the user must appear online; null while both are right. */
  isHere(person: number, nowMs: number): boolean | null {
    for (const one of this.#sockets.values()) if (one === person) return true;
    const left = this.#left.get(person);
    if (left === undefined) return false;
    const forMs = nowMs - left.atMs;
    if (left.how === 'said') return forMs > REPORT_MS ? false : null;
    if (forMs > GRACE_MS + REPORT_MS) return false;
    // A dead node may have been the only one that knew.
    return left.how === 'broke' && forMs < GRACE_MS - REPORT_MS ? true : null;
  }
}
