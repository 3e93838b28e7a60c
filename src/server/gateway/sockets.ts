import type { ClientId } from '../../domain/ids.ts';
import { server } from '../../domain/limits.ts';
import type { Session } from './session.ts';

/** All sockets of this node. Unbound ones are counted by address, so that strangers cannot take all there are (LIMIT-3). */
export class Sockets {
  private readonly sessions = new Map<ClientId, Session>();
  private readonly strangers = new Map<string, number>();

  get size(): number {
    return this.sessions.size;
  }

  byId(id: ClientId): Session | undefined {
    return this.sessions.get(id);
  }

  all(): Iterable<Session> {
    return this.sessions.values();
  }

  hasRoomFor(address: string): boolean {
    return (this.strangers.get(address) ?? 0) < server.unboundSocketsPerAddressMax;
  }

  /** A socket connected, and is nobody's yet. */
  add(session: Session): void {
    this.sessions.set(session.id, session);
    this.isStranger(session);
  }

  /** To be called for one that is nobody's any more. */
  remove(session: Session): void {
    this.sessions.delete(session.id);
    this.isKnown(session);
  }

  isKnown(session: Session): void {
    this.count(session, -1);
  }

  isStranger(session: Session): void {
    this.count(session, 1);
  }

  private count({ socket: { remoteAddress } }: Session, by: 1 | -1): void {
    const count = (this.strangers.get(remoteAddress) ?? 0) + by;
    if (count > 0) this.strangers.set(remoteAddress, count);
    else this.strangers.delete(remoteAddress);
  }
}
