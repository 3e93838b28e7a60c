import { setTimeout } from 'node:timers/promises';
import { readdirSync, readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page, Worker } from 'playwright-core';
import { join } from 'node:path';
import { build } from 'vite';
import type { FrameFigures } from '../../../src/client/browser/media/frame-messages.ts';
import type { CallView } from '../../../src/client/interface/calls.ts';
import type { Person } from '../browser.ts';
import { befriend, type HttpUser, password, signUp } from '../http-user.ts';
import type { Received } from './page.ts';
import { root } from '../house/repository.ts';

let built: Promise<string> | null = null;

/** The page of the tests of calls as one script. */
function callPageScript(): Promise<string> {
  built ??= make();
  return built;
}

async function make(): Promise<string> {
  const made = await build({
    root,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      rolldownOptions: { input: join(root, 'tests/support/calls/page.ts'), output: { codeSplitting: false } },
    },
  });
  const [output] = Array.isArray(made) ? made : [made];
  if (output === undefined || !('output' in output)) throw new Error('the page of the calls was not built');
  return output.output[0].code;
}

/** Flags of a browser whose cameras and microphones are pretended, and whose media stay on this machine. */
export const MEDIA_FLAGS = [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream=device-count=4,fps=5',
  '--allow-loopback-in-peer-connection',
  '--auto-select-tab-capture-source-by-title=shared tab',
  '--autoplay-policy=no-user-gesture-required',
  '--disable-features=WebRtcHideLocalIpsWithMdns',
];

/** Runs in a page before its scripts: cameras give a small picture, which costs little. */
export function smallPictures(): void {
  const original = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = (wanted) =>
    original(
      typeof wanted?.video === 'object'
        ? { ...wanted, video: { ...wanted.video, width: { ideal: 320 }, height: { ideal: 240 } } }
        : wanted,
    );
}

/** A page with the client of one user. */
export interface CallPerson {
  readonly user: HttpUser;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Events of the signals that this page posted, in order. */
  readonly posts: string[];
  readonly faults: string[];
}

export interface PersonOptions {
  readonly settings?: Readonly<Record<string, string>>;
  readonly permissions?: readonly string[];
  /** Installs timers that the test can advance with `page.clock`. Time also passes normally. */
  readonly clock?: boolean;
  /** Opens another page of this user. */
  readonly user?: HttpUser;
  /** Opens the page in the same browser profile. */
  readonly context?: BrowserContext;
}

export async function callPerson(
  browser: Browser,
  url: string,
  name: string,
  options: PersonOptions = {},
): Promise<CallPerson> {
  const user = options.user ?? (await signUp(url, name));
  const context = options.context ?? (await browser.newContext({ bypassCSP: true }));
  const script = await callPageScript();
  if (!options.context) {
    await context.grantPermissions([...(options.permissions ?? ['camera', 'microphone'])], { origin: url });
    if (options.clock === true) await context.clock.install();
    await context.addInitScript(smallPictures);
    await context.addInitScript((settings) => {
      for (const [key, value] of Object.entries(settings)) localStorage.setItem(key, value);
    }, options.settings ?? {});
  }
  const page = await context.newPage();
  const [posts, faults]: [string[], string[]] = [[], []];
  page.on('request', (request) => {
    if (request.url().endsWith('/sendToMsg'))
      posts.push(String((request.postDataJSON() as { readonly event?: unknown }).event));
  });
  page.on('pageerror', (error) => faults.push(error.message));
  // A document of the server itself: a pretended one may not open sockets to this machine.
  await page.goto(`${url}/healthz`);
  await page.addScriptTag({ content: script, type: 'module' });
  await page.locator('body[data-ready]').waitFor({ state: 'attached' });
  await page.evaluate(
    ([account, secret]) => window.calls.client.actions.login({ account, password: secret, remember: true }),
    [user.account, password] as const,
  );
  await page.waitForFunction(() => {
    const { connection, sync } = window.calls.client.store.get();
    return sync.ready && connection.name === 'open' && connection.bound;
  });
  return { user, context, page, posts, faults };
}

export async function callFriends(
  browser: Browser,
  url: string,
  names: readonly string[],
  options: PersonOptions = {},
): Promise<readonly CallPerson[]> {
  const people: CallPerson[] = [];
  for (const name of names) people.push(await callPerson(browser, url, name, options));
  for (const [at, one] of people.entries())
    for (const other of people.slice(at + 1)) await befriend(one.user, other.user);
  for (const one of people) {
    const others = people.filter((other) => other !== one).map((other) => String(other.user.id));
    await one.page.waitForFunction(
      (ids) =>
        ids.every((id) => [...window.calls.client.store.get().contacts].some((contact) => contact.id === id)),
      others,
    );
  }
  return people;
}

