import { Refusal } from '../kernel/refusal.ts';
import type { LiveLogin } from '../kernel/session.ts';
import type { UserId } from '../../domain/ids.ts';
import { nodeLimits, serverLimits } from '../kernel/limits.ts';
import type { Core } from '../kernel/core.ts';
import { USUAL } from '../kernel/settings.ts';
import { partnersOf } from './audience.ts';
import type { Audience, LocalUser } from './audience.ts';
import type { Delivery } from './delivery.ts';
import { LastSeen, Presence } from './presence.ts';
import { MomentMoves } from './moment-moves.ts';
import { Returning } from './returning.ts';
import type { Silent } from './returning.ts';
import type { SocketSession } from './session.ts';
import type { Sockets } from './sockets.ts';
import { isCommunity } from '../../domain/config.ts';

interface Parts {
  readonly core: Omit<Core, 'hub'>;
  readonly audience: Audience;
  readonly sockets: Sockets;
  readonly delivery: Pick<Delivery, 'inOrder' | 'load' | 'replayMissed' | 'placesOf'>;
  /** The node is stopping: users who disconnect now go offline at once. */
  readonly closed: () => boolean;
}

/** Two users, one of whom blocked or unblocked the other. */
interface Apart {
  readonly a: UserId;
  readonly b: UserId;
  readonly on: boolean;
}

/** A query of a user's blocks, and the blocks that began (true) or ended since, by the other user. */
interface ApartRead {
  readonly user: UserId;
  readonly changes: Map<UserId, boolean>;
}

/**
 * Users bound here, the end of their grace period after the last socket broke, and the receivers of their
 * presence (PRES-1).
 */
export class Bound {
  private readonly presence: Presence;
  /** Users who left recently, the newest last: an answer of another node may still list them. */
  private readonly recentlyOffline = new Set<UserId>();
  private presenceRule: string;
  private readonly apartReads = new Set<ApartRead>();
  private readonly returning: Returning;
  private readonly lastSeen: LastSeen;
  readonly moments: MomentMoves;

  constructor(private readonly parts: Parts) {
    const { core } = parts;
    this.presenceRule = this.rule();
    core.peers?.hear('apart', (pair) => this.apartHere(pair as Apart));
    this.returning = new Returning(core.clock, core.peers, (silent) => this.hasSuccessor(silent));
    this.moments = new MomentMoves(core, parts.audience);
    this.lastSeen = new LastSeen(core, () => this.here());
    this.presence = new Presence({
      clock: core.clock,
      enabled: () => core.config().chatInfo.online,
      onlineFor: (user) => this.contactsOf(user, this.onlineUsers(), (id) => this.isReachable(id)),
      recentlyOfflineFor: (user) =>
        this.contactsOf(user, this.recentlyOffline, (id) => this.recentlyOffline.has(id)),
    });
  }

  /** Here, or on another node, whether or not that is shown. */
  isReachable(user: UserId): boolean {
    return this.parts.audience.user(user) !== undefined || this.isElsewhere(user);
  }

  /** All online users, here and on other nodes. */
  *onlineUsers(): Iterable<UserId> {
    const { core, audience } = this.parts;
    for (const { id } of audience.all()) yield id;
    for (const id of core.peers?.users() ?? []) if (!audience.user(id)) yield id;
  }

  /** A user came to another node, or left it. */
  changedElsewhere(user: UserId, online: boolean): void {
    if (this.parts.audience.user(user)) return;
    this.keepGone(user, online);
    this.presence.tell(user, this.watchersOf(user), online);
  }

  /** Returns true if this viewer is shown the user as online (BLOCK-6). */
  isShown(user: UserId, viewer: UserId): boolean {
    const isApart = this.parts.audience.user(viewer)?.apart.has(user) === true;
    return this.parts.core.config().chatInfo.online && !isApart && this.isReachable(user);
  }

  /** One of the two blocked or unblocked the other: their local presence is sent again (BLOCK-6). */
  apart(pair: Apart): void {
    this.apartHere(pair);
    this.parts.core.peers?.say('apart', pair);
  }

