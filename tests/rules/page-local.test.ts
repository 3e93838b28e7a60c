import { afterEach, expect, it, vi } from 'vitest';
import { mediaStreamOf, viewOf } from '../../src/client/browser/media/media-views.ts';
import { readChosenDevices, PageLocal, type TrackSender } from '../../src/client/browser/media/page-local.ts';
import { createPageMedia } from '../../src/client/browser/media/page-media.ts';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { fakeDevices, FakeStream, FakeTrack } from '../support/fake-streams.ts';

afterEach(() => void vi.unstubAllGlobals());

const NOBODY = { microphone: '', camera: '', quietsNoise: true };

async function opened(video: boolean, chosen = NOBODY) {
  const page = fakeDevices();
  const local = await PageLocal.open(video, chosen);
  if (!local.ok) throw new Error(local.reason);
  const reports: string[] = [];
  const sender: TrackSender = {
    hasPlaceForVideo: true,
    update: () => (reports.push('sent anew'), Promise.resolve()),
    announce: () => void reports.push('said'),
  };
  const detach = local.value.attach(sender);
  const device = () => (local.value.sending.video as unknown as FakeTrack | null)?.device ?? null;
  return { ...page, local: local.value, reports, detach, device, sender };
}

it('CALL-38: a call opens what it needs, from the devices that were chosen', async () => {
  const { local, asked, device } = await opened(true, {
    ...NOBODY,
    microphone: 'audio-2',
    camera: 'video-2',
  });
  expect(asked).toEqual([
    {
      audio: {
        echoCancellation: true,
        noiseSuppression: true,
        autoGainControl: true,
        deviceId: { ideal: 'audio-2' },
      },
      video: {
        width: { ideal: 1_280 },
        height: { ideal: 720 },
        facingMode: 'user',
        deviceId: { ideal: 'video-2' },
      },
    },
  ]);
  expect([local.hasCamera, local.sending.sounds, local.sending.shares, device()]).toEqual([
    true,
    true,
    false,
    'video-2',
  ]);
  const voice = await opened(false);
  expect([
    voice.asked[0]?.video,
    voice.asked[0]?.audio !== false && voice.asked[0]?.audio?.deviceId,
    voice.local.hasCamera,
    voice.device(),
  ]).toEqual([false, undefined, false, null]);
});

it.each(['NotAllowedError', 'NotFoundError', 'NotReadableError'])(
  'CALL-38: a camera with %s leaves a call with sound alone',
  async (problem) => {
    const { refused } = fakeDevices();
    refused.set('video', problem);
    const local = await PageLocal.open(true, NOBODY);
    expect(local.ok && [local.value.hasCamera, local.value.sending.sounds]).toEqual([false, true]);
  },
);

it('CALL-10: without a microphone there is no call, and a browser that cannot is not asked twice', async () => {
  const { refused, asked } = fakeDevices();
  refused.set('audio', 'NotAllowedError');
  expect(await PageLocal.open(true, NOBODY)).toMatchObject({ ok: false, reason: 'denied' });
  expect(asked).toHaveLength(2);
  refused.set('audio', 'TypeError');
  expect(await PageLocal.open(true, NOBODY)).toMatchObject({ ok: false, reason: 'unsupported' });
  expect(asked).toHaveLength(3);
});

it('CALL-24: a microphone that is off sends silence, and the other side learns it', async () => {
  const { local, reports, detach } = await opened(false);
  void local.setMicrophone(false);
  expect([local.sending.sounds, local.sending.audio?.enabled, reports]).toEqual([false, false, ['said']]);
  void local.setMicrophone(true);
  detach();
  void local.setMicrophone(false);
  expect(reports).toEqual(['said', 'said']);
});

it('CALL-24: a camera goes off and on, and the same again changes nothing', async () => {
  const { local, reports, made, device, asked } = await opened(true);
  expect(await local.setCamera(true)).toMatchObject({ ok: true });
  expect([asked.length, reports]).toEqual([1, []]);
  await local.setCamera(false);
  expect([made.at(-1)?.readyState, local.hasCamera, device(), reports]).toEqual([
    'ended',
    false,
    null,
    ['sent anew'],
  ]);
  await Promise.all([local.setCamera(true), local.setCamera(true)]);
  expect([asked.length, local.hasCamera, device(), reports.length]).toEqual([2, true, 'video-1', 2]);
});

