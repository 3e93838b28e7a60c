import { expect, it } from 'vitest';
import type { Person } from '../support/browser.ts';
import { meetHikers } from '../support/hikers.ts';
import { button, openChat, say, sees } from '../support/person.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

const [plan, word] = ['先看天气', 'pizza'];

const row = (person: Person, title: 'alert.title' | 'alert.words') =>
  person.page.locator('main,aside').getByRole('button', { name: new RegExp(`^${person.t(title)}`) });

/** By keys alone: what is heard of the open chat, and for how long. */
async function choose(person: Person, level: string, length: string): Promise<void> {
  await row(person, 'alert.title').focus();
  await person.page.keyboard.press('Enter');
  const dialog = person.page.getByRole('dialog', { name: person.t('alert.title') });
  for (const name of [level, length]) {
    await dialog.getByRole('radio', { name, exact: true }).focus();
    await person.page.keyboard.press('Space');
  }
  await dialog.getByRole('button', { name: person.t('common.save'), exact: true }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

it('ALERT-1, ALERT-3, ALERT-4: what is heard of a chat until when, by keys; own words', async () => {
  const { a, b, group } = await meetHikers(stage);
  for (const person of [a, b]) await openChat(person, group);
  await say(b, group, plan);
  await sees(a, group, plan);
  const info = button(a, a.t('title.chatInfo'));
  await info.click();
  await choose(a, a.t('alert.mentions'), a.t('quiet.hour'));
  await expect.poll(() => row(a, 'alert.title').textContent()).toContain(a.t('alert.mentions'));
  expect(await row(a, 'alert.title').textContent()).toMatch(/\d\d:\d\d/);
  await a.page.goto(`${new URL(a.page.url()).origin}/#/pages/mine/setting`);
  await row(a, 'alert.words').click();
  const dialog = a.page.getByRole('dialog', { name: a.t('alert.words') });
  await dialog.getByRole('textbox').fill(`${word}\n`);
  await dialog.getByRole('button', { name: a.t('common.save'), exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await a.page.reload();
  await row(a, 'alert.words').click();
  await expect.poll(() => dialog.getByRole('textbox').inputValue()).toBe(word);
});
