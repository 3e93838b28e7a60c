import type { ClientId } from '../../domain/ids.ts';
import { serverLimits } from '../kernel/limits.ts';
import type { SocketSession } from './session.ts';

/**
 * All sockets of this node. Unbound ones are counted by address, so that strangers cannot take all there are
 * (LIMIT-3).
 */
export class Sockets {
  private readonly sessions = new Map<ClientId, SocketSession>();
  private readonly strangers = new Map<string, number>();

  get size(): number {
    return this.sessions.size;
  }

  byId(id: ClientId): SocketSession | undefined {
    return this.sessions.get(id);
  }

  all(): Iterable<SocketSession> {
    return this.sessions.values();
  }

  hasRoomFor(address: string): boolean {
    return (this.strangers.get(address) ?? 0) < serverLimits.unboundSocketsPerAddressMax;
  }

  /** A socket connected, and is not bound yet. */
  add(session: SocketSession): void {
    this.sessions.set(session.id, session);
    this.isStranger(session);
  }

  /** Call it for a socket that is no longer bound. */
  remove(session: SocketSession): void {
    this.sessions.delete(session.id);
    this.isKnown(session);
  }

  isKnown(session: SocketSession): void {
    this.count(session, -1);
  }

  isStranger(session: SocketSession): void {
    this.count(session, 1);
  }

  private count({ socket: { remoteAddress } }: SocketSession, by: 1 | -1): void {
    const count = (this.strangers.get(remoteAddress) ?? 0) + by;
    if (count > 0) this.strangers.set(remoteAddress, count);
    else this.strangers.delete(remoteAddress);
  }
}