it('CALL-24: without a place for a picture no camera comes up, and one that is refused says why', async () => {
  const { local, refused, sender, asked, detach } = await opened(false);
  detach();
  local.attach({ ...sender, hasPlaceForVideo: false });
  expect(await local.setCamera(true)).toMatchObject({ ok: false, reason: 'unsupported' });
  expect(await local.shareScreen(() => undefined)).toMatchObject({ ok: false, reason: 'unsupported' });
  expect(asked).toHaveLength(1);
  const other = await opened(false);
  other.refused.set('video', 'NotAllowedError');
  expect(await other.local.setCamera(true)).toMatchObject({ ok: false, reason: 'denied' });
  expect([refused.size, other.local.hasCamera]).toEqual([0, false]);
});

it('CALL-24: the next camera is the one after this, round and round, or the one named', async () => {
  const { local, device, made, devices, asked } = await opened(true);
  const [first] = made.filter(({ kind }) => kind === 'video');
  await local.switchCamera();
  expect([device(), first?.readyState, asked.at(-1)?.video]).toEqual([
    'video-2',
    'ended',
    expect.objectContaining({ deviceId: { exact: 'video-2' }, facingMode: undefined }),
  ]);
  await local.switchCamera();
  expect(device()).toBe('video-1');
  await local.switchCamera('video-2');
  expect(device()).toBe('video-2');
  const before = asked.length;
  expect(await local.switchCamera('video-2')).toMatchObject({ ok: true });
  expect(asked).toHaveLength(before);
  devices.cameras = [];
  expect(await local.switchCamera()).toMatchObject({ ok: false, reason: 'missing' });
});

it('CALL-24: a camera that cannot be switched to leaves the one that was', async () => {
  const { local, device, refused } = await opened(true);
  refused.set('video-2', 'NotReadableError');
  expect(await local.switchCamera()).toMatchObject({ ok: false, reason: 'inUse' });
  expect([device(), local.hasCamera]).toEqual(['video-1', true]);
});

it('CALL-24: another microphone takes the place of the old one, as loud as that was', async () => {
  const { local, reports, made } = await opened(false);
  void local.setMicrophone(false);
  const [old] = made;
  await local.switchMicrophone('audio-2');
  const now = local.sending.audio as unknown as FakeTrack;
  expect([old?.readyState, now.device, now.enabled, reports]).toEqual([
    'ended',
    'audio-2',
    false,
    ['said', 'sent anew'],
  ]);
  const missing = await opened(false);
  missing.refused.set('audio-3', 'OverconstrainedError');
  expect(await missing.local.switchMicrophone('audio-3')).toMatchObject({ ok: false, reason: 'missing' });
  expect((missing.local.sending.audio as unknown as FakeTrack).readyState).toBe('live');
});

it('CALL-24: a screen goes before the camera, is shared once, and its end from outside brings the camera back', async () => {
  const { local, device, devices, reports } = await opened(true);
  const screens: FakeTrack[] = [];
  const plain = devices.screen;
  devices.screen = () => {
    const stream = plain();
    screens.push(...stream.tracks);
    return stream;
  };
  const ended = vi.fn();
  // This side shows exactly the tracks that it sends.
  const listVisible = () =>
    ((mediaStreamOf(local.view)?.getVideoTracks() ?? []) as unknown as FakeTrack[]).map((one) => one.device);
  expect(listVisible()).toEqual(['video-1']);
  await local.shareScreen(ended);
  expect(listVisible()).toEqual(['screen']);
  expect([device(), local.sending.shares, local.hasCamera, reports]).toEqual([
    'screen',
    true,
    true,
    ['sent anew'],
  ]);
  await local.shareScreen(ended);
  expect(screens).toHaveLength(1);
  screens[0]?.dispatchEvent(new Event('ended'));
  await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce());
  expect([device(), local.sending.shares, screens[0]?.readyState]).toEqual(['video-1', false, 'ended']);
  expect(listVisible()).toEqual(['video-1']);
});

/** Counts the sounds that a page mixes. */
function fakeMixer() {
  const inputs = new Set<FakeTrack>();
  class FakeAudioContext {
    createMediaStreamDestination = () => ({ stream: new FakeStream([new FakeTrack('audio', 'mix')]) });
    createMediaStreamSource = ({ tracks: [track] }: FakeStream) => ({
      connect: () => void (track && inputs.add(track)),
      disconnect: () => void (track && inputs.delete(track)),
    });
    resume = () => Promise.resolve();
    close = () => Promise.resolve(inputs.clear());
  }
  vi.stubGlobal('AudioContext', FakeAudioContext);
  return () => Array.from(inputs, ({ device }) => device);
}

