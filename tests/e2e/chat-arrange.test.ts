import { expect, it } from 'vitest';
import { go, narrow, newPerson, type Person } from '../support/browser.ts';
import { entry, meetHikers } from '../support/hikers.ts';
import { button, listed, login, row } from '../support/person.ts';
import { setStage } from '../support/stage.ts';
import type { TextKey } from '../support/texts.ts';

const stage = setStage();

const choose = async (person: Person, name: string, key: TextKey): Promise<void> => {
  await row(person, name).click({ button: 'right' });
  await entry(person, key).click();
};

it('LIST-16, LIST-17: an order of one’s own on top, and several chosen, on two devices', async () => {
  const { url, a, b, c, group } = await meetHikers(stage, { b: 'away', c: 'away' });
  const device = await newPerson(stage.browser, url, a.name, { language: 'en', size: narrow });
  const phone = stage.watch({ ...device, account: a.account });
  await go(phone, '/');
  await login(phone);
  const tops = async (person: Person) =>
    (await listed(person)).filter((name) => [b.name, c.name, group].includes(name));

  // Put on top on one device, put in order there by keys, and the same on the other.
  for (const name of [b.name, c.name, group]) await choose(a, name, 'chatOp.pin');
  await choose(a, group, 'chatOp.order');
  const places = a.page.getByRole('list', { name: a.t('chatOp.order') }).locator('[title]');
  await places.last().waitFor();
  const before = await places.evaluateAll((all) =>
    all.filter((one) => one.tagName === 'SPAN').map((one) => one.getAttribute('title') ?? ''),
  );
  expect(before).toHaveLength(3);
  const last = a.page.getByRole('button', { name: a.t('emoji.move', { name: before[2] ?? '' }) });
  await last.press('ArrowUp');
  await last.press('ArrowUp');
  await button(a, a.t('common.done')).click();
  const expected = [before[2], before[0], before[1]];
  for (const person of [a, phone]) await expect.poll(() => tops(person)).toEqual(expected);

  // Selects two chats on the phone, archives them together, and restores them.
  await choose(phone, b.name, 'chatOp.choose');
  await phone.page.getByRole('checkbox', { name: c.name }).click();
  await phone.page.getByRole('button', { name: phone.t('chatOp.archive'), exact: true }).click();
  for (const person of [a, phone]) await expect.poll(() => tops(person)).toEqual([group]);
  await phone.page.getByRole('button', { name: phone.t('common.undo') }).click();
  for (const person of [a, phone]) await expect.poll(() => tops(person)).toEqual(expected);
  // Selects by keys alone, and leaves with Escape.
  await choose(a, b.name, 'chatOp.choose');
  await a.page.keyboard.press('ArrowDown');
  await a.page.keyboard.press('Escape');
  await row(a, b.name).waitFor();
});
