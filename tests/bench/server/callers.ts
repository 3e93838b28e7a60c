import type * as Library from 'node-datachannel';
import { ownTransportIn } from '../../../src/server/forwarding/answer.ts';
import { PacketArrivals } from '../../../src/server/forwarding/arrivals.ts';
import { EXTENSIONS } from '../../../src/server/forwarding/offer.ts';
import { readRtcp, writeLost } from '../../../src/server/forwarding/rtcp.ts';
import {
  ahead16,
  extensionOf,
  isRtcp,
  readRtp,
  setTransportNumber,
  writeRtp,
} from '../../../src/server/forwarding/rtp.ts';
import type { ForwardedKind } from '../../../src/ports/forwarding.ts';

export type Ask = (device: string, kind: ForwardedKind, offer: string) => Promise<string>;

/** Between the unit and a receiver: returns for how long a packet is late, null if it is lost. */
export type Weather = () => number | null;

export interface Figures {
  /** Delays in ms, of sound and of pictures. */
  readonly delays: { readonly sound: number[]; readonly picture: number[] };
  sent: number;
  received: number;
}

const [SOUND_TYPE, PICTURE_TYPE, TRANSPORT, LEVEL] = [111, 96, 4, 6];
const CRLF = '\r\n';
const HEAD = ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 't=0 0'];
const SOUND_BYTES = 100;
/** A frame of 360p has two packets, 25 times a second: 400 kbit/s. */
const PICTURE_BYTES = 1_000;
const STAMP_AT = 8;
const TICKS_A_FRAME = 2;
export const TICK_MS = 20;
const ASK_LOST_MS = 20;
const ASK_LOST_MAX = 5;

const sdp = (lines: readonly string[]): string => `${lines.join(CRLF)}${CRLF}`;

function mediaLine(kind: 'sound' | 'picture', mid: string, direction: string): readonly string[] {
  const isSound = kind === 'sound';
  const type = isSound ? SOUND_TYPE : PICTURE_TYPE;
  return [
    `m=${isSound ? 'audio' : 'video'} 9 UDP/TLS/RTP/SAVPF ${type}`,
    `a=mid:${mid}`,
    `a=${direction}`,
    `a=rtpmap:${type} ${isSound ? 'opus/48000/2' : 'VP8/90000'}`,
    `a=extmap:${TRANSPORT} ${EXTENSIONS.transport}`,
    ...(isSound ? [`a=extmap:${LEVEL} ${EXTENSIONS.level}`] : []),
  ];
}

/** Levels of a voice and of a quiet room, in dB below the loudest sound. */
const [VOICE, ROOM] = [30, 70] as const;
/** A device speaks a sixth of the time. */
const [SPOKEN_TICKS, ROUND_TICKS] = [150, 900] as const;

/** The packet with its level as one more header extension. */
function withLevel(packet: Buffer, level: number): Buffer {
  const longer = Buffer.concat([
    packet.subarray(0, 20),
    Buffer.from([LEVEL << 4, level, 0, 0]),
    packet.subarray(20),
  ]);
  longer.writeUInt16BE(2, 14);
  return longer;
}

/** One device without a browser: real connections with the unit, and packets of real sizes. */
export class Caller {
  /** The same clock in all processes of the machine. */
  static readonly nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;
  readonly name: string;
  readonly figures: Figures = { delays: { sound: [], picture: [] }, sent: 0, received: 0 };
  weather: Weather | null = null;
  /** The time of a picture's first packet. */
  firstPictureMs: number | null = null;
  readonly #library: typeof Library;
  readonly #ask: Ask;
  readonly #peers: Library.PeerConnection[] = [];
  readonly #out = new Map<'sound' | 'picture', Library.Track>();
  readonly #kinds = new Map<number, 'sound' | 'picture'>();
  readonly #arrivals = new PacketArrivals(1);
  readonly #streams = new Map<number, Stream>();
  #down: Library.Track | null = null;
  #channel: Library.DataChannel | null = null;
  #tick: number;
  #sequence = { sound: 0, picture: 0, transport: { sound: 0, picture: 0 } };
  #needsKeyframe = true;
  #ssrc: number;

  constructor(library: typeof Library, name: string, no: number, ask: Ask) {
    this.#library = library;
    this.name = name;
    this.#ask = ask;
    this.#ssrc = 1_000 + no * 2;
    // The devices of a call speak one after another, a few at a time.
    this.#tick = (no * 7 * SPOKEN_TICKS) / 10;
  }

  async send(...kinds: readonly ('sound' | 'picture')[]): Promise<void> {
    for (const kind of kinds) {
      const track = await this.#connect(kind, mediaLine(kind, '0', 'sendonly'));
      track.onMessage((packet) => {
        for (const { type } of isRtcp(packet) ? readRtcp(packet) : [])
          if (type === 'keyframe') this.#needsKeyframe = true;
      });
      this.#out.set(kind, track);
    }
  }

