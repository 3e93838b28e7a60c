import { clientId } from '../../domain/ids.ts';
import type { ClientId, UserId } from '../../domain/ids.ts';
import { server } from '../../domain/limits.ts';
import type { Up } from '../../wire/up.ts';
import { sessionOf } from '../auth/session.ts';
import type { Core, Hub } from '../core.ts';
import { configData } from '../frames/config-data.ts';
import type { WireFrame } from '../frames/wire-frame.ts';
import { encodeCursor } from '../services/sync/cursor.ts';
import { Audience } from './audience.ts';
import type { LocalUser } from './audience.ts';
import { Delivery } from './delivery.ts';
import { Presence } from './presence.ts';
import { Session } from './session.ts';
import type { ServerSocket } from './server-socket.ts';

/** The hub as `main` and the socket adapter see it. */
export interface LiveHub extends Hub {
  /** A socket connected; null when it was closed at once. Give its frames and its end to the session. */
  accept(socket: ServerSocket): Session | null;
  /** Resolves when everything published so far was delivered. */
  idle(): Promise<void>;
  /** Another process wrote into the store: delivers what moved (ADMIN-2). */
  lookOutside(): Promise<void>;
  /** Connected sockets. */
  count(): number;
  /** Says goodbye to all sockets; nothing is delivered after it. */
  close(): void;
}

interface Who {
  readonly user: UserId;
  readonly token: string;
  readonly isMobile: boolean;
}

/** All sockets of this node. One hub per process. */
export async function createHub(core: Omit<Core, 'hub'>): Promise<LiveHub> {
  return new SocketHub(core, await core.store.epoch());
}

class SocketHub implements LiveHub {
  private readonly audience = new Audience();
  private readonly sessions = new Map<ClientId, Session>();
  /** Unbound sockets by address, so that strangers cannot take all there are. */
  private readonly strangers = new Map<string, number>();
  private readonly delivery: Delivery;
  private readonly presence: Presence;
  private readonly deaf: () => void;
  private calls: Parameters<Hub['callsOnBind']>[0] = () => [];
  private closed = false;
  readonly clock: Core['clock'];

  constructor(
    private readonly core: Omit<Core, 'hub'>,
    private readonly epoch: string,
  ) {
    this.clock = core.clock;
    const showsOnline = () => core.config().chatInfo.online;
    this.presence = new Presence((user) => this.tellsOf(user), core.clock, showsOnline);
    this.delivery = new Delivery({
      core,
      audience: this.audience,
      shared: core.bus.shared ?? false,
      context: { settings: core.settings, online: (user) => showsOnline() && this.isOnline(user) },
      tokenEnded: (user, token) => {
        for (const session of user.sessions) if (session.token === token) this.detach(session, true);
      },
    });
    this.deaf = core.bus.subscribe((note) => {
      if (note.kind === 'stream') this.delivery.woken(note.stream, note.seq);
    });
  }

  // ---- for services -------------------------------------------------------------------------

  begin(): () => void {
    return this.delivery.delivered.begin();
  }

  published(events: Parameters<Hub['published']>[0]): void {
    this.delivery.published(events);
    for (const { stream, seq } of events) this.core.bus.publish({ kind: 'stream', stream, seq });
  }

  async bind(client: ClientId, who: Who): Promise<boolean> {
    const session = this.sessions.get(client);
    if (!session) return false;
    const live = () => this.core.store.read((tx) => tx.tokens.byHash(who.token, this.clock.nowMs()));
    return this.attach(session, async () => ((await live())?.user === who.user ? who : null));
  }

  ownerOf(client: ClientId): UserId | null {
    return this.sessions.get(client)?.user ?? null;
  }

  unbind(client: ClientId): void {
    const session = this.sessions.get(client);
    if (session) this.detach(session, true);
  }

  endTokens(user: UserId, tokens: readonly string[], by: { readonly client: ClientId | null; readonly isMobile: boolean }): void {
    const time = Math.floor(this.clock.nowMs() / 1_000);
    const text = JSON.stringify({ type: 'offline', time, data: { id: user, client_id: by.client ?? '', isMobile: by.isMobile } });
    for (const session of this.sessions.values()) {
      if (!tokens.includes(session.token) || session.id === by.client) continue;
      if (by.isMobile) session.send(text);
      this.detach(session, true);
      session.token = '';
    }
  }

  isOnline(user: UserId): boolean {
    return this.audience.user(user) !== undefined;
  }

  onlineUsers(): readonly UserId[] {
    return [...this.audience.all()].map((user) => user.id);
  }

  tell(user: UserId, frame: WireFrame): void {
    const text = JSON.stringify(frame);
    for (const session of this.audience.user(user)?.sessions ?? []) session.send(text);
  }

  callsOnBind(list: Parameters<Hub['callsOnBind']>[0]): void {
    this.calls = list;
  }

  configChanged(config: Parameters<Hub['configChanged']>[0]): void {
    const time = Math.floor(this.clock.nowMs() / 1_000);
    const text = JSON.stringify({ type: 'updateConfig', time, data: configData(config, 'user') });
    for (const session of this.sessions.values()) if (session.user !== null) session.send(text);
    this.core.bus.publish({ kind: 'config' });
  }

  // ---- for sockets --------------------------------------------------------------------------

  accept(socket: ServerSocket): Session | null {
    const known = this.strangers.get(socket.remoteAddress) ?? 0;
    if (this.closed || known >= server.unboundSocketsPerAddressMax) {
      socket.close(this.closed ? 1001 : 4005, this.closed ? 'server stops' : 'too many sockets from this address');
      return null;
    }
    const session = new Session(clientId(this.core.ids.hex(10)), socket, this);
    this.sessions.set(session.id, session);
    this.countStranger(session, 1);
    session.send(JSON.stringify({ type: 'init', client_id: session.id, epoch: this.epoch }));
    return session;
  }

