import { expect, it } from 'vitest';
import { go, newPerson, type Person } from '../support/browser.ts';
import {
  bubble,
  composer,
  list,
  listed,
  messages,
  openChat,
  register,
  row,
  say,
  sees,
} from '../support/person.ts';
import { acceptFriend, applyFriend } from '../support/people-pages.ts';
import { setStage } from '../support/stage.ts';
import type { Language } from '../support/texts.ts';

const stage = setStage();

const names = {
  'zh-CN': {
    a: '安小满',
    b: '白露露',
    c: '谷雨生',
    words: '你好，今天下雨了 ☔️',
    answer: '是的，带伞了吗？',
  },
  en: {
    a: 'Anna Lake',
    b: 'Bela Hill',
    c: 'Cleo Moor',
    words: 'Good morning, it rains ☔️',
    answer: 'Yes. An umbrella?',
  },
} as const;

async function enter(url: string, name: string, language: Language): Promise<Person> {
  const person = stage.watch(await newPerson(stage.browser, url, name, { language }));
  await register(person);
  return person;
}

const languages = ['zh-CN', 'en'] as const;

it.each(languages)('UI-3, UI-4: two people register, become friends and talk live, %s', async (language) => {
  const { url } = await stage.commonServer();
  const say2 = names[language];
  const [a, b] = [await enter(url, say2.a, language), await enter(url, say2.b, language)];
  expect(await a.page.getAttribute('html', 'lang')).toBe(language);

  await applyFriend(a, b);
  await acceptFriend(b, a);
  await row(a, b.name).waitFor();
  await go(b, '/');
  await row(b, a.name).waitFor();

  // a writes while b has only the list open: preview and badge arrive, and nothing is read.
  await openChat(a, b.name);
  await say(a, b.name, say2.words);
  await sees(a, b.name, say2.words);
  await row(b, a.name).getByText(say2.words).waitFor();
  await row(b, a.name)
    .getByLabel(b.t('a11y.unread', { count: 1 }))
    .waitFor();
  await bubble(a, b.name, say2.words).getByText(a.t('chat.delivered'), { exact: true }).waitFor();

  // b opens it: the badge goes, and a sees that it was read.
  await openChat(b, a.name);
  await sees(b, a.name, say2.words);
  await row(b, a.name)
    .getByLabel(b.t('a11y.unread', { count: 1 }))
    .waitFor({ state: 'detached' });
  await bubble(a, b.name, say2.words).getByText(a.t('chat.read'), { exact: true }).waitFor();

  // Both ways, with both chats open.
  await say(b, a.name, say2.answer);
  await sees(a, b.name, say2.answer);
  await row(a, b.name).getByText(say2.answer).waitFor();
  expect(
    await list(a)
      .getByLabel(a.t('a11y.unread', { count: 1 }))
      .count(),
  ).toBe(0);
});

it('UI-4: the newest conversation is first, a pinned one before it, and badges count', async () => {
  const { url } = await stage.commonServer();
  const { a: nameA, b: nameB, c: nameC } = names.en;
  const a = await enter(url, nameA, 'en');
  const b = await enter(url, nameB, 'en');
  const c = await enter(url, nameC, 'en');
  for (const friend of [b, c]) {
    await applyFriend(friend, a);
    await acceptFriend(a, friend);
    await go(friend, '/');
    await openChat(friend, a.name);
  }
  await go(a, '/');
  await say(b, a.name, 'one');
  await row(a, b.name).getByText('one', { exact: true }).waitFor();
  await say(c, a.name, 'two');
  await say(c, a.name, 'three');
  await row(a, c.name).getByText('three', { exact: true }).waitFor();
  expect(await listed(a)).toEqual([c.name, b.name]);
  await row(a, c.name)
    .getByLabel(a.t('a11y.unread', { count: 2 }))
    .waitFor();
  await expect.poll(() => a.page.title()).toContain('3');

  await row(a, b.name).click({ button: 'right' });
  await a.page.getByRole('menuitem', { name: a.t('chatOp.pin'), exact: true }).click();
  await row(a, b.name).getByText(a.t('a11y.pinned')).waitFor();
  await say(c, a.name, 'four');
  await row(a, c.name).getByText('four', { exact: true }).waitFor();
  expect(await listed(a)).toEqual([b.name, c.name]);
  await row(a, c.name)
    .getByLabel(a.t('a11y.unread', { count: 3 }))
    .waitFor();
});

it('UI-10: typed text is shown as written, never as markup, on both sides', async () => {
  const { url } = await stage.commonServer();
  const [a, b] = [await enter(url, names.en.a, 'en'), await enter(url, names.en.b, 'en')];
  await applyFriend(a, b);
  await acceptFriend(b, a);
  await openChat(a, b.name);
  await go(b, '/');
  await openChat(b, a.name);
  const written = [
    '<img src=x onerror="document.title=\'cracked\'">',
    '<b>bold</b> &amp; a < b && c > d',
    '"quotes" \'n\' `tick </div>',
  ];
  for (const text of written) {
    await say(a, b.name, text);
    await sees(b, a.name, text);
    await sees(a, b.name, text);
  }
  for (const [person, other] of [
    [a, b],
    [b, a],
  ] as const) {
    expect(await messages(person, other.name).locator('img, b').count()).toBe(0);
    expect(await person.page.title()).not.toContain('cracked');
  }
  // A line end is kept, and Shift+Enter makes one.
  const box = composer(b, a.name);
  await box.fill('first line');
  await box.press('Shift+Enter');
  await box.pressSequentially('second line');
  await box.press('Enter');
  const both = messages(a, b.name).getByRole('article').filter({ hasText: 'first line' });
  await both.waitFor();
  expect(await both.innerText()).toMatch(/first line\nsecond line/);
});
