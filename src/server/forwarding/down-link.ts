import { Bandwidth } from './bandwidth.ts';
import { DownLine } from './down-line.ts';
import { unitLimits as limits } from './limits.ts';
import type { OfferedLine } from './offer.ts';
import { readRtcp } from './rtcp.ts';
import { isRtcp, setTransportNumber } from './rtp.ts';
import { shareOf } from './share.ts';
import type { Packet, UpStream } from './source.ts';
import type { UpLink, MediaWire } from './up-link.ts';

/** The receiver's choice for a line: a device, and the layer that fits the size on the screen. */
export interface WantedLine {
  /** Name of the line. */
  readonly line: string;
  readonly from: string;
  readonly layer: number;
}

interface Listened {
  readonly line: DownLine;
  readonly from: string;
  /** The layer that fits the size on the screen; -1: not shown. */
  wanted: number;
  /** The source that is sent, or that comes with its next key frame. */
  target: UpStream | null;
}

export interface DownLinkParts {
  readonly wire: MediaWire;
  /** The present connection of a device. */
  readonly upOf: (device: string, kind: 'sound' | 'picture') => UpLink | null;
}

const TICKS = { sound: 48, picture: 90 } as const;
/** Bits per second kept for each sound that is forwarded at a time. */
const SOUND_BPS = 40_000;

/** The connection to a receiver, with a line for each sound and picture. */
export class DownLink {
  readonly wire: MediaWire;
  #lines: ReadonlyMap<string, DownLine> = new Map();
  readonly #bySsrc = new Map<number, Listened>();
  readonly #upOf: DownLinkParts['upOf'];
  readonly #bandwidth = new Bandwidth();
  #listened: readonly Listened[] = [];
  /** The same by the device that each hears: a packet concerns one or two of many lines. */
  #heard = { sound: new Map<string, Listened[]>(), picture: new Map<string, Listened[]>() };
  #wants: readonly WantedLine[] = [];
  #sharedMs = -Infinity;
  #reportMs = 0;
  sent = 0;

  constructor({ wire, upOf }: DownLinkParts) {
    this.wire = wire;
    this.#upOf = upOf;
  }

  /** SSRCs of the lines, by name. */
  get ssrcs(): ReadonlyMap<string, number> {
    return new Map(Array.from(this.#lines, ([name, { setting }]) => [name, setting.ssrc]));
  }

  /** Lines of the newest offer; those that it had before continue. `ssrc` makes a random one. */
  offer(lines: readonly OfferedLine[], ssrc: () => number): void {
    const before = this.#lines;
    const next = new Map<string, DownLine>();
    for (const { kind, mid, isUsed, payloadType, transport } of lines) {
      if (kind === 'data' || !isUsed) continue;
      const setting = { kind, ssrc: ssrc(), payloadType, extension: transport, ticksPerMs: TICKS[kind] };
      next.set(mid, before.get(mid) ?? new DownLine(setting));
    }
    this.#lines = next;
    this.listen(this.#wants);
  }

  get bps(): number {
    return this.#bandwidth.bps;
  }

  /** Replaces everything that the receiver wanted before. */
  listen(wants: readonly WantedLine[]): void {
    const before = new Map(this.#listened.map((one) => [one.line, one]));
    this.#wants = wants;
    this.#bySsrc.clear();
    this.#listened = Array.from(this.#lines).flatMap(([name, line]) => {
      const want = wants.find((one) => one.line === name);
      if (want === undefined) return [];
      const known = before.get(line);
      const listened =
        known?.from === want.from ? known : { line, from: want.from, wanted: want.layer, target: null };
      listened.wanted = want.layer;
      this.#bySsrc.set(line.setting.ssrc, listened);
      return [listened];
    });
    this.#heard = { sound: new Map(), picture: new Map() };
    for (const listened of this.#listened) {
      const heard = this.#heard[listened.line.setting.kind];
      heard.set(listened.from, [...(heard.get(listened.from) ?? []), listened]);
    }
    this.#sharedMs = -Infinity;
  }

  /** A packet of another device. */
  forward(from: string, kind: 'sound' | 'picture', source: UpStream, packet: Packet, nowMs: number): void {
    for (const listened of this.#heard[kind].get(from) ?? []) {
      if (kind === 'sound') listened.target = source;
      if (listened.wanted < 0 || (source !== listened.target && source !== listened.line.source)) continue;
      // The old layer is sent until the first key frame of the new one.
      if (listened.target === null) continue;
      const bytes = listened.line.forward(source, packet, nowMs);
      if (bytes !== null) this.#send(bytes, nowMs);
    }
  }

  /** Reports of the receiver. */
  take(bytes: Buffer, nowMs: number): void {
    if (!isRtcp(bytes)) return;
    for (const message of readRtcp(bytes)) {
      if (message.type === 'feedback') this.#bandwidth.take(message.feedback, nowMs);
      else if (message.type === 'keyframe') this.#askForKeyframe(this.#bySsrc.get(message.ssrc), nowMs);
      else if (message.type === 'lost') this.#repeat(message.ssrc, message.sequences, nowMs);
    }
  }

  tick(nowMs: number, mostBps: number): void {
    if (nowMs - this.#sharedMs >= limits.shareMs) {
      this.#sharedMs = nowMs;
      this.#share(nowMs, mostBps);
    }
    for (const listened of this.#listened)
      if (listened.target !== null && listened.target !== listened.line.source)
        this.#askForKeyframe(listened, nowMs);
    if (nowMs - this.#reportMs < limits.reportMs) return;
    this.#reportMs = nowMs;
    for (const listened of this.#listened) {
      const report = listened.line.report();
      if (report !== null) this.wire.send(report);
    }
  }

  #share(nowMs: number, mostBps: number): void {
    const pictures = this.#listened.filter(({ line }) => line.setting.kind === 'picture');
    const sounds = Math.min(this.#listened.length - pictures.length, limits.voicesMax);
    const sources = pictures.map(({ from }) => this.#upOf(from, 'picture')?.sources() ?? []);
    const rates = sources.map((layers) =>
      Array.from(layers, (source) => (source?.isAlive(nowMs) === true ? Math.max(1, source.rate(nowMs)) : 0)),
    );
    const chosen = shareOf(
      Math.min(this.#bandwidth.bps, mostBps) - sounds * SOUND_BPS,
      pictures.map((one, index) => ({
        wanted: one.wanted,
        present: one.target?.layer ?? -1,
        rates: rates[index] ?? [],
      })),
    );
    pictures.forEach((one, index) => {
      one.target = sources[index]?.[chosen[index] ?? -1] ?? null;
      if (one.target === null) one.line.pause();
    });
  }

  #askForKeyframe(listened: Listened | undefined, nowMs: number): void {
    if (listened === undefined || listened.target === null) return;
    this.#upOf(listened.from, listened.line.setting.kind)?.askForKeyframe(listened.target, nowMs);
  }

  #repeat(ssrc: number, sequences: readonly number[], nowMs: number): void {
    const line = this.#bySsrc.get(ssrc)?.line;
    for (const sequence of sequences) {
      const bytes = line?.again(sequence) ?? null;
      if (bytes !== null) this.#send(bytes, nowMs);
    }
  }

  #send(bytes: Buffer, nowMs: number): void {
    setTransportNumber(bytes, this.#bandwidth.send(bytes.length, nowMs));
    this.sent += 1;
    this.wire.send(bytes);
  }
}
