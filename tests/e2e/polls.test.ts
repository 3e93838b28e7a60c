import { expect, it } from 'vitest';
import { go, narrow, type Person, wide } from '../support/browser.ts';
import { meetHikers } from '../support/hikers.ts';
import { button, openChat, row } from '../support/person.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();
const question = '周六去哪里？ Where to?';
const [hike, film, home] = ['爬山', 'Cinema', '在家休息 Staying at home'];

const poll = (person: Person, question: string) =>
  person.page.getByRole('group', { name: question, exact: true });
const option = (person: Person, name: string, count: number, share: number) =>
  person.page.getByRole('button', {
    name: person.t('poll.option', { option: name, count, share }),
    exact: true,
  });

it('POLL-1, POLL-11, POLL-12: three people ask and vote, by mouse, keys and hand', async () => {
  const { a, b, c, group } = await meetHikers(stage, {
    b: { size: wide },
    c: { size: narrow, touch: true },
  });
  await openChat(a, group);
  // Creates the poll by keys once the sheet is open; Enter leads to the next line.
  await button(a, a.t('plus.open')).press('Enter');
  await a.page.getByRole('menuitem', { name: a.t('plus.poll'), exact: true }).press('Enter');
  const sheet = a.page.getByRole('dialog', { name: a.t('poll.new') });
  await sheet.getByRole('textbox', { name: a.t('poll.question'), exact: true }).fill(question);
  await sheet.getByRole('textbox', { name: a.t('poll.optionOf', { n: 1 }), exact: true }).fill(hike);
  await a.page.keyboard.press('Enter');
  await a.page.keyboard.type(film);
  await a.page.keyboard.press('Enter');
  await sheet.getByRole('textbox', { name: a.t('poll.optionOf', { n: 3 }), exact: true }).waitFor();
  await expect
    .poll(() => a.page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value))
    .toBe('');
  await a.page.keyboard.type(home);
  await sheet.getByRole('button', { name: a.t('chat.send'), exact: true }).press('Enter');
  await option(a, hike, 0, 0).waitFor();

  // The list shows the poll. A click, a tap and a key vote, and all members see the result.
  await row(b, group)
    .getByText(`${b.t('msg.poll')} ${question}`)
    .waitFor();
  for (const person of [b, c]) await openChat(person, group);
  await option(b, hike, 0, 0).click();
  for (const person of [a, b, c]) await option(person, hike, 1, 100).waitFor();
  await option(c, film, 0, 0).tap();
  await option(a, film, 1, 50).press('Enter');
  for (const person of [a, b, c]) await option(person, film, 2, 67).waitFor();
  expect(await option(c, film, 2, 67).getAttribute('aria-pressed')).toBe('true');
  expect(await option(b, film, 2, 67).getAttribute('aria-pressed')).toBe('false');

  // An offline vote is shown at once, the last press counts, and others receive it afterwards.
  await b.context.setOffline(true);
  await option(b, home, 0, 0).click();
  await option(b, film, 2, 67).click();
  await option(b, film, 3, 100).waitFor();
  await b.context.setOffline(false);
  for (const person of [a, c]) await option(person, film, 3, 100).waitFor({ timeout: 40_000 });

  // The voters are listed, and a choice is taken back.
  await poll(c, question)
    .getByRole('button', { name: c.t('poll.show') })
    .tap();
  const voters = c.page.getByRole('dialog', { name: c.t('poll.votersTitle') });
  await voters.getByText(b.name).waitFor();
  expect(await voters.getByRole('listitem').count()).toBe(3);
  await c.page.keyboard.press('Escape');
  await option(c, film, 3, 100).tap();
  for (const person of [a, b, c]) await option(person, film, 2, 100).waitFor();

  // The author ends the poll, all members see this, and no further vote is possible, also after a reload.
  await poll(a, question).click({ button: 'right', position: { x: 8, y: 8 } });
  await a.page.getByRole('menuitem', { name: a.t('menu.closePoll'), exact: true }).click();
  await a.page
    .getByRole('dialog')
    .getByRole('button', { name: a.t('menu.closePoll') })
    .click();
  for (const person of [a, b, c]) await poll(person, question).getByText(person.t('poll.over')).waitFor();
  await go(c, '/');
  await openChat(c, group);
  await poll(c, question).getByText(c.t('poll.over')).waitFor();
  expect(await option(c, hike, 0, 0).getAttribute('aria-disabled')).toBe('true');
});
