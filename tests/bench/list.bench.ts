import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser, narrow } from '../support/browser.ts';
import { password } from '../support/http-user.ts';
import { type LargeSite, largeSite } from '../support/large-site.ts';
import { median } from '../support/slow-page.ts';
import { hostBareList } from './list/bare-host.ts';
import { load } from './server/contender.ts';

/** The line of a slow phone: 1.6 Mbit/s, 150 ms there and back. */
const SLOWER = 4;
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const ROWS = 5;
/** Time between the form and the press, as a user types. */
const TYPING_MS = 3_000;
const MUST = { ratio: 1.5, many: 1.3, againMs: 500 } as const;

async function slowed(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', LINE);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return page;
}

/** Notes in the page when the rows were drawn, and when the login was sent. */
function watchRows(count: number): void {
  const view = { sent: 0, drawn: 0 };
  Object.assign(globalThis, { seen: view });
  addEventListener('submit', () => (view.sent ||= performance.now()), true);
  const look = () => {
    if (view.drawn > 0 || document.querySelectorAll('[data-chat]').length < count) return;
    view.drawn = -1;
    requestAnimationFrame(() => {
      setTimeout(() => (view.drawn = performance.now()));
    });
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}

interface View {
  readonly sent: number;
  readonly drawn: number;
}

const viewOf = async (page: Page): Promise<View> => {
  const view = await page.waitForFunction(
    () => {
      const seen = Reflect.get(globalThis, 'seen') as View;
      return seen.drawn > 0 && seen;
    },
    undefined,
    { timeout: 60_000, polling: 250 },
  );
  return view.jsonValue() as Promise<View>;
};

/** Milliseconds from the press on "Log in" to the rows; then from a reload to the rows again. */
async function enter(
  browser: Browser,
  url: string,
  account: string,
  worker: boolean,
): Promise<{ readonly login: number; readonly again: number }> {
  const context = await browser.newContext({
    viewport: narrow,
    serviceWorkers: worker ? 'allow' : 'block',
  });
  await context.addInitScript(watchRows, ROWS);
  const page = await slowed(context);
  await page.goto(url);
  await page.locator('[name=account]').fill(account);
  await page.locator('[name=password]').fill(password);
  await page.waitForTimeout(TYPING_MS);
  await page.locator('[name=password]').press('Enter');
  const { sent, drawn } = await viewOf(page);
  let again = Number.NaN;
  if (worker) {
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.waitForTimeout(4 * TYPING_MS);
    await page.reload({ waitUntil: 'commit' });
    again = (await viewOf(page)).drawn;
  }
  await context.close();
  return { login: drawn - sent, again };
}

type Taken = Record<'bare' | 'login' | 'many' | 'again', number[]>;

async function rounds(browser: Browser, few: LargeSite, many: LargeSite): Promise<Taken> {
  const bare = await hostBareList(few.server.url);
  const taken: Taken = { bare: [], login: [], many: [], again: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    taken.bare.push((await enter(browser, bare.url, few.me.account, false)).login);
    const ours = await enter(browser, few.server.url, few.me.account, true);
    taken.login.push(ours.login);
    taken.again.push(ours.again);
    taken.many.push((await enter(browser, many.server.url, many.me.account, false)).login);
  }
  await bare.close();
  return taken;
}

export async function run(): Promise<readonly string[]> {
  const size = { groups: 0, groupMembers: 0 };
  const few = await largeSite({ ...size, conversations: 120, messages: 1_200 });
  const many = await largeSite({ ...size, conversations: 2_000, messages: 20_000 });
  const browser = await launchBrowser();
  try {
    const taken = await rounds(browser, few, many);
    const of = (name: keyof Taken): number => median(taken[name]);
    const lines = [
      [
        `from the login to ${ROWS} rows of 120 chats, against a bare React page`,
        of('login') / of('bare'),
        MUST.ratio,
        `${of('login').toFixed(0)} ms, bare ${of('bare').toFixed(0)} ms`,
      ],
      ['2,000 chats against 120', of('many') / of('login'), MUST.many, `${of('many').toFixed(0)} ms`],
      ['from a reload to the rows, ms', of('again'), MUST.againMs, `medians of ${ROUNDS} alternating rounds`],
    ] as const;
    for (const [name, value, must, note] of lines) {
      const figure = `${name}: ${value.toFixed(must > 10 ? 0 : 2)} (must ${must})`;
      console.log(`  ${value > must ? 'NOT MET  ' : ''}${figure}\n      ${note}; load ${load()}`);
    }
    return lines.flatMap(([name, value, must]) =>
      value > must ? [`${name}: ${value.toFixed(2)} (must ${must})`] : [],
    );
  } finally {
    await browser.close();
    await Promise.all([few.server.kill(), many.server.kill()]);
  }
}
