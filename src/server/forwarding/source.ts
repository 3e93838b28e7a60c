import { unitLimits as limits } from './limits.ts';
import type { ReceiverBlock, SenderTime } from './rtcp.ts';
import { ahead16, type RtpHeader } from './rtp.ts';
import type { Vp8 } from './vp8.ts';

export interface Packet {
  readonly bytes: Buffer;
  readonly header: RtpHeader;
  readonly vp8: Vp8 | null;
  /** Loudness of sound, in dB below the loudest possible one. */
  readonly level: number;
}

interface Lost {
  asked: number;
  nextMs: number;
}

const RATE_MS = 500;
/** A jump by more than this is a new beginning. */
const JUMP = 3_000;

/** One stream that a device sends: its sound, or one layer of its picture. */
export class UpStream {
  readonly ssrc: number;
  /** Layer of the picture, 0 is the smallest; sound has only 0. */
  readonly layer: number;
  lastMs: number;
  /** Changes when the sound is forwarded again after a pause. */
  turn = 0;
  #highest = -1;
  #turns = 0;
  #first = 0;
  #received = 0;
  #expectedBefore = 0;
  #receivedBefore = 0;
  #time: { readonly value: SenderTime; readonly atMs: number } | null = null;
  #keyframeAskedMs = -Infinity;
  readonly #lost = new Map<number, Lost>();
  readonly #cache: (Packet | undefined)[] = Array.from({ length: limits.cachePackets });
  #windowMs: number;
  #bytes = 0;
  #rate = 0;

  constructor(ssrc: number, layer: number, nowMs: number) {
    this.ssrc = ssrc;
    this.layer = layer;
    this.lastMs = nowMs;
    this.#windowMs = nowMs;
  }

  get time(): SenderTime | null {
    return this.#time?.value ?? null;
  }

  /** False: this packet was here before. */
  take(packet: Packet, nowMs: number): boolean {
    const { sequence } = packet.header;
    const slot = sequence & (limits.cachePackets - 1);
    if (this.#cache[slot]?.header.sequence === sequence) return false;
    if (!this.#count(sequence, nowMs)) return false;
    this.#cache[slot] = packet;
    this.lastMs = nowMs;
    this.#received += 1;
    this.#bytes += packet.bytes.length;
    return true;
  }

  cached(sequence: number): Packet | null {
    const packet = this.#cache[sequence & (limits.cachePackets - 1)];
    return packet?.header.sequence === sequence ? packet : null;
  }

  /** Bits per second of the last moment. */
  rate(nowMs: number): number {
    const passedMs = nowMs - this.#windowMs;
    if (passedMs >= RATE_MS) {
      this.#rate = (this.#bytes * 8_000) / passedMs;
      this.#bytes = 0;
      this.#windowMs = nowMs;
    }
    return this.#rate;
  }

  isAlive(nowMs: number): boolean {
    return nowMs - this.lastMs < 2 * RATE_MS;
  }

  /** Sequence numbers to ask for now. */
  lostNow(nowMs: number): readonly number[] {
    const due: number[] = [];
    for (const [sequence, lost] of this.#lost) {
      if (lost.nextMs > nowMs) continue;
      if (lost.asked >= limits.lostAskedMax) {
        this.#lost.delete(sequence);
        continue;
      }
      lost.asked += 1;
      lost.nextMs = nowMs + limits.lostAgainMs;
      due.push(sequence);
    }
    return due;
  }

  /** True: the sender should be asked for a key frame now. */
  mayAskForKeyframe(nowMs: number): boolean {
    if (nowMs - this.#keyframeAskedMs < limits.keyframeMs) return false;
    this.#keyframeAskedMs = nowMs;
    return true;
  }

  reported(value: SenderTime, nowMs: number): void {
    this.#time = { value, atMs: nowMs };
  }

  report(nowMs: number): ReceiverBlock {
    const highest = this.#turns * 0x10000 + Math.max(this.#highest, 0);
    const expected = highest - this.#first + 1;
    const [expectedNow, receivedNow] = [
      expected - this.#expectedBefore,
      this.#received - this.#receivedBefore,
    ];
    this.#expectedBefore = expected;
    this.#receivedBefore = this.#received;
    const lostNow = Math.max(0, expectedNow - receivedNow);
    const time = this.#time;
    return {
      ssrc: this.ssrc,
      fraction: expectedNow <= 0 ? 0 : Math.min(255, Math.floor((lostNow * 256) / expectedNow)),
      lost: Math.max(0, expected - this.#received),
      highest,
      lastReport:
        time === null
          ? 0
          : ((time.value.ntpSeconds & 0xffff) * 0x10000 + (time.value.ntpFraction >>> 16)) >>> 0,
      waited: time === null ? 0 : Math.round(((nowMs - time.atMs) / 1_000) * 0x10000),
    };
  }

  /** Notes gaps; false: too old. */
  #count(sequence: number, nowMs: number): boolean {
    if (this.#highest < 0) {
      this.#begin(sequence);
      return true;
    }
    const ahead = ahead16(this.#highest, sequence);
    if (Math.abs(ahead) > JUMP) {
      this.#begin(sequence);
      return true;
    }
    if (ahead <= 0) {
      this.#lost.delete(sequence);
      return -ahead < limits.cachePackets;
    }
    for (let missing = 1; missing < ahead && this.#lost.size < limits.lostMax; missing += 1)
      this.#lost.set((this.#highest + missing) & 0xffff, { asked: 0, nextMs: nowMs + limits.lostFirstMs });
    if (sequence < this.#highest) this.#turns += 1;
    this.#highest = sequence;
    return true;
  }

  #begin(sequence: number): void {
    this.#highest = sequence;
    this.#first = sequence;
    this.#turns = 0;
    this.#received = 0;
    this.#expectedBefore = 0;
    this.#receivedBefore = 0;
    this.#lost.clear();
  }
}
