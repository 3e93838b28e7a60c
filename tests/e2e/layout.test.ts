import { expect, it } from 'vitest';
import { go, narrow, wide } from '../support/browser.ts';
import { button, composer, list, messages, row } from '../support/person.ts';
import { populate } from '../support/populated.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

it('UI-1: an unknown path leads home', async () => {
  const { url } = await stage.server();
  const { me, facts } = await populate(stage.browser, url, { language: 'zh-CN', size: wide });
  stage.watch(me);
  await go(me, '/pages/nowhere');
  await button(me, me.t('page.goHome')).click();
  await row(me, facts.groupName).waitFor();
});

it('UI-2, UI-19: narrow has two tabs and one pane, wide a rail and two panes, and the list does not remount', async () => {
  const { url } = await stage.server();
  const { me, facts } = await populate(stage.browser, url, { language: 'en', size: wide });
  stage.watch(me);
  const { page, t } = me;
  await row(me, facts.groupName).waitFor();
  const tabs = page.getByRole('navigation', { name: t('a11y.mainNav') });
  const mark = (): Promise<unknown> => list(me).evaluate((element) => Reflect.set(element, 'marked', true));
  const marked = (): Promise<unknown> => list(me).evaluate((element) => Reflect.get(element, 'marked'));
  await mark();

  // Wide: the chat opens beside the list.
  await row(me, facts.groupName).click();
  await messages(me, facts.groupName).waitFor();
  expect(await list(me).isVisible()).toBe(true);
  await row(me, facts.friendName).click();
  await messages(me, facts.friendName).waitFor();
  expect(await marked()).toBe(true);
  await expect.poll(() => row(me, facts.friendName).getAttribute('aria-current')).toBe('true');

  // The same page made narrow: only the chat; back leads to the list, which is still the same one.
  await page.setViewportSize(narrow);
  await list(me).waitFor({ state: 'hidden' });
  await composer(me, facts.friendName).waitFor();
  await button(me, t('common.back')).filter({ visible: true }).click();
  await list(me).waitFor();
  expect(await marked()).toBe(true);
  expect(await tabs.getByRole('link').count()).toBe(2);
  await expect.poll(async () => (await tabs.boundingBox())?.height).toBe(50);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await tabs.getByRole('link').evaluateAll((links) => links.map((link) => ({ words: getComputedStyle(link).fontSize, icon: link.querySelector('svg')?.getBoundingClientRect().width, colour: getComputedStyle(link).color })))).toEqual([
    { words: '10px', icon: 24, colour: 'rgb(10, 125, 76)' },
    { words: '10px', icon: 24, colour: 'rgb(91, 102, 95)' },
  ]);
  expect(await page.evaluate(() => [getComputedStyle(document.documentElement).colorScheme, matchMedia('(prefers-color-scheme: dark)').matches])).toEqual(['light', true]);
  const noSideways = await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
  expect(noSideways).toBe(true);

  await page.setViewportSize(wide);
  await page.getByText(t('home.choose')).waitFor();
  expect(await marked()).toBe(true);
});