export const begin = (from: CallPerson, to: CallPerson, video = false): Promise<boolean> =>
  from.page.evaluate(
    async ([id, isVideo]) =>
      (
        await window.calls.client.actions.startCall(id as never, {
          video: isVideo,
          name: 'somebody',
          avatar: '',
        })
      ).ok,
    [to.user.id, video] as const,
  );

type Simple = 'answerCall' | 'hangUp' | 'closeCall';
export const act = (person: CallPerson, name: Simple): Promise<void> =>
  person.page.evaluate((action) => window.calls.client.actions[action](), name);

export const view = (person: CallPerson): Promise<CallView | null> =>
  person.page.evaluate(() => window.calls.client.calls.get());

/** Waits until the call of this page reaches a stage, or until no call exists. */
export async function stands(
  person: CallPerson,
  stage: CallView['stage'] | null,
  timeout = 45_000,
): Promise<void> {
  await person.page
    .waitForFunction((wanted) => (window.calls.client.calls.get()?.stage ?? null) === wanted, stage, {
      timeout,
      polling: 20,
    })
    .catch(async (error: unknown) => {
      throw new Error(`not ${String(stage)} but ${JSON.stringify(await view(person))}`, { cause: error });
    });
}

export async function talk(from: CallPerson, to: CallPerson, video = false): Promise<void> {
  await begin(from, to, video);
  await stands(to, 'ringing');
  await act(to, 'answerCall');
  await Promise.all([stands(from, 'talking'), stands(to, 'talking')]);
}

/** Code and seconds of the newest call record, as the server returns them. */
export async function record(person: CallPerson, other: CallPerson): Promise<readonly [unknown, unknown]> {
  const answer = await person.user.call<
    readonly {
      readonly type: string;
      readonly extends: { readonly code: unknown; readonly callTime: unknown };
    }[]
  >('/enterprise/im/getMessageList', { toContactId: other.user.id, page: 1, limit: 20, peek: 1 });
  const last = answer.data.findLast((row) => row.type === 'webrtc');
  return [last?.extends.code, last?.extends.callTime];
}

export const received = (person: CallPerson): Promise<Received> =>
  person.page.evaluate(() => window.calls.received());

/** Waits until sound, a picture, or both arrive. */
export async function hears(
  person: CallPerson,
  what: 'sound' | 'picture' | 'both',
  limitMs = 40_000,
): Promise<void> {
  const before = await received(person);
  await until(
    async () => {
      const now = await received(person);
      return (
        (what === 'picture' || now.audioEnergy > before.audioEnergy) &&
        (what === 'sound' || now.videoFrames > before.videoFrames + 5)
      );
    },
    `${what} at ${person.user.account}`,
    limitMs,
  );
}

/** Asks again and again until it is so. */
export async function until(
  fact: () => Promise<boolean> | boolean,
  what: string,
  limitMs = 40_000,
): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await fact())) {
    if (performance.now() > end) throw new Error(`did not happen: ${what}`);
    await setTimeout(100);
  }
}

/** Sound and pictures that a page of a group call plays. */
export interface CallMeter {
  /** Tones of others that can be heard. */
  heard: number;
  /** Pictures that move, the own one included. */
  moving: number;
  /** The longest time without one of the expected tones, since these were set. */
  gapMs: number;
  expected: readonly number[];
  /** Packets that arrived so far, also at connections that this page should have closed. */
  packets: number;
}

declare global {
  interface Window {
    callMeter: CallMeter;
    /** A steady tone as a track. */
    tone(hz: number): MediaStreamTrack;
    /** Tones that the page plays now, in Hz, with a hundred in a step. */
    tones(): readonly number[];
  }
}

