import { groupCallLimits as limits } from '../../domain/group-call-limits.ts';
import type { GroupCallSignal, Participant } from '../../domain/group-call.ts';
import type { UserId } from '../../domain/ids.ts';
import { type Loudness, nextSpeaker, NO_SPEAKER } from '../../domain/speaker.ts';
import type { LocalMedia, PeerSignal } from '../../ports/media.ts';
import { NO_REMOTE } from '../call/call-media.ts';
import type { ParticipantView } from '../interface/group-calls.ts';
import { PeerLink, type PeerLinkParts } from './peer-link.ts';
import type { OwnSignal } from './signal-lanes.ts';
import { UnitWay, type UnitWayParts } from './unit-way.ts';

export interface GroupCallPeersParts extends Pick<
  PeerLinkParts,
  'clock' | 'watch' | 'port' | 'servers' | 'relayOnly' | 'cipher' | 'changed'
> {
  readonly device: string;
  readonly offer: UnitWayParts['offer'];
  readonly send: (signal: OwnSignal) => void;
  /** Signals for a device that left are not sent. */
  readonly drop: (device: string) => void;
}

/** The connections of this device with all others of its call, and who speaks (GCALL-10, GCALL-16). */
export class GroupCallPeers {
  readonly #parts: GroupCallPeersParts;
  readonly #unit: UnitWay;
  readonly #links = new Map<string, PeerLink>();
  /** The joins of both devices of a link: a device that left and returned has closed its side. */
  readonly #since = new Map<string, string>();
  /** Newest connection with each device ever listed: a device that returns continues to count. */
  readonly #paths = new Map<string, number>();
  readonly #levels = new Map<string, Loudness>();
  readonly #volumes = new Map<UserId, number>();
  #early: readonly GroupCallSignal[] = [];
  #speaker = NO_SPEAKER;
  /** Compares the last list again; null: the call has no unit. */
  #listAgain: (() => void) | null = null;
  #isListing = false;

  constructor(parts: GroupCallPeersParts) {
    this.#parts = parts;
    this.#unit = new UnitWay({
      ...parts,
      changed: () => {
        this.#closeReached();
        this.#listAgain?.();
        parts.changed();
      },
      levels: (own, others) => this.#hearAll(own, others),
    });
  }

  get speaker(): string | null {
    return this.#speaker.speaker;
  }

  /**
   * Begins and closes connections until they are those with the listed devices, this one excepted. A direct
   * connection ends when the unit reaches the device, and begins if that takes long.
   */
  list(others: readonly Participant[], selfJoinedAtMs: number, local: LocalMedia, unit: string): void {
    const since = new Map(others.map((one) => [one.device, `${selfJoinedAtMs} ${one.joinedAtMs}`]));
    for (const device of Array.from(this.#links.keys()))
      if (since.get(device) !== this.#since.get(device)) this.#close(device);
    const devices = others.map(({ device }) => device);
    // A change while the unit is chosen must not bring back the previous list.
    this.#listAgain = null;
    const isThroughUnit = this.#unit.use(unit, devices, local);
    if (isThroughUnit) this.#closeReached();
    const direct = isThroughUnit ? this.#unit.unreached(devices) : new Set(devices);
    this.#listAgain = isThroughUnit ? () => this.#repeat(others, selfJoinedAtMs, local, unit) : null;
    for (const [device, joined] of since) {
      if (this.#links.has(device) || !direct.has(device)) continue;
      if (this.#links.size >= limits.participantsMax - 1) return;
      this.#since.set(device, joined);
      this.#begin(device, local);
    }
  }

  /** Keeps signals of a device that this one does not list yet: they may be faster than the list. */
  take(signal: GroupCallSignal): void {
    const { from, kind, text, path } = signal;
    if (kind === 'muteRequest' || kind === 'key' || kind === 'reaction') return;
    const link = this.#links.get(from);
    if (link !== undefined) return link.take({ kind, text }, path);
    this.#early = [...this.#early, signal].slice(-limits.earlySignalsMax);
  }

  /** Drops what came early for another call than this one. */
  keepEarly(call: string): void {
    this.#early = this.#early.filter((one) => one.call === call);
  }

  setVolume(user: UserId, volume: number): void {
    this.#volumes.set(user, Math.min(1, Math.max(0, volume)));
  }

  view({ device, user, name, avatar, isHandRaised }: Participant): ParticipantView {
    const direct = this.#links.get(device);
    const link = direct === undefined ? this.#unit.linkTo(device) : null;
    const stage = direct?.stage ?? link?.stageOf(device) ?? 'connecting';
    const remote = direct?.remote ?? link?.remoteOf(device) ?? NO_REMOTE;
    const quality = direct?.quality ?? link?.quality ?? null;
    return {
      device,
      user,
      name,
      avatar,
      isHandRaised,
      stage,
      remote,
      quality: stage === 'connected' ? quality : null,
      volume: this.#volumes.get(user) ?? 1,
    };
  }

  close(): void {
    this.#listAgain = null;
    this.#unit.close();
    for (const device of Array.from(this.#links.keys())) this.#close(device);
    this.#early = [];
    this.#speaker = NO_SPEAKER;
  }

  #begin(device: string, local: LocalMedia): void {
    const { device: self, clock, watch, port, servers, relayOnly, cipher, changed } = this.#parts;
    const link = new PeerLink({
      clock,
      watch,
      port,
      local,
      servers,
      relayOnly,
      cipher,
      changed,
      self,
      other: device,
      path: this.#paths.get(device) ?? 0,
      signal: (signal, path) => this.#send(device, signal, path),
      level: (own, other) => this.#hear(device, own, other),
    });
    this.#links.set(device, link);
    link.start();
    const early = this.#early.filter((one) => one.from === device);
    this.#early = this.#early.filter((one) => one.from !== device);
    for (const signal of early) this.take(signal);
  }

  #close(device: string): void {
    const link = this.#links.get(device);
    if (link === undefined) return;
    this.#paths.set(device, link.path);
    for (const oldest of this.#paths.keys()) {
      if (this.#paths.size <= limits.earlySignalsMax) break;
      this.#paths.delete(oldest);
    }
    this.#links.delete(device);
    this.#since.delete(device);
    link.close();
    this.#parts.drop(device);
    this.#levels.delete(device);
    this.#look();
  }

  #send(to: string, { kind, text }: PeerSignal, path: number): void {
    const candidates = kind === 'iceCandidate' ? [text] : [];
    this.#parts.send({ to, kind, text: kind === 'iceCandidate' ? '' : text, candidates, path });
  }

  #repeat(...listed: Parameters<GroupCallPeers['list']>): void {
    if (this.#isListing) return;
    this.#isListing = true;
    this.list(...listed);
    this.#isListing = false;
  }

  #closeReached(): void {
    for (const device of Array.from(this.#links.keys())) if (this.#unit.reaches(device)) this.#close(device);
  }

  #hearAll(own: number, others: ReadonlyMap<string, number>): void {
    this.#listAgain?.();
    for (const [device, level] of others) if (!this.#links.has(device)) this.#hear(device, own, level);
  }

  #hear(device: string, own: number, other: number): void {
    const atMs = this.#parts.clock.elapsedMs();
    this.#levels.set(device, { level: other, atMs });
    this.#levels.set(this.#parts.device, { level: own, atMs });
    this.#look();
  }

  #look(): void {
    const { speaker } = this.#speaker;
    this.#speaker = nextSpeaker(this.#speaker, this.#levels, this.#parts.clock.elapsedMs());
    if (this.#speaker.speaker !== speaker) this.#parts.changed();
  }
}
