import { NOTICE_STREAM, peopleOfStream, userStream } from '../../domain/ids.ts';
import type { StreamId, UserId } from '../../domain/ids.ts';
import { type Privacy, USUAL_PRIVACY } from '../../domain/privacy.ts';
import { FewSet } from '../kernel/few-set.ts';
import type { SocketSession } from './session.ts';

/** A user with sockets here, or whose last one broke less than the grace time ago. */
export interface LocalUser {
  readonly id: UserId;
  readonly sessions: FewSet<SocketSession>;
  /** Stream → events above this `seq` are the user's. */
  readonly streams: Map<StreamId, number>;
  /** The settings in their own stream. */
  privacy: Privacy;
  /** Users they share no presence with, in either direction: one has blocked the other (BLOCK-6). */
  readonly apart: FewSet<UserId>;
  /** Time of that reading, on the monotonic clock. */
  apartAtMs: number;
  graceTimer: unknown;
  /** Knows only the members of their group, also in a closed organisation (GUEST-4). */
  isGuest: boolean;
}

export interface LocalStream {
  /** Everything up to here was delivered on this node. */
  last: number;
  /** The newest of those other than message events: permissions may have changed since. */
  ruled: number;
  readonly users: FewSet<LocalUser>;
}

/** Readers of each stream on this node. Changed only in the order of delivery, by `joined` and `left`. */
export class Audience {
  private readonly users = new Map<UserId, LocalUser>();
  private readonly streams = new Map<StreamId, LocalStream>();
  /**
   * Local users who share a one-to-one conversation with a user, by that user. Built on first use: a single
   * node never needs it.
   */
  private sharing: Map<UserId, FewSet<LocalUser>> | null = null;

  user(id: UserId): LocalUser | undefined {
    return this.users.get(id);
  }

  stream(id: StreamId): LocalStream | undefined {
    return this.streams.get(id);
  }

  get empty(): boolean {
    return this.users.size === 0;
  }

  /** Streams with a local reader. */
  names(): readonly StreamId[] {
    return [...this.streams.keys()];
  }

  all(): Iterable<LocalUser> {
    return this.users.values();
  }

  /** All who know each other in a closed organisation (CONF-6, GUEST-4). */
  withoutGuests(): readonly LocalUser[] {
    return [...this.users.values()].filter((user) => !user.isGuest);
  }

  /**
   * A user comes to this node; `heads` are the streams' positions at the moment of reading. Earlier
   * undelivered events are not live for them: `sync` returns those, and knows from when they may read
   * (GATE-3).
   */
  add(id: UserId, heads: ReadonlyMap<StreamId, number>, apart: readonly UserId[] = []): LocalUser {
    const user: LocalUser = {
      id,
      sessions: new FewSet(),
      streams: new Map(),
      privacy: USUAL_PRIVACY,
      apart: new FewSet(apart),
      apartAtMs: 0,
      graceTimer: null,
      isGuest: false,
    };
    this.users.set(id, user);
    for (const [stream, head] of heads) this.join(user, stream, head, head);
    return user;
  }

  /** `last` counts only for the first local reader of the stream. */
  join(user: LocalUser, stream: StreamId, fromSeq: number, last: number): LocalStream {
    const local = this.streams.get(stream) ?? { last, ruled: last, users: new FewSet() };
    this.streams.set(stream, local);
    local.users.add(user);
    user.streams.set(stream, fromSeq);
    this.share(user, stream);
    return local;
  }

  leave(user: LocalUser, stream: StreamId): void {
    user.streams.delete(stream);
    this.unshare(user, stream);
    const local = this.streams.get(stream);
    local?.users.delete(user);
    if (local?.users.size === 0) this.streams.delete(stream);
  }

  /**
   * Positions up to which everything this user reads was delivered, or at which their access begins: the next
   * batch may give other users events that existed when this one came.
   */
  placesOf(user: LocalUser): ReadonlyMap<StreamId, number> {
    const lastOf = (stream: StreamId): number => this.streams.get(stream)?.last ?? 0;
    return new Map([...user.streams].map(([stream, from]) => [stream, Math.max(from, lastOf(stream))]));
  }

  drop(user: LocalUser): void {
    for (const stream of user.streams.keys()) {
      this.unshare(user, stream);
      const local = this.streams.get(stream);
      local?.users.delete(user);
      if (local?.users.size === 0) this.streams.delete(stream);
    }
    user.streams.clear();
    this.users.delete(user.id);
  }

  /** Friends with sockets here: users who share a one-to-one conversation (PRES-1). */
  contactsOf(user: LocalUser): readonly LocalUser[] {
    const contacts: LocalUser[] = [];
    for (const partner of partnersOf(user)) {
      const contact = this.users.get(partner);
      if (contact && contact.sessions.size > 0 && !contact.apart.has(user.id)) contacts.push(contact);
    }
    return contacts;
  }

  /** Local users who share a one-to-one conversation with this user, who may be elsewhere. */
  partnersHere(id: UserId): Iterable<LocalUser> {
    if (this.sharing === null) {
      this.sharing = new Map();
      for (const user of this.users.values())
        for (const stream of user.streams.keys()) this.share(user, stream);
    }
    return this.sharing.get(id) ?? [];
  }

  private share(user: LocalUser, stream: StreamId): void {
    if (this.sharing === null) return;
    const partner = partnerIn(user, stream);
    if (partner === null) return;
    const users = this.sharing.get(partner) ?? new FewSet();
    this.sharing.set(partner, users);
    users.add(user);
  }

  private unshare(user: LocalUser, stream: StreamId): void {
    if (this.sharing === null) return;
    const partner = partnerIn(user, stream);
    if (partner === null) return;
    const users = this.sharing.get(partner);
    users?.delete(user);
    if (users?.size === 0) this.sharing.delete(partner);
  }
}

/** The partner of a one-to-one conversation, taken from the stream's name; null for other streams. */
function partnerIn({ id }: LocalUser, stream: StreamId): UserId | null {
  const pair = peopleOfStream(stream);
  return pair && (pair[0] === id ? pair[1] : pair[0]);
}

/** Partners of this user's one-to-one conversations. */
export function* partnersOf(user: LocalUser): Iterable<UserId> {
  for (const stream of user.streams.keys()) {
    const partner = partnerIn(user, stream);
    if (partner !== null) yield partner;
  }
}

/** Streams that a user reads beside the conversations. */
export const alwaysRead = (user: UserId): readonly StreamId[] => [userStream(user), NOTICE_STREAM];
