import type { Locator } from 'playwright-core';
import { go, type Person } from './browser.ts';

/** What people do, found by role, name and label as a screen reader would. */

export const password = 'secret-11';

export const button = (person: Person, name: string): Locator => person.page.getByRole('button', { name, exact: true });
const field = (person: Person, label: string): Locator => person.page.getByLabel(label, { exact: true });

export async function register(person: Person, inviteCode = ''): Promise<void> {
  const { t } = person;
  await go(person, `/pages/login/register${inviteCode === '' ? '' : `?inviteCode=${inviteCode}`}`);
  await field(person, t('login.account')).fill(person.account);
  await field(person, t('reg.nickname')).fill(person.name);
  await field(person, t('reg.password')).fill(password);
  await field(person, t('reg.repeat')).fill(password);
  await button(person, t('reg.submit')).click();
  await button(person, t('login.submit')).waitFor();
}

export async function login(person: Person): Promise<void> {
  const { t } = person;
  await field(person, t('login.account')).fill(person.account);
  await field(person, t('login.password')).fill(password);
  await button(person, t('login.submit')).click();
  await atHome(person);
}

export async function atHome(person: Person): Promise<void> {
  await person.page.getByRole('tab', { name: new RegExp(`^${person.t('home.tabAll')}`) }).or(person.page.getByText(person.t('empty.chats'))).first().waitFor();
}

/** The row of a conversation in the list. */
export function row(person: Person, name: string): Locator {
  return person.page.getByRole('list', { name: person.t('home.list') }).getByRole('listitem').filter({ hasText: name });
}

export function messages(person: Person, name: string): Locator {
  return person.page.getByRole('log', { name: person.t('a11y.messages', { name }) });
}

export async function openChat(person: Person, name: string): Promise<void> {
  await row(person, name).getByRole('link').click();
  await composer(person, name).waitFor();
}

export function composer(person: Person, name: string): Locator {
  return person.page.getByRole('textbox', { name: person.t('a11y.composer', { name }) });
}

export async function say(person: Person, to: string, text: string): Promise<void> {
  const box = composer(person, to);
  await box.fill(text);
  await box.press('Enter');
}

/** Waits until the text stands in the open chat. */
export async function sees(person: Person, chat: string, text: string): Promise<void> {
  await messages(person, chat).getByText(text, { exact: true }).first().waitFor();
}
