import type { Browser, BrowserContext, Page } from 'playwright-core';
import { go, launchBrowser, narrow, newPerson } from '../support/browser.ts';
import { type LargeSite, largeSite } from '../support/large-site.ts';
import { list, login } from '../support/person.ts';
import { median } from '../support/slow-page.ts';

/** Opening the app once more: its files from the service worker, its list from the device. */
const CONTACTS = 1_000;
const SLOWER = 4;
const ROUNDS = 5;
const mustMs = 500;
/** The client writes its state when it is idle. */
const STORED_MS = 3_000;

export async function run(): Promise<readonly string[]> {
  const browser = await launchBrowser();
  const site = await largeSite({ conversations: CONTACTS, groups: 0, groupMembers: 0, messages: CONTACTS });
  try {
    const entry = await enter(browser, site, true);
    const plain = await enter(browser, site, false);
    const took: Record<'known' | 'plain', number[]> = { known: [], plain: [] };
    for (let round = 0; round < ROUNDS; round++) {
      took.known.push(await openAgain(entry, site));
      took.plain.push(await openAgain(plain, site));
    }
    // The server is gone, so everything comes from the device.
    await site.server.kill();
    const alone = await openAgain(entry, site);
    const [own, bare] = [median(took.known), median(took.plain)];
    const lines = [
      `list of ${CONTACTS} chats, opened again, ${SLOWER} times slower: ${describe(own)} (must: ${describe(mustMs)})`,
      `without the service worker: ${describe(bare)}, ratio ${(own / bare).toFixed(2)}`,
      `with no server at all: ${describe(alone)}`,
    ];
    for (const line of lines) console.log(`  ${line}`);
    return own > mustMs ? [`list of chats, opened again: ${describe(own)}`] : [];
  } finally {
    await browser.close();
    await site.server.kill();
  }
}

const describe = (ms: number): string => `${ms.toFixed(0)} ms`;

async function enter(browser: Browser, { server, me }: LargeSite, worker: boolean): Promise<BrowserContext> {
  const person = {
    ...(await newPerson(browser, server.url, me.name, { language: 'en', size: narrow, worker })),
    account: me.account,
  };
  await go(person, '/');
  await login(person);
  await list(person).getByRole('link').first().waitFor();
  const { page } = person;
  if (worker) await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  // Twice: the second page is the worker's, and the device has all that it will have.
  for (let times = 0; times < 2; times++) {
    await page.waitForTimeout(STORED_MS);
    await page.reload();
    await list(person).getByRole('link').first().waitFor();
  }
  await page.waitForTimeout(STORED_MS);
  await page.close();
  return person.context;
}

/** The time from the request of the page until two frames after the first row appears, in ms. */
async function openAgain(context: BrowserContext, { server }: LargeSite): Promise<number> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.addInitScript(watchRows);
  await page.goto(server.url, { waitUntil: 'commit' });
  const visibleCount = await rowsShown(page);
  await page.close();
  return visibleCount;
}

/** Runs in the page. */
function watchRows(): void {
  const selector = '[role="tabpanel"] a';
  const look = () => {
    if (document.querySelector(selector) === null) return void requestAnimationFrame(look);
    requestAnimationFrame(() =>
      requestAnimationFrame(() => Reflect.set(globalThis, 'rowsShown', performance.now())),
    );
  };
  requestAnimationFrame(look);
}

const rowsShown = async (page: Page): Promise<number> =>
  (await page.waitForFunction(() => Reflect.get(globalThis, 'rowsShown') as number | undefined)).evaluate(
    (ms) => ms ?? Number.NaN,
  );
