import type { Peers } from '../kernel/peers.ts';
import type { UserId } from '../../domain/ids.ts';
import { nodeLimits as limits, serverLimits } from '../kernel/limits.ts';
import type { Bus, NodeWord } from '../../ports/bus.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/random.ts';
import { Questions } from './questions.ts';

interface Peer {
  aliveAtMs: number;
  version: number;
  users: Set<UserId>;
  asking: boolean;
  /** The node announced that it stops. */
  isStopped: boolean;
  skewMs: number;
}

interface PeerPorts {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly ids: Ids;
  /** All users online on this node. */
  readonly here: () => readonly UserId[];
  /** How long people of a node that fell silent still count as online. */
  readonly graceMs?: number | undefined;
}

export function createPeers(ports: PeerPorts): Peers {
  return new NodePeers(ports);
}

/** Length of a node's name in hexadecimal digits. */
const NAME = 6;

/**
 * Each node announces every 2 s that it is alive, and changes of presence as they occur; a node that missed
 * one detects it by the version and asks for all. A node silent beyond its lease does not count; its users go
 * offline after the grace period. While the bus is down the last known state stays (NODE-4).
 */
class NodePeers implements Peers {
  readonly name: string;
  private readonly peers = new Map<string, Peer>();
  private readonly ears = new Map<string, (data: unknown) => void>();
  private readonly questions: Questions;
  private listener: (user: UserId, online: boolean) => void = () => undefined;
  private closed = false;
  private changes = new Map<UserId, boolean>();
  private version = 0;
  private beatMs: number;
  private beat: unknown = null;
  private flush: unknown = null;
  private readonly unsubscribe: () => void;

  constructor(private readonly ports: PeerPorts) {
    this.name = ports.ids.hex(NAME / 2);
    this.questions = new Questions(this.name, ports.bus, ports.clock);
    this.beatMs = ports.clock.elapsedMs();
    this.unsubscribe = ports.bus.subscribe((note) => {
      if (note.kind === 'node') this.receive(note);
    });
    // The answer already includes changes not announced yet; announcing them again is harmless.
    this.answer('who', () => ({ version: this.version, users: this.ports.here() }));
    this.sayHere();
  }

  up(): boolean {
    return this.ports.bus.state?.().up ?? true;
  }

  nodes(): readonly string[] {
    const since = this.ports.clock.elapsedMs() - limits.leaseMs;
    return [...this.peers]
      .filter(([, peer]) => peer.aliveAtMs > since && !peer.isStopped)
      .map(([name]) => name);
  }

  isOnline(user: UserId): boolean {
    for (const { users } of this.peers.values()) if (users.has(user)) return true;
    return false;
  }

  users(): Iterable<UserId> {
    return new Set([...this.peers.values()].flatMap(({ users }) => [...users]));
  }

  nodesOf(user: UserId): readonly string[] {
    return [...this.peers].filter(([, { users }]) => users.has(user)).map(([name]) => name);
  }

  nodeOf(client: string): string | null {
    const name = client.slice(0, NAME);
    return this.nodes().includes(name) ? name : null;
  }

  changed(user: UserId, online: boolean): void {
    if (this.closed) return;
    this.changes.set(user, online);
    this.flush ??= this.ports.clock.setTimeout(() => this.flushNow(), limits.changesEveryMs);
  }

  onChange(listener: (user: UserId, online: boolean) => void): void {
    this.listener = listener;
  }

  say(what: string, data: unknown): void {
    this.ports.bus.publish({ kind: 'node', from: this.name, to: null, what, data });
  }

  hear(what: string, listener: (data: unknown) => void): void {
    this.ears.set(what, listener);
  }

  ask(node: string, what: string, data: unknown): Promise<unknown> {
    return this.questions.ask(node, what, data);
  }

  answer(what: string, handler: (data: unknown) => unknown): void {
    this.questions.answer(what, handler);
  }

  skewMs(): number | null {
    const live = new Set(this.nodes());
    const skews = [...this.peers].filter(([name]) => live.has(name)).map(([, peer]) => peer.skewMs);
    return skews.length === 0 ? null : Math.max(...skews);
  }

  close(): void {
    this.say('bye', null);
    this.closed = true;
    this.ports.clock.clearTimeout(this.beat);
    this.ports.clock.clearTimeout(this.flush);
    this.questions.stop();
    this.unsubscribe();
  }

  private sayHere(): void {
    const { clock } = this.ports;
    this.forget();
    this.say('here', { version: this.version, nowMs: clock.nowMs() });
    this.beat = clock.setTimeout(() => this.sayHere(), limits.beatMs);
  }

