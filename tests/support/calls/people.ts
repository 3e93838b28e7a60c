import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { join } from 'node:path';
import { build } from 'vite';
import type { CallView } from '../../../src/client/interface/calls.ts';
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

/** For a page before its scripts: cameras give a small picture, which costs little to code and to show. */
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
