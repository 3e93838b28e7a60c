import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { go, narrow, newPerson, wide } from '../support/browser.ts';
import { fingerOf } from '../support/finger.ts';
import {
  arriveAsFriends,
  bubble,
  button,
  composer,
  grouped,
  list,
  login,
  messages,
  openChat,
  row,
  say,
  sent,
} from '../support/person.ts';
import { send } from '../support/said.ts';
import { setStage } from '../support/stage.ts';
import { textsOf } from '../support/texts.ts';

const stage = setStage();

it('UI-1, UI-2, UI-19: an unknown path leads home; two tabs and a pane, or a rail and two panes, over one list', async () => {
  const { url } = await stage.commonServer();
  const [me, friend] = await arriveAsFriends(
    stage,
    url,
    ['Anna Lake', { language: 'en', size: wide }],
    ['Bela Hill', 'away'],
  );
  const hikers = 'Weekend hikers';
  await grouped(me, [friend], hikers);
  const { page, t } = me;
  await go(me, '/pages/nowhere');
  await button(me, t('page.goHome')).click();
  await row(me, hikers).waitFor();
  const tabs = page.getByRole('navigation', { name: t('a11y.mainNav') });
  const mark = (): Promise<unknown> => list(me).evaluate((element) => Reflect.set(element, 'marked', true));
  const marked = (): Promise<unknown> => list(me).evaluate((element) => Reflect.get(element, 'marked'));
  await mark();

  // In a wide window the chat opens next to the list.
  await row(me, hikers).click();
  await messages(me, hikers).waitFor();
  expect(await list(me).isVisible()).toBe(true);
  await row(me, friend.name).click();
  await messages(me, friend.name).waitFor();
  expect(await marked()).toBe(true);
  await expect.poll(() => row(me, friend.name).getAttribute('aria-current')).toBe('true');

  // The same page made narrow: only the chat; back leads to the list, which is still the same one.
  await page.setViewportSize(narrow);
  await list(me).waitFor({ state: 'hidden' });
  await composer(me, friend.name).waitFor();
  await button(me, t('common.back')).filter({ visible: true }).click();
  await list(me).waitFor();
  expect(await marked()).toBe(true);
  expect(await tabs.getByRole('link').count()).toBe(2);
  await expect.poll(async () => (await tabs.boundingBox())?.height).toBe(50);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(
    await tabs.getByRole('link').evaluateAll((links) =>
      links.map((link) => ({
        words: getComputedStyle(link).fontSize,
        icon: link.querySelector('svg')?.getBoundingClientRect().width,
        colour: getComputedStyle(link).color,
      })),
    ),
  ).toEqual([
    { words: '10px', icon: 24, colour: 'rgb(10, 125, 76)' },
    { words: '10px', icon: 24, colour: 'rgb(86, 97, 89)' },
  ]);
  expect(
    await page.evaluate(() => [
      getComputedStyle(document.documentElement).colorScheme,
      matchMedia('(prefers-color-scheme: dark)').matches,
    ]),
  ).toEqual(['light', true]);
  const noSideways = await page.evaluate(
    () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
  );
  expect(noSideways).toBe(true);

  await page.setViewportSize(wide);
  await page.getByText(t('home.choose')).waitFor();
  expect(await marked()).toBe(true);
  // An unknown path leads home in Chinese, too.
  const chinese = textsOf('zh-CN');
  await page.evaluate(() => localStorage.setItem('language', 'zh-CN'));
  await go(me, '/pages/nowhere');
  await page.reload();
  await page.getByRole('button', { name: chinese('page.goHome'), exact: true }).click();
  await page.getByRole('tabpanel', { name: chinese('home.list') }).waitFor();
});

it('UI-87, UI-88: the tabs above the list stay in one line beside the word of another device, and counts within the rail', async () => {
  const { url } = await stage.commonServer();
  const look = { language: 'en', size: wide } as const;
  const [me, friend] = await arriveAsFriends(stage, url, ['Anna Lake', look], ['Bela Hill', 'away']);
  for (let sentCount = 0; sentCount < 100; sentCount += 1)
    await send(friend.user, String(me.user.id), `message ${sentCount}`);
  const other = {
    ...(await newPerson(stage.browser, url, 'Anna Lake', { language: 'en', size: wide })),
    account: me.account,
  };
  stage.watch(other);
  await go(other, '/');
  await login(other);
  const word = other.page.getByTitle(other.t('home.desktopOnline'));
  await word.waitFor();
  await other.page.getByRole('tab', { name: '99+' }).waitFor();
  const rail = other.page.getByRole('navigation', { name: other.t('a11y.mainNav') });
  const [edge, count] = await Promise.all([
    rail.boundingBox(),
    rail.getByText('99+', { exact: true }).boundingBox(),
  ]);
  expect((count?.x ?? 0) + (count?.width ?? 0)).toBeLessThanOrEqual((edge?.x ?? 0) + (edge?.width ?? 0));
  for (const width of [wide.width, 900, 700, narrow.width, 320]) {
    await other.page.setViewportSize({ width, height: 800 });
    const [tabs, sign, pane] = await Promise.all([
      other.page.getByRole('tablist', { name: other.t('home.tabs') }).boundingBox(),
      word.boundingBox(),
      list(other).boundingBox(),
    ]);
    expect(tabs?.height, `at ${width}`).toBeLessThan(45);
    expect((sign?.x ?? 0) + (sign?.width ?? 0), `at ${width}`).toBeLessThanOrEqual(
      (pane?.x ?? 0) + (pane?.width ?? 0),
    );
    expect(sign?.x ?? 0, `at ${width}`).toBeGreaterThanOrEqual((tabs?.x ?? 0) + (tabs?.width ?? 0));
  }
});

const left = async (part: Locator) => (await part.boundingBox())?.x ?? expect.fail('nothing is drawn');

it('UI-171: in Arabic the list is at the right; bubbles, swipes and arrow keys are mirrored', async () => {
  const { url } = await stage.commonServer();
  const [me, friend] = await arriveAsFriends(
    stage,
    url,
    ['Anna Lake', { language: 'ar', size: wide, touch: true }],
    ['Bela Hill', 'away'],
  );
  const { page, t } = me;
  await send(friend.user, String(me.user.id), 'Is the hut open?');
  await openChat(me, friend.name);
  await say(me, friend.name, 'From May on');
  await sent(me, friend.name, 'From May on');
  expect(await left(list(me))).toBeGreaterThan(await left(messages(me, friend.name)));
  const [mine, received] = ['From May on', 'Is the hut open?'].map((words) => bubble(me, friend.name, words));
  if (mine === undefined || received === undefined) expect.fail('two bubbles');
  expect(await left(mine)).toBeLessThan(await left(received));

  // The list becomes wider to the left.
  const edge = page.getByRole('separator', { name: t('a11y.resizeList') });
  const before = Number(await edge.getAttribute('aria-valuenow'));
  await edge.press('ArrowLeft');
  expect(Number(await edge.getAttribute('aria-valuenow'))).toBeGreaterThan(before);

  await page.setViewportSize({ width: 320, height: 640 });
  const swipe = async (px: number) => {
    const finger = await fingerOf(page);
    await finger.rest(received);
    await finger.draw(px, 0);
    await finger.lift();
  };
  const strip = button(me, t('chat.cancelQuote'));
  await swipe(-90);
  expect(await strip.count()).toBe(0);
  await swipe(90);
  await strip.waitFor();
  for (const route of ['/', '/pages/mine/setting', `/pages/message/chat-info?id=${friend.user.id}`]) {
    await go(me, route);
    const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(beyond).toBeLessThanOrEqual(0);
  }
});
