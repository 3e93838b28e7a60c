import { vi } from 'vitest';

/** Replaces cameras, microphones and screens of a browser. */
export class FakeTrack extends EventTarget {
  enabled = true;
  readyState = 'live';
  constructor(
    readonly kind: 'audio' | 'video',
    readonly device: string,
  ) {
    super();
  }
  stop(): void {
    this.readyState = 'ended';
  }
  getSettings(): { readonly deviceId: string } {
    return { deviceId: this.device };
  }
}

export class FakeStream {
  readonly id = 'stream';
  tracks: FakeTrack[];
  constructor(tracks: FakeTrack[] = []) {
    this.tracks = tracks;
  }
  getTracks = (): FakeTrack[] => this.tracks.slice();
  getAudioTracks = (): FakeTrack[] => this.tracks.filter(({ kind }) => kind === 'audio');
  getVideoTracks = (): FakeTrack[] => this.tracks.filter(({ kind }) => kind === 'video');
  addTrack(track: FakeTrack): void {
    if (!this.tracks.includes(track)) this.tracks.push(track);
  }
  removeTrack(track: FakeTrack): void {
    this.tracks = this.tracks.filter((one) => one !== track);
  }
}

interface Constraints {
  readonly audio?:
    | {
        readonly deviceId?: { readonly exact?: string; readonly ideal?: string };
        readonly noiseSuppression?: boolean;
      }
    | false;
  readonly video?: { readonly deviceId?: { readonly exact?: string; readonly ideal?: string } } | boolean;
}

const no = (name: string): Error => Object.assign(new Error(name), { name });

/** Devices of a page: two cameras and two microphones. `refuse` has the kinds that the browser denies. */
export function fakeDevices() {
  const events = new EventTarget();
  const refused = new Map<string, string>();
  const made: FakeTrack[] = [];
  const requests: Constraints[] = [];
  const pick = (
    kind: 'audio' | 'video',
    constraints: Constraints['audio'] | Constraints['video'],
  ): FakeTrack[] => {
    if (constraints === undefined || constraints === false) return [];
    const id =
      typeof constraints === 'object'
        ? (constraints.deviceId?.exact ?? constraints.deviceId?.ideal)
        : undefined;
    const problem = refused.get(kind) ?? refused.get(id ?? '');
    if (problem !== undefined) throw no(problem);
    const track = new FakeTrack(kind, id ?? `${kind}-1`);
    made.push(track);
    return [track];
  };
  const devices = {
    cameras: ['video-1', 'video-2'],
    microphones: ['audio-1', 'audio-2'],
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
    screen: (): FakeStream => new FakeStream([new FakeTrack('video', 'screen')]),
    getUserMedia: async (constraints: Constraints) => {
      requests.push(constraints);
      await Promise.resolve();
      return new FakeStream([...pick('audio', constraints.audio), ...pick('video', constraints.video)]);
    },
    getDisplayMedia: () =>
      refused.has('screen')
        ? Promise.reject(no(refused.get('screen') ?? ''))
        : Promise.resolve(devices.screen()),
    enumerateDevices: () =>
      Promise.resolve([
        ...devices.microphones.map((deviceId) => ({ kind: 'audioinput', deviceId })),
        ...devices.cameras.map((deviceId) => ({ kind: 'videoinput', deviceId })),
      ]),
  };
  vi.stubGlobal('navigator', { mediaDevices: devices });
  vi.stubGlobal('MediaStream', FakeStream);
  return { devices, refused, made, asked: requests };
}
