import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { narrow, newPerson, wide } from '../support/browser.ts';
import type { Look, Person } from '../support/browser.ts';
import { befriend, keptLogin, newAccount, newGroup, ok, signUp } from '../support/http-user.ts';
import type { HttpUser } from '../support/http-user.ts';
import { lasting } from '../support/lasting.ts';
import { button, composer, field, logOut, register, row } from '../support/person.ts';
import { runToEnd } from '../support/server.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();
const together = lasting(stage);
const [NARROW, WIDE] = [
  { language: 'zh-CN', size: narrow },
  { language: 'en', size: wide },
] as const;
const LOOKS = [
  ['narrow, zh-CN', NARROW],
  ['wide, en', WIDE],
] as const;
const [GUIDE, GROUP] = ['Mira Guide', '新人 Welcome'];

const NO_DIRECTORY = /directory of people|用户名录/;

/** Counts what a finger does: each click after the form of registering was sent. */
class Clicks {
  made = 0;

  async on(target: Locator): Promise<void> {
    this.made += 1;
    await target.click();
  }
}

interface House {
  readonly url: string;
  readonly guide: HttpUser;
  set(name: string, value: string): Promise<void>;
}

/** One server for all tests: its settings change in their order. */
let opened: Promise<House> | null = null;
const house = (): Promise<House> => (opened ??= openHouse());

async function openHouse(): Promise<House> {
  const server = await stage.fileServer();
  const env = { DATA_DIR: server.dataDir, PORT: String(server.port) };
  return {
    url: server.url,
    guide: await signUp(server.url, GUIDE),
    set: async (name, value) => {
      const { code } = await runToEnd('dist/server/admin-main.js', ['config', 'set', name, value], env);
      expect(code).toBe(0);
    },
  };
}

/** From now on the server lists people. */
async function listPeople(at: House): Promise<void> {
  await at.set('sysInfo.directory', '1');
  const isOn = async () => (await at.guide.call('/enterprise/im/directory', {})).code === 0;
  await expect.poll(isOn).toBe(true);
}
let listed: Promise<void> | null = null;

/** From now on a new user is in the group of welcome. */
async function welcome(at: House): Promise<void> {
  const other = await signUp(at.url, 'Other');
  await befriend(at.guide, other);
  const group = await newGroup(at.guide, [other], GROUP);
  await at.set('sysInfo.welcomeGroup', group.replace('group-', ''));
  // A running server reads the setting once a second.
  const isGreeted = async () => {
    const early = await signUp(at.url, 'Early');
    return (await ok(early.call<{ id: unknown }[]>('/enterprise/im/getContacts', {}))).some(
      ({ id }) => id === group,
    );
  };
  await expect.poll(isGreeted, { interval: 300 }).toBe(true);
}
let welcomed: Promise<void> | null = null;

/** The window of each look, in which one new user after the other registers. */
const windows = new Map<Look, Person>();

async function newcomer({ url }: House, look: Look): Promise<Person & { readonly clicks: Clicks }> {
  const before = windows.get(look);
  if (before !== undefined) await logOut(before);
  const window = before ?? together.watch(await newPerson(stage.browser, url, 'Nils Novak', look));
  const person = { ...window, account: newAccount('Nils Novak'), clicks: new Clicks() };
  windows.set(look, person);
  await register(person);
  return person;
}

/** Checks that the chat is open for writing, and the number of clicks so far. */
async function talks(person: Person & { readonly clicks: Clicks }, chat: string): Promise<void> {
  await composer(person, chat).fill('hello');
  expect(person.clicks.made).toBeLessThanOrEqual(3);
}

/** Sends the prepared greeting with Enter. */
async function sends(person: Person): Promise<void> {
  const greeting = field(person, person.t('friend.verify'));
  await expect.poll(() => greeting.evaluate((one) => one === document.activeElement)).toBe(true);
  await greeting.press('Enter');
}

const WAITING = 2;

/** The guide accepts the newest unanswered request. */
async function accepts({ guide }: House): Promise<void> {
  const waiting = async () => {
    const requests = await ok(
      guide.call<{ friend_id: number; status: number }[]>('/enterprise/friend/index', { is_mine: 0 }),
    );
    return requests.find(({ status }) => status === WAITING)?.friend_id;
  };
  await expect.poll(waiting).toBeDefined();
  await ok(guide.call('/enterprise/friend/update', { friend_id: await waiting(), status: 1 }));
}

it.each(LOOKS)('FIRST-3: notes to self are at most three clicks away, %s', async (_, look) => {
  const writer = await newcomer(await house(), look);
  await writer.clicks.on(writer.page.getByRole('main').getByText(writer.t('contact.favourites')));
  await talks(writer, writer.t('contact.favourites'));
});

it.each(LOOKS)(
  'FIRST-3: a request, of a user who opened the link of the new one, is three clicks away, %s',
  async (_, look) => {
    const at = await house();
    const host = await newcomer(at, look);
    await host.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await host.clicks.on(button(host, host.t('qr.copyLink')));
    const link = await host.page.evaluate(() => navigator.clipboard.readText());

    const storage = await keptLogin(at.url, (await signUp(at.url, 'Gast Moor')).account);
    const guest = stage.watch(
      await newPerson(stage.browser, at.url, 'Gast Moor', { ...look, kept: storage }),
    );
    await guest.page.goto(link);
    const ask = { name: guest.t('friend.add'), exact: true };
    await guest.page.getByRole('main').getByRole('button', ask).click();
    await sends(guest);
    await host.clicks.on(button(host, host.t('friend.accept')));
    await host.clicks.on(row(host, guest.name));
    await talks(host, guest.name);
  },
);

it.each(LOOKS)('FIRST-3, DIR-3: a person is found by username and accepts, %s', async (_, look) => {
  const at = await house();
  const match = await newcomer(at, look);
  await match.clicks.on(button(match, match.t('home.addFriend')).first());
  await field(match, match.t('friend.search')).fill(at.guide.account);
  await field(match, match.t('friend.search')).press('Enter');
  const exact = match.page.getByRole('listitem').filter({ hasText: GUIDE });
  await match.clicks.on(exact.getByRole('button', { name: match.t('friend.add'), exact: true }));
  await sends(match);
  await accepts(at);
  // The page does not mention that there is no directory yet.
  expect(await match.page.getByText(NO_DIRECTORY).count()).toBe(0);
  await match.clicks.on(button(match, match.t('friend.sendMessage')));
  await talks(match, GUIDE);
});

it.each(LOOKS)('FIRST-3, DIR-3: a person is found by name and accepts, %s', async (_, look) => {
  const at = await house();
  await (listed ??= listPeople(at));
  const nameChange = await newcomer(at, look);
  await nameChange.clicks.on(button(nameChange, nameChange.t('home.addFriend')).first());
  const everybody = nameChange.page.getByRole('region', { name: nameChange.t('friend.directory') });
  const guide = everybody.getByRole('listitem').filter({ hasText: GUIDE });
  await nameChange.clicks.on(guide.getByRole('button', { name: nameChange.t('friend.add'), exact: true }));
  await sends(nameChange);
  await accepts(at);
  await nameChange.clicks.on(
    guide.getByRole('button', { name: nameChange.t('friend.sendMessage'), exact: true }),
  );
  await talks(nameChange, GUIDE);
});

it.each(LOOKS)('FIRST-3: the group of welcome is at most three clicks away, %s', async (_, look) => {
  const at = await house();
  await (welcomed ??= welcome(at));
  const greeted = await newcomer(at, look);
  await greeted.clicks.on(row(greeted, GROUP));
  await talks(greeted, GROUP);
});
