import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { freePort, temporaryFolder } from './server.ts';

/** A window of a browser that is not Chromium, driven by the protocol that the browser itself speaks. */
export interface Engine {
  readonly name: 'Firefox' | 'WebKit';
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs a function in the page, with arguments that JSON can carry. */
  run<A extends readonly unknown[], T>(code: (...values: A) => T | Promise<T>, ...values: A): Promise<T>;
  /** Pointer and key input, in the form that both WebDriver protocols share. */
  perform(actions: readonly object[]): Promise<void>;
  /** A PNG picture of the window. */
  picture(): Promise<Buffer>;
  /** Errors and warnings of the console so far. */
  faults(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** A machine that is busy with other tests is slow, not broken. */
const limitMs = 60_000;
const SIZE = { width: 1_280, height: 800 } as const;

/** `seen` says in the failure what was there instead. */
export async function eventually<T>(
  what: string,
  attempt: () => Promise<T | null>,
  seen: () => Promise<string> = () => Promise.resolve(''),
): Promise<T> {
  const end = Date.now() + limitMs;
  let last = '';
  while (Date.now() < end) {
    const match = await attempt().catch((error: unknown) => {
      last = ` (${error instanceof Error ? error.message : 'failed'})`;
      return null;
    });
    if (match !== null) return match;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`not within ${limitMs} ms: ${what}${last} ${await seen().catch(String)}`);
}

const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach(killGroup));

/** The process and all that it started: a browser is a dozen of them. */
function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function start(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(command, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LANG: 'en_US.UTF-8', LANGUAGE: 'en', ...env },
  });
  running.add(child);
  let output = '';
  const keep = (part: Buffer): void => {
    output += part.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return {
    output: () => output,
    stop: async () => {
      running.delete(child);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      killGroup(child);
      await ended;
    },
  };
}

const called = (code: unknown, values: readonly unknown[]): string =>
  `(${String(code)})(...${JSON.stringify(values)})`;

/** A simulated microphone, no questions, and nothing that asks another host. */
const FIREFOX = `
user_pref('media.navigator.streams.fake', true);
user_pref('media.navigator.permission.disabled', true);
user_pref('media.autoplay.default', 0);
user_pref('intl.accept_languages', 'en');
user_pref('app.update.enabled', false);
user_pref('network.captive-portal-service.enabled', false);
user_pref('network.connectivity-service.enabled', false);
user_pref('services.settings.server', 'data:,');
user_pref('dom.push.connection.enabled', false);
user_pref('ui.prefersReducedMotion', 1);
`;

/** Firefox without a screen, by WebDriver BiDi; `FIREFOX` names another one than Debian's. */
export async function startFirefox(): Promise<Engine> {
  const profile = temporaryFolder();
  writeFileSync(join(profile, 'user.js'), FIREFOX);
  const port = await freePort();
  const size = ['--width', String(SIZE.width), '--height', String(SIZE.height)];
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', String(port)];
  const browser = start(process.env['FIREFOX'] ?? 'firefox-esr', [...args, ...size]);
  const socket = await eventually('Firefox answers', async () => {
    const attempt = new WebSocket(`ws://127.0.0.1:${port}/session`);
    await once(attempt, 'open');
    return attempt;
  });
  const faults: string[] = [];
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.on('message', (data: Buffer) => {
    const answer = JSON.parse(data.toString()) as Answer;
    if (answer.method === 'log.entryAdded' && /error|warn/.test(answer.params?.level ?? ''))
      faults.push(answer.params?.text ?? '');
    else if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  let last = 0;
  async function send(method: string, params: object): Promise<unknown> {
    last += 1;
    const id = last;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { error, message, result } = await answered;
    waiting.delete(id);
    if (error !== undefined) throw new Error(`${method}: ${error} ${message ?? ''}`);
    return result;
  }
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const tree = (await send('browsingContext.getTree', {})) as { contexts: [{ context: string }] };
  const [{ context }] = tree.contexts;
  await send('browsingContext.setViewport', { context, viewport: SIZE });
  return {
    name: 'Firefox',
    open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    reload: async () => void (await send('browsingContext.reload', { context, wait: 'complete' })),
    async run(code, ...values) {
      const expression = `(async () => JSON.stringify((await ${called(code, values)}) ?? null))()`;
      const evaluated = { expression, target: { context }, awaitPromise: true, userActivation: false };
      const { result, exceptionDetails } = (await send('script.evaluate', evaluated)) as Evaluated;
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
      return JSON.parse(result?.value ?? 'null') as never;
    },
    perform: async (actions) => void (await send('input.performActions', { context, actions })),
    async picture() {
      const shot = (await send('browsingContext.captureScreenshot', { context })) as { data: string };
      return Buffer.from(shot.data, 'base64');
    },
    faults: async () => faults,
    async close() {
      socket.terminate();
      await browser.stop();
    },
  };
}

interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly level?: string; readonly text?: string };
  readonly error?: string;
  readonly message?: string;
  readonly result?: unknown;
}
interface Evaluated {
  readonly result?: { readonly value?: string };
  readonly exceptionDetails?: { readonly text: string };
}

