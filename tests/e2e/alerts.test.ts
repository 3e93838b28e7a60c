import { expect, it } from 'vitest';
import { go, narrow, newPerson, type Person } from '../support/browser.ts';
import { meetHikers } from '../support/hikers.ts';
import { button, login, openChat, sees } from '../support/person.ts';
import { send } from '../support/said.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

const [plan, word] = ['先看天气', 'pizza'];

const row = (person: Person, title: 'alert.title' | 'alert.words') =>
  person.page.locator('main,aside').getByRole('button', { name: new RegExp(`^${person.t(title)}`) });

const sound = (person: Person) =>
  person.page.locator('main,aside').getByRole('button', { name: new RegExp(`^${person.t('sound.title')}`) });

/** Chooses by keys alone what alerts in the open chat, and for how long. */
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

/** The time of day in this number of minutes, by the clock of the page. */
const timeIn = (person: Person, minutes: number): Promise<string> =>
  person.page.evaluate((more) => new Date(Date.now() + more * 60_000).toTimeString().slice(0, 5), minutes);

async function chooseTime(person: Person, what: 'quietHours.from' | 'quietHours.till', time: string) {
  const group = person.page.getByRole('group', { name: person.t(what) });
  for (const [at, key] of (['later.hour', 'later.minute'] as const).entries())
    await group
      .getByRole('combobox', { name: person.t(key) })
      .selectOption(String(Number(time.split(':')[at])));
}

it('ALERT-5, ALERT-6: a line above both lists shows quiet hours, and ends them for once', async () => {
  const { a, b, groupId } = await meetHikers(stage, { b: 'away', c: 'away' });
  const home = new URL(a.page.url()).origin;
  const other = await a.context.newPage();
  await other.goto(`${home}/#/`);
  await a.page.goto(`${home}/#/pages/mine/setting`);
  await a.page.getByRole('button', { name: new RegExp(`^${a.t('quietHours.title')}`) }).click();
  const dialog = a.page.getByRole('dialog', { name: a.t('quietHours.title') });
  await dialog.getByRole('switch', { name: a.t('quietHours.title') }).click();
  const till = await timeIn(a, 90);
  await chooseTime(a, 'quietHours.from', await timeIn(a, -90));
  await chooseTime(a, 'quietHours.till', till);
  await dialog.getByRole('button', { name: a.t('common.save'), exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  const text = a.t('quietHours.until', { time: till });
  for (const page of [a.page, other]) await page.getByRole('status').getByText(text).waitFor();
  await send(b.user, groupId, plan);
  await other
    .getByRole('option', { name: new RegExp(plan) })
    .or(other.getByText(plan))
    .first()
    .waitFor();
  await other.getByRole('button', { name: a.t('quietHours.end') }).press('Enter');
  for (const page of [a.page, other]) await page.getByText(text).first().waitFor({ state: 'detached' });
  await other.getByRole('button', { name: a.t('common.undo') }).press('Enter');
  for (const page of [a.page, other]) await page.getByRole('status').getByText(text).waitFor();
});

it('ALERT-1, ALERT-3, ALERT-4: keys choose what alerts in a chat until when; keyword alerts', async () => {
  const looks = { b: 'away', c: 'away' } as const;
  const { a, b, group, groupId } = await meetHikers(stage, looks);
  await openChat(a, group);
  await send(b.user, groupId, plan);
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

it('ALERT-7: a chat sounds as one chose there, by keys, on every device of two languages', async () => {
  const { url, a, b, group } = await meetHikers(stage, { c: 'away' });
  const device = await newPerson(stage.browser, url, a.name, { language: 'en', size: narrow });
  const phone = stage.watch({ ...device, account: a.account });
  await go(phone, '/');
  await login(phone);
  await openChat(a, group);
  await button(a, a.t('title.chatInfo')).click();
  await expect.poll(() => sound(a).textContent()).toContain(a.t('sound.usual'));
  await sound(a).press('Enter');
  const form = a.page.getByRole('dialog', { name: a.t('sound.title') });
  await form.getByRole('radio', { name: a.t('sound.bell'), exact: true }).focus();
  await a.page.keyboard.press('Space');
  await form.getByRole('button', { name: a.t('common.save'), exact: true }).press('Enter');
  await form.waitFor({ state: 'detached' });
  await expect.poll(() => sound(a).textContent()).toContain(a.t('sound.bell'));

  // The phone has it, and takes it back; what all chats sound like stayed as it was.
  await openChat(phone, group);
  await button(phone, phone.t('title.chatInfo')).click();
  await expect.poll(() => sound(phone).textContent()).toContain(phone.t('sound.bell'));
  await sound(phone).click();
  const sheet = phone.page.getByRole('dialog', { name: phone.t('sound.title') });
  await sheet.getByRole('radio', { name: phone.t('sound.usual'), exact: true }).click();
  await sheet.getByRole('button', { name: phone.t('common.save'), exact: true }).click();
  await sheet.waitFor({ state: 'detached' });
  for (const person of [a, phone])
    await expect.poll(() => sound(person).textContent()).toContain(person.t('sound.usual'));
  await go(phone, '/pages/mine/setting');
  await expect.poll(() => sound(phone).textContent()).toContain(phone.t('sound.standard'));
  // The other member's chat has a separate setting.
  await openChat(b, group);
  await button(b, b.t('title.chatInfo')).click();
  await expect.poll(() => sound(b).textContent()).toContain(b.t('sound.usual'));
});
