import type { UserId } from '../../domain/ids.ts';

/** How much of one kind is under way on this node, for each person and together. */
export class AtOnce {
  private readonly counts = new Map<UserId, number>();
  private all = 0;

  constructor(
    private readonly ofPerson: number,
    private readonly ofAll = Number.POSITIVE_INFINITY,
  ) {}

  /** Answers a way to end it; null where there is no room for it. */
  begin(who: UserId): (() => void) | null {
    const mine = this.counts.get(who) ?? 0;
    if (mine >= this.ofPerson || this.all >= this.ofAll) return null;
    this.counts.set(who, mine + 1);
    this.all += 1;
    return () => {
      this.all -= 1;
      const left = (this.counts.get(who) ?? 1) - 1;
      if (left === 0) this.counts.delete(who);
      else this.counts.set(who, left);
    };
  }
}
