import { expect, it } from 'vitest';
import { go, narrow, type Person, wide } from '../support/browser.ts';
import { meetHikers } from '../support/hikers.ts';
import { bubble, openChat, row, say, sees } from '../support/person.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();
const WORDS = '周六一起去吗';
const [THUMB, HEART] = ['👍️', '❤️'];

/** What stands under the only message, as a screen reader reads it. */
const chips = ({ page, t }: Person) => page.getByRole('group', { name: t('react.list') }).getByRole('button');
const chip = (person: Person, emoji: string, count: number) =>
  chips(person).and(
    person.page.getByRole('button', { name: person.t('react.chip', { emoji, count }), exact: true }),
  );

it('REACT-1, REACT-11: three people react by bar, by keys and by a long press', async () => {
  const { a, b, c, group } = await meetHikers(stage, {
    b: { size: wide },
    c: { size: narrow, touch: true },
  });
  await openChat(a, group);
  await say(a, group, WORDS);
  await go(a, '/');
  for (const person of [b, c]) {
    await openChat(person, group);
    await sees(person, group, WORDS);
  }
  // By the bar beside the bubble; the author learns of it in the list, and it is not unread.
  await bubble(b, group, WORDS).hover();
  await b.page.getByRole('button', { name: b.t('menu.react'), exact: true }).click();
  await b.page.getByRole('button', { name: THUMB, exact: true }).click();
  await chip(b, THUMB, 1).waitFor();
  await row(a, group).getByRole('img', { name: THUMB }).waitFor();
  expect(await chip(b, THUMB, 1).getAttribute('aria-pressed')).toBe('true');
  // By the sheet that a long press brings, and by a press on what stands there.
  await bubble(c, group, WORDS).click({ button: 'right' });
  await c.page.getByRole('button', { name: HEART, exact: true }).click();
  await chip(c, HEART, 1).waitFor();
  await chip(c, THUMB, 1).click();
  for (const person of [b, c]) await chip(person, THUMB, 2).waitFor();
  // By keys.
  await openChat(a, group);
  await row(a, group).getByRole('img', { name: HEART }).waitFor({ state: 'detached' });
  await bubble(a, group, WORDS).press('Enter');
  await a.page.getByRole('menuitem', { name: a.t('menu.react'), exact: true }).press('Enter');
  await a.page.getByRole('button', { name: THUMB, exact: true }).press('ArrowRight');
  await a.page.keyboard.press('Enter');
  for (const person of [a, b, c]) await chip(person, HEART, 2).waitFor();
  // The same again takes it back; who reacted is told.
  await chip(b, THUMB, 2).click();
  for (const person of [a, b, c]) await chip(person, THUMB, 1).waitFor();
  await chip(a, THUMB, 1).click({ button: 'right' });
  const people = a.page.getByRole('dialog', { name: a.t('react.people') });
  await people.getByText(c.name).first().waitFor();
  expect(await people.getByRole('listitem').count()).toBe(3);
});
