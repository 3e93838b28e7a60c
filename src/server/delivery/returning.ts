import type { StreamId, UserId } from '../../domain/ids.ts';
import { plainLimits as limits } from '../kernel/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Peers } from '../kernel/peers.ts';

/** Up to where each stream had been given to a socket. */
export type Places = ReadonlyMap<StreamId, number>;

interface Left {
  readonly places: Places;
  readonly untilMs: number;
}

/** A socket that went, and how long it had been silent when it was ended for that. */
export interface LostSocket {
  readonly user: UserId;
  readonly token: string;
  readonly silentMs: number;
}

/** What nodes tell each other: a socket of this login has gone, or come back. */
interface Word extends Partial<LostSocket> {
  readonly token: string;
  readonly places: readonly (readonly [StreamId, number])[] | null;
}

/**
 * Where plain clients stood when their sockets went: real ones load nothing anew after a lost socket, and do
 * not say where they are (GATE-9). Each login may have lost several sockets; the one that comes back first is
 * the oldest.
 */
export class Returning {
  private readonly left = new Map<string, Left[]>();

  constructor(
    private readonly clock: Clock,
    private readonly peers: Peers | null | undefined,
    /** Its client came back before the loss was noticed. */
    private readonly hasSuccessor: (lost: LostSocket) => boolean,
  ) {
    peers?.hear('returning', (data) => {
      const { user, token, places, silentMs = 0 } = data as Word;
      if (places === null) this.take(token);
      else if (user !== undefined && this.isOver({ user, token, silentMs })) this.tell(token);
      else this.keep(token, new Map(places));
    });
  }

  gone(lost: LostSocket, places: Places): void {
    if (this.isOver(lost)) return;
    this.keep(lost.token, places);
    this.peers?.say('returning', { ...lost, places: [...places] } satisfies Word);
  }

  /** Null for one that has not been here for long. */
  back(token: string): Places | null {
    const found = this.take(token);
    if (found) this.tell(token);
    return found;
  }

  private isOver(lost: LostSocket): boolean {
    return lost.silentMs > 0 && this.hasSuccessor(lost);
  }

  private tell(token: string): void {
    this.peers?.say('returning', { token, places: null } satisfies Word);
  }

  private keep(token: string, places: Places): void {
    const kept = [
      ...(this.left.get(token) ?? []),
      { places, untilMs: this.clock.elapsedMs() + limits.returnsMs },
    ].slice(-limits.returnsOfLoginMax);
    this.left.delete(token);
    this.left.set(token, kept);
    if (this.left.size > limits.returnsMax)
      for (const oldest of this.left.keys()) return void this.left.delete(oldest);
  }

  private take(token: string): Places | null {
    const [oldest, ...rest] = (this.left.get(token) ?? []).filter(
      ({ untilMs }) => untilMs > this.clock.elapsedMs(),
    );
    if (rest.length > 0) this.left.set(token, rest);
    else this.left.delete(token);
    return oldest?.places ?? null;
  }
}