  /** Receives the sound, and the pictures if there are any, of these devices. */
  async receive(others: readonly string[], withPictures: boolean): Promise<void> {
    const lines = others.flatMap((_, no) => [
      ...mediaLine('sound', `s${no}`, 'recvonly'),
      ...(withPictures ? mediaLine('picture', `p${no}`, 'recvonly') : []),
    ]);
    this.#down = await this.#connect('down', [
      ...lines,
      'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
      'a=mid:data',
    ]);
    this.#down.onMessage((packet) => this.#takeLater(packet));
    const wants = others.flatMap((from, no) => [
      { line: `s${no}`, from, layer: 0 },
      ...(withPictures ? [{ line: `p${no}`, from, layer: 2 }] : []),
    ]);
    const channel = this.#channel;
    while (channel?.isOpen() === false) await new Promise((done) => setTimeout(done, 5));
    channel?.sendMessage(
      JSON.stringify({ state: { picture: withPictures, sound: true, screen: false }, wants }),
    );
  }

  /** One packet of sound and one of the picture, if this device sends them. */
  tick(): void {
    this.#tick += 1;
    this.#sendOne('sound', SOUND_BYTES, true);
    const isFirst = this.#tick % TICKS_A_FRAME === 0;
    this.#sendOne('picture', PICTURE_BYTES, !isFirst, isFirst);
    if (this.#tick % 4 === 0) this.#report();
  }

  close(): void {
    for (const peer of this.#peers) peer.close();
  }

  async #connect(kind: ForwardedKind, lines: readonly string[]): Promise<Library.Track> {
    const peer = new this.#library.PeerConnection(this.name, {
      iceServers: [],
      disableAutoNegotiation: true,
      forceMediaTransport: true,
    });
    this.#peers.push(peer);
    const video = new this.#library.Video('media', kind === 'down' ? 'RecvOnly' : 'SendOnly');
    video.addVP8Codec(PICTURE_TYPE);
    const track = peer.addTrack(video);
    if (kind === 'down') this.#channel = peer.createDataChannel('unit');
    const gathered = new Promise<void>((done) => {
      peer.onGatheringStateChange((state) => state === 'complete' && done());
    });
    const connected = new Promise<void>((done) => {
      peer.onStateChange((state) => state === 'connected' && done());
    });
    peer.setLocalDescription('offer');
    await gathered;
    const own = ownTransportIn(peer.localDescription()?.sdp ?? '');
    if (own === null) throw new Error('no description');
    const transport = [
      `a=ice-ufrag:${own.ufrag}`,
      `a=ice-pwd:${own.password}`,
      `a=fingerprint:${own.fingerprint}`,
    ];
    const answer = await this.#ask(this.name, kind, sdp([...HEAD, ...transport, ...lines]));
    this.#readStreams(answer);
    peer.setRemoteDescription(answerFor(answer, peer.localDescription()?.sdp ?? '', kind), 'answer');
    await connected;
    return track;
  }

  #readStreams(answer: string): void {
    for (const section of answer.split(/^m=/m).slice(1)) {
      const ssrc = /^a=ssrc:(\d+)/m.exec(section)?.[1];
      if (ssrc !== undefined)
        this.#kinds.set(Number(ssrc), section.startsWith('audio') ? 'sound' : 'picture');
    }
  }

  #sendOne(kind: 'sound' | 'picture', bytes: number, marker: boolean, startsFrame = false): void {
    const track = this.#out.get(kind);
    if (track?.isOpen() !== true) return;
    const payload = Buffer.alloc(bytes, 0x55);
    if (kind === 'picture') {
      const isKeyframe = startsFrame && (this.#needsKeyframe || this.#tick % 250 === 0);
      if (isKeyframe) this.#needsKeyframe = false;
      payload.set([startsFrame ? 0x90 : 0x80, 0x80, (this.#tick >> 1) & 0x7f, isKeyframe ? 0x10 : 0x11]);
    }
    payload.writeDoubleBE(Caller.nowMs(), STAMP_AT);
    this.#sequence[kind] = (this.#sequence[kind] + 1) & 0xffff;
    const packet = writeRtp(
      {
        payloadType: kind === 'sound' ? SOUND_TYPE : PICTURE_TYPE,
        marker,
        sequence: this.#sequence[kind],
        timestamp: (this.#tick * (kind === 'sound' ? 960 : 1_800)) >>> 0,
        ssrc: this.#ssrc + (kind === 'sound' ? 0 : 1),
      },
      payload,
      TRANSPORT,
    );
    setTransportNumber(packet, (this.#sequence.transport[kind] += 1));
    const isSpeaking = this.#tick % ROUND_TICKS < SPOKEN_TICKS;
    track.sendMessageBinary(kind === 'sound' ? withLevel(packet, isSpeaking ? VOICE : ROOM) : packet);
    this.figures.sent += 1;
  }

  #takeLater(packet: Buffer): void {
    const lateMs = this.weather === null ? 0 : this.weather();
    if (lateMs === 0) this.#take(packet);
    else if (lateMs !== null) setTimeout(() => this.#take(packet), lateMs);
  }

  #take(packet: Buffer): void {
    const header = isRtcp(packet) ? null : readRtp(packet);
    const kind = header === null ? undefined : this.#kinds.get(header.ssrc);
    if (header === null || kind === undefined) return;
    const nowMs = Caller.nowMs();
    const number = extensionOf(packet, header, TRANSPORT);
    if (number !== null) this.#arrivals.note(number.readUInt16BE(0), nowMs);
    if (kind === 'picture') this.firstPictureMs ??= nowMs;
    const stream = this.#streams.get(header.ssrc) ?? new Stream();
    this.#streams.set(header.ssrc, stream);
    if (!stream.take(header.sequence, nowMs)) return;
    this.figures.received += 1;
    this.figures.delays[kind].push(nowMs - packet.readDoubleBE(header.payloadAt + STAMP_AT));
  }

  /** Packets that never arrived, of all streams. */
  get lost(): number {
    return Array.from(this.#streams.values()).reduce((sum, { missing }) => sum + missing.size, 0);
  }

  /** Forgets what arrived so far. */
  reset(): void {
    this.#streams.clear();
    this.figures.delays.sound.length = 0;
    this.figures.delays.picture.length = 0;
    Object.assign(this.figures, { sent: 0, received: 0 });
  }

  #report(): void {
    if (this.#down?.isOpen() !== true) return;
    const nowMs = Caller.nowMs();
    const message = this.#arrivals.report(1, nowMs);
    if (message !== null) this.#down.sendMessageBinary(message);
    for (const [ssrc, stream] of this.#streams) {
      const due = this.#kinds.get(ssrc) === 'picture' ? stream.due(nowMs) : [];
      if (due.length > 0) this.#down.sendMessageBinary(writeLost(1, ssrc, due));
    }
  }
}

/** Gaps of one received stream. */
class Stream {
  readonly missing = new Map<number, { asked: number; atMs: number }>();
  #highest = -1;

  /** False: it was here before. */
  take(sequence: number, nowMs: number): boolean {
    const ahead = this.#highest < 0 ? 1 : ahead16(this.#highest, sequence);
    if (ahead <= 0) return this.missing.delete(sequence);
    for (let no = 1; no < ahead && this.#highest >= 0; no += 1)
      this.missing.set((this.#highest + no) & 0xffff, { asked: 0, atMs: nowMs + ASK_LOST_MS });
    this.#highest = sequence;
    return true;
  }

  due(nowMs: number): readonly number[] {
    return Array.from(this.missing).flatMap(([sequence, one]) => {
      if (one.atMs > nowMs || one.asked >= ASK_LOST_MAX) return [];
      one.asked += 1;
      one.atMs = nowMs + 150;
      return [sequence];
    });
  }
}

/** The unit's answer, in the lines that the library offered. */
function answerFor(answer: string, offer: string, kind: ForwardedKind): string {
  const own = ownTransportIn(answer);
  if (own === null) throw new Error(`no answer: ${answer}`);
  const mids = Array.from(offer.matchAll(/^a=mid:(.*?)\r?$/gm), ([, mid = '']) => mid);
  const sections = mids.flatMap((mid, no) => [
    ...(mid === 'media'
      ? [`m=video 9 UDP/TLS/RTP/SAVPF ${PICTURE_TYPE}`, `a=rtpmap:${PICTURE_TYPE} VP8/90000`, 'a=rtcp-mux']
      : ['m=application 9 UDP/DTLS/SCTP webrtc-datachannel', 'a=sctp-port:5000']),
    'c=IN IP4 0.0.0.0',
    `a=mid:${mid}`,
    ...(mid === 'media' ? [`a=${kind === 'down' ? 'sendonly' : 'recvonly'}`] : []),
    `a=ice-ufrag:${own.ufrag}`,
    `a=ice-pwd:${own.password}`,
    `a=fingerprint:${own.fingerprint}`,
    'a=setup:active',
    ...(no === 0 ? own.candidates.map((one) => `a=${one}`) : []),
  ]);
  return sdp([...HEAD, `a=group:BUNDLE ${mids.join(' ')}`, ...sections]);
}
