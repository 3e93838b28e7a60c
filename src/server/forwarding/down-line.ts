import { ahead16, writeRtp } from './rtp.ts';
import { writeSenderReport } from './rtcp.ts';
import type { Packet, UpStream } from './source.ts';
import { numbersOf, shiftNumbers, type Vp8Numbers } from './vp8.ts';

/** Offsets for the numbers of one source: the receiver sees one stream without a jump. */
interface Segment {
  readonly source: UpStream;
  readonly turn: number;
  /** The first packet, by the source's number and by the line's. */
  readonly first: number;
  readonly sequence: number;
  readonly timestamp: number;
  readonly vp8: Vp8Numbers;
}

export interface DownLineSetting {
  readonly kind: 'sound' | 'picture';
  readonly ssrc: number;
  readonly payloadType: number;
  /** Number of the header extension for transport-wide numbers. */
  readonly extension: number;
  /** Ticks of the timestamp in a millisecond. */
  readonly ticksPerMs: number;
}

const NO_NUMBERS: Vp8Numbers = { pictureId: 0, layerIndex: 0 };
/** Segments whose packets may be asked for again. */
const SEGMENTS = 3;

/** One line to a receiver: it carries one source after another under the same SSRC. */
export class DownLine {
  readonly setting: DownLineSetting;
  /** Newest first. */
  #segments: readonly Segment[] = [];
  #isPaused = false;
  #sequence = 0;
  #timestamp = 0;
  #numbers: Vp8Numbers = NO_NUMBERS;
  #sentMs = 0;
  #packets = 0;
  #bytes = 0;

  constructor(setting: DownLineSetting) {
    this.setting = setting;
  }

  /** Null: nothing is forwarded now. */
  get source(): UpStream | null {
    return this.#isPaused ? null : (this.#segments[0]?.source ?? null);
  }

  /** A picture that is forwarded again later begins with a key frame, and without a gap. */
  pause(): void {
    this.#isPaused = true;
  }

  /** Returns the packet for this receiver; null before the first key frame of a layer. */
  forward(source: UpStream, packet: Packet, nowMs: number): Buffer | null {
    const isSame = source === this.source && source.turn === this.#segments[0]?.turn;
    if (!isSame && !this.#begin(source, packet, nowMs)) return null;
    const [segment] = this.#segments;
    if (segment === undefined || ahead16(segment.first, packet.header.sequence) < 0) return null;
    const sequence = (packet.header.sequence + segment.sequence) & 0xffff;
    const isNewest = this.#packets === 0 || ahead16(this.#sequence, sequence) > 0;
    const written = this.#write(segment, packet, sequence);
    if (isNewest) {
      this.#sequence = sequence;
      this.#timestamp = written.timestamp;
      this.#numbers = written.numbers;
      this.#sentMs = nowMs;
    }
    this.#packets += 1;
    this.#bytes += written.bytes.length;
    return written.bytes;
  }

  /** A packet of this line again, from the cache of its source; null: it is gone, or never was. */
  again(sequence: number): Buffer | null {
    for (const segment of this.#segments) {
      const ofSource = (sequence - segment.sequence) & 0xffff;
      if (ahead16(segment.first, ofSource) < 0) continue;
      const packet = segment.source.cached(ofSource);
      return packet === null ? null : this.#write(segment, packet, sequence).bytes;
    }
    return null;
  }

  /** The sender's time in the numbers of this line; null: unknown. */
  report(): Buffer | null {
    const [segment] = this.#segments;
    const time = segment?.source.time ?? null;
    if (segment === undefined || time === null || this.#packets === 0) return null;
    return writeSenderReport(
      this.setting.ssrc,
      { ...time, timestamp: (time.timestamp + segment.timestamp) >>> 0 },
      { packets: this.#packets, bytes: this.#bytes },
    );
  }

  #begin(source: UpStream, packet: Packet, nowMs: number): boolean {
    if (this.setting.kind === 'picture' && packet.vp8?.startsKeyframe !== true) return false;
    const { sequence, timestamp } = packet.header;
    const isFirst = this.#packets === 0;
    // After a pause of the same source its own clock continues.
    const [last] = this.#segments;
    const before = source === last?.source ? last.timestamp : undefined;
    const passed = Math.max(1, Math.round((nowMs - this.#sentMs) * this.setting.ticksPerMs));
    const numbers =
      packet.vp8 === null
        ? NO_NUMBERS
        : numbersOf(packet.bytes.subarray(packet.header.payloadAt), packet.vp8);
    const segment: Segment = {
      source,
      turn: source.turn,
      first: sequence,
      sequence: isFirst ? 0 : (this.#sequence + 1 - sequence) & 0xffff,
      timestamp: isFirst ? 0 : (before ?? this.#timestamp + passed - timestamp) >>> 0,
      vp8: isFirst
        ? NO_NUMBERS
        : {
            pictureId: (this.#numbers.pictureId + 1 - numbers.pictureId) & 0x7fff,
            layerIndex: (this.#numbers.layerIndex + 1 - numbers.layerIndex) & 0xff,
          },
    };
    this.#segments = [segment, ...this.#segments].slice(0, SEGMENTS);
    this.#isPaused = false;
    return true;
  }

  #write(segment: Segment, { bytes, header, vp8 }: Packet, sequence: number) {
    const { ssrc, payloadType, extension } = this.setting;
    const timestamp = (header.timestamp + segment.timestamp) >>> 0;
    const written = writeRtp(
      { payloadType, marker: header.marker, sequence, timestamp, ssrc },
      bytes.subarray(header.payloadAt, header.payloadEnd),
      extension,
    );
    const payload = written.subarray(written.length - (header.payloadEnd - header.payloadAt));
    const numbers =
      vp8 === null ? NO_NUMBERS : shiftNumbers(payload, vp8, numbersOf(payload, vp8), segment.vp8);
    return { bytes: written, timestamp, numbers };
  }
}