  private apartHere({ a, b, on }: Apart): void {
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      for (const read of this.apartReads) if (read.user === one) read.changes.set(other, on);
      const user = this.parts.audience.user(one);
      if (!user) continue;
      if (on) user.apart.add(other);
      else user.apart.delete(other);
      this.presence.tell(other, user.sessions.size > 0 ? [user] : [], !on && this.isReachable(other));
    }
  }

  /** Our client reports which users it believes to be online (PRES-3). */
  compare(session: SocketSession, word: string): void {
    const user = this.userOf(session);
    if (!user) return;
    this.presence.compare(session, user, word);
    void this.readApart(user);
  }

  /**
   * A base-protocol client reloads its list when it is bound, perhaps from a node that did not know all users
   * yet: presence is sent again once all nodes must know it.
   */
  pinged(session: SocketSession): void {
    const user = this.userOf(session);
    if (!user || session.presenceDueMs === null || this.parts.core.clock.elapsedMs() < session.presenceDueMs)
      return;
    session.presenceDueMs = null;
    this.presence.tellAll(session, user);
    void this.readApart(user);
  }

  /** A note between nodes may be lost, so a user's blocks are read again periodically. */
  private async readApart(user: LocalUser): Promise<void> {
    const { core } = this.parts;
    const nowMs = core.clock.elapsedMs();
    if (!core.peers || nowMs - user.apartAtMs < nodeLimits.apartEveryMs) return;
    user.apartAtMs = nowMs;
    try {
      const { answer, changes } = await this.noteApart(user.id, () =>
        core.store.read((tx) => tx.blocked.apart(user.id)),
      );
      const blockedIds = new Set(answer);
      for (const [id, on] of changes)
        if (on) blockedIds.add(id);
        else blockedIds.delete(id);
      for (const id of blockedIds) if (!user.apart.has(id)) this.apartHere({ a: user.id, b: id, on: true });
      for (const id of user.apart) if (!blockedIds.has(id)) this.apartHere({ a: user.id, b: id, on: false });
    } catch (error) {
      core.log.write('warn', 'who is kept apart was not read', { error: String(error) });
    }
  }

  /** Runs the work, and returns the blocks of the user that began (true) or ended in the meantime. */
  private async noteApart<T>(
    user: UserId,
    work: () => Promise<T>,
  ): Promise<{ readonly answer: T; readonly changes: ReadonlyMap<UserId, boolean> }> {
    const read: ApartRead = { user, changes: new Map() };
    this.apartReads.add(read);
    try {
      return { answer: await work(), changes: read.changes };
    } finally {
      this.apartReads.delete(read);
    }
  }

  /** To be called in order. */
  private async load(id: UserId): Promise<LocalUser> {
    const { answer: user, changes } = await this.noteApart(id, () => this.parts.delivery.load(id));
    for (const [other, on] of changes)
      if (on) user.apart.add(other);
      else user.apart.delete(other);
    return user;
  }

  /** The visibility or the audience of presence changed: all users receive it again (CONF-13). */
  configChanged(): void {
    const rule = this.rule();
    if (rule === this.presenceRule) return;
    this.presenceRule = rule;
    for (const user of this.parts.audience.all())
      for (const session of user.sessions) this.presence.tellAll(session, user);
  }

  /** Includes users without a socket: their stream state belongs to another history. */
  forgetAll(): void {
    for (const user of this.parts.audience.all()) this.offline(user);
  }

  stop(): void {
    for (const user of this.parts.audience.all()) this.parts.core.clock.clearTimeout(user.graceTimer);
    this.presence.stop();
    this.lastSeen.stop();
    this.moments.stop();
  }

  /**
   * Subscribes first, between two batches; the answer and the client's `sync` follow (STREAM-13). The token
   * is verified there too: one that ends later is noticed by its `session` event.
   */
  attach(
    session: SocketSession,
    prove: () => Promise<LiveLogin | Refusal | null>,
  ): Promise<boolean | Refusal> {
    const { core, audience, sockets, delivery } = this.parts;
    return delivery.inOrder(async () => {
      let who = await prove();
      if (who instanceof Refusal) return who;
      if (!who) return false;
      const { user: id, token, isMobile, expiresAtMs, access = null, isGuest = false } = who;
      const userHere = audience.user(id);
      const user = userHere ?? (await this.load(id));
      // The event of a login that ended before the streams were read does not follow.
      if (!userHere) who = await prove();
      if (!session.open || !who || who instanceof Refusal) {
        if (user.sessions.size === 0 && user.graceTimer === null) audience.drop(user);
        return who instanceof Refusal ? who : false;
      }
      if (session.user !== null && session.user !== id) this.detach(session, true);
      if (session.user === null) sockets.isKnown(session);
      if (session.user !== id || session.token !== token)
        Object.assign(session, {
          boundAtMs: core.clock.elapsedMs(),
          succeeds: false,
          cameBack: false,
          isReturnChecked: false,
          replayPlaces: null,
        });
      Object.assign(session, { user: id, token, isMobile, expiresAtMs, access });
      core.clock.clearTimeout(user.graceTimer);
      user.isGuest = isGuest;
      const first = user.sessions.size === 0 && user.graceTimer === null;
      user.graceTimer = null;
      // A socket that binds again becomes the newest.
      user.sessions.delete(session);
      user.sessions.add(session);
      session.presenceDueMs = core.peers ? core.clock.elapsedMs() + nodeLimits.presenceSettledMs : null;
      letOldestGo(user, (core.settings.most ?? USUAL).socketsPerPerson);
      if (first && !this.isElsewhere(id)) this.changed(user, true);
      if (first) core.peers?.changed(id, true);
      if (first) this.lastSeen.note(id);
      this.noteUse(session);
      if (!session.ours) await this.welcomeBack(session, user);
      return true;
    });
  }

  /** A deliberate close makes the user offline at once, otherwise after the grace period (PRES-1). */
  detach(session: SocketSession, deliberate: boolean): void {
    if (session.user === null) return;
    this.noteUse(session);
    const user = this.parts.audience.user(session.user);
    if (user && !session.ours && !this.parts.closed())
      this.returning.keepPlaces(
        {
          user: user.id,
          token: session.token,
          silentMs: session.fellSilentMs,
          boundMs: this.parts.core.clock.elapsedMs() - session.boundAtMs,
          succeeds: session.succeeds,
        },
        session.replayPlaces ?? this.parts.delivery.placesOf(user),
      );
    session.user = null;
    session.ours = false;
    this.parts.sockets.isStranger(session);
    if (!user?.sessions.delete(session) || user.sessions.size > 0) return;
    this.lastSeen.note(user.id);
    if (deliberate || this.parts.closed()) this.offline(user);
    else this.startGrace(user);
  }

  /**
   * A socket that fell silent is found late: the client behind it may have come back long since, and has what
   * followed. Each socket takes the place of one.
   */
  private hasSuccessor({ user, token, silentMs }: Silent): boolean {
    const sinceMs = this.parts.core.clock.elapsedMs() - silentMs;
    for (const other of this.parts.audience.user(user)?.sessions ?? []) {
      if (other.token !== token || other.succeeds || other.boundAtMs <= sinceMs) continue;
      other.succeeds = true;
      return true;
    }
    return false;
  }

  private isElsewhere(user: UserId): boolean {
    return this.parts.core.peers?.isOnline(user) ?? false;
  }

  /** A returning base-protocol client is sent the missed frames, and presence (GATE-9). */
  private async welcomeBack(session: SocketSession, user: LocalUser): Promise<void> {
    const { core, delivery } = this.parts;
    // It binds by the call and by a frame, and may find two that were lost.
    const left = session.cameBack ? null : this.returning.back(session.token, session.isReturnChecked);
    session.isReturnChecked = true;
    if (left === null) return;
    const { boundAtMs, succeeds, places: replayPlaces } = left;
    Object.assign(session, { boundAtMs, succeeds, cameBack: true, replayPlaces });
    this.presence.tellAll(session, user);
    try {
      session.sendAll(await delivery.replayMissed(user, replayPlaces));
      session.replayPlaces = null;
    } catch (error) {
      core.log.write('warn', 'what a client missed was not read', { error: String(error) });
      // The debt remains: the next socket is sent it.
      session.end('failed');
    }
  }

  private *here(): Iterable<UserId> {
    for (const user of this.parts.audience.all()) {
      for (const session of user.sessions) this.noteUse(session);
      if (user.sessions.size > 0) yield user.id;
    }
  }

  /** An open socket counts as use, too (LOGINS-3). */
  private noteUse({ token, socket, access }: SocketSession): void {
    this.parts.core.uses?.note(token, socket.remoteAddress, access !== null);
  }

  private userOf(session: SocketSession): LocalUser | undefined {
    return session.user === null ? undefined : this.parts.audience.user(session.user);
  }

  private rule(): string {
    const { chatInfo, sysInfo } = this.parts.core.config();
    return `${chatInfo.online} ${sysInfo.runMode}`;
  }

  private changed(user: LocalUser, online: boolean): void {
    this.keepGone(user.id, online);
    this.presence.tell(user.id, this.presenceReadersOf(user), online);
  }

  private keepGone(user: UserId, online: boolean): void {
    this.recentlyOffline.delete(user);
    if (!online) this.recentlyOffline.add(user);
    if (this.recentlyOffline.size > nodeLimits.recentlyOfflineMax)
      for (const oldest of this.recentlyOffline) return void this.recentlyOffline.delete(oldest);
  }

  /** The user's contacts among these: friends; in a closed organisation all users (PRES-1, CONF-6). */
  private contactsOf(
    user: LocalUser,
    people: Iterable<UserId>,
    counts: (id: UserId) => boolean,
  ): readonly UserId[] {
    if (!isCommunity(this.parts.core.config()) && !user.isGuest)
      return [...people].filter((id) => id !== user.id && !user.apart.has(id));
    return [...partnersOf(user)].filter((id) => counts(id) && !user.apart.has(id));
  }

  /** Friends; in a closed organisation all users (PRES-1, CONF-6). */
  private presenceReadersOf(user: LocalUser): readonly LocalUser[] {
    const { core, audience } = this.parts;
    if (isCommunity(core.config())) return audience.contactsOf(user);
    return audience
      .withoutGuests()
      .filter((other) => other !== user && other.sessions.size > 0 && !other.apart.has(user.id));
  }

  /** Local users who receive the presence of a user on another node. */
  private watchersOf(id: UserId): readonly LocalUser[] {
    const { core, audience } = this.parts;
    const people = isCommunity(core.config()) ? audience.partnersHere(id) : audience.withoutGuests();
    return [...people].filter((user) => user.id !== id && user.sessions.size > 0 && !user.apart.has(id));
  }

  private startGrace(user: LocalUser): void {
    const { clock, settings } = this.parts.core;
    clock.clearTimeout(user.graceTimer);
    user.graceTimer = clock.setTimeout(
      () => this.offline(user),
      settings.presenceGraceMs ?? serverLimits.presenceGraceMs,
    );
  }

  private offline(user: LocalUser): void {
    const { core, audience } = this.parts;
    core.clock.clearTimeout(user.graceTimer);
    user.graceTimer = null;
    if (!this.isElsewhere(user.id)) this.changed(user, false);
    audience.drop(user);
    core.peers?.changed(user.id, false);
  }
}

/** A user has some devices and some windows; thousands of sockets would burden other users (LIMIT-8). */
function letOldestGo({ sessions }: LocalUser, most: number): void {
  for (const oldest of sessions) {
    if (sessions.size <= most) return;
    oldest.end('replaced');
  }
}
