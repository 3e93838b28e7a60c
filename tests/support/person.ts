import type { Browser, Locator } from 'playwright-core';
import { expect } from 'vitest';
import { networkLimits } from '../../src/domain/first-limits.ts';
import { go, type Look, newPerson, type Person } from './browser.ts';
import type { Stage } from './stage.ts';
import type { TextKey } from './texts.ts';
import { until } from './until.ts';
import {
  befriend as befriendByCalls,
  type HttpUser,
  keptLogin,
  newGroup,
  password,
  signUp,
} from './http-user.ts';

/** Actions of a user. Elements are found by role, name and label, as a screen reader does. */

export const button = (person: Person, name: string): Locator =>
  person.page.getByRole('button', { name, exact: true });
export const field = (person: Person, label: string): Locator =>
  person.page.getByLabel(label, { exact: true });

export async function register(person: Person, inviteCode = ''): Promise<void> {
  await go(person, `/pages/login/register${inviteCode === '' ? '' : `?inviteCode=${inviteCode}`}`);
  await fillRegister(person);
}

/** Fills the open form and ends at the list, because a registered user is logged in (UI-115). */
export async function fillRegister(person: Person): Promise<void> {
  const { t } = person;
  // The login page may still be shown, and it has no such field.
  await field(person, t('reg.nickname')).fill(person.name);
  await field(person, t('login.account')).fill(person.account);
  await field(person, t('reg.password')).fill(password);
  await field(person, t('reg.repeat')).fill(password);
  await button(person, t('reg.submit')).click();
  await list(person).waitFor();
}

/** Starts at the open login page and ends at the list. */
export async function login(person: Person): Promise<void> {
  const { t } = person;
  await field(person, t('login.account')).fill(person.account);
  await field(person, t('login.password')).fill(password);
  await button(person, t('login.submit')).click();
  await list(person).waitFor();
}

/** Moves the clock until a device whose login the server has ended connects again and learns it (SOCK-3). */
export async function learnsItsEnd(person: Person): Promise<void> {
  await until(async () => {
    await person.page.clock.fastForward(networkLimits.reconnectMs);
    expect(await button(person, person.t('login.submit')).isVisible()).toBe(true);
  });
}

/** Opens the question before a logout, from any page. */
export async function askToLogOut(person: Person): Promise<Locator> {
  const { page, t } = person;
  await go(person, '/?view=me');
  await button(person, t('logout.action')).click();
  const question = page.locator('[role=dialog],[role=alertdialog]').filter({ hasText: t('logout.confirm') });
  await question.waitFor();
  return question;
}

/** Goes from any page to the login page and removes the stored data. */
export async function logOut(person: Person): Promise<void> {
  const question = await askToLogOut(person);
  await question.getByRole('button', { name: person.t('logout.action'), exact: true }).click();
  await button(person, person.t('login.submit')).waitFor();
}

/** Opens the menu "More" of a profile or of chat info, and finds its entry. */
export async function moreEntry(person: Person, key: TextKey): Promise<Locator> {
  const { page, t } = person;
  await button(person, t('common.more')).click();
  const entry = { name: t(key), exact: true } as const;
  const match = page
    .getByRole('menuitem', entry)
    .or(page.getByRole('dialog').getByRole('button', entry))
    .first();
  await match.waitFor();
  return match;
}

export const list = (person: Person): Locator =>
  person.page.getByRole('tabpanel', { name: person.t('home.list') });

/** The row of a conversation in the list, by its name. */
export const row = (person: Person, name: string): Locator =>
  list(person)
    .getByRole('link')
    .filter({ has: person.page.getByTitle(name, { exact: true }) });

/** Names in the order of the list. */
export async function listed(person: Person): Promise<readonly string[]> {
  return list(person).getByRole('link').locator('[title]:not(time)').allInnerTexts();
}

export const messages = (person: Person, chat: string): Locator =>
  person.page.getByRole('region', { name: person.t('a11y.messages', { name: chat }) });

/** Bubbles with exactly this text, in the open chat. */
export const bubble = (person: Person, chat: string, text: string): Locator =>
  messages(person, chat)
    .getByRole('article')
    .filter({ has: person.page.getByText(text, { exact: true }) });

export const composer = (person: Person, chat: string): Locator =>
  person.page.getByRole('textbox', { name: person.t('a11y.composer', { name: chat }) });

