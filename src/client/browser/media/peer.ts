import type SimplePeer from 'simple-peer';
import type { MediaPeer, PeerEvent, PeerOptions, PeerSignal } from '../../../ports/media.ts';
import { chooseCodecs, encodedFrames, frameCipherOf, type FrameCipher } from './frame-cipher.ts';
import { connectionCode } from './key-exchange.ts';
import { viewOf } from './media-views.ts';
import type { PageLocal } from './page-local.ts';
import { createQualityWatch, type QualityWatch } from './quality-watch.ts';

type Library = typeof SimplePeer;
type Remote = Extract<PeerEvent, { type: 'remote' }>;

/** Loads the library when a call begins, not with the page. */
export const loadLibrary = (): Promise<Library> =>
  import('simple-peer/simplepeer.min.js').then((module) => module.default);

/**
 * The far side closed the connection without a signal: usually its hang-up is still on the way through the
 * server, which takes longer over a slow network.
 */
const CLOSED_MS = 2_000;

/**
 * One connection by the library, which handles offers, answers and candidates. Only this file uses the
 * underlying connection: to reserve a place for video in every call, so that a camera may be added without a
 * new offer; to restart ICE; and to read states, since the library reports only the end. The library destroys
 * itself on 'failed', so that state is reported first, and never awaited.
 */
export class PagePeer implements MediaPeer {
  readonly #options: Omit<PeerOptions, 'local'>;
  readonly #local: PageLocal;
  readonly #cipher: FrameCipher | null;
  readonly #remote = new MediaStream();
  readonly #early: PeerSignal[] = [];
  readonly #senders = new Map<string, RTCRtpSender>();
  #peer: SimplePeer.Instance | null = null;
  #quality: QualityWatch | null = null;
  #detach: () => void = () => undefined;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #ended = false;
  /** True if the far side sends a picture; null until it has reported so. */
  #remotePicture: boolean | null = null;
  /** Other state the far side reported; a client that reports none speaks and shares nothing. */
  #remoteState: Pick<Remote, 'microphone' | 'sharing'> = { microphone: true, sharing: false };
  /** False: the far side reported that it sends nothing. */
  #sends = true;
  #picture: MediaStreamTrack | null = null;
  #hasWords = false;

