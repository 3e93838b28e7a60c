import { expect, it } from 'vitest';
import { go, type Person } from '../support/browser.ts';
import { entry, meetHikers } from '../support/hikers.ts';
import { bubble, button, composer, messages, openChat, sees } from '../support/person.ts';
import { setStage } from '../support/stage.ts';
import type { TextKey } from '../support/texts.ts';

const stage = setStage();

const [one, two] = ['明天别忘了带水', 'and a hat'];

const starting = (person: Person, key: TextKey): RegExp =>
  new RegExp(`^${person.t(key, { time: '' }).trim()}`);
const bar = (person: Person, count: number) => button(person, person.t('later.scheduled', { count }));
const list = (person: Person) =>
  person.page.getByRole('dialog', { name: person.t('later.title'), exact: true });
const findQuestion = (person: Person) =>
  person.page.locator('[role=dialog],[role=alertdialog]').filter({ hasText: person.t('later.discardTitle') });
const write = async (person: Person, group: string, words: string): Promise<void> => {
  await composer(person, group).fill(words);
  await button(person, person.t('chat.send')).waitFor();
};

it('LATER-6, LATER-7, LATER-8, LATER-9: three people schedule, change, discard, are reminded', async () => {
  const { a, b, c, group } = await meetHikers(stage);
  for (const person of [a, b, c]) await openChat(person, group);

  // Schedules by mouse for tomorrow, and by keys for a chosen day and time.
  await write(a, group, one);
  await button(a, a.t('chat.send')).click({ button: 'right' });
  await entry(a, starting(a, 'later.tomorrow')).click();
  await bar(a, 1).waitFor();
  expect(await composer(a, group).inputValue()).toBe('');
  await write(a, group, two);
  await button(a, a.t('later.schedule')).focus();
  await a.page.keyboard.press('Enter');
  await entry(a, 'later.own').focus();
  await a.page.keyboard.press('Enter');
  const time = a.page.getByRole('dialog', { name: a.t('later.schedule') });
  await time.getByRole('combobox', { name: a.t('later.hour') }).selectOption('23');
  await time.getByRole('combobox', { name: a.t('later.minute') }).selectOption('59');
  await time.getByRole('button', { name: a.t('later.choose') }).focus();
  await a.page.keyboard.press('Enter');
  await bar(a, 2).waitFor();

  // No other user sees anything of it.
  for (const person of [b, c]) {
    expect(await messages(person, group).getByText(one).count()).toBe(0);
    expect(await bar(person, 2).count()).toBe(0);
  }

  // Other words, then sent at once; the other one is discarded.
  await bar(a, 2).click();
  await list(a).getByRole('button', { name: one }).click();
  await entry(a, 'later.edit').click();
  await a.page.getByRole('textbox', { name: a.t('later.words'), exact: true }).fill(`${one}!`);
  await button(a, a.t('common.save')).click();
  await list(a)
    .getByRole('button', { name: `${one}!` })
    .click();
  await entry(a, 'later.sendNow').click();
  for (const person of [b, c]) await sees(person, group, `${one}!`);
  await list(a).getByRole('button', { name: two }).click();
  await entry(a, 'later.discard').click();
  await findQuestion(a)
    .getByRole('button', { name: a.t('later.discard') })
    .click();
  await list(a).waitFor({ state: 'detached' });
  await bar(a, 1).waitFor({ state: 'detached' });
  await sees(a, group, `${one}!`);

  // The text stays in the composer while the device is offline.
  await write(c, group, two);
  await c.context.setOffline(true);
  await button(c, c.t('later.schedule')).click();
  await entry(c, starting(c, 'later.tomorrow')).click();
  await c.page.getByText(c.t('err.offline')).first().waitFor();
  expect(await composer(c, group).inputValue()).toBe(two);
  await c.context.setOffline(false);

  // A finger that rests on the button, on a narrow window.
  await write(b, group, two);
  const send = await button(b, b.t('chat.send')).boundingBox();
  await button(b, b.t('chat.send')).dispatchEvent('contextmenu', { clientX: send?.x, clientY: send?.y });
  await entry(b, starting(b, 'later.tomorrow')).click();
  await bar(b, 1).waitFor();

  // Reminded of a message: in the list of all that is put off, until it is done.
  await bubble(b, group, `${one}!`).click({ button: 'right' });
  await entry(b, 'menu.remind').click();
  await entry(b, 'later.in60').click();
  await go(b, '/pages/mine/later');
  const main = b.page.getByRole('main');
  await main.getByText(`${one}!`).waitFor();
  await main.getByText(two).waitFor();
  await main.getByRole('button', { name: b.t('later.done') }).click();
  await main.getByText(`${one}!`).waitFor({ state: 'detached' });

  // The page of scheduled messages offers the same actions.
  await main.getByRole('button', { name: two }).click();
  await entry(b, 'later.sendNow').click();
  await main.getByText(b.t('later.none')).waitFor();
  for (const person of [a, c]) await sees(person, group, two);
});
