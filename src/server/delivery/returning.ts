import type { StreamId, UserId } from '../../domain/ids.ts';
import { plainLimits as limits } from '../kernel/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Peers } from '../kernel/peers.ts';

/** Up to where each stream had been given to a socket. */
export type Places = ReadonlyMap<StreamId, number>;

/** The positions of a client when its socket closed. */
interface Left {
  readonly places: Places;
  readonly untilMs: number;
  /** Start of its bind, or of the first of the sockets it replaced. */
  readonly boundAtMs: number;
  /** It replaced a silent one. */
  succeeds: boolean;
}

/** A socket that went, and how long it had been silent when it was ended for that. */
export interface Silent {
  readonly user: UserId;
  readonly token: string;
  readonly silentMs: number;
}

/** The same, with the data that identifies the socket it may have replaced. */
interface LostSocket extends Silent {
  readonly boundMs: number;
  readonly succeeds: boolean;
}

/** A message between nodes: a socket of this login closed, or returned. */
interface Word extends Partial<LostSocket> {
  readonly token: string;
  readonly places: readonly (readonly [StreamId, number])[] | null;
}

/**
 * Positions of base-protocol clients when their sockets closed: real ones reload nothing after a lost socket,
 * and do not report their position (GATE-9). A login may have lost several sockets; the first to return takes
 * the oldest.
 */
export class Returning {
  private readonly left = new Map<string, Left[]>();

  constructor(
    private readonly clock: Clock,
    private readonly peers: Peers | null | undefined,
    /** Its client came back before the loss was noticed. */
    private readonly hasSuccessor: (silent: Silent) => boolean,
  ) {
    peers?.hear('returning', (data) => {
      const { user, token, places, silentMs = 0, boundMs = Infinity, succeeds = true } = data as Word;
      if (places === null || user === undefined) return void this.take(token);
      const socket: LostSocket = { user, token, silentMs, boundMs, succeeds };
      if (this.isFollowed(socket)) return;
      if (this.isOver(socket)) this.tell(token);
      else this.keep(socket, new Map(places));
    });
  }

  keepPlaces(socket: LostSocket, places: Places): void {
    if (this.isOver(socket)) return;
    if (!this.isFollowed(socket)) this.keep(socket, places);
    this.peers?.say('returning', { ...socket, places: [...places] } satisfies Word);
  }

  /**
   * Null for one that was away too long. `hasLookedBack`: the first look had found nothing. Other nodes are notified
   * of the first look in any case: a position this node does not know, because it was restarted, is known to
   * them, and would be given to the next client.
   */
  back(token: string, hasLookedBack: boolean): Left | null {
    const remembered = this.take(token);
    if (remembered || !hasLookedBack) this.tell(token);
    return remembered;
  }

  private isOver(silent: Silent): boolean {
    return silent.silentMs > 0 && this.hasSuccessor(silent);
  }

  /** The replacement socket, opened before the loss was noticed, has closed by now, too. */
  private isFollowed({ token, silentMs }: Silent): boolean {
    const nowMs = this.clock.elapsedMs();
    const next = (this.left.get(token) ?? []).find(
      ({ succeeds, boundAtMs, untilMs }) => !succeeds && boundAtMs > nowMs - silentMs && untilMs > nowMs,
    );
    if (silentMs === 0 || !next) return false;
    next.succeeds = true;
    return true;
  }

  private tell(token: string): void {
    this.peers?.say('returning', { token, places: null } satisfies Word);
  }

  private keep({ token, boundMs, succeeds }: LostSocket, places: Places): void {
    const nowMs = this.clock.elapsedMs();
    const entries = [
      ...(this.left.get(token) ?? []),
      { places, untilMs: nowMs + limits.returnsMs, boundAtMs: nowMs - boundMs, succeeds },
    ].slice(-limits.returnsOfLoginMax);
    this.left.delete(token);
    this.left.set(token, entries);
    if (this.left.size > limits.returnsMax)
      for (const oldest of this.left.keys()) return void this.left.delete(oldest);
  }

  private take(token: string): Left | null {
    const [oldest, ...rest] = (this.left.get(token) ?? []).filter(
      ({ untilMs }) => untilMs > this.clock.elapsedMs(),
    );
    if (rest.length > 0) this.left.set(token, rest);
    else this.left.delete(token);
    return oldest ?? null;
  }
}
