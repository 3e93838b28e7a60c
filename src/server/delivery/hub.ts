import { clientId } from '../../domain/ids.ts';
import type { ClientId, StreamId, UserId } from '../../domain/ids.ts';
import type { Up } from '../../wire/up.ts';
import { liveLogin, mayBind, sessionOf } from '../kernel/session.ts';
import { type OtherNodes, joinNodes, tellOthers } from './other-nodes.ts';
import type { CallOnBind } from '../kernel/core.ts';
import type { Core, Hub } from '../kernel/core.ts';
import { absolute } from '../frames/absolute.ts';
import { type RelayLogin, configData, relayLogin } from '../frames/config-data.ts';
import type { WireFrame } from '../kernel/wire-frame.ts';
import { Refusal } from '../kernel/refusal.ts';
import { Audience } from './audience.ts';
import { Bound } from './bound.ts';
import type { BoundLogin } from '../kernel/session.ts';
import { Delivery } from './delivery.ts';
import { PingRounds } from './ping-rounds.ts';
import { inRounds } from './rounds.ts';
import { type ServerSocket, SocketSession, closing } from './session.ts';
import { Sockets } from './sockets.ts';
import { Typing } from './typing.ts';

/** The hub as `main` and the socket adapter see it. */
export interface LiveHub extends Hub {
  /** A socket connected; null when it was closed at once. Give its frames and its end to the session. */
  accept(socket: ServerSocket): SocketSession | null;
  /** Resolves when everything published so far was delivered. */
  idle(): Promise<void>;
  /** Another process wrote into the store: delivers the moved streams (ADMIN-2). */
  lookOutside(): Promise<void>;
  /** Online on this node. */
  localUsers(): readonly UserId[];
  /** Connected sockets. */
  count(): number;
  /**
   * Closes this number of sockets; returns the number left. New ones are redirected from now on (START-8).
   */
  letGo(count: number): number;
  /** This node cannot work now: closes all sockets, and accepts none until it can (NODE-11). */
  goElsewhere(elsewhere: boolean): void;
  /** Closes all sockets; delivery ends. */
  close(): void;
}

/** All sockets of this node. One hub per process. */
export async function createHub(core: Omit<Core, 'hub'>): Promise<LiveHub> {
  return new SocketHub(core, await core.store.epoch());
}

class SocketHub implements LiveHub {
  private readonly audience = new Audience();
  private readonly sockets = new Sockets();
  readonly pings: PingRounds;
  private readonly delivery: Delivery;
  private readonly bound: Bound;
  private readonly typists: Typing;
  private readonly unsubscribe: () => void;
  private readonly others: OtherNodes | null;
  private calls: Parameters<Hub['callsOnBind']>[0] = () => [];
  private closed = false;
  private leaving = false;
  private elsewhere = false;
  private readonly onCommit: Parameters<Hub['onPublished']>[0][] = [];
  /** Ends notifications sent in rounds. */
  private endRounds: () => void = () => undefined;
  readonly clock: Core['clock'];
  readonly apart: Hub['apart'] = (...[a, b, on]) => this.bound.apart({ a, b, on });
  readonly momentMoved: Hub['momentMoved'] = (move) => this.bound.moments.announce(move);

