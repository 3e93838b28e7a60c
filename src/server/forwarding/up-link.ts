import { PacketArrivals } from './arrivals.ts';
import { unitLimits as limits } from './limits.ts';
import type { OfferedLine } from './offer.ts';
import { readRtcp, writeKeyframeRequest, writeLost, writeReceiverReport } from './rtcp.ts';
import { extensionOf, isRtcp, readRtp, type RtpHeader } from './rtp.ts';
import { type Packet, UpStream } from './source.ts';
import { readVp8 } from './vp8.ts';

/** A connection of the transport library. */
export interface MediaWire {
  /** Sends a packet of RTP or RTCP. */
  send(packet: Buffer): void;
  /** Sends a message on the data channel, if it is open. */
  tell(text: string): void;
  close(): void;
}

/** SSRC of the unit in its own messages; it sends no stream under it. */
export const UNIT_SSRC = 1;

const USUAL_LEVEL = 40;

export interface UpLinkParts {
  readonly wire: MediaWire;
  readonly line: OfferedLine;
  readonly forward: (source: UpStream, packet: Packet, nowMs: number) => unknown;
}

/** The sound of a device, or its picture in up to three layers. */
export class UpLink {
  readonly wire: MediaWire;
  readonly #line: OfferedLine;
  readonly #forward: UpLinkParts['forward'];
  readonly #sources = new Map<number, UpStream>();
  /** Layers by the SSRC under which their packets are sent again. */
  readonly #repairs = new Map<number, number>();
  readonly #arrivals = new PacketArrivals(UNIT_SSRC);
  #feedbackMs = 0;
  #reportMs = 0;
  #windowMs = 0;
  #windowBytes = 0;

  constructor({ wire, line, forward }: UpLinkParts) {
    this.wire = wire;
    this.#line = line;
    this.#forward = forward;
  }

  /** The newest stream of each layer. */
  sources(): readonly (UpStream | undefined)[] {
    const layers: (UpStream | undefined)[] = [];
    for (const source of this.#sources.values()) {
      const other = layers[source.layer];
      if (other === undefined || other.lastMs <= source.lastMs) layers[source.layer] = source;
    }
    return layers;
  }

  take(bytes: Buffer, nowMs: number): void {
    if (isRtcp(bytes)) return this.#takeReport(bytes, nowMs);
    const header = readRtp(bytes);
    if (header === null || !this.#hasRoom(bytes.length, nowMs)) return;
    const { transport, payloadType } = this.#line;
    const number = transport > 0 ? extensionOf(bytes, header, transport) : null;
    if (number?.length === 2) this.#arrivals.note(number.readUInt16BE(0), nowMs);
    const { repair } = this.#line;
    if (repair > 0 && header.payloadType === repair) return this.#takeRepaired(bytes, header, nowMs);
    if (header.payloadType === payloadType) this.#takeMedia(bytes, header, nowMs);
  }

  askForKeyframe(source: UpStream, nowMs: number): void {
    if (this.#line.kind === 'picture' && source.mayAskForKeyframe(nowMs))
      this.wire.send(writeKeyframeRequest(UNIT_SSRC, source.ssrc));
  }

  tick(nowMs: number): void {
    const [first] = this.#sources.keys();
    if (first === undefined) return;
    if (this.#line.kind === 'picture')
      for (const source of this.#sources.values()) {
        const lost = source.lostNow(nowMs);
        if (lost.length > 0) this.wire.send(writeLost(UNIT_SSRC, source.ssrc, lost));
      }
    if (nowMs - this.#feedbackMs >= limits.feedbackMs) {
      this.#feedbackMs = nowMs;
      const message = this.#arrivals.report(first, nowMs);
      if (message !== null) this.wire.send(message);
    }
    if (nowMs - this.#reportMs < limits.reportMs) return;
    this.#reportMs = nowMs;
    const blocks = Array.from(this.#sources.values(), (source) => source.report(nowMs));
    this.wire.send(writeReceiverReport(UNIT_SSRC, blocks));
  }

  #takeMedia(bytes: Buffer, header: RtpHeader, nowMs: number): void {
    const source = this.#sourceOf(bytes, header, nowMs);
    const isPicture = this.#line.kind === 'picture';
    if (source === null || header.payloadAt === header.payloadEnd) return;
    const vp8 = isPicture ? readVp8(bytes.subarray(header.payloadAt, header.payloadEnd)) : null;
    if (isPicture && vp8 === null) return;
    const packet: Packet = { bytes, header, vp8, level: this.#levelOf(bytes, header) };
    if (source.take(packet, nowMs)) this.#forward(source, packet, nowMs);
  }

  /** Returns the level of a usual voice for a packet without one. */
  #levelOf(bytes: Buffer, header: RtpHeader): number {
    const { level } = this.#line;
    const value = level > 0 ? extensionOf(bytes, header, level)?.[0] : undefined;
    return value === undefined ? USUAL_LEVEL : value & 0x7f;
  }

  /** A packet that is sent again begins with its own number (RFC 4588); without one it is padding. */
  #takeRepaired(bytes: Buffer, header: RtpHeader, nowMs: number): void {
    if (header.payloadEnd - header.payloadAt <= 2) return;
    const { layers, repairedRid, payloadType } = this.#line;
    const name = extensionOf(bytes, header, repairedRid)?.toString('latin1');
    if (name !== undefined && layers.includes(name) && this.#repairs.size < limits.sourcesMax)
      this.#repairs.set(header.ssrc, layers.indexOf(name));
    const layer = layers.length === 0 ? 0 : this.#repairs.get(header.ssrc);
    const source = layer === undefined ? undefined : this.sources()[layer];
    if (source === undefined) return;
    const own = { ...header, payloadType, sequence: bytes.readUInt16BE(header.payloadAt), ssrc: source.ssrc };
    this.#takeMedia(bytes, { ...own, payloadAt: header.payloadAt + 2 }, nowMs);
  }

  #takeReport(bytes: Buffer, nowMs: number): void {
    for (const message of readRtcp(bytes))
      if (message.type === 'time') this.#sources.get(message.ssrc)?.reported(message.time, nowMs);
  }

  /** A new stream names its layer until the browser has a report of it. */
  #sourceOf(bytes: Buffer, header: RtpHeader, nowMs: number): UpStream | null {
    const known = this.#sources.get(header.ssrc);
    if (known !== undefined) return known;
    const { layers, rid } = this.#line;
    const name = rid > 0 ? extensionOf(bytes, header, rid)?.toString('latin1') : undefined;
    const layer = layers.length === 0 ? 0 : layers.indexOf(name ?? '');
    if (layer < 0) return null;
    if (this.#sources.size >= limits.sourcesMax) this.#dropOldest();
    const source = new UpStream(header.ssrc, layer, nowMs);
    this.#sources.set(header.ssrc, source);
    return source;
  }

  #dropOldest(): void {
    const [oldest] = Array.from(this.#sources.values()).toSorted((a, b) => a.lastMs - b.lastMs);
    if (oldest !== undefined) this.#sources.delete(oldest.ssrc);
  }

  #hasRoom(bytes: number, nowMs: number): boolean {
    if (nowMs - this.#windowMs >= 1_000) {
      this.#windowMs = nowMs;
      this.#windowBytes = 0;
    }
    this.#windowBytes += bytes;
    return this.#windowBytes * 8 <= limits.upwardBps;
  }
}