/** Runs in a page before its scripts: its microphone gives a tone, and what it plays is measured. */
export function measureCall(ownHz: number): void {
  const context = new AudioContext();
  const analysers = new Map<MediaProvider, AnalyserNode>();
  const frames = new Map<HTMLVideoElement, readonly [count: number, atMs: number]>();
  const connections: RTCPeerConnection[] = [];
  const meter: CallMeter = { heard: 0, moving: 0, gapMs: 0, expected: [], packets: 0 };
  let gapSinceMs: number | null = null;
  window.callMeter = meter;
  window.tone = (hz) => {
    const out = context.createMediaStreamDestination();
    const oscillator = new OscillatorNode(context, { frequency: hz });
    oscillator.connect(new GainNode(context, { gain: 0.2 })).connect(out);
    oscillator.start();
    const [track] = out.stream.getAudioTracks();
    if (track === undefined) throw new Error('no track');
    return track;
  };
  const playing = (): readonly AnalyserNode[] =>
    [...document.querySelectorAll('audio')].flatMap(({ paused, srcObject }) => {
      if (paused || !(srcObject instanceof MediaStream) || srcObject.getAudioTracks().length === 0) return [];
      let analyser = analysers.get(srcObject);
      if (analyser === undefined) {
        analyser = new AnalyserNode(context, { fftSize: 2_048 });
        context.createMediaStreamSource(srcObject).connect(analyser);
        analysers.set(srcObject, analyser);
      }
      return [analyser];
    });
  window.tones = () => {
    const found = playing().flatMap((analyser) => {
      const levels = new Float32Array(analyser.frequencyBinCount);
      analyser.getFloatFrequencyData(levels);
      return [...levels].flatMap((level, bin) =>
        level > -50 && level >= (levels[bin - 1] ?? 0) && level >= (levels[bin + 1] ?? 0)
          ? [Math.round((bin * context.sampleRate) / analyser.fftSize / 100) * 100]
          : [],
      );
    });
    return [...new Set(found)].toSorted((a, b) => a - b);
  };
  const original = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    const stream = await original(wanted);
    for (const track of stream.getAudioTracks()) {
      track.stop();
      stream.removeTrack(track);
      stream.addTrack(window.tone(ownHz));
    }
    return stream;
  };
  const Native = window.RTCPeerConnection;
  window.RTCPeerConnection = class extends Native {
    constructor(...args: ConstructorParameters<typeof Native>) {
      super(...args);
      connections.push(this);
    }
  };
  const count = async (): Promise<void> => {
    let packets = 0;
    for (const connection of connections)
      for (const entry of (await connection.getStats()).values() as Iterable<Record<string, unknown>>)
        if (entry['type'] === 'inbound-rtp') packets += Number(entry['packetsReceived']);
    meter.packets = packets;
  };
  window.setInterval(() => {
    const nowMs = performance.now();
    const tones = window.tones();
    meter.heard = tones.length;
    for (const video of document.querySelectorAll('video')) {
      const { totalVideoFrames } = video.getVideoPlaybackQuality();
      if (totalVideoFrames !== frames.get(video)?.[0]) frames.set(video, [totalVideoFrames, nowMs]);
      if (totalVideoFrames === 0) frames.delete(video);
    }
    meter.moving = [...frames].filter(
      ([video, [, atMs]]) => video.isConnected && nowMs - atMs < 1_500,
    ).length;
    if (meter.expected.every((hz) => tones.includes(hz))) gapSinceMs = null;
    else meter.gapMs = Math.max(meter.gapMs, nowMs - (gapSinceMs ??= nowMs));
  }, 50);
  window.setInterval(() => void count().catch(() => undefined), 500);
}

export const meterOf = ({ page }: { readonly page: Page }): Promise<CallMeter> =>
  page.evaluate(() => ({ ...window.callMeter }));

/** Measures the longest gap from now on. */
export const expectTones = (
  { page }: { readonly page: Page },
  expected: readonly number[],
): Promise<unknown> =>
  page.evaluate((tones) => Object.assign(window.callMeter, { expected: tones, gapMs: 0 }), expected);

/** The worker of a page that encrypts its frames. */
export function frameWorkerOf({ page }: { readonly page: Page }): Worker {
  const worker = page.workers().findLast((one) => one.url().includes('frame-worker'));
  if (worker === undefined) throw new Error('no worker encrypts frames');
  return worker;
}

export const framesOf = (person: { readonly page: Page }): Promise<FrameFigures> =>
  frameWorkerOf(person).evaluate(() => ({
    ...(globalThis as unknown as { frameFigures: FrameFigures }).frameFigures,
  }));

/** The process of the unit that a server has started. */
export function unitProcessOf(server: number): number {
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1];
      const isUnit = readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('forwarding-main');
      if (Number(parent) === server && isUnit) return Number(name);
    } catch {
      // It ended in the meantime.
    }
  }
  throw new Error('no unit runs');
}

/** The longest time in ms in which one of them heard or saw nothing. */
export const longestGap = async (people: readonly Person[]): Promise<number> =>
  Math.max(...(await Promise.all(people.map(async (person) => (await meterOf(person)).gapMs))));

export function report(what: string, ms: number): void {
  // oxlint-disable-next-line no-console -- figures for docs/performance.md
  console.log(`${what}: ${Math.round(ms)} ms`);
}
