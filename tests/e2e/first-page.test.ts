import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localeFolders, partTexts } from '../../src/tools/locales.mjs';
import { launchShell, narrow, newPerson, noteRequests } from '../support/browser.ts';
import { FIRST_LOAD_BUDGETS, firstLoad } from '../support/first-load.ts';
import { password, signUp } from '../support/http-user.ts';
import { field, list } from '../support/person.ts';
import { killServers, startServer } from '../support/server.ts';

describe('the first page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchShell();
  });
  afterAll(async () => {
    await browser.close();
    await killServers();
  });

  it.each([...localeFolders().keys()])(
    'UI-113: the files that both first pages need in %s are within their budget',
    (language) => {
      for (const page of ['login', 'app'] as const)
        expect(firstLoad(page, language), page).toBeLessThanOrEqual(FIRST_LOAD_BUDGETS[page]);
    },
  );

  it.each([
    { savesData: false, rest: ['hosts', 'streams', 'texts-en-first', 'texts-en-pages'] },
    { savesData: true, rest: [] },
  ])(
    'UI-179: code and texts behind the list load while a visitor types (saves data: $savesData)',
    async ({ savesData, rest }) => {
      const { url } = await startServer();
      const anna = await newPerson(browser, url, 'anna', { language: 'en' });
      await anna.context.addInitScript((saveData) => {
        Object.defineProperty(navigator, 'connection', { value: { saveData } });
      }, savesData);
      const requests = noteRequests(anna);
      await anna.page.goto(url);
      const loaded = (): readonly string[] =>
        requests.flatMap(
          (path) => /\/(home|hosts|streams|texts-en-(?:first|pages))-[^/]*\.js$/.exec(path)?.[1] ?? [],
        );
      expect(loaded()).toEqual([]);
      await anna.page.keyboard.press('a');
      await expect.poll(() => loaded().toSorted()).toEqual(['home', ...rest].toSorted());
      await anna.page.waitForLoadState('networkidle');
      expect(loaded().toSorted()).toEqual(['home', ...rest].toSorted());
      expect(anna.faults).toEqual([]);
      await anna.context.close();
    },
  );

  it('UI-165: without light-dark() the theme is light; an older browser shows a sentence', async () => {
    const { url } = await startServer();
    const person = await newPerson(browser, url, 'anna', { language: 'en', theme: 'dark' });
    const { page, context } = person;
    await context.route(/\.css$|\/$/, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replaceAll('light-dark(', 'unknown(');
      // The changed script has another print than the policy allows.
      const { 'content-security-policy': _, ...headers } = answer.headers();
      await route.fulfill({ response: answer, body, headers });
    });
    await page.goto(url);
    await field(person, person.t('login.account')).waitFor();
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--paper')))
      .toBe('#f6f7f4');
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor))
      .not.toBe('rgba(0, 0, 0, 0)');
    await context.addInitScript(() => {
      delete (URL as { canParse?: unknown }).canParse;
    });
    await page.reload();
    await page.getByText('This browser is too old for Parley.').waitFor();
    await page.getByText('此浏览器版本过旧').waitFor();
    await context.close();
  });

  it('UI-151: a chosen language that this build lacks gives way to English', async () => {
    const { url } = await startServer();
    const { page, context } = await newPerson(browser, url, 'anna', { kept: new Map([['language', 'tlh']]) });
    await page.goto(url);
    await page.getByRole('button', { name: 'Log in', exact: true }).waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe('en');
    await context.close();
  });

  it('CONSOLE-8: the page of the console as well', async () => {
    const { url } = await startServer();
    const { page, context } = await newPerson(browser, url, 'anna', { kept: new Map([['language', 'tlh']]) });
    await page.goto(`${url}/admin`);
    await page
      .getByText(partTexts('en', 'console')['title'] ?? '')
      .first()
      .waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe('en');
    await context.close();
  });

  it.each([
    ['de', true],
    ['ar', true],
    ['zh-CN', false],
    ['ja', false],
  ] as const)('UI-181: the dots of a cut text in %s are on the line: %s', async (language, isOnLine) => {
    const { url } = await startServer();
    const { page, context } = await newPerson(browser, url, 'anna', { language });
    await page.goto(url);
    await page.getByRole('button').first().waitFor();
    const fonts = await page.evaluate(() => getComputedStyle(document.body).fontFamily);
    expect(/\bDots\b/.test(fonts)).toBe(isOnLine);
    await context.close();
  });

  it('UI-120: the browser caches the icon of the page permanently', async () => {
    const { url } = await startServer();
    const page = await (await fetch(url)).text();
    const [, icon] = /<link rel="icon" href="([^"]+)" type="image\/png"/.exec(page) ?? [];
    const answer = await fetch(`${url}${icon}`);
    expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      'image/png',
      expect.stringContaining('immutable'),
    ]);
  });

  it('PHONE-2: the server has each file that the service worker demands, else it would never be installed', async () => {
    const { url } = await startServer();
    const code = await (await fetch(`${url}/sw.js`)).text();
    const paths = [...code.matchAll(/["'`](\/(?:assets|icons|static)\/[^"'`$]+)["'`]/g)].map(
      ([, path]) => path,
    );
    expect(paths.length).toBeGreaterThan(100);
    const answers = paths.map(async (path) => [path, (await fetch(`${url}${path}`)).status]);
    expect((await Promise.all(answers)).filter(([, status]) => status !== 200)).toEqual([]);
    const licence = await fetch(`${url}/static/figtree-license.txt`);
    expect([licence.status, licence.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  });

  it('UI-111, UI-112: the page keeps text typed before the script, sends on Enter, and does not move', async () => {
    const { url } = await startServer();
    const { account } = await signUp(url, 'anna');
    const anna = await newPerson(browser, url, 'anna', { size: narrow });
    const { page, t } = anna;
    const gate: { open: () => void } = { open: () => undefined };
    const opened = new Promise<void>((resolve) => {
      gate.open = resolve;
    });
    await page.route('**/assets/page-*.js', async (route) => {
      await opened;
      await route.continue();
    });
    await page.addInitScript(() => {
      const view = { moved: 0 };
      Object.assign(window, { seen: view });
      new PerformanceObserver((found) => {
        for (const entry of found.getEntries()) view.moved += Number(Reflect.get(entry, 'value'));
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const requests = noteRequests(anna);
    await page.goto(url, { waitUntil: 'commit' });
    await field(anna, t('login.account')).fill(account);
    await field(anna, t('login.password')).fill(password);
    await page.keyboard.press('Enter');
    const beforeScript = requests.filter((path) => !path.includes('/icon-'));
    expect(
      beforeScript.some((path) => path.startsWith('/common')),
      'a call before there is a script',
    ).toBe(false);
    expect(beforeScript.length, beforeScript.join(' ')).toBeLessThanOrEqual(8);
    expect(await page.evaluate(() => Reflect.get(Reflect.get(window, 'seen') as object, 'moved'))).toBe(0);
    gate.open();
    await list(anna).waitFor();
    expect(requests.filter((path) => path === '/common/pub/login')).toHaveLength(1);
    expect(anna.faults).toEqual([]);
    await anna.context.close();
  });

  it('UI-111: without JavaScript the page says so, in both languages', async () => {
    const { url } = await startServer();
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(url);
    // Looked for by their place: words in this element are not text to a locator.
    expect(await page.locator('noscript p').allInnerTexts()).toEqual([
      expect.stringContaining('Parley needs JavaScript.'),
      expect.stringContaining('使用 Parley 需要开启 JavaScript。'),
    ]);
    expect(await page.locator('noscript p').first().isVisible()).toBe(true);
    expect(await page.getByRole('textbox').count()).toBe(0);
    await context.close();
  });
});