export async function openChat(person: Person, chat: string): Promise<void> {
  await row(person, chat).click();
  await composer(person, chat).waitFor();
}

export async function say(person: Person, chat: string, text: string): Promise<void> {
  const box = composer(person, chat);
  await box.fill(text);
  await box.press('Enter');
}

/** Waits until the text is in the open chat. */
export async function sees(person: Person, chat: string, text: string): Promise<void> {
  await bubble(person, chat, text).first().waitFor();
}

/**
 * Waits until the author's own window shows it as sent, because only then the message can be recalled. Within
 * a run only the last message of a minute shows this (UI-103). Unsent and failed ones always show their
 * state.
 */
export async function sent(person: Person, chat: string, text: string): Promise<void> {
  const own = bubble(person, chat, text);
  await own.waitFor();
  await own.getByText(person.t('chat.going'), { exact: true }).waitFor({ state: 'detached' });
  if ((await own.getByText(person.t('chat.sendFailed'), { exact: true }).count()) > 0)
    throw new Error(`not sent: ${text}`);
}

/** The text of each bubble in the open chat, from top to bottom. */
export async function shown(person: Person, chat: string, pattern: RegExp): Promise<readonly string[]> {
  const texts = await messages(person, chat).getByRole('article').allInnerTexts();
  return texts.flatMap((text) => pattern.exec(text)?.[0] ?? []);
}

/** An account made by calls, and a window that opens logged in; for tests that are about something else. */
export async function arrive(browser: Browser, url: string, name: string, look?: Look): Promise<Arrived> {
  return windowOf(browser, url, await signUp(url, name), name, look);
}

/** A window of an account, logged in. */
async function windowOf(
  browser: Browser,
  url: string,
  user: HttpUser,
  name: string,
  look?: Look,
): Promise<Arrived> {
  const storage = await keptLogin(url, user.account);
  const window = await newPerson(browser, url, name, { ...look, kept: storage });
  const person = { ...window, account: user.account, user };
  await go(person, '/');
  await list(person).waitFor();
  return person;
}

export type Arrived = Person & { readonly user: HttpUser };

/** An account whose user acts by calls only. */
export type Absent = Pick<Arrived, 'name' | 'account' | 'user'>;
/** How a user comes: by a window that looks like this, or `away` without one. */
type Coming = readonly [name: string, look?: Look | 'away'];
export type Came<T> = T extends readonly [string, 'away'] ? Absent : Arrived;

/**
 * Several users, watched, each a friend of the first before a window opens: none shows the first steps of a new
 * user.
 */
export async function arriveAsFriends<T extends readonly Coming[]>(
  stage: Stage,
  url: string,
  ...people: T
): Promise<{ readonly [K in keyof T]: Came<T[K]> }> {
  const users = await befriendAll(url, people);
  return openWindows(stage, url, users, people);
}

/** Accounts, each a friend of the first. */
export async function befriendAll(url: string, people: readonly Coming[]): Promise<readonly HttpUser[]> {
  const users: HttpUser[] = [];
  for (const [name] of people) users.push(await signUp(url, name));
  const [first, ...others] = users;
  for (const other of others) if (first) await befriendByCalls(first, other);
  return users;
}

/** A watched window for each of these accounts that is not away, side by side. */
export async function openWindows<T extends readonly Coming[]>(
  stage: Stage,
  url: string,
  users: readonly HttpUser[],
  people: T,
): Promise<{ readonly [K in keyof T]: Came<T[K]> }> {
  const windows = people.map(async ([name, look], at) => {
    const user = users[at];
    if (user === undefined) throw new Error(`no account for ${name}`);
    if (look === 'away') return { name, account: user.account, user };
    return stage.watch(await windowOf(stage.browser, url, user, name, look));
  });
  return (await Promise.all(windows)) as { readonly [K in keyof T]: Came<T[K]> };
}

export async function befriended(a: Arrived, b: Arrived): Promise<void> {
  await befriendByCalls(a.user, b.user);
  await Promise.all([row(a, b.name).waitFor(), row(b, a.name).waitFor()]);
}

export async function grouped(
  owner: Arrived | Absent,
  others: readonly (Arrived | Absent)[],
  name: string,
): Promise<string> {
  const id = await newGroup(
    owner.user,
    others.map((other) => other.user),
    name,
  );
  const windows = [owner, ...others].filter((person): person is Arrived => 'page' in person);
  await Promise.all(windows.map((person) => row(person, name).waitFor()));
  return id;
}