  private flushNow(): void {
    this.ports.clock.clearTimeout(this.flush);
    this.flush = null;
    if (this.changes.size === 0) return;
    const of = (state: boolean) =>
      [...this.changes].filter(([, online]) => online === state).map(([user]) => user);
    const [on, off] = [of(true), of(false)];
    this.changes.clear();
    this.version += 1;
    this.say('users', { version: this.version, on, off });
  }

  private receive(word: NodeWord): void {
    if (word.from === this.name || (word.to !== null && word.to !== this.name)) return;
    if (word.id !== undefined) return this.questions.receive(word);
    if (word.what === 'bye') return this.left(word.from);
    const peer = this.peers.get(word.from) ?? this.addPeer(word.from);
    if (!peer) return;
    const late = this.ports.clock.elapsedMs() - peer.aliveAtMs > limits.beatMs * 3;
    peer.aliveAtMs = this.ports.clock.elapsedMs();
    if (word.what === 'here')
      return this.lives(word.from, peer, word.data as { version: number; nowMs: number }, late);
    if (word.what === 'users')
      return this.applyChanges(
        word.from,
        peer,
        word.data as { version: number; on: UserId[]; off: UserId[] },
      );
    this.ears.get(word.what)?.(word.data);
  }

  private addPeer(name: string): Peer | null {
    if (this.peers.size >= limits.nodesMax) return null;
    const peer: Peer = {
      aliveAtMs: this.ports.clock.elapsedMs(),
      version: -1,
      users: new Set(),
      asking: false,
      isStopped: false,
      skewMs: 0,
    };
    this.peers.set(name, peer);
    return peer;
  }

  /** A delayed message, as from a stalled process, does not reveal its sender's clock. */
  private lives(
    name: string,
    peer: Peer,
    { version, nowMs }: { readonly version: number; readonly nowMs: number },
    late: boolean,
  ): void {
    if (!late) peer.skewMs = Math.abs(this.ports.clock.nowMs() - nowMs);
    if (version !== peer.version) this.askAll(name, peer);
  }

  private applyChanges(
    name: string,
    peer: Peer,
    {
      version,
      on,
      off,
    }: { readonly version: number; readonly on: readonly UserId[]; readonly off: readonly UserId[] },
  ): void {
    if (version <= peer.version) return;
    if (version !== peer.version + 1) return this.askAll(name, peer);
    peer.version = version;
    const came = on.filter((user) => !peer.users.has(user) && !this.isOnline(user));
    const went = off.filter((user) => peer.users.has(user));
    for (const user of off) peer.users.delete(user);
    for (const user of on) peer.users.add(user);
    this.tell(came, went);
  }

  private askAll(name: string, peer: Peer): void {
    if (peer.asking) return;
    peer.asking = true;
    void this.learnAll(name, peer);
  }

  private async learnAll(name: string, peer: Peer): Promise<void> {
    try {
      const { version, users } = (await this.ask(name, 'who', null)) as {
        readonly version: number;
        readonly users: readonly UserId[];
      };
      if (version < peer.version || this.peers.get(name) !== peer) return;
      peer.version = version;
      this.replace(peer, new Set(users));
    } catch {
      // Its next sign of life asks again.
    } finally {
      peer.asking = false;
    }
  }

  private replace(peer: Peer, users: Set<UserId>): void {
    const before = peer.users;
    const came = [...users].filter((user) => !before.has(user) && !this.isOnline(user));
    peer.users = users;
    this.tell(
      came,
      [...before].filter((user) => !users.has(user)),
    );
  }

  /** Reports users who came, and users who left one node but may be on another. */
  private tell(came: readonly UserId[], went: readonly UserId[]): void {
    for (const user of came) this.listener(user, true);
    for (const user of went) if (!this.isOnline(user)) this.listener(user, false);
  }

  /** On purpose: its users come back elsewhere, within the grace time. */
  private left(name: string): void {
    const peer = this.peers.get(name);
    if (peer) peer.isStopped = true;
  }

  private forget(): void {
    const now = this.ports.clock.elapsedMs();
    // No messages could arrive: this process was stalled, or the bus was down.
    const wasStalled = now - this.beatMs > limits.beatMs * 3 || !this.up();
    this.beatMs = now;
    const graceMs = Math.max(this.ports.graceMs ?? serverLimits.presenceGraceMs, limits.leaseMs);
    for (const [name, peer] of this.peers) {
      if (wasStalled) peer.aliveAtMs = Math.max(peer.aliveAtMs, now - limits.beatMs);
      if (now - peer.aliveAtMs < graceMs) continue;
      this.peers.delete(name);
      for (const user of peer.users) if (!this.isOnline(user)) this.listener(user, false);
    }
  }
}