it('CALL-49: a shared screen brings its sound, with the microphone of that moment', async () => {
  const { local, devices, reports } = await opened(false);
  const mixed = fakeMixer();
  const sound = new FakeTrack('audio', 'screen sound');
  devices.screen = () => new FakeStream([new FakeTrack('video', 'screen'), sound]);
  const audio = () => (local.sending.audio as unknown as FakeTrack | null)?.device;
  expect(audio()).toBe('audio-1');
  await local.shareScreen(() => undefined);
  expect([audio(), mixed(), reports]).toEqual(['mix', ['screen sound', 'audio-1'], ['sent anew']]);
  await local.setMicrophone(false);
  expect([audio(), local.sending.sounds]).toEqual(['mix', false]);
  await local.switchMicrophone('audio-2');
  expect(mixed()).toEqual(['screen sound', 'audio-2']);
  await local.stopSharing();
  expect([audio(), mixed(), sound.readyState]).toEqual(['audio-2', [], 'ended']);
});

it('CALL-24: a denied or missing screen returns the reason', async () => {
  const { local, refused, devices } = await opened(false);
  refused.set('screen', 'NotAllowedError');
  expect(await local.shareScreen(() => undefined)).toMatchObject({ ok: false, reason: 'denied' });
  refused.clear();
  devices.screen = () => new FakeStream();
  expect(await local.shareScreen(() => undefined)).toMatchObject({ ok: false, reason: 'missing' });
  Reflect.deleteProperty(devices, 'getDisplayMedia');
  expect(await local.shareScreen(() => undefined)).toMatchObject({ ok: false, reason: 'unsupported' });
});

/** A page whose call gets reports of lost devices. */
async function losing(video: boolean) {
  const page = await opened(video);
  const lost: string[] = [];
  page.local.onLost((kind) => void lost.push(kind));
  return { ...page, lost };
}
const turn = () => new Promise<void>((done) => void setImmediate(done));

it('CALL-48: a track that ends sends nothing more, and the device can be opened again', async () => {
  const { local, made, lost, reports, device } = await losing(true);
  for (const one of made) {
    one.stop();
    one.dispatchEvent(new Event('ended'));
  }
  await turn();
  expect([lost, local.sending.audio, device(), local.isHeard, local.hasCamera, reports.length]).toEqual([
    ['microphone', 'camera'],
    null,
    null,
    false,
    false,
    2,
  ]);
  expect([await local.setMicrophone(true), await local.setCamera(true)]).toMatchObject([
    { ok: true },
    { ok: true },
  ]);
  expect([local.isHeard, local.sending.audio?.readyState, local.hasCamera]).toEqual([true, 'live', true]);
});

it('CALL-48: a device that leaves the list is lost although its track never ends', async () => {
  const { local, devices, lost } = await losing(true);
  devices.dispatchEvent(new Event('devicechange'));
  await turn();
  expect(lost).toEqual([]);
  devices.microphones = ['audio-2'];
  devices.cameras = [];
  devices.dispatchEvent(new Event('devicechange'));
  await turn();
  expect([lost, local.sending.audio, local.hasCamera]).toEqual([['microphone', 'camera'], null, false]);
});

it('CALL-48: a list without ids loses nothing, and neither does a call that is over', async () => {
  const { local, devices, lost, made } = await losing(false);
  devices.microphones = [''];
  devices.dispatchEvent(new Event('devicechange'));
  await turn();
  expect([lost, local.isHeard]).toEqual([[], true]);
  local.close();
  devices.microphones = [];
  devices.dispatchEvent(new Event('devicechange'));
  made[0]?.dispatchEvent(new Event('ended'));
  await turn();
  expect(lost).toEqual([]);
});

it('CALL-48: a user who mutes while a microphone is asked for stays muted', async () => {
  const { local, made, refused } = await losing(false);
  made[0]?.dispatchEvent(new Event('ended'));
  await turn();
  refused.set('audio', 'NotFoundError');
  expect(await local.setMicrophone(true)).toMatchObject({ ok: false, reason: 'missing' });
  refused.clear();
  const pendingAnswer = local.setMicrophone(true);
  await local.setMicrophone(false);
  await pendingAnswer;
  expect([local.isHeard, local.sending.audio?.readyState]).toEqual([false, 'live']);
});