  constructor(
    private readonly core: Omit<Core, 'hub'>,
    private epoch: string,
  ) {
    this.clock = core.clock;
    this.pings = new PingRounds(core.clock);
    this.delivery = new Delivery({
      core,
      audience: this.audience,
      shared: core.bus.shared ?? false,
      context: { settings: core.settings, online: (...two) => this.bound.isShown(...two) },
      chapterBegan: (session) => session.send(this.pong(session)),
      tokenEnded: (user, { token, isDisabled = false, isClosed = false }) => {
        for (const session of [...user.sessions].filter((one) => one.token === token)) {
          this.bound.detach(session, true);
          if (isDisabled || isClosed) {
            session.end(isDisabled ? 'disabled' : 'loginEnded');
            continue;
          }
          // A client told that it is unbound asks why at once (SOCK-13). `offline` may be on its way to a
          // phone and carries its own reason.
          if (!session.isMobile) session.send(this.pongText(session, null));
        }
      },
    });
    this.bound = new Bound({
      core,
      audience: this.audience,
      sockets: this.sockets,
      delivery: this.delivery,
      closed: () => this.closed,
    });
    this.typists = new Typing(core, this.audience);
    this.others = joinNodes(core.peers, {
      bind: (client, who) => this.bindHere(client, who),
      ownerOf: (client) => this.ownerOf(client),
      endTokens: (user, tokens, by) => this.endHere(user, tokens, by),
      tell: (user, frame) => this.tellHere(user, frame),
      changed: (user, online) => this.bound.changedElsewhere(user, online),
    });
    this.unsubscribe = core.bus.subscribe((note) => {
      if (note.kind === 'stream') this.delivery.wake(note);
    });
  }

  begin(): () => void {
    return this.delivery.delivered.begin();
  }

  published(events: Parameters<Hub['published']>[0]): void {
    this.delivery.published(events);
    for (const listener of this.onCommit) listener(events);
    tellOthers(this.core.bus, events);
  }

  onPublished(listener: Parameters<Hub['onPublished']>[0]): void {
    this.onCommit.push(listener);
  }

  async bind(client: ClientId, who: BoundLogin): Promise<boolean | Refusal> {
    return (await this.others?.bind(client, who)) ?? this.bindHere(client, who);
  }

  private async bindHere(client: ClientId, who: BoundLogin): Promise<boolean | Refusal> {
    const session = this.sockets.byId(client);
    if (!session) return false;
    return this.bound.attach(session, async () => {
      // Checked in the order of binding, for every way to bind by a call: the present owner keeps the socket
      // (ACC-15).
      if (session.user !== null && session.user !== who.user) return new Refusal('notOwnSocket');
      const login = await this.core.store.read((tx) => liveLogin(tx, who.token, this.clock.nowMs()));
      return login?.user === who.user && mayBind(login) ? { ...login, isMobile: who.isMobile } : null;
    });
  }

  ownerOf(client: ClientId): UserId | null {
    return this.sockets.byId(client)?.user ?? null;
  }

  async owns(client: ClientId, user: UserId): Promise<boolean> {
    return (await this.others?.owns(client, user)) ?? this.ownerOf(client) === user;
  }

  async isAt(client: ClientId, user: UserId): Promise<boolean | null> {
    const elsewhere = this.others?.isAt(client, user) ?? null;
    return elsewhere === null ? this.ownerOf(client) === user : elsewhere;
  }

  unbind(client: ClientId): void {
    const session = this.sockets.byId(client);
    if (session) this.bound.detach(session, true);
  }

  endTokens(...[user, tokens, by]: Parameters<Hub['endTokens']>): void {
    this.endHere(user, tokens, by);
    this.others?.endTokens(user, tokens, by);
  }

  private endHere(...[user, tokens, by]: Parameters<Hub['endTokens']>): void {
    const time = Math.floor(this.clock.nowMs() / 1_000);
    const text = JSON.stringify({
      type: 'offline',
      time,
      data: { id: user, client_id: by.client ?? '', isMobile: by.isMobile },
    });
    for (const session of this.sockets.all()) {
      if (!tokens.includes(session.token) || session.id === by.client) continue;
      if (by.isMobile) session.send(text);
      this.bound.detach(session, true);
      session.token = '';
    }
  }

  isReachable(user: UserId): boolean {
    return this.bound.isReachable(user);
  }

  isOnline(user: UserId): boolean {
    return this.core.config().chatInfo.online && this.bound.isReachable(user);
  }

