import { localeFolders } from '../../src/tools/locales.mjs';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, narrow, newPerson } from '../support/browser.ts';
import {
  FIRST_LOAD_BUDGETS,
  firstLoad,
  type FirstPage,
  zipped,
  zippedInside,
} from '../support/first-load.ts';
import { root } from '../support/house/repository.ts';
import { register } from '../support/person.ts';
import { startServer } from '../support/server.ts';
import { hostForms } from './first-load/forms.ts';

const ROUNDS = 5;

/** Sizes of each first page before use, against the budgets of UI-113, computed like in its test. */
function neededKb(): readonly string[] {
  return (Object.keys(FIRST_LOAD_BUDGETS) as FirstPage[]).flatMap((page) => {
    const kb = Math.max(...[...localeFolders().keys()].map((language) => firstLoad(page, language))) / 1_000;
    const limit = FIRST_LOAD_BUDGETS[page] / 1_000;
    const name = page === 'app' ? 'list of chats' : page;
    console.log(
      `  ${name.padEnd(13)} ${kb.toFixed(1)} kB of script and style, gzipped, until it can be used (limit ${limit})`,
    );
    return kb > limit ? [`${name} needs ${kb.toFixed(1)} kB, limit ${limit}`] : [];
  });
}

/**
 * Loads the page with an empty cache and adds up all fetched scripts and styles until it is quiet, including
 * later ones. This figure has no budget.
 */
async function loadedKb(
  page: Page,
  load: () => Promise<unknown>,
): Promise<{ readonly kb: number; readonly requests: number }> {
  const sizes: Promise<number>[] = [];
  let requests = 0;
  page.on('response', (response) => {
    requests++;
    const kind = response.request().resourceType();
    if (kind === 'document') sizes.push(response.text().then(zippedInside));
    else if (kind === 'script' || kind === 'stylesheet') sizes.push(response.body().then(zipped));
  });
  await load();
  await page.waitForLoadState('networkidle');
  return { kb: (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1_000, requests };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

interface Opening {
  /** The time of the first paint, and of the submit of a form that was filled as soon as it appeared. */
  readonly painted: number;
  readonly sent: number;
}

/** The wait before the first query, because queries cost the thread that draws the page. */
const LEFT_ALONE_MS = 2_000;

/** A slow phone: processor four times slower, 1.6 Mbit/s, 150 ms there and back. */
async function openSlowly(browser: Browser, url: string): Promise<Opening> {
  const context = await browser.newContext({ viewport: narrow, serviceWorkers: 'block' });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 94_000,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(() => {
    const view = { sent: 0 };
    Object.assign(window, { seen: view });
    const fetched = window.fetch;
    window.fetch = (...asked) => {
      const path = asked[0] instanceof Request ? asked[0].url : String(asked[0]);
      if (path.includes('/login') && view.sent === 0) view.sent = performance.now();
      return fetched(...asked);
    };
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- it runs in the page, which knows nothing of this file
    const look = () => {
      const [account, password] = ['account', 'password'].map((name) =>
        document.querySelector<HTMLInputElement>(`[name=${name}]`),
      );
      if (!account || !password || account.form === null || document.querySelector('[type=submit]') === null)
        return void requestAnimationFrame(look);
      for (const [input, value] of [
        [account, 'somebody'],
        [password, 'secret-11'],
      ] as const) {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }
      // Submits after the typed text is drawn, as a user does.
      requestAnimationFrame(() => account.form?.requestSubmit());
    };
    requestAnimationFrame(look);
  });
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForTimeout(LEFT_ALONE_MS);
  const sent = await (
    await page.waitForFunction(() => (Reflect.get(window, 'seen') as { sent: number }).sent, undefined, {
      timeout: 60_000,
    })
  ).jsonValue();
  // A form that a script draws is submitted before the browser reports its first paint.
  const painted = await (
    await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      undefined,
      { timeout: 60_000 },
    )
  ).jsonValue();
  await context.close();
  return { painted: painted ?? Number.NaN, sent };
}

/** All three in turn, so that what else the machine does falls on each of them. */
async function race(browser: Browser, ours: string): Promise<readonly string[]> {
  const forms = await hostForms();
  try {
    const pages = { plain: `${forms.url}/plain`, react: `${forms.url}/react`, ours } as const;
    const view: Record<keyof typeof pages, Opening[]> = { plain: [], react: [], ours: [] };
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of ['plain', 'react', 'ours'] as const)
        view[name].push(await openSlowly(browser, pages[name]));
    }
    const of = (name: keyof typeof pages, what: keyof Opening) => median(view[name].map((one) => one[what]));
    for (const name of ['plain', 'react', 'ours'] as const)
      console.log(
        `  ${name.padEnd(6)} first paint ${of(name, 'painted').toFixed(0)} ms, sent ${of(name, 'sent').toFixed(0)} ms`,
      );
    const paint = of('ours', 'painted') / of('plain', 'painted');
    const usable = of('ours', 'sent') / of('react', 'sent');
    console.log(
      `  login: first paint ${paint.toFixed(2)} times the plain form (must 1.4), usable ${usable.toFixed(2)} times the bare React form (must 1.2)`,
    );
    return [
      ...(paint > 1.4 ? [`first paint ${paint.toFixed(2)} times the plain form`] : []),
      ...(usable > 1.2 ? [`usable ${usable.toFixed(2)} times the bare React form`] : []),
    ];
  } finally {
    await forms.close();
  }
}

/** Prints the size of each library in the files of the first pages, as the build reported it. */
function showParts(): void {
  const report = join(root, 'dist/client/.parts.json');
  if (!existsSync(report)) return;
  const parts = JSON.parse(readFileSync(report, 'utf8')) as Readonly<
    Record<string, Readonly<Record<string, number>>>
  >;
  for (const [file, shares] of Object.entries(parts)) {
    const largest = Object.entries(shares)
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, 12);
    console.log(
      `  ${file}: ${largest.map(([name, bytes]) => `${name} ${(bytes / 1_000).toFixed(1)}`).join(', ')} (kB of source)`,
    );
  }
}

export async function run(): Promise<readonly string[]> {
  const server = await startServer();
  const browser = await launchBrowser();
  try {
    const visitor = await newPerson(browser, server.url, 'visitor');
    const atLogin = await loadedKb(visitor.page, () => visitor.page.goto(server.url));
    await register(visitor);
    // Opens a new page of the same signed-in user, with an empty memory.
    const page = await visitor.context.newPage();
    const figures = { login: atLogin, 'list of chats': await loadedKb(page, () => page.goto(server.url)) };
    showParts();
    for (const [name, { kb, requests }] of Object.entries(figures))
      console.log(
        `  ${name.padEnd(13)} ${kb.toFixed(1)} kB until nothing more is asked for, ${requests} requests`,
      );
    const over = neededKb();
    return [...over, ...(await race(browser, server.url))];
  } finally {
    await browser.close();
    await server.kill();
  }
}
