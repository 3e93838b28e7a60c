import { privateStream } from '../../domain/ids.ts';
import type { UserId } from '../../domain/ids.ts';
import type { Core, MomentMove } from '../kernel/core.ts';
import { serverLimits as limits } from '../kernel/limits.ts';
import type { Audience, LocalUser } from './audience.ts';
import { isCommunity } from '../../domain/config.ts';

/**
 * Notifies local users of news in moments they may see (MOMENT-6). Events within a second are merged per
 * user. Not stored: a client that missed it asks after its bind.
 */
export class MomentMoves {
  /** Time of the newest news per user; 0: none. */
  private readonly waiting = new Map<UserId, number>();
  private timer: unknown = null;

  constructor(
    private readonly core: Pick<Core, 'clock' | 'config' | 'meter' | 'peers'>,
    private readonly audience: Audience,
  ) {
    core.peers?.hear('moment', (move) => this.enqueue(move as MomentMove));
  }

  announce(move: MomentMove): void {
    this.enqueue(move);
    this.core.peers?.say('moment', move);
  }

  stop(): void {
    this.core.clock.clearTimeout(this.timer);
    this.waiting.clear();
  }

  private enqueue(move: MomentMove): void {
    for (const user of this.audience.all())
      if (this.canSeeAll(user, move)) {
        const at = isNews(user.id, move) ? (move.atMs ?? 0) : 0;
        this.waiting.set(user.id, Math.max(at, this.waiting.get(user.id) ?? 0));
      }
    if (this.waiting.size > 0)
      this.timer ??= this.core.clock.setTimeout(() => this.tell(), limits.momentsEveryMs);
  }

  /**
   * Friends share a conversation; in a closed organisation all know each other (MOMENT-2), except users of
   * whom one has blocked the other (BLOCK-15). A limited post concerns its audience only.
   */
  private canSeeAll(user: LocalUser, { author, by, replyTo, seenBy }: MomentMove): boolean {
    if (seenBy !== null && user.id !== author && !seenBy.includes(user.id)) return false;
    const isClosed = !isCommunity(this.core.config()) && !user.isGuest;
    const isVisible = (other: UserId): boolean =>
      other === user.id ||
      (!user.apart.has(other) && (isClosed || user.streams.has(privateStream(user.id, other))));
    return [author, by, replyTo].every((other) => other === null || isVisible(other));
  }

  /** Ours alone: the contract has no frame for it. */
  private tell(): void {
    this.timer = null;
    const time = Math.floor(this.core.clock.nowMs() / 1_000);
    for (const [id, at] of this.waiting) {
      const sessions = this.audience.user(id)?.sessions ?? [];
      const text = JSON.stringify({ type: 'moments', time, data: { at } });
      for (const session of sessions) if (session.ours) session.send(text);
    }
    this.core.meter?.frames(this.waiting.size);
    this.waiting.clear();
  }
}

/**
 * News excludes the user's own actions; it includes posts, and comments addressed to them or under their
 * posts.
 */
const isNews = (user: UserId, { author, by, replyTo, isMoment }: MomentMove): boolean =>
  by !== user && (isMoment || author === user || replyTo === user);