  viewersOf(stream: StreamId, seq: number): readonly UserId[] {
    const users = [...(this.audience.stream(stream)?.users ?? [])];
    return users
      .filter((user) => [...user.sessions].some((session) => session.hasSeen(stream, seq)))
      .map((user) => user.id);
  }

  localUsers(): readonly UserId[] {
    return [...this.audience.all()].map((user) => user.id);
  }

  onlineUsers(): readonly UserId[] {
    return this.core.config().chatInfo.online ? [...this.bound.onlineUsers()] : [];
  }

  tell(user: UserId, frame: WireFrame): void {
    this.tellHere(user, frame);
    this.others?.tell(user, frame);
  }

  private tellHere(user: UserId, frame: WireFrame): void {
    const text = JSON.stringify(frame);
    const plain = this.core.settings.publicUrl
      ? JSON.stringify(absolute(frame, this.core.settings.publicUrl))
      : text;
    for (const session of this.audience.user(user)?.sessions ?? []) {
      if (!session.ours) {
        if (frame.ours !== 1) session.send(plain);
      } else if (frame.derived !== 1) session.send(text);
    }
  }

  callsOnBind(list: Parameters<Hub['callsOnBind']>[0]): void {
    this.calls = list;
  }

  configChanged(config: Parameters<Hub['configChanged']>[0]): void {
    const time = Math.floor(this.clock.nowMs() / 1_000);
    const { publicUrl } = this.core.settings;
    const text = (origin: string | null | undefined, relay: RelayLogin | null, isGuest = false) =>
      JSON.stringify({
        type: 'updateConfig',
        time,
        data: absolute(configData(config, isGuest ? 'guest' : 'user', relay), origin),
      });
    const [ours, plain] = [text(null, null), text(publicUrl, null)];
    for (const session of this.sockets.all()) {
      if (session.user === null) continue;
      const relay = relayLogin(this.core, session.user);
      const isGuest = this.audience.user(session.user)?.isGuest === true;
      if (relay !== null || isGuest) session.send(text(session.ours ? null : publicUrl, relay, isGuest));
      else session.send(session.ours ? ours : plain);
    }
    this.bound.configChanged();
    this.core.bus.publish({ kind: 'config' });
  }

  historyRenewed(epoch: string): void {
    if (epoch === this.epoch) return;
    this.epoch = epoch;
    void this.delivery.inOrder(async () => {
      const bound = [...this.sockets.all()].filter((session) => session.user !== null);
      const ours = bound.filter((session) => session.ours);
      for (const session of bound) {
        if (session.ours) this.bound.detach(session, true);
        else session.end('renewed');
      }
      this.bound.forgetAll();
      this.delivery.forget();
      // Clients told that they are unbound bind again and ask for missed events (SOCK-13).
      this.tellInRounds(
        ours,
        (session) => session.user === null && session.send(this.pongText(session, null)),
      );
    });
  }

  accept(socket: ServerSocket): SocketSession | null {
    const full = this.sockets.hasRoomFor(socket.remoteAddress) ? null : 'tooManySockets';
    const away = this.elsewhere ? 'elsewhere' : full;
    const refused = this.closed || this.leaving ? 'leaving' : away;
    if (refused !== null) {
      const [code, reason] = closing[refused];
      socket.close(code, reason);
      return null;
    }
    const session = new SocketSession(
      clientId(`${this.core.peers?.name ?? ''}${this.core.ids.hex(10)}`),
      socket,
      this,
    );
    this.sockets.add(session);
    session.send(JSON.stringify({ type: 'init', client_id: session.id, epoch: this.epoch }));
    return session;
  }

  /** Delivery starts after the token is verified; an invalid one closes the socket (GATE-2, ACC-7). */
  bindFrame(session: SocketSession, frame: Extract<Up, { type: 'bindUid' }>): void {
    const turn = (session.bindings += 1);
    void this.prove(session, frame, turn).catch((error: unknown) => {
      this.core.log.write('error', 'bind failed', { error: String(error) });
      session.end('failed');
    });
  }

