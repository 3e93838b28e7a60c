import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { narrow, newPerson, wide } from '../support/browser.ts';
import type { Look, Person } from '../support/browser.ts';
import { befriend, newGroup, ok, signUp } from '../support/http-user.ts';
import type { HttpUser } from '../support/http-user.ts';
import { arrive, button, composer, field, register, row } from '../support/person.ts';
import { runToEnd } from '../support/server.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();
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

async function house(): Promise<House> {
  const server = await stage.server();
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

async function newcomer({ url }: House, look: Look): Promise<Person & { readonly clicks: Clicks }> {
  const person = stage.watch(await newPerson(stage.browser, url, 'Nils Novak', look));
  await register(person);
  return { ...person, clicks: new Clicks() };
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
    const asked = await ok(
      guide.call<{ friend_id: number; status: number }[]>('/enterprise/friend/index', { is_mine: 0 }),
    );
    return asked.find(({ status }) => status === WAITING)?.friend_id;
  };
  await expect.poll(waiting).toBeDefined();
  await ok(guide.call('/enterprise/friend/update', { friend_id: await waiting(), status: 1 }));
}

it.each(LOOKS)(
  'FIRST-3: notes, the group of welcome and a request are three clicks away, %s',
  async (_, look) => {
    const at = await house();
    const writer = await newcomer(at, look);
    await writer.clicks.on(writer.page.getByRole('main').getByText(writer.t('contact.favourites')));
    await talks(writer, writer.t('contact.favourites'));

    const asked = await newcomer(at, look);
    const id = Number(
      (
        await ok(
          at.guide.call<{ user_id: number }[]>('/enterprise/im/searchUser', { keywords: asked.account }),
        )
      )[0]?.user_id,
    );
    await ok(at.guide.call('/enterprise/friend/add', { user_id: id, remark: 'hello' }));
    await asked.clicks.on(button(asked, asked.t('friend.accept')));
    await asked.clicks.on(row(asked, GUIDE));
    await talks(asked, GUIDE);

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
    const greeted = await newcomer(at, look);
    await greeted.clicks.on(row(greeted, GROUP));
    await talks(greeted, GROUP);
  },
);

it.each(LOOKS)(
  'FIRST-3: a user who opened another user’s link and is accepted chats after three clicks, %s',
  async (_, look) => {
    const at = await house();
    const host = await newcomer(at, look);
    await host.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await host.clicks.on(button(host, host.t('qr.copyLink')));
    const link = await host.page.evaluate(() => navigator.clipboard.readText());

    const guest = stage.watch(await arrive(stage.browser, at.url, 'Gast Moor', look));
    await guest.page.goto(link);
    const ask = { name: guest.t('friend.add'), exact: true };
    await guest.page.getByRole('main').getByRole('button', ask).click();
    await sends(guest);
    await host.clicks.on(button(host, host.t('friend.accept')));
    await host.clicks.on(row(host, guest.name));
    await talks(host, guest.name);
  },
);

it.each(LOOKS)('FIRST-3, DIR-3: a person is found by username or name and accepts, %s', async (_, look) => {
  const at = await house();
  const found = await newcomer(at, look);
  await found.clicks.on(button(found, found.t('home.addFriend')).first());
  await field(found, found.t('friend.search')).fill(at.guide.account);
  await field(found, found.t('friend.search')).press('Enter');
  const exact = found.page.getByRole('listitem').filter({ hasText: GUIDE });
  await found.clicks.on(exact.getByRole('button', { name: found.t('friend.add'), exact: true }));
  await sends(found);
  await accepts(at);
  // The page does not mention that there is no directory yet.
  expect(await found.page.getByText(NO_DIRECTORY).count()).toBe(0);
  await found.clicks.on(button(found, found.t('friend.sendMessage')));
  await talks(found, GUIDE);

  await at.set('sysInfo.directory', '1');
  const isOn = async () => (await at.guide.call('/enterprise/im/directory', {})).code === 0;
  await expect.poll(isOn).toBe(true);
  const named = await newcomer(at, look);
  await named.clicks.on(button(named, named.t('home.addFriend')).first());
  const everybody = named.page.getByRole('region', { name: named.t('friend.directory') });
  const guide = everybody.getByRole('listitem').filter({ hasText: GUIDE });
  await named.clicks.on(guide.getByRole('button', { name: named.t('friend.add'), exact: true }));
  await sends(named);
  await accepts(at);
  await named.clicks.on(guide.getByRole('button', { name: named.t('friend.sendMessage'), exact: true }));
  await talks(named, GUIDE);
});
