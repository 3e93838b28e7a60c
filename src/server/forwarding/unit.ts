import type { Clock } from '../../ports/clock.ts';
import type { DeviceConnection, ForwardedKind, ForwardingFigures } from '../../ports/forwarding.ts';
import { answerFor, type OwnTransport, withAddresses } from './answer.ts';
import type { DownLink } from './down-link.ts';
import type { Connect } from './library-adapter.ts';
import { unitLimits as limits } from './limits.ts';
import type { ConnectRefusal } from './messages.ts';
import { type Offer, readOffer } from './offer.ts';
import { Room } from './room.ts';

type Answer = { readonly answer: string } | { readonly refused: ConnectRefusal };

export interface UnitParts {
  readonly clock: Pick<Clock, 'elapsedMs' | 'setTimeout' | 'clearTimeout'>;
  readonly connect: Connect;
  readonly port: number;
  readonly addresses: readonly string[];
  /** A random SSRC. */
  readonly ssrc: () => number;
}

/** All calls of one unit. The server says which devices may be where; the unit decides nothing else. */
export class ForwardingUnit {
  readonly #parts: UnitParts;
  readonly #rooms = new Map<string, Room>();
  /** Transport of each downward connection, for later offers. */
  readonly #downward = new WeakMap<DownLink, { readonly own: OwnTransport; readonly ufrag: string }>();
  /** Connections that are being made. */
  #pending = 0;
  #sentBefore = 0;

  constructor(parts: UnitParts) {
    this.#parts = parts;
  }

  allow(call: string, devices: readonly string[]): void {
    const room = this.#rooms.get(call);
    if (devices.length === 0) {
      this.#sentBefore += room?.sent ?? 0;
      room?.close();
      this.#rooms.delete(call);
      return;
    }
    if (room === undefined && this.#rooms.size >= limits.callsMax) return;
    const present = room ?? new Room();
    this.#rooms.set(call, present);
    present.allow(devices);
  }

  async connect({ call, device, kind, offer: text }: DeviceConnection): Promise<Answer> {
    const room = this.#rooms.get(call);
    if (room?.isAllowed(device) !== true) return { refused: 'absent' };
    const offer = readOffer(text);
    if (offer === null || !isFor(kind, offer)) return { refused: 'badOffer' };
    if (this.figures().connections + this.#pending >= limits.connectionsMax) return { refused: 'full' };
    this.#pending += 1;
    try {
      return await this.#connect(room, device, kind, offer);
    } finally {
      this.#pending -= 1;
    }
  }

  tick(): void {
    const now = this.#parts.clock.elapsedMs();
    const rooms = Array.from(this.#rooms.values());
    const receivers = rooms.reduce((sum, room) => sum + room.receivers, 0);
    const mostBps = limits.unitBps / Math.max(1, receivers);
    for (const room of rooms) room.tick(now, mostBps);
  }

  figures(): Omit<ForwardingFigures, 'lateMs'> {
    const rooms = Array.from(this.#rooms.values());
    return {
      calls: rooms.length,
      connections: rooms.reduce((sum, room) => sum + room.connections, 0),
      packets: rooms.reduce((sum, room) => sum + room.sent, this.#sentBefore),
    };
  }

  close(): void {
    for (const call of Array.from(this.#rooms.keys())) this.allow(call, []);
  }

  async #connect(room: Room, device: string, kind: ForwardedKind, offer: Offer): Promise<Answer> {
    const { clock, connect, port, addresses, ssrc } = this.#parts;
    const renewed = kind === 'down' ? this.#renewed(room, device, offer) : null;
    if (renewed !== null) return { answer: renewed };
    let link: ReturnType<Room['addUp']> | ReturnType<Room['addDown']> | null = null;
    let timer: unknown = null;
    const opened = (): void => {
      clock.clearTimeout(timer);
      if (link !== null) room.connected(device, link);
    };
    const made = await connect({
      offer,
      direction: kind === 'down' ? 'down' : 'up',
      onPacket: (packet) => link?.take(packet, clock.elapsedMs()),
      onText: (message) => room.told(device, message, clock.elapsedMs()),
      onOpen: opened,
      onConnected: () => kind !== 'down' && opened(),
      onEnd: () => {
        clock.clearTimeout(timer);
        if (link !== null) room.ended(device, link);
      },
    });
    const { wire } = made;
    const [line] = offer.lines;
    // The device may have left in the meantime.
    if (line === undefined || !room.isAllowed(device) || !this.#isOpen(room)) {
      wire.close();
      return { refused: 'absent' };
    }
    timer = clock.setTimeout(() => wire.close(), limits.connectMs);
    const own = withAddresses(made.own, addresses, port);
    if (kind !== 'down') {
      link = room.addUp(device, kind, wire, line);
      return { answer: answerFor(offer, own, null) };
    }
    const down = room.addDown(device, wire);
    link = down;
    this.#downward.set(down, { own, ufrag: offer.ufrag });
    down.offer(offer.lines, ssrc);
    return { answer: answerFor(offer, own, down.ssrcs) };
  }

  /** Adds lines to the present connection; null: the offer is of another one. */
  #renewed(room: Room, device: string, offer: Offer): string | null {
    const down = room.downOf(device);
    const known = down === null ? undefined : this.#downward.get(down);
    if (down === null || known?.ufrag !== offer.ufrag) return null;
    down.offer(offer.lines, this.#parts.ssrc);
    return answerFor(offer, known.own, down.ssrcs);
  }

  #isOpen(room: Room): boolean {
    return Array.from(this.#rooms.values()).includes(room);
  }
}

/** Upward one line of its kind; downward any number, and a data channel. */
function isFor(kind: ForwardedKind, { lines }: Offer): boolean {
  if (kind !== 'down') return lines.length === 1 && lines[0]?.kind === kind;
  return lines.filter((line) => line.kind === 'data' && line.isUsed).length === 1;
}
