import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mediaStreamOf } from '../../src/client/browser/media/media-views.ts';
import type { PageLocal, TrackSender } from '../../src/client/browser/media/page-local.ts';
import { PagePeer } from '../../src/client/browser/media/peer.ts';
import type { PeerEvent } from '../../src/ports/media.ts';
import { fakeDevices, FakeStream, FakeTrack } from '../support/fake-streams.ts';

/** A connection of the browser, with a place for each kind. */
class FakeConnection extends EventTarget {
  signalingState = 'stable';
  connectionState = 'new';
  remoteDescription: object | null = null;
  restarts = 0;
  places: {
    readonly kind: string;
    direction: string;
    stream: unknown;
    sent: unknown;
    readonly receiver: object;
    readonly sender: object;
  }[] = [];
  addTransceiver(
    what: string | FakeTrack,
    { direction, streams }: { readonly direction: string; readonly streams: readonly unknown[] },
  ) {
    const kind = typeof what === 'string' ? what : what.kind;
    return this.place(kind, direction, typeof what === 'string' ? null : what, streams[0]);
  }
  place(kind: string, direction: string, sent: unknown = null, stream: unknown = null) {
    const place = {
      kind,
      direction,
      stream,
      sent,
      receiver: { track: { kind } },
      sender: {
        replaceTrack: (track: unknown) => ((place.sent = track), Promise.resolve()),
        setStreams: (next: unknown) => (place.stream = next),
      },
    };
    this.places.push(place);
    return place;
  }
  getTransceivers = () => this.places;
  restartIce(): void {
    this.restarts += 1;
  }
  getStats = () => Promise.resolve(new Map());
  state(name: string): void {
    this.connectionState = name;
    this.dispatchEvent(new Event('connectionstatechange'));
  }
  comes(track: FakeTrack): void {
    this.dispatchEvent(Object.assign(new Event('track'), { track }));
  }
}

