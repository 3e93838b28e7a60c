import type { UserId } from '../../../domain/ids.ts';

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
