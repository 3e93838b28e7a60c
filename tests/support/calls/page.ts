import { createBrowserClient } from '../../../src/client/browser/browser-client.ts';
import type { Client } from '../../../src/client/interface/client.ts';
import { createFetchHttp } from '../../../src/client/browser/fetch-adapter.ts';
import { mediaStreamOf } from '../../../src/client/browser/media/media-views.ts';

/**
 * A page with the product's client and nothing around it, for the tests of calls: what media do is
 * counted here, at the far side, in the browser's own statistics.
 */
export interface CallPage {
  readonly client: Client;
  /** Every connection that was ever made by this page, and every track that it was given. */
  readonly connections: readonly RTCPeerConnection[];
  readonly tracks: readonly MediaStreamTrack[];
  /** Stages that were shown so far, for tests that check them. */
  readonly stages: Set<string>;
  /** Repeating timers of the page. */
  readonly intervals: ReadonlySet<number>;
  /** Media received by the newest connection. */
  received(): Promise<Received>;
  /** Answers the ringing call. Returns the times of its steps, in ms since the press. */
  answerTimed(): Promise<AnswerTimes>;
}

export interface AnswerTimes {
  /** Devices are there, and the answer leaves. */
  readonly devices: number;
  /** The caller's offer has come. */
  readonly offer: number;
  /** A path was found and is safe. */
  readonly connected: number;
  /** The first frame of the other side is on the screen. */
  readonly frame: number;
}

export interface Received {
  /** The received sound energy over time; silence adds nothing. */
  readonly audioEnergy: number;
  readonly videoFrames: number;
  readonly width: number;
  readonly height: number;
  /** Kind of the local candidate in use: host, srflx, relay. */
  readonly by: string;
}

declare global {
  interface Window {
    calls: CallPage;
  }
}

const connections: RTCPeerConnection[] = [];
const tracks: MediaStreamTrack[] = [];

const Native = window.RTCPeerConnection;
window.RTCPeerConnection = class extends Native {
  constructor(configuration?: RTCConfiguration) {
    super(configuration);
    connections.push(this);
  }
};

const intervals = new Set<number>();
const nativeSet = window.setInterval.bind(window);
const nativeClear = window.clearInterval.bind(window);
window.setInterval = ((run: TimerHandler, ms?: number) => {
  const id = nativeSet(run, ms);
  intervals.add(id);
  return id;
}) as typeof window.setInterval;
window.clearInterval = (id) => {
  if (typeof id === 'number') intervals.delete(id);
  nativeClear(id);
};

for (const name of ['getUserMedia', 'getDisplayMedia'] as const) {
  const native = navigator.mediaDevices[name].bind(navigator.mediaDevices);
  navigator.mediaDevices[name] = async (wanted?: MediaStreamConstraints) => {
    const stream = await native(wanted);
    tracks.push(...stream.getTracks());
    return stream;
  };
}

const amount = (entry: Readonly<Record<string, unknown>>, key: string): number =>
  typeof entry[key] === 'number' ? entry[key] : 0;

async function received(): Promise<Received> {
  let match: Received = { audioEnergy: 0, videoFrames: 0, width: 0, height: 0, by: '' };
  const report = await connections.at(-1)?.getStats();
  const entries: Readonly<Record<string, unknown>>[] = [];
  report?.forEach((entry: Readonly<Record<string, unknown>>) => entries.push(entry));
  for (const entry of entries) {
    if (entry['type'] === 'inbound-rtp' && entry['kind'] === 'audio')
      match = { ...match, audioEnergy: amount(entry, 'totalAudioEnergy') };
    if (entry['type'] === 'inbound-rtp' && entry['kind'] === 'video') {
      match = {
        ...match,
        videoFrames: amount(entry, 'framesDecoded'),
        width: amount(entry, 'frameWidth'),
        height: amount(entry, 'frameHeight'),
      };
    }
    if (entry['type'] === 'candidate-pair' && entry['nominated'] === true && entry['state'] === 'succeeded') {
      match = {
        ...match,
        by: String(entries.find((one) => one['id'] === entry['localCandidateId'])?.['candidateType']),
      };
    }
  }
  return match;
}

// A browser decodes only media that an element plays.
const view = document.createElement('video');
view.autoplay = true;
document.body.append(view);

async function answerTimed(): Promise<AnswerTimes> {
  const from = performance.now();
  const since = (): number => performance.now() - from;
  const made = connections.length;
  const frame = new Promise<number>((resolve) => void view.requestVideoFrameCallback(() => resolve(since())));
  client.actions.answerCall();
  const passes = async (fact: () => boolean): Promise<number> => {
    while (!fact()) await new Promise((resolve) => setTimeout(resolve, 1));
    return since();
  };
  const devices = await passes(
    () => client.calls.get()?.stage !== 'ringing' && client.calls.get()?.stage !== 'preparing',
  );
  const offer = await passes(() => connections.length > made);
  const connected = await passes(() => connections.at(-1)?.connectionState === 'connected');
  return { devices, offer, connected, frame: await frame };
}

const client = await createBrowserClient(createFetchHttp(location.origin));
window.calls = { client, connections, tracks, stages: new Set(), intervals, received, answerTimed };
client.calls.subscribe(() => {
  const stream = mediaStreamOf(client.calls.get()?.remote.view ?? null);
  if (view.srcObject !== stream) view.srcObject = stream;
});
await client.start();
document.body.dataset['ready'] = '1';
