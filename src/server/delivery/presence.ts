import type { UserId } from '../../domain/ids.ts';
import { duration } from '../../domain/limits.ts';
import { presenceWord } from '../../domain/presence.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Core } from '../kernel/core.ts';
import { lastSeenLimits as limits, plainLimits, serverLimits } from '../kernel/limits.ts';
import type { LocalUser } from './audience.ts';
import type { SocketSession } from './session.ts';

interface PresencePorts {
  readonly clock: Clock;
  /** Returns true if presence is shown at all (CONF-13). */
  readonly enabled: () => boolean;
  /** Online users among those this user receives presence of. */
  readonly onlineFor: (user: LocalUser) => readonly UserId[];
  /** Users among them who left recently: other nodes may just have listed them. */
  readonly recentlyOfflineFor: (user: LocalUser) => readonly UserId[];
}

/**
 * Presence, sent to contacts only. Changes are merged per receiver and sent once a second: one frame for our
 * client, single ones for base-protocol clients (PRES-2). Another node's answer may be older than what was
 * sent here, so our client reports its view and is sent all where it is wrong; a base-protocol client is sent
 * again what may have changed before it came (PRES-3).
 */
export class Presence {
  /** Receiver → who → newest state. */
  private readonly waiting = new Map<LocalUser, Map<UserId, boolean>>();
  private readonly wrong = new Map<SocketSession, LocalUser>();
  private timer: unknown = null;

  constructor(private readonly ports: PresencePorts) {}

  tell(user: UserId, contacts: readonly LocalUser[], online: boolean): void {
    if (!this.ports.enabled()) return;
    for (const contact of contacts) {
      const changes = this.waiting.get(contact) ?? new Map<UserId, boolean>();
      changes.set(user, online);
      this.waiting.set(contact, changes);
    }
    if (this.waiting.size > 0) this.soon();
  }

  /** Our client reports its view. */
  compare(session: SocketSession, user: LocalUser, word: string): void {
    const here = presenceWord(this.online(user));
    const before = session.presenceMended;
    session.presenceMended = null;
    if (word === here) return;
    const pair = `${word} ${here}`;
    const times = pair === before?.pair ? before.times + 1 : 1;
    session.presenceMended = { pair, times };
    // A client that lacks some contacts cannot be corrected, so corrections become rarer; one confused by
    // late answers recovers.
    const isDue = times <= serverLimits.samePresenceMax || times % serverLimits.samePresenceEvery === 0;
    if (isDue) this.tellAll(session, user);
  }

  /** Sends the complete presence of their contacts to this socket with the next round. */
  tellAll(session: SocketSession, user: LocalUser): void {
    this.wrong.set(session, user);
    this.soon();
  }

  stop(): void {
    this.ports.clock.clearTimeout(this.timer);
    this.waiting.clear();
    this.wrong.clear();
  }

  private soon(): void {
    this.timer ??= this.ports.clock.setTimeout(() => this.flush(), serverLimits.presenceEveryMs);
  }

  private online(user: LocalUser): readonly UserId[] {
    return this.ports.enabled() ? this.ports.onlineFor(user) : [];
  }

  private flush(): void {
    this.timer = null;
    const time = Math.floor(this.ports.clock.nowMs() / 1_000);
    for (const [session, user] of this.wrong) if (session.user === user.id) this.all(session, user, time);
    if (this.ports.enabled()) {
      for (const [contact, changes] of this.waiting) {
        for (const session of contact.sessions) if (!this.wrong.has(session)) tell(session, changes, time);
      }
    }
    this.waiting.clear();
    this.wrong.clear();
  }

  private all(session: SocketSession, user: LocalUser, time: number): void {
    const online = this.online(user);
    if (session.ours)
      return session.send(JSON.stringify({ type: 'presence', time, data: { on: online, off: [], all: 1 } }));
    if (!this.ports.enabled()) return;
    const offline = this.ports.recentlyOfflineFor(user).map((id) => [id, false] as const);
    tell(
      session,
      new Map([...online.map((id) => [id, true] as const), ...offline].slice(0, plainLimits.presenceMax)),
      time,
    );
  }
}

function tell(session: SocketSession, changes: ReadonlyMap<UserId, boolean>, time: number): void {
  if (session.ours) {
    const of = (state: boolean) => [...changes].filter(([, online]) => online === state).map(([id]) => id);
    session.send(JSON.stringify({ type: 'presence', time, data: { on: of(true), off: of(false) } }));
    return;
  }
  for (const [id, online] of changes) {
    session.send(JSON.stringify({ type: 'isOnline', time, data: { id, is_online: online ? 1 : 0 } }));
  }
}

/**
 * Last-seen times of users, to the minute (SEEN-1). Written shortly after they leave, in batches, and
 * periodically for all present users: a dead node loses little.
 */
export class LastSeen {
  private readonly waiting = new Map<UserId, number>();
  private timer: unknown = null;
  private round: unknown = null;

  constructor(
    private readonly core: Pick<Core, 'store' | 'clock' | 'log'>,
    private readonly here: () => Iterable<UserId>,
  ) {
    this.nextRound();
  }

  note(user: UserId, atMs: number = this.core.clock.nowMs()): void {
    const minute = Math.floor(atMs / duration.MINUTE);
    this.waiting.set(user, Math.max(minute, this.waiting.get(user) ?? 0));
    this.timer ??= this.core.clock.setTimeout(() => void this.write(), limits.writeMs);
  }

  /** Writes waiting times at once. */
  stop(): void {
    this.core.clock.clearTimeout(this.round);
    this.core.clock.clearTimeout(this.timer);
    if (this.waiting.size > 0) void this.write();
    this.round = null;
  }

  private nextRound(): void {
    this.round = this.core.clock.setTimeout(() => {
      for (const user of this.here()) this.note(user);
      this.nextRound();
    }, limits.roundMs);
  }

  private async write(): Promise<void> {
    const { store, clock, log } = this.core;
    this.timer = null;
    const some = [...this.waiting].slice(0, limits.atOnce);
    for (const [user] of some) this.waiting.delete(user);
    try {
      await store.write(async (tx) => {
        // An erased account has no last-seen time (DATA-2).
        const active = new Set(await tx.users.activeAmong(some.map(([user]) => user)));
        for (const [user, minute] of some) if (active.has(user)) await tx.users.noteSeen(user, minute);
      });
    } catch (error) {
      log.write('warn', 'who was here last was not written', { error: String(error) });
    }
    if (this.waiting.size > 0 && this.round !== null)
      this.timer ??= clock.setTimeout(() => void this.write(), limits.writeMs);
  }
}