  /** Nothing is delivered before the token is proved; a bad one closes the socket (GATE-2, ACC-7). */
  bindFrame(session: Session, frame: Extract<Up, { type: 'bindUid' }>): void {
    const turn = (session.bindings += 1);
    void this.prove(session, frame, turn).catch((error: unknown) => {
      this.core.log.write('error', 'bind failed', { error: String(error) });
      session.end('failed');
    });
  }

  private async prove(session: Session, frame: Extract<Up, { type: 'bindUid' }>, turn: number): Promise<void> {
    const bound = await this.attach(session, async () => {
      const who = turn === session.bindings ? await sessionOf(this.core, frame.token) : null;
      return who && (frame.user === null || frame.user === String(who.user)) ? who : null;
    });
    if (turn !== session.bindings) return;
    if (!bound) return session.end('badToken');
    session.ours = frame.ours;
    // No cursor yet: what was missed before this moment comes by `sync`.
    session.send(this.pongText(session, null, frame.calls));
    if (session.ours || session.user === null) return;
    // Plain clients learn of a call that rings by the frame that they missed (CALL-18).
    for (const { frames } of this.calls(session.user, {})) for (const missed of frames) session.send(JSON.stringify(missed));
  }

  pong(session: Session): string {
    const { delivered } = this.delivery;
    if (!session.ours || session.user === null) return this.pongText(session, null);
    this.delivery.refresh();
    return this.pongText(session, delivered.current === null ? null : encodeCursor({ epoch: this.epoch, tx: delivered.current, page: null }));
  }

  /** With `had`, the answer to a bind: the live calls, and what this device has not had of them. */
  private pongText(session: Session, cursor: string | null, had?: Readonly<Record<string, number>>): string {
    const user = session.user === null ? undefined : this.audience.user(session.user);
    const state = { type: 'pong', multiport: (user?.sessions.size ?? 0) > 1, bound: user !== undefined };
    const calls = had && session.ours && session.user !== null ? { calls: this.calls(session.user, had) } : {};
    return JSON.stringify({ ...state, ...(cursor === null ? {} : { cursor }), ...calls });
  }

  left(session: Session, deliberate: boolean): void {
    this.detach(session, deliberate);
  }

  gone(session: Session): void {
    this.sessions.delete(session.id);
    this.countStranger(session, -1);
  }

  idle(): Promise<void> {
    return this.delivery.idle();
  }

  async lookOutside(): Promise<void> {
    const moved = await this.core.store.read((tx) => tx.streams.movedSince(this.audience.names(), 0));
    for (const { stream, head } of moved) this.delivery.woken(stream, head);
  }

  count(): number {
    return this.sessions.size;
  }

  close(): void {
    this.closed = true;
    this.delivery.stop();
    this.deaf();
    for (const session of this.sessions.values()) session.end('leaving');
    for (const user of this.audience.all()) this.clock.clearTimeout(user.graceTimer);
    this.presence.stop();
  }

  // ---- who is bound -------------------------------------------------------------------------

  /**
   * Subscribes first, between two batches; the answer and the client's `sync` come after (STREAM-13).
   * The token is proved in there too: one that ends later is found by its `session` event.
   */
  private attach(session: Session, prove: () => Promise<Who | null>): Promise<boolean> {
    return this.delivery.inOrder(async () => {
      const who = await prove();
      if (!who) return false;
      const { user: id, token, isMobile } = who;
      const user = this.audience.user(id) ?? (await this.delivery.load(id));
      if (!session.open) {
        if (user.sessions.size === 0 && user.graceTimer === null) this.audience.drop(user);
        return false;
      }
      if (session.user !== null && session.user !== id) this.detach(session, true);
      if (session.user === null) this.countStranger(session, -1);
      Object.assign(session, { user: id, token, isMobile });
      this.clock.clearTimeout(user.graceTimer);
      const first = user.sessions.size === 0 && user.graceTimer === null;
      user.graceTimer = null;
      user.sessions.add(session);
      if (first) this.presence.changed(user, true);
      return true;
    });
  }

  /** On purpose the user is gone at once, else after the grace time (PRES-1). */
  private detach(session: Session, deliberate: boolean): void {
    if (session.user === null) return;
    const user = this.audience.user(session.user);
    session.user = null;
    session.ours = false;
    this.countStranger(session, 1);
    if (!user?.sessions.delete(session) || user.sessions.size > 0) return;
    if (deliberate || this.closed) this.offline(user);
    else this.startGrace(user);
  }

  /** Friends; in a closed organisation everybody (PRES-1, CONF-6). */
  private tellsOf(user: LocalUser): readonly LocalUser[] {
    if (this.core.config().sysInfo.runMode === 2) return this.audience.contactsOf(user);
    return [...this.audience.all()].filter((other) => other !== user && other.sessions.size > 0);
  }

  private startGrace(user: LocalUser): void {
    this.clock.clearTimeout(user.graceTimer);
    user.graceTimer = this.clock.setTimeout(() => this.offline(user), server.presenceGraceMs);
  }

  private offline(user: LocalUser): void {
    this.clock.clearTimeout(user.graceTimer);
    user.graceTimer = null;
    this.presence.changed(user, false);
    this.audience.drop(user);
  }

  private countStranger(session: Session, by: 1 | -1): void {
    const { remoteAddress } = session.socket;
    const count = (this.strangers.get(remoteAddress) ?? 0) + by;
    if (count > 0) this.strangers.set(remoteAddress, count);
    else this.strangers.delete(remoteAddress);
  }
}
