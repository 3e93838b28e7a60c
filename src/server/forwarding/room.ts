import { DownLink, type WantedLine } from './down-link.ts';
import { unitLimits as limits } from './limits.ts';
import type { OfferedLine } from './offer.ts';
import type { Packet, UpStream } from './source.ts';
import { UpLink, type MediaWire } from './up-link.ts';
import { Voices } from './voices.ts';

/** The switches of a device, which the others show. */
export interface OwnState {
  readonly picture: boolean;
  readonly sound: boolean;
  readonly screen: boolean;
}

interface Device {
  sound: UpLink | null;
  picture: UpLink | null;
  down: DownLink | null;
  /** Its sound is connected; it can receive that of others. */
  isHeard: boolean;
  hears: boolean;
  state: OwnState;
  messages: number;
  messagesMs: number;
}

const NOTHING: OwnState = { picture: false, sound: true, screen: false };

/** The devices of one call and what they send to each other. A rejoin brings back all that is here. */
export class Room {
  readonly #devices = new Map<string, Device>();
  readonly #voices = new Voices();
  #allowed: ReadonlySet<string> = new Set();

  get devices(): readonly string[] {
    return Array.from(this.#devices.keys());
  }

  /** Packets sent by the present connections. */
  get sent(): number {
    return Array.from(this.#devices.values()).reduce((sum, { down }) => sum + (down?.sent ?? 0), 0);
  }

  get connections(): number {
    return Array.from(this.#devices.values()).reduce(
      (sum, { sound, picture, down }) => sum + [sound, picture, down].filter((one) => one !== null).length,
      0,
    );
  }

  /** Devices that may be here; connections of all others are closed. */
  allow(devices: readonly string[]): void {
    this.#allowed = new Set(devices);
    for (const device of this.devices) if (!this.#allowed.has(device)) this.#close(device);
  }

  isAllowed(device: string): boolean {
    return this.#allowed.has(device);
  }

  addUp(name: string, kind: 'sound' | 'picture', wire: MediaWire, line: OfferedLine): UpLink {
    const device = this.#deviceOf(name);
    device[kind]?.wire.close();
    if (kind === 'sound') device.isHeard = false;
    const link: UpLink = new UpLink({
      wire,
      line,
      // A connection that was replaced or closed may still deliver packets.
      forward: (source, packet, nowMs) =>
        this.#devices.get(name)?.[kind] === link && this.#forward(name, kind, source, packet, nowMs),
    });
    device[kind] = link;
    return link;
  }

  addDown(name: string, wire: MediaWire): DownLink {
    const device = this.#deviceOf(name);
    device.down?.wire.close();
    device.hears = false;
    const link = new DownLink({
      wire,
      upOf: (from, kind) => this.#devices.get(from)?.[kind] ?? null,
    });
    device.down = link;
    return link;
  }

  downOf(name: string): DownLink | null {
    return this.#devices.get(name)?.down ?? null;
  }

  /** A connection ended; another may have replaced it. */
  ended(name: string, link: UpLink | DownLink): void {
    const device = this.#devices.get(name);
    if (device === undefined) return;
    if (device.sound === link) {
      device.isHeard = false;
      this.#voices.remove(name);
    }
    if (device.down === link) device.hears = false;
    for (const kind of ['sound', 'picture', 'down'] as const) if (device[kind] === link) device[kind] = null;
    const isEmpty = device.sound === null && device.picture === null && device.down === null;
    if (isEmpty) this.#devices.delete(name);
    this.#tellStates();
  }

  /** The newest connection of this kind works. */
  connected(name: string, link: UpLink | DownLink): void {
    const device = this.#devices.get(name);
    if (device === undefined) return;
    if (device.sound === link) device.isHeard = true;
    if (device.down === link) device.hears = true;
    this.#tellStates();
  }

  /** A message of a device on its data channel; anything malformed is ignored. */
  told(name: string, text: string, nowMs: number): void {
    const device = this.#devices.get(name);
    if (device === undefined || !mayTell(device, text, nowMs)) return;
    const message = readMessage(text);
    if (message?.wants !== undefined) device.down?.listen(message.wants);
    if (message?.state === undefined) return;
    device.state = message.state;
    this.#tellStates();
  }

  get receivers(): number {
    return Array.from(this.#devices.values()).filter(({ down }) => down !== null).length;
  }

  /** `mostBps`: what one receiver may get, so that the unit keeps to its limit. */
  tick(nowMs: number, mostBps: number = limits.mostBps): void {
    const bps = Math.min(mostBps, limits.callBps / Math.max(1, this.receivers));
    for (const { sound, picture, down } of this.#devices.values()) {
      sound?.tick(nowMs);
      picture?.tick(nowMs);
      down?.tick(nowMs, bps);
    }
  }

  close(): void {
    for (const device of this.devices) this.#close(device);
  }

  #forward(from: string, kind: 'sound' | 'picture', source: UpStream, packet: Packet, nowMs: number): void {
    if (kind === 'sound') {
      const turn = this.#voices.take(from, packet.level, nowMs);
      if (turn === null) return;
      source.turn = turn;
    }
    for (const [name, { down }] of this.#devices)
      if (name !== from) down?.forward(from, kind, source, packet, nowMs);
  }

  #deviceOf(name: string): Device {
    const known = this.#devices.get(name);
    if (known !== undefined) return known;
    const device: Device = {
      sound: null,
      picture: null,
      down: null,
      isHeard: false,
      hears: false,
      state: NOTHING,
      messages: 0,
      messagesMs: 0,
    };
    this.#devices.set(name, device);
    return device;
  }

  #close(name: string): void {
    const device = this.#devices.get(name);
    this.#devices.delete(name);
    this.#voices.remove(name);
    for (const link of [device?.sound, device?.picture, device?.down]) link?.wire.close();
    this.#tellStates();
  }

  /** Devices that hear and are heard: the others need no other connection with them. */
  #tellStates(): void {
    const present = Array.from(this.#devices).filter(([, { isHeard, hears }]) => isHeard && hears);
    const states = Object.fromEntries(present.map(([name, { state }]) => [name, state]));
    const text = JSON.stringify({ states });
    for (const { down } of this.#devices.values()) down?.wire.tell(text);
  }
}

function mayTell(device: Device, text: string, nowMs: number): boolean {
  if (text.length > limits.messageMax) return false;
  if (nowMs - device.messagesMs >= 1_000) {
    device.messagesMs = nowMs;
    device.messages = 0;
  }
  device.messages += 1;
  return device.messages <= limits.messagesPerSecond;
}

interface DeviceMessage {
  readonly wants?: readonly WantedLine[];
  readonly state?: OwnState;
}

/** Null: malformed. */
function readMessage(text: string): DeviceMessage | null {
  try {
    const { wants, state } = JSON.parse(text) as { readonly wants?: unknown; readonly state?: unknown };
    return {
      ...(Array.isArray(wants) && { wants: wants.slice(0, limits.linesMax).flatMap(readWant) }),
      ...(typeof state === 'object' && state !== null && { state: readState(state) }),
    };
  } catch {
    return null;
  }
}

function readWant(value: unknown): readonly WantedLine[] {
  if (typeof value !== 'object' || value === null) return [];
  const { line, from, layer } = value as Readonly<Record<string, unknown>>;
  if (typeof line !== 'string' || typeof from !== 'string' || !Number.isInteger(layer)) return [];
  return [{ line, from, layer: Math.max(-1, Math.min(2, Number(layer))) }];
}

function readState(value: object): OwnState {
  const { picture, sound, screen } = value as Readonly<Record<string, unknown>>;
  return { picture: picture === true, sound: sound !== false, screen: screen === true };
}
