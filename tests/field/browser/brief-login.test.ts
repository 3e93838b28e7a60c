import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { browserArgs } from '../../support/browser.ts';
import { befriend, password, signUp } from '../../support/http-user.ts';
import { send } from '../../support/said.ts';
import { setStage } from '../../support/stage.ts';

const stage = setStage();
const profile = mkdtempSync(join(tmpdir(), 'parley-brief-'));
let context: BrowserContext | null = null;
afterEach(async () => {
  await context?.close();
  rmSync(profile, { recursive: true, force: true });
});

/** Opens the browser of this profile again: everything that outlives it is still on disk. */
async function openBrowser(): Promise<BrowserContext> {
  context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [...browserArgs],
    locale: 'en',
  });
  context.setDefaultTimeout(20_000);
  await context.addInitScript(() => localStorage.setItem('language', 'en'));
  return context;
}

/** All that the site stores on the device and a script can read. */
const stored = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const all: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error(name)));
      });
      for (const store of db.objectStoreNames) {
        const rows = await new Promise((resolve, reject) => {
          const request = db.transaction(store).objectStore(store).getAll();
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(new Error(store)));
        });
        all.push([name, store, rows]);
      }
      db.close();
    }
    return JSON.stringify(all);
  });

const listed = (page: Page) => page.getByTitle('Bela Hill', { exact: true }).first();

async function logIn(page: Page, url: string, account: string, remember: boolean): Promise<void> {
  await page.goto(`${url}/`);
  await page.getByLabel('Username', { exact: true }).fill(account);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Remember me').setChecked(remember);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await listed(page).waitFor();
}

it('SESS-11: a login without "Remember me" ends when the browser closes', { timeout: 120_000 }, async () => {
  const { url } = await stage.commonServer();
  const [me, friend] = [await signUp(url, 'Anna Lake'), await signUp(url, 'Bela Hill')];
  await befriend(me, friend);
  await send(friend, String(me.id), 'words for one evening');
  const first = await openBrowser();
  const page = first.pages()[0] ?? (await first.newPage());
  await logIn(page, url, me.account, false);
  await expect.poll(() => stored(page), { timeout: 20_000 }).toContain('words for one evening');
  expect(await stored(page)).not.toContain('bearer ');

  // A reload, a second tab, and a tab opened after all others were closed.
  await page.reload();
  await listed(page).waitFor();
  const second = await first.newPage();
  await second.goto(`${url}/`);
  await listed(second).waitFor();
  await page.goto('about:blank');
  await second.goto('about:blank');
  await second.goto(`${url}/`);
  await listed(second).waitFor();
  await first.close();

  const again = await openBrowser();
  const later = await again.newPage();
  await later.goto(`${url}/`);
  await later.getByLabel('Password', { exact: true }).waitFor();
  await expect.poll(() => stored(later), { timeout: 20_000 }).not.toContain('words for one evening');
  expect(await stored(later)).not.toMatch(/Bela Hill|Anna Lake|authToken|shown-list/);
  const { code } = (await me.call('/enterprise/im/getContacts', {})) as { code: number };
  expect(code).toBe(0);

  await logIn(later, url, me.account, true);
  await again.close();
  const last = await openBrowser();
  const remembered = await last.newPage();
  await remembered.goto(`${url}/`);
  await listed(remembered).waitFor();
});
