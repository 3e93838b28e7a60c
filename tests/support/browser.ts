import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { newAccount } from './http-user.ts';
import { type Language, type ShownLanguage, type Texts, textsOf } from './texts.ts';

export type { Language };

/** A user at a separate browser window, with separate storage and network. */
export interface Person {
  readonly name: string;
  readonly account: string;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly language: ShownLanguage;
  readonly t: Texts;
  readonly url: string;
  /** Errors of scripts, and requests to other servers. Both must stay empty. */
  readonly faults: string[];
}

export const narrow = { width: 390, height: 844 } as const;
export const wide = { width: 1_280, height: 800 } as const;

export interface Look {
  readonly language?: ShownLanguage;
  readonly size?: { readonly width: number; readonly height: number };
  /**
   * Enables the service worker. Without it pages ask the server for everything, and the test can intercept
   * that.
   */
  readonly worker?: boolean;
  /** Starts without explained permissions and offers (PERM-2, PERM-6). */
  readonly fresh?: boolean;
  /** Installs timers that the test can advance with `page.clock.fastForward`. Time also passes normally. */
  readonly clock?: boolean;
  /** The theme that was chosen on this device; as it comes it is the light one. */
  readonly theme?: 'light' | 'dark' | 'system';
  /** A finger is the first pointer. */
  readonly touch?: boolean;
  /** Pixels of the picture for each pixel of the page. */
  readonly scale?: number;
  /** Storage of an earlier visit. */
  readonly kept?: ReadonlyMap<string, string>;
}

/** The product's texts appear at once; a machine with other work besides may take its time. */
const actionLimitMs = Number(process.env['LIMIT'] ?? 30_000);

export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-component-update',
  // Windows behind others must go on as if they were in front.
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-background-timer-throttling',
];

const wholeBrowser = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const headlessShell = '/usr/bin/chromium-headless-shell';

/** Launches the browser that users have. `extra` has flags for tests with simulated devices. */
export function launchBrowser(extra: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: wholeBrowser, args: [...browserArgs, ...extra] });
}

/**
 * The same engine without the parts of a browser around it, for a quarter less processor time; the whole one
 * where it is not installed or another is asked for by `CHROMIUM`. Push, installing, devices that are denied
 * and a screen that stays on need the whole one.
 */
export function launchShell(extra: readonly string[] = []): Promise<Browser> {
  const isRequested = process.env['CHROMIUM'] !== undefined || !existsSync(headlessShell);
  const executablePath = isRequested ? wholeBrowser : headlessShell;
  return chromium.launch({ executablePath, args: [...browserArgs, ...extra] });
}

export async function newPerson(
  browser: Browser,
  url: string,
  name: string,
  look: Look = {},
): Promise<Person> {
  const language = look.language ?? 'zh-CN';
  const context = await browser.newContext({
    viewport: look.size ?? wide,
    deviceScaleFactor: look.scale ?? 1,
    reducedMotion: 'reduce',
    locale: 'fr-FR',
    serviceWorkers: look.worker === true ? 'allow' : 'block',
    hasTouch: look.touch === true,
    isMobile: look.touch === true,
  });
  context.setDefaultTimeout(actionLimitMs);
  await context.addInitScript((chosen) => {
    if (localStorage.getItem('language') === null) localStorage.setItem('language', chosen);
  }, language);
  await context.addCookies([{ name: 'language', value: language, url }]);
  if (look.kept !== undefined) {
    await context.addInitScript(
      (kept) => {
        // Runs once, so a user who logs out here stays logged out.
        if (localStorage.getItem('visited') === '1') return;
        for (const [name, value] of kept) localStorage.setItem(name, value);
        localStorage.setItem('visited', '1');
      },
      [...look.kept],
    );
  }
  if (look.theme !== undefined) {
    await context.addInitScript((theme) => {
      if (localStorage.getItem('theme') === null) localStorage.setItem('theme', theme);
    }, look.theme);
  }
  if (look.fresh !== true) {
    await context.addInitScript(() => {
      for (const kind of ['notifications', 'camera', 'microphone', 'video', 'location'])
        localStorage.setItem(`permission-explained-${kind}`, '1');
      localStorage.setItem('notifications-offered', '1');
    });
  }
  if (look.clock === true) await context.clock.install();
  await context.addInitScript(reportForeignRequests, url);
  const page = await context.newPage();
  return {
    name,
    account: newAccount(name),
    context,
    page,
    language,
    t: textsOf(language),
    url,
    faults: watchPage(page, url),
  };
}

/** Opens another window of the same user, with the same storage. */
export async function newWindow(person: Person): Promise<Person> {
  const page = await person.context.newPage();
  return { ...person, page, faults: watchPage(page, person.url) };
}

/** What a page says of a request to another server, before its address. */
const FOREIGN = 'request to ';

/**
 * Runs in a page before its scripts: reports each request to another server. Listening to every request here
 * instead costs a tenth of the processor time of a browser test.
 */
export function reportForeignRequests(url: string): void {
  new PerformanceObserver((found) => {
    for (const { name } of found.getEntries())
      if (/^https?:/.test(name) && !name.startsWith(url)) reportError(new Error(`request to ${name}`));
  }).observe({ type: 'resource', buffered: true });
}

/** Errors of scripts, and requests to other servers, from now on. */
export function watchPage(page: Page, url: string): string[] {
  const faults: string[] = [];
  page.on('framenavigated', (frame) => {
    const address = frame.url();
    if (/^https?:/.test(address) && !address.startsWith(url)) faults.push(`${FOREIGN}${address}`);
  });
  page.on('pageerror', ({ message }) =>
    faults.push(message.startsWith(FOREIGN) ? message : `error: ${message}`),
  );
  page.on('console', (line) => {
    // A cut connection is reported by the browser itself, and so is the answer to why a socket did not open
    // (SOCK-14). Tests cut connections on purpose.
    if (
      (line.type() === 'error' || line.type() === 'warning') &&
      !/net::|WebSocket connection|blocked by Playwright|status of 426/.test(line.text())
    )
      faults.push(`console: ${line.text()} ${line.location().url}`);
  });
  return faults;
}

/** Addresses that a window asks for from now on, without the origin. */
export function noteRequests({ page, url }: Pick<Person, 'page' | 'url'>): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    const address = request.url();
    if (address.startsWith(url)) requests.push(address.slice(url.length));
  });
  return requests;
}

/** Hash routes: the page is loaded once, then only the hash changes. */
export async function go(person: Person, route: string): Promise<void> {
  await person.page.goto(`${person.url}/#${route}`);
}