it('CALL-48: a device that was exchanged or switched off by the user is not reported as lost', async () => {
  const { local, made, lost } = await losing(true);
  await local.switchMicrophone('audio-2');
  await local.setCamera(false);
  for (const one of made.slice(0, 2)) one.dispatchEvent(new Event('ended'));
  await turn();
  expect([lost, local.isHeard]).toEqual([[], true]);
});

it('CALL-24: at the end everything is let go, also what comes only then', async () => {
  const { local, made, reports } = await opened(true);
  await local.shareScreen(() => undefined);
  const shared = local.sending.video as unknown as FakeTrack;
  reports.length = 0;
  const late = [local.switchMicrophone('audio-2'), local.stopSharing()];
  local.close();
  await Promise.all(late);
  const other = await opened(false);
  const camera = other.local.setCamera(true);
  const screen = other.local.shareScreen(() => undefined);
  other.local.close();
  await Promise.all([camera, screen]);
  expect(
    [...made, shared, ...other.made].map(({ readyState }) => readyState).filter((state) => state !== 'ended'),
  ).toEqual([]);
  expect([reports, other.reports]).toEqual([[], []]);
});

it('CALL-24: the same stream is the same view, so the page need not restart it', () => {
  const [one, other] = [{ id: 'a' }, { id: 'b' }] as unknown as [MediaStream, MediaStream];
  expect(viewOf(one)).toBe(viewOf(one));
  expect([mediaStreamOf(viewOf(one)), mediaStreamOf(viewOf(other))]).toEqual([one, other]);
  expect([mediaStreamOf(null), mediaStreamOf({ id: 'a' })]).toEqual([null, null]);
});

it.each([
  ['{"microphone":"a","camera":"b"}', 'a', 'b'],
  ['{"camera":"b"}', '', 'b'],
  ['{"microphone":"a","camera":5}', 'a', ''],
  ['{"microphone":null}', '', ''],
  ['no choice', '', ''],
  ['null', '', ''],
  [null, '', ''],
])(
  'CALL-38: the stored choice of devices is read back, other text is ignored: %j',
  (text, microphone, camera) => {
    expect(readChosenDevices(text)).toEqual({ microphone, camera, quietsNoise: true });
  },
);

it('CALL-52: noise suppression is switched at once, or by opening the microphone again', async () => {
  const { local, asked, made } = await opened(false, { ...NOBODY, quietsNoise: false });
  const suppressed = () => asked.map(({ audio }) => audio !== false && audio?.noiseSuppression);
  expect([suppressed(), readChosenDevices('{"quietsNoise":false}').quietsNoise]).toEqual([[false], false]);
  const [microphone] = made;
  const applyConstraints = vi.fn(async () => undefined);
  Object.assign(microphone as object, { applyConstraints });
  await local.quietNoise(true);
  expect(applyConstraints).toHaveBeenCalledWith(expect.objectContaining({ noiseSuppression: true }));
  expect([suppressed(), local.sending.sounds]).toEqual([[false], true]);
  Object.assign(microphone as object, { getSettings: () => ({ deviceId: 'a', noiseSuppression: true }) });
  await local.quietNoise(false);
  expect(suppressed()).toEqual([false, false]);
});

it('CALL-10: a page without devices says so, and one with them opens what the person chose', async () => {
  const { asked, devices } = fakeDevices();
  vi.stubGlobal('isSecureContext', false);
  const chosen = createMemoryProfile().settings();
  chosen.set('callDevices', JSON.stringify({ microphone: 'audio-2', camera: '' }));
  const without = createPageMedia(chosen);
  expect([without.supported, await without.open({ video: false }), await without.devices()]).toEqual([
    false,
    { ok: false, reason: 'unsupported' },
    [],
  ]);
  expect(asked).toEqual([]);
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('RTCPeerConnection', EventTarget);
  const page = createPageMedia(chosen);
  const local = await page.open({ video: false });
  expect([page.supported, local.ok, asked]).toEqual([
    true,
    true,
    [{ audio: expect.objectContaining({ deviceId: { ideal: 'audio-2' } }), video: false }],
  ]);
  expect((await page.devices()).length).toBe((await devices.enumerateDevices()).length);
});
