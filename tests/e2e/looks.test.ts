import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { go, narrow, newPerson, newWindow } from '../support/browser.ts';
import { arrive, field, list } from '../support/person.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

/** What is seen of the theme, as the browser has worked it out. */
const seen = (page: Page): Promise<unknown> =>
  page.evaluate(() => [
    getComputedStyle(document.documentElement).colorScheme,
    getComputedStyle(document.body).backgroundColor,
    getComputedStyle(document.body).color,
    document.querySelector<HTMLMetaElement>('[name=theme-color]')?.content,
  ]);
const rows = (page: Page): Promise<unknown> =>
  page
    .getByRole('listitem')
    .evaluateAll((all) => all.map((row) => JSON.stringify(row.getBoundingClientRect())));
const LIGHT = ['light', 'rgb(246, 247, 244)', 'rgb(22, 32, 27)', '#ffffff'];
const DARK = ['dark', 'rgb(15, 21, 18)', 'rgb(231, 237, 233)', '#1a231f'];

it('THEME-1, THEME-2, THEME-4: dark or system by choice, before the first paint', async () => {
  const { url } = await stage.server();
  const me = stage.watch(await arrive(stage.browser, url, 'Anna Lake', { language: 'en' }));
  const { page, t } = me;
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await seen(page)).toEqual(LIGHT);
  const other = stage.watch(await newWindow(me));
  await go(other, '/');
  await list(other).waitFor();
  await go(me, '/pages/mine/setting');
  const choose = (name: 'light' | 'system' | 'dark') =>
    page.getByRole('tab', { name: t(`looks.theme.${name}`), exact: true }).click();

  const places = await rows(other.page);
  await choose('dark');
  expect(await seen(page)).toEqual(DARK);
  await expect.poll(() => seen(other.page)).toEqual(DARK);
  expect(await rows(other.page), 'THEME-4: rows stay where they are').toEqual(places);
  await choose('system');
  expect(await seen(page)).toEqual(DARK);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => seen(page)).toEqual(LIGHT);
  await choose('dark');

  // Nothing of ours but what stands in the page itself may run: that is what is painted first.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(() => document.body !== null);
  expect(await seen(page)).toEqual(DARK);
});

it('THEME-2: the login page is painted in the chosen theme first', async () => {
  const { url } = await stage.server();
  const visitor = await newPerson(stage.browser, url, 'visitor', { size: narrow, theme: 'dark' });
  const { page, t } = stage.watch(visitor);
  await page.route('**/assets/page-*.js', (route) => route.abort());
  await page.goto(url, { waitUntil: 'commit' });
  await field(visitor, t('login.account')).waitFor();
  expect(await seen(page)).toEqual(DARK);
});