  private async prove(
    session: SocketSession,
    frame: Extract<Up, { type: 'bindUid' }>,
    turn: number,
  ): Promise<void> {
    session.ours = frame.ours;
    const bound = await this.bound.attach(session, async () => {
      const who = turn === session.bindings ? await sessionOf(this.core, frame.token) : null;
      return who && mayBind(who) && (frame.user === null || frame.user === String(who.user)) ? who : null;
    });
    if (turn !== session.bindings) return;
    if (bound !== true) return session.end('badToken');
    session.ours = frame.ours;
    const pending =
      session.user === null ? null : this.calls(session.user, session.id, session.ours ? frame.calls : {});
    const calls = pending instanceof Promise ? await pending : pending;
    // Without a cursor yet: events missed before this moment are returned by `sync`.
    session.send(this.pongText(session, null, session.ours ? calls : null));
    if (session.ours || session.user === null) return;
    // Plain clients learn of a call that rings by the frame that they missed (CALL-18).
    for (const { frames } of calls ?? [])
      for (const frame of frames) session.send(JSON.stringify(absolute(frame, this.core.settings.publicUrl)));
  }

  pong(session: SocketSession): string {
    const { delivered } = this.delivery;
    if (!session.ours) this.bound.pinged(session);
    if (!session.ours || session.user === null) return this.pongText(session, null);
    this.delivery.refresh();
    return this.pongText(session, delivered.cursor(this.core, this.epoch));
  }

  compare(session: SocketSession, word: string): void {
    if (session.ours) this.bound.compare(session, word);
  }

  typing({ ours, user, access }: SocketSession, { to, what }: Extract<Up, { type: 'typing' }>): void {
    if (ours && user !== null && access?.right !== 'read') this.typists.receive(user, to, what);
  }

  /** With `live`, the answer to a bind: the live calls, and the frames this device has not received. */
  private pongText(
    session: SocketSession,
    cursor: string | null,
    live: readonly CallOnBind[] | null = null,
  ): string {
    const user = session.user === null ? undefined : this.audience.user(session.user);
    const time = Math.floor(this.clock.nowMs() / 1_000);
    const pong = { time, multiport: (user?.sessions.size ?? 0) > 1, bound: user !== undefined };
    const calls = live === null ? {} : { calls: live };
    return JSON.stringify({ type: 'pong', ...pong, ...(cursor === null ? {} : { cursor }), ...calls });
  }

  left(session: SocketSession, deliberate: boolean): void {
    this.bound.detach(session, deliberate);
  }

  remove(session: SocketSession): void {
    this.sockets.remove(session);
  }

  idle(): Promise<void> {
    return this.delivery.idle();
  }

  async lookOutside(): Promise<void> {
    const streams = await this.core.store.read((tx) => tx.streams.changedSince(this.audience.names(), 0));
    for (const { stream, head } of streams) this.delivery.wake({ stream, seq: head });
  }

  count(): number {
    return this.sockets.size;
  }

  goElsewhere(elsewhere: boolean): void {
    this.elsewhere = elsewhere;
    this.tellInRounds(elsewhere ? [...this.sockets.all()] : [], (session) => session.end('elsewhere'));
  }

  private tellInRounds(sessions: readonly SocketSession[], tell: (session: SocketSession) => void): void {
    this.endRounds();
    this.endRounds = inRounds(this.clock, sessions, tell);
  }

  letGo(count: number): number {
    this.leaving = true;
    let left = count;
    for (const session of this.sockets.all()) {
      if ((left -= 1) < 0) break;
      session.end('leaving');
    }
    return this.sockets.size;
  }

  close(): void {
    this.closed = true;
    this.delivery.stop();
    this.endRounds();
    this.unsubscribe();
    for (const session of this.sockets.all()) session.end('leaving');
    this.bound.stop();
  }
}
