import { expect, it } from 'vitest';
import { go, narrow, newPerson, wide } from '../support/browser.ts';
import { button, composer, list, messages, row } from '../support/person.ts';
import { populate } from '../support/populated.ts';
import { open, openScreens, screens } from '../support/screens.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

it('UI-1: every route shows its page and its title; an unknown one leads home', async () => {
  const { url } = await stage.server();
  const visitor = stage.watch(await newPerson(stage.browser, url, 'visitor'));
  const none = { friendId: 0, friendName: '', groupId: '', groupName: '', strangerId: 0 };
  for (const screen of openScreens) {
    await open(visitor, screen, none);
    expect(await visitor.page.title()).toContain(visitor.t(screen.title));
  }
  const { me, facts } = await populate(stage.browser, url, { language: 'zh-CN', size: wide });
  stage.watch(me);
  for (const screen of screens) {
    await open(me, screen, facts);
    expect(await me.page.title(), screen.name).toContain(me.t(screen.title));
  }
  await go(me, '/pages/index/index');
  await row(me, facts.groupName).waitFor();
  await go(me, '/pages/nowhere');
  await button(me, me.t('page.goHome')).click();
  await row(me, facts.groupName).waitFor();
});

it('UI-2: narrow has two tabs and one pane, wide a rail and two panes, and the list does not remount', async () => {
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
  expect(await row(me, facts.friendName).getAttribute('aria-current')).toBe('true');

  // The same page made narrow: only the chat; back leads to the list, which is still the same one.
  await page.setViewportSize(narrow);
  await list(me).waitFor({ state: 'hidden' });
  expect(await composer(me, facts.friendName).isVisible()).toBe(true);
  await button(me, t('common.back')).filter({ visible: true }).click();
  await list(me).waitFor();
  expect(await marked()).toBe(true);
  expect(await tabs.getByRole('link').count()).toBe(2);
  expect((await tabs.boundingBox())?.height).toBe(50);
  const noSideways = await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
  expect(noSideways).toBe(true);

  await page.setViewportSize(wide);
  await page.getByText(t('home.choose')).waitFor();
  expect(await marked()).toBe(true);
});