  constructor({ local, ...options }: PeerOptions & { readonly local: PageLocal }, library: Promise<Library>) {
    this.#options = options;
    this.#local = local;
    this.#cipher = frameCipherOf(options.cipher);
    library.then((code) => this.#start(code)).catch(() => this.#end());
  }

  take(signal: PeerSignal): void {
    if (this.#peer === null) this.#early.push(signal);
    else if (!this.#peer.destroyed) this.#peer.signal(signalFor(signal));
  }

  restart(): void {
    if (this.#peer === null || this.#peer.destroyed || !this.#options.initiator) return;
    connectionOf(this.#peer).restartIce();
    (this.#peer as unknown as { negotiate(): void }).negotiate();
  }

  close(): void {
    this.#ended = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#quality?.stop();
    this.#detach();
    this.#peer?.destroy();
  }

  #start(Library: Library): void {
    if (this.#ended) return;
    const { initiator, servers, relayOnly } = this.#options;
    const peer = new Library({
      initiator,
      config: {
        iceServers: servers.map((server) => ({ ...server })),
        iceTransportPolicy: relayOnly ? 'relay' : 'all',
        ...encodedFrames(this.#cipher),
      },
    });
    const connection = connectionOf(peer);
    this.#peer = peer;
    this.#detach = this.#local.attach(this.#sending(connection));
    if (initiator) this.#offerPlaces(connection);
    connection.addEventListener(
      'signalingstatechange',
      () => connection.signalingState === 'have-remote-offer' && this.#fillPlaces(connection),
    );
    connection.addEventListener('connectionstatechange', () => this.#stateChanged(connection));
    connection.addEventListener('track', ({ track }) => {
      if (track.kind === 'video') this.#picture = track;
      else this.#remote.addTrack(track);
      this.#tellRemote(this.#remotePicture ?? false);
    });
    peer.on('signal', (data) => this.#described(data));
    peer.on('connect', () => this.#tellOwn());
    peer.on('data', (data: Uint8Array) => this.#onData(data));
    // The library reports it twice when the far side closes its channel; 'close' follows, after a delay.
    peer.on('error', (error) => Reflect.get(error, 'code') !== 'ERR_DATA_CHANNEL' && this.#end());
    peer.on('close', () => (this.#timer = setTimeout(() => this.#end(), CLOSED_MS)));
    for (const signal of this.#early.splice(0)) this.take(signal);
  }

  #sending(connection: RTCPeerConnection) {
    const hasPlace = () => connection.remoteDescription === null || this.#senders.has('video');
    return {
      get hasPlaceForVideo() {
        return hasPlace();
      },
      update: async () => {
        const { audio, video } = this.#local.sending;
        await this.#senders.get('audio')?.replaceTrack(audio);
        await this.#senders.get('video')?.replaceTrack(video);
        this.#tellOwn();
      },
      announce: () => this.#tellOwn(),
    };
  }

  #offerPlaces(connection: RTCPeerConnection): void {
    const { audio, video, stream } = this.#local.sending;
    for (const [kind, track] of [
      ['audio', audio],
      ['video', video],
    ] as const) {
      const place = connection.addTransceiver(track ?? kind, { direction: 'sendrecv', streams: [stream] });
      this.#keepPlace(kind, place);
    }
  }

  #keepPlace(kind: string, place: RTCRtpTransceiver): void {
    chooseCodecs(this.#cipher, place);
    this.#cipher?.sends(place.sender, this.#options.other);
    this.#cipher?.receives(place.receiver, this.#options.other ?? '');
    this.#senders.set(kind, place.sender);
  }

  /** The called side sends in the places of the offer, before it answers. */
  #fillPlaces(connection: RTCPeerConnection): void {
    const { audio, video, stream } = this.#local.sending;
    for (const place of connection.getTransceivers()) {
      const { kind } = place.receiver.track;
      if (this.#senders.has(kind)) continue;
      place.direction = 'sendrecv';
      place.sender.setStreams(stream);
      void place.sender.replaceTrack(kind === 'audio' ? audio : video);
      this.#keepPlace(kind, place);
    }
  }

  #stateChanged(connection: RTCPeerConnection): void {
    if (this.#ended) return;
    switch (connection.connectionState) {
      case 'connected':
        this.#quality ??= createQualityWatch(connection, {
          changed: (quality) => this.#tell({ type: 'quality', quality }),
          // A client that does not report its picture is rated by its frames.
          picture: (isArriving) => this.#remotePicture === null && this.#tellRemote(isArriving),
          expectsMedia: () => this.#sends,
          level: (own, other) => this.#tell({ type: 'level', own, other }),
          flow: (isArriving) => this.#tell({ type: isArriving ? 'connected' : 'interrupted' }),
        });
        void this.#tellWords(connection);
        return this.#tell({ type: 'connected' });
      case 'disconnected':
        return this.#tell({ type: 'interrupted' });
      case 'failed':
        return this.#end();
      case 'new':
      case 'connecting':
      case 'closed':
        return;
    }
  }

  /** A group call computes its words from other keys. */
  async #tellWords({ localDescription, remoteDescription }: RTCPeerConnection): Promise<void> {
    if (this.#cipher !== null || this.#options.other !== undefined) return;
    if (localDescription === null || remoteDescription === null || this.#hasWords) return;
    this.#hasWords = true;
    this.#tell({ type: 'words', words: await connectionCode(localDescription.sdp, remoteDescription.sdp) });
  }

  #described(data: SimplePeer.SignalData): void {
    if (data.type === 'offer' || data.type === 'answer')
      return this.#tell({ type: 'signal', signal: { kind: data.type, text: data.sdp ?? '' } });
    if (data.type !== 'candidate' || data.candidate.candidate === '') return;
    this.#tell({ type: 'signal', signal: { kind: 'iceCandidate', text: JSON.stringify(data.candidate) } });
  }

  /** Reports, alongside the media, what this side sends: a picture, sound, a screen. */
  #tellOwn(): void {
    const { audio, video, sounds, shares } = this.#local.sending;
    const nothing = video === null && audio === null ? { sends: false } : {};
    if (this.#peer?.connected)
      this.#peer.send(JSON.stringify({ picture: video !== null, sound: sounds, screen: shares, ...nothing }));
  }

  #onData(data: Uint8Array): void {
    try {
      const message = JSON.parse(new TextDecoder().decode(data)) as {
        readonly picture?: unknown;
        readonly sound?: unknown;
        readonly screen?: unknown;
        readonly sends?: unknown;
      };
      if (typeof message.picture !== 'boolean') return;
      this.#remotePicture = message.picture;
      this.#sends = message.sends !== false;
      this.#remoteState = {
        microphone: message.sound !== false,
        sharing: message.picture && message.screen === true,
      };
      this.#tellRemote(message.picture);
    } catch {
      // Ignores messages of another program on its own channel.
    }
  }

  /** A stream without a picture must carry sound alone: the element would wait for the first frame. */
  #tellRemote(hasPicture: boolean): void {
    if (this.#picture !== null && hasPicture) this.#remote.addTrack(this.#picture);
    else if (this.#picture !== null) this.#remote.removeTrack(this.#picture);
    this.#tell({ type: 'remote', view: viewOf(this.#remote), hasCamera: hasPicture, ...this.#remoteState });
  }

  #tell(event: PeerEvent): void {
    if (!this.#ended) this.#options.on(event);
  }

  #end(): void {
    if (this.#ended) return;
    this.#tell({ type: 'failed' });
    this.close();
  }
}

const connectionOf = (peer: SimplePeer.Instance): RTCPeerConnection =>
  // oxlint-disable-next-line no-underscore-dangle -- the one place where the library's connection is touched
  (peer as unknown as { readonly _pc: RTCPeerConnection })._pc;

/** An unreadable signal ends the connection, as the library does with a broken description. */
function signalFor({ kind, text }: PeerSignal): SimplePeer.SignalData {
  if (kind !== 'iceCandidate') return { type: kind, sdp: text };
  try {
    return { type: 'candidate', candidate: JSON.parse(text) as RTCIceCandidate };
  } catch {
    return {
      type: 'candidate',
      candidate: { candidate: '', sdpMid: '0', sdpMLineIndex: 0 } as RTCIceCandidate,
    };
  }
}