/** The library, as far as it is used. */
class FakeLibrary extends EventEmitter {
  static made: FakeLibrary[] = [];
  readonly connection = new FakeConnection();
  destroyed = false;
  connected = false;
  negotiations = 0;
  readonly signals: unknown[] = [];
  readonly sent: unknown[] = [];
  constructor(readonly options: object) {
    super();
    Reflect.set(this, '_pc', this.connection);
    FakeLibrary.made.push(this);
  }
  signal(data: unknown): void {
    this.signals.push(data);
  }
  negotiate(): void {
    this.negotiations += 1;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  destroy(): void {
    this.destroyed = true;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  fakeDevices();
  FakeLibrary.made = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const nothing = (): void => undefined;

const servers = [{ urls: 'stun:a' }];

interface Want {
  readonly initiator: boolean;
  readonly relayOnly: boolean;
  readonly video: boolean;
  readonly library: Promise<unknown>;
}

/** A peer whose library is there unless the test keeps it back. */
async function peerOf({ initiator = true, relayOnly = false, video = true, library }: Partial<Want> = {}) {
  const reports: PeerEvent[] = [];
  const stream = new FakeStream();
  const sending = {
    audio: new FakeTrack('audio', 'a'),
    video: video ? new FakeTrack('video', 'v') : null,
    sounds: true,
    shares: false,
    stream,
  };
  const senders = new Set<TrackSender>();
  const local = {
    sending,
    attach: (sender: TrackSender) => (senders.add(sender), () => senders.delete(sender)),
  } as unknown as PageLocal;
  const peer = new PagePeer(
    { initiator, servers, relayOnly, local, on: (event) => void reports.push(event) },
    (library ?? Promise.resolve(FakeLibrary)) as never,
  );
  await vi.advanceTimersByTimeAsync(0);
  const made = FakeLibrary.made.at(-1);
  return {
    peer,
    reports,
    sending,
    senders,
    library: made as FakeLibrary,
    connection: made?.connection as FakeConnection,
  };
}

const readReceived = (said: unknown): Uint8Array =>
  new TextEncoder().encode(typeof said === 'string' ? said : JSON.stringify(said));
const remotes = (reports: readonly PeerEvent[]) =>
  reports.flatMap((event) =>
    event.type === 'remote' ? [[event.hasCamera, event.microphone, event.sharing]] : [],
  );

it('CALL-24: the caller offers places for sound and picture, also without a camera, by the call’s servers', async () => {
  const { connection, library, sending } = await peerOf({ video: false, relayOnly: true });
  expect(
    connection.places.map(({ kind, direction, sent, stream }) => [kind, direction, sent, stream]),
  ).toEqual([
    ['audio', 'sendrecv', sending.audio, sending.stream],
    ['video', 'sendrecv', null, sending.stream],
  ]);
  expect(library.options).toEqual({
    initiator: true,
    config: { iceServers: servers, iceTransportPolicy: 'relay' },
  });
  expect((await peerOf({ initiator: false })).library.options).toMatchObject({
    initiator: false,
    config: { iceTransportPolicy: 'all' },
  });
});

it('CALL-24: the callee sends in the places of the offer, once, and a picture only if it has a place', async () => {
  const { connection, sending, senders } = await peerOf({ initiator: false });
  const [sender] = senders;
  expect([connection.places, sender?.hasPlaceForVideo]).toEqual([[], true]);
  connection.place('audio', 'recvonly');
  connection.remoteDescription = {};
  connection.dispatchEvent(new Event('signalingstatechange'));
  expect(connection.places[0]?.direction).toBe('recvonly');
  connection.signalingState = 'have-remote-offer';
  connection.dispatchEvent(new Event('signalingstatechange'));
  expect(connection.places.map(({ direction, sent, stream }) => [direction, sent, stream])).toEqual([
    ['sendrecv', sending.audio, sending.stream],
  ]);
  expect(sender?.hasPlaceForVideo).toBe(false);
  connection.place('video', 'recvonly');
  Object.assign(connection.places[0] ?? {}, { direction: 'inactive' });
  connection.dispatchEvent(new Event('signalingstatechange'));
  expect(connection.places.map(({ direction, sent }) => [direction, sent])).toEqual([
    ['inactive', sending.audio],
    ['sendrecv', sending.video],
  ]);
  expect(sender?.hasPlaceForVideo).toBe(true);
});

it('CALL-24: a change of the devices is sent in the same places, and said once the sides are connected', async () => {
  const { connection, library, sending, senders } = await peerOf();
  const [sender] = senders;
  Object.assign(sending, { video: null, audio: new FakeTrack('audio', 'b'), shares: true });
  await sender?.update();
  expect([connection.places.map(({ sent }) => sent), library.sent]).toEqual([[sending.audio, null], []]);
  library.connected = true;
  library.emit('connect');
  Object.assign(sending, { sounds: false, video: new FakeTrack('video', 's') });
  sender?.announce();
  await sender?.update();
  expect(library.sent).toEqual([
    { picture: false, sound: true, screen: true },
    { picture: true, sound: false, screen: true },
    { picture: true, sound: false, screen: true },
  ]);
  // Its devices were unplugged (CALL-48).
  Object.assign(sending, { audio: null, video: null, shares: false });
  await sender?.update();
  expect(library.sent.at(-1)).toEqual({ picture: false, sound: false, screen: false, sends: false });
});

it('CALL-20: descriptions and candidates go out as they are made, without the empty last one', async () => {
  const { library, reports } = await peerOf();
  library.emit('signal', { type: 'offer', sdp: 'an offer' });
  library.emit('signal', { type: 'answer' });
  library.emit('signal', { type: 'candidate', candidate: { candidate: 'c', sdpMid: '0' } });
  library.emit('signal', { type: 'candidate', candidate: { candidate: '' } });
  library.emit('signal', { type: 'renegotiate', renegotiate: true });
  expect(reports).toEqual([
    { type: 'signal', signal: { kind: 'offer', text: 'an offer' } },
    { type: 'signal', signal: { kind: 'answer', text: '' } },
    { type: 'signal', signal: { kind: 'iceCandidate', text: '{"candidate":"c","sdpMid":"0"}' } },
  ]);
});

it('CALL-34: signals that come before the code wait in their order; afterwards they go on at once, until the end', async () => {
  let come: (library: unknown) => void = nothing;
  const { peer } = await peerOf({ initiator: false, library: new Promise((resolve) => (come = resolve)) });
  peer.take({ kind: 'offer', text: 'an offer' });
  peer.take({ kind: 'iceCandidate', text: '{"candidate":"c"}' });
  peer.restart();
  come(FakeLibrary);
  await vi.advanceTimersByTimeAsync(0);
  const [library] = FakeLibrary.made;
  peer.take({ kind: 'iceCandidate', text: 'not JSON' });
  expect(library?.signals).toEqual([
    { type: 'offer', sdp: 'an offer' },
    { type: 'candidate', candidate: { candidate: 'c' } },
    { type: 'candidate', candidate: { candidate: '', sdpMid: '0', sdpMLineIndex: 0 } },
  ]);
  peer.close();
  peer.take({ kind: 'answer', text: 'late' });
  expect([library?.signals.length, library?.destroyed]).toEqual([3, true]);
});

it('CALL-34: a peer that was closed before its code came begins nothing, and code that cannot be had ends it', async () => {
  let come: (library: unknown) => void = nothing;
  const { peer, reports } = await peerOf({ library: new Promise((resolve) => (come = resolve)) });
  peer.close();
  come(FakeLibrary);
  await vi.advanceTimersByTimeAsync(0);
  expect([FakeLibrary.made, reports]).toEqual([[], []]);
  expect((await peerOf({ library: Promise.reject(new Error('offline')) })).reports).toEqual([
    { type: 'failed' },
  ]);
});

it('CALL-12: a new path is asked for by the side that offers', async () => {
  const [calling, called] = [await peerOf(), await peerOf({ initiator: false })];
  calling.peer.restart();
  called.peer.restart();
  expect([
    calling.connection.restarts,
    calling.library.negotiations,
    called.connection.restarts,
    called.library.negotiations,
  ]).toEqual([1, 1, 0, 0]);
  calling.peer.close();
  calling.peer.restart();
  expect(calling.connection.restarts).toBe(1);
});

it('CALL-12: the states of a connection are reported, its end once, and nothing after it', async () => {
  const { connection, reports, library, senders } = await peerOf();
  for (const state of ['connecting', 'connected', 'disconnected', 'connected', 'closed'])
    connection.state(state);
  expect(reports.map(({ type }) => type)).toEqual(['connected', 'interrupted', 'connected']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reports.filter(({ type }) => type === 'quality')).toHaveLength(1);
  connection.state('failed');
  connection.state('connected');
  library.emit('close');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reports.map(({ type }) => type).filter((type) => type === 'failed')).toHaveLength(1);
  expect([reports.at(-1)?.type, library.destroyed, senders.size, vi.getTimerCount()]).toEqual([
    'failed',
    true,
    0,
    0,
  ]);
});

it('CALL-12: the far side’s closing waits for its hang-up; a fault of the library ends at once, one of its channel does not', async () => {
  const { library, reports } = await peerOf();
  library.emit('error', Object.assign(new Error('channel'), { code: 'ERR_DATA_CHANNEL' }));
  library.emit('close');
  await vi.advanceTimersByTimeAsync(1_999);
  expect(reports).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(reports).toEqual([{ type: 'failed' }]);
  const other = await peerOf();
  other.library.emit('error', new Error('broken'));
  expect(other.reports).toEqual([{ type: 'failed' }]);
  const hungUp = await peerOf();
  hungUp.library.emit('close');
  hungUp.peer.close();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(hungUp.reports).toEqual([]);
});

it('CALLUI-19: the peer’s picture, microphone and screen are reported; other messages on the channel are not', async () => {
  const { library, reports } = await peerOf();
  for (const sentMessage of [
    { picture: true, sound: true, screen: true },
    { picture: false, sound: false, screen: true },
    { picture: true },
    { sound: false },
    'hello',
  ])
    library.emit('data', readReceived(sentMessage));
  expect(remotes(reports)).toEqual([
    [true, true, true],
    [false, false, false],
    [true, true, false],
  ]);
});

it('CALL-24: a stream holds a picture only while one is sent; a client that says nothing is believed by its frames', async () => {
  const { connection, library, reports } = await peerOf();
  const [sound, picture] = [new FakeTrack('audio', 'r'), new FakeTrack('video', 'r')];
  const tracks = () => {
    const last = reports.findLast((event) => event.type === 'remote');
    return last?.type === 'remote'
      ? ((mediaStreamOf(last.view) as unknown as FakeStream | null)?.tracks ?? [])
      : [];
  };
  connection.comes(sound);
  connection.comes(picture);
  expect([tracks(), remotes(reports)]).toEqual([
    [sound],
    [
      [false, true, false],
      [false, true, false],
    ],
  ]);
  let frames = 0;
  connection.getStats = () =>
    Promise.resolve(
      new Map([
        [1, { type: 'inbound-rtp', kind: 'video', packetsReceived: (frames += 10), framesReceived: frames }],
      ]),
    ) as never;
  connection.state('connected');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(tracks()).toEqual([sound, picture]);
  library.emit('data', readReceived({ picture: false }));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(tracks()).toEqual([sound]);
});

it('CALL-45: a flow that stops is an interruption although the connection says nothing, and its return ends that', async () => {
  const { connection, reports } = await peerOf();
  let received = 10;
  connection.getStats = () =>
    Promise.resolve(
      new Map([[1, { type: 'inbound-rtp', kind: 'audio', packetsReceived: received }]]),
    ) as never;
  connection.state('connected');
  await vi.advanceTimersByTimeAsync(2_500);
  received = 20;
  await vi.advanceTimersByTimeAsync(500);
  const flow = new Set(['connected', 'interrupted', 'failed']);
  expect(reports.map(({ type }) => type).filter((type) => flow.has(type))).toEqual([
    'connected',
    'interrupted',
    'connected',
  ]);
  expect(reports).toContainEqual({ type: 'level', own: 0, other: 0 });
});
