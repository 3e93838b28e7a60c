import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { go, narrow, newPerson, newWindow, wide } from '../support/browser.ts';
import { befriend, newGroup, signUp } from '../support/http-user.ts';
import { arrive, field, list } from '../support/person.ts';
import { send } from '../support/said.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

/** The visible parts of the theme, as the browser computed them. */
const readView = (page: Page): Promise<unknown> =>
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
  const { url } = await stage.commonServer();
  const me = stage.watch(await arrive(stage.browser, url, 'Anna Lake', { language: 'en' }));
  const { page, t } = me;
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await readView(page)).toEqual(LIGHT);
  const other = stage.watch(await newWindow(me));
  await go(other, '/');
  await list(other).waitFor();
  await go(me, '/pages/mine/setting');
  const choose = (name: 'light' | 'system' | 'dark') =>
    page.getByRole('tab', { name: t(`looks.${name}`), exact: true }).click();

  const places = await rows(other.page);
  await choose('dark');
  expect(await readView(page)).toEqual(DARK);
  await expect.poll(() => readView(other.page)).toEqual(DARK);
  expect(await rows(other.page), 'THEME-4: rows stay where they are').toEqual(places);
  await choose('system');
  expect(await readView(page)).toEqual(DARK);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => readView(page)).toEqual(LIGHT);
  await choose('dark');

  // Blocks all scripts except those inside the page, so that only the first paint is visible.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(() => document.body !== null);
  expect(await readView(page)).toEqual(DARK);
});

it('THEME-2: the login page is painted in the chosen theme first', async () => {
  const { url } = await stage.commonServer();
  const visitor = await newPerson(stage.browser, url, 'visitor', { size: narrow, theme: 'dark' });
  const { page, t } = stage.watch(visitor);
  await page.route('**/assets/page-*.js', (route) => route.abort());
  await page.goto(url, { waitUntil: 'commit' });
  await field(visitor, t('login.account')).waitFor();
  expect(await readView(page)).toEqual(DARK);
});

/** Top and bottom of each row of a list. */
const edges = (page: Page, selector: string): Promise<readonly (readonly [top: number, bottom: number])[]> =>
  page.locator(selector).evaluateAll((all) =>
    all
      .map((row) => row.getBoundingClientRect())
      .map(({ top, bottom }) => [Math.round(top), Math.round(bottom)] as const)
      .toSorted(([a], [b]) => a - b),
  );
/** Gaps between the rows. A negative gap means that rows overlap. */
const gaps = (rows: Awaited<ReturnType<typeof edges>>): readonly number[] =>
  rows.slice(1).map(([top], i) => top - (rows[i]?.[1] ?? 0));

it('THEME-5, THEME-6, THEME-7: a list beside the settings and a chat are measured again', async () => {
  const { url } = await stage.commonServer();
  const me = stage.watch(
    await arrive(stage.browser, url, 'Anna Lake', { language: 'en', size: { ...wide, height: 480 } }),
  );
  const { page, t } = me;
  const friend = await signUp(url, 'Bela Hill');
  await befriend(me.user, friend);
  for (let n = 1; n < 16; n += 1) await newGroup(me.user, [friend], `Group ${n}`);
  const words = 'and so on, over more than one line, '.repeat(9);
  for (let n = 0; n < 30; n += 1) await send(friend, String(me.user.id), `${n} ${n % 3 === 0 ? words : ''}`);
  const ROWS = '[role=tabpanel] li';
  await go(me, '/pages/mine/setting');
  await page.getByRole('slider', { name: t('looks.textSize') }).waitFor();
  await expect.poll(async () => (await edges(page, ROWS)).length).toBeGreaterThan(10);
  const view = page.locator('[role=tabpanel] > div').first();
  await view.evaluate((element) => (element.scrollTop = 72 * 5));
  const topRow = () =>
    view.evaluate((element) => {
      const { left, top } = element.getBoundingClientRect();
      return document.elementFromPoint(left + 90, top + 20)?.closest('li')?.textContent ?? '';
    });
  const first = await topRow();
  const heights = async (): Promise<readonly number[]> => [
    ...new Set((await edges(page, ROWS)).map(([top, bottom]) => bottom - top)),
  ];
  expect([first !== '', await heights()]).toEqual([true, [72]]);
  const isWhole = async (rowPx: number) => {
    await expect.poll(heights).toEqual([rowPx]);
    expect([...new Set(gaps(await edges(page, ROWS)))]).toEqual([0]);
    expect(await topRow()).toBe(first);
    const rows = await edges(page, ROWS);
    expect(rows.at(-1)?.[1], 'drawn to the end of the window').toBeGreaterThanOrEqual(480);
  };
  await page.getByRole('tab', { name: t('looks.compact') }).click();
  await isWhole(58);
  for (let step = 0; step < 3; step += 1) await page.getByRole('slider').press('ArrowRight');
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('20.8px');
  await isWhole(72);

  // The chat, opened before with other sizes, and while another window changes them.
  await go(me, `/pages/message/chat?id=${friend.id}`);
  const BUBBLES = '[data-chat-list] li';
  await page.locator('[data-chat-list] article').first().waitFor();
  const chatWhole = async () => {
    await expect.poll(async () => (await edges(page, BUBBLES)).length).toBeGreaterThan(3);
    await expect.poll(async () => [...new Set(gaps(await edges(page, BUBBLES)))]).toEqual([0]);
  };
  await chatWhole();
  const other = stage.watch(await newWindow(me));
  await go(other, '/pages/mine/setting');
  await other.page.getByRole('tab', { name: t('looks.comfortable') }).click();
  await other.page.getByRole('slider').press('Home');
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize))
    .toBe('14.4px');
  await chatWhole();

  // Applies from the first paint.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(() => document.body !== null);
  expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('14.4px');
});

/** Texts in boxes that hide what is too long, and how far the feet of their letters reach below the box. */
const feetCut = (page: Page): Promise<readonly string[]> =>
  page.locator('main').evaluate((main) =>
    [...main.querySelectorAll('span,div,p')].flatMap((box) => {
      const words = [...box.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      if (words.length === 0 || getComputedStyle(box).overflowY !== 'hidden') return [];
      const range = document.createRange();
      range.selectNodeContents(box);
      const below = range.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom;
      return below > 0.5 ? [`${box.textContent}: ${below}px`] : [];
    }),
  );

it('THEME-8: no letter of a row loses its feet', async () => {
  const { url } = await stage.commonServer();
  const me = stage.watch(await arrive(stage.browser, url, 'Anna Lake', { language: 'en', size: narrow }));
  for (const path of ['/pages/mine/setting', '/pages/mine/secure']) {
    await go(me, path);
    await me.page.getByRole('main').getByRole('button').first().waitFor();
    expect(await feetCut(me.page)).toEqual([]);
  }
});