/** Debian keeps it in a folder named after the processor and the version. */
function miniBrowser(): string {
  const folders = readdirSync('/usr/lib')
    .filter((name) => name.endsWith('-linux-gnu'))
    .flatMap((name) => ['4.0', '4.1'].map((version) => `/usr/lib/${name}/webkit2gtk-${version}`));
  const match = folders.map((folder) => `${folder}/MiniBrowser`).findLast(existsSync);
  if (match === undefined) throw new Error('MiniBrowser is part of webkit2gtk-driver');
  return match;
}

/** WebKit on a virtual screen, by WebDriver; `MINI_BROWSER` names another one than Debian's. */
export async function startWebKit(binary = process.env['MINI_BROWSER'] ?? miniBrowser()): Promise<Engine> {
  const port = await freePort();
  // A folder for each: two of them at once must not share storage.
  const home = temporaryFolder();
  const screen = `-screen 0 ${SIZE.width}x${SIZE.height + 100}x24`;
  const command = ['-a', '-s', screen, 'WebKitWebDriver', `--port=${port}`, '--host=127.0.0.1'];
  const browser = start('xvfb-run', command, { HOME: home, XDG_RUNTIME_DIR: home });
  const base = `http://127.0.0.1:${port}`;
  async function call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${base}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null };
    if (!answer.ok) throw new Error(`${path}: ${value?.error ?? ''} ${value?.message ?? ''}`);
    return value;
  }
  await eventually('WebKitWebDriver answers', async () => await call('GET', '/status'));
  const args = [
    '--automation',
    '--enable-mock-capture-devices=true',
    '--enable-media-stream=true',
    '--media-playback-requires-user-gesture=false',
  ];
  const options = { pageLoadStrategy: 'none', 'webkitgtk:browserOptions': { binary, args } };
  const created = await call('POST', '/session', { capabilities: { alwaysMatch: options } });
  const session = `/session/${(created as { sessionId: string }).sessionId}`;
  await call('POST', `${session}/window/rect`, { ...SIZE, x: 0, y: 0 });
  await call('POST', `${session}/timeouts`, { script: limitMs });
  const faults: string[] = [];
  const execute: Engine['run'] = async (code, ...values) => {
    const value = `(async () => JSON.stringify((await ${called(code, values)}) ?? null))()`;
    const script = `const [done] = arguments;
      ${value}.then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const answer = (await call('POST', `${session}/execute/async`, { script, args: [] })) as Ran;
    if (answer.error !== undefined) throw new Error(answer.error);
    return JSON.parse(answer.value ?? 'null') as never;
  };
  /** The browser reports nothing of its console, so each page gets a listener before its modules run. */
  const load = async (path: string, body: object): Promise<void> => {
    faults.push(...(await execute(takeFaults)));
    await execute(markOld);
    await call('POST', `${session}/${path}`, body);
    await eventually('a new page', async () => (await execute(listenForFaults)) || null);
    await eventually('the page is loaded', async () =>
      (await execute(() => document.readyState === 'complete')) ? true : null,
    );
  };
  return {
    name: 'WebKit',
    open: async (url) => await load('url', { url }),
    reload: async () => await load('refresh', {}),
    run: execute,
    perform: async (actions) => void (await call('POST', `${session}/actions`, { actions })),
    picture: async () => Buffer.from((await call('GET', `${session}/screenshot`)) as string, 'base64'),
    async faults() {
      faults.push(...(await execute(takeFaults)));
      return faults;
    },
    async close() {
      await call('DELETE', session).catch(() => null);
      await browser.stop();
    },
  };
}

type Listening = typeof window & { faultsOfPage?: string[]; isOldPage?: boolean };

/**
 * The lines of the console, except two kinds. Observers may continue in the next frame, and a private window,
 * the only kind that WebKit's driver opens, stores no files.
 */
const takeFaults = (): string[] =>
  ((window as Listening).faultsOfPage?.splice(0) ?? []).filter(
    (line) => !/^ResizeObserver loop|^uploads\.notStored/.test(line),
  );
const markOld = (): void => {
  (window as Listening).isOldPage = true;
};

/** Runs in the page; false: the page before is still shown. */
function listenForFaults(): boolean {
  const page = window as Listening;
  if (page.isOldPage === true || location.href === 'about:blank') return false;
  const faults: string[] = [];
  page.faultsOfPage = faults;
  for (const level of ['error', 'warn'] as const) {
    const print = console[level].bind(console);
    console[level] = (...words: unknown[]) => {
      faults.push(words.map(String).join(' '));
      print(...words);
    };
  }
  addEventListener('error', ({ message }) => faults.push(message));
  addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)));
  return true;
}

interface Ran {
  readonly value?: string;
  readonly error?: string;
}
