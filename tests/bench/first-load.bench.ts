import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { launchBrowser, newPerson } from '../support/browser.ts';
import { login, register } from '../support/person.ts';
import { startServer } from '../support/server.ts';

/** Scripts and styles of a first load, gzipped; kB = 1,000 bytes. */
const limits = { login: 170, home: 230 } as const;

/** Loads the page with an empty cache and adds up every script and style it fetched until quiet. */
async function loadedKb(page: Page, load: () => Promise<unknown>): Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (!['script', 'stylesheet'].includes(response.request().resourceType())) return;
    sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).byteLength));
  });
  await load();
  await page.waitForLoadState('networkidle');
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  return bytes / 1_000;
}

export async function run(): Promise<readonly string[]> {
  const server = await startServer();
  const browser = await launchBrowser();
  try {
    const visitor = await newPerson(browser, server.url, 'visitor');
    const atLogin = await loadedKb(visitor.page, () => visitor.page.goto(server.url));
    await register(visitor);
    await login(visitor);
    // A new page of the same person: signed in, nothing in the page's own memory.
    const page = await visitor.context.newPage();
    const atHome = await loadedKb(page, () => page.goto(server.url));
    const figures = { login: atLogin, home: atHome };
    return (['login', 'home'] as const).flatMap((name) => {
      const kb = figures[name];
      console.log(`  ${name.padEnd(6)} ${kb.toFixed(1)} kB of script and style, gzipped (limit ${limits[name]})`);
      return kb > limits[name] ? [`${name} loads ${kb.toFixed(1)} kB, limit ${limits[name]}`] : [];
    });
  } finally {
    await browser.close();
    await server.kill();
  }
}
