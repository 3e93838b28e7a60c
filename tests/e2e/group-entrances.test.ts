import { expect, it } from 'vitest';
import { go, type Look, narrow, type Person, wide } from '../support/browser.ts';
import { arrive, befriended, button, field, grouped, moreEntry, openChat, row } from '../support/person.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

const [group, about, rules, ask] = ['周末爬山', '每周末一起爬山', 'Be on time. No ads.', '我是小满的同事'];

const page = (person: Person) => person.page.locator('main,aside');
const openRow = (person: Person, title: string) =>
  page(person)
    .getByRole('button', { name: new RegExp(`^${title}`) })
    .click();
const dialog = (person: Person, name: string) => person.page.getByRole('dialog', { name, exact: true });

/** Writes a text of the group with its form. */
async function write(person: Person, title: string, words: string): Promise<void> {
  await openRow(person, title);
  const form = dialog(person, title);
  await form.getByLabel(title).fill(words);
  await form.getByRole('button', { name: person.t('common.save'), exact: true }).click();
  await form.waitFor({ state: 'detached' });
  await page(person).getByText(words).waitFor();
}

/** Makes a link with approval for one user. Returns its path. */
async function makeLink(person: Person): Promise<string> {
  const { t } = person;
  await openRow(person, t('genter.links'));
  const list = dialog(person, t('genter.links'));
  await list.getByText(t('genter.noLinks')).waitFor();
  await list.getByRole('button', { name: t('genter.newLink') }).click();
  const form = dialog(person, t('genter.newLink'));
  await form.getByRole('radio', { name: t('genter.days', { count: 1 }), exact: true }).check();
  await form.getByLabel(t('genter.places')).fill('1');
  await form.getByRole('switch', { name: t('genter.asksFirst') }).click();
  await form.getByRole('button', { name: t('genter.make'), exact: true }).click();
  await form.waitFor({ state: 'detached' });
  await list.getByText(t('genter.asks')).waitFor();
  const address = await list.getByText(/\/scan\/g\//).textContent();
  await person.page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  return new URL(address ?? '').pathname;
}

it('GROUP-20, GROUP-21, GROUP-23, GROUP-25: a group tells, takes in who asks, is left', async () => {
  const { url } = await stage.commonServer();
  const enter = async (name: string, look: Look) => stage.watch(await arrive(stage.browser, url, name, look));
  const a = await enter('安小满', { language: 'zh-CN', size: wide });
  const b = await enter('Bela Hill', { language: 'en', size: narrow });
  const c = await enter('谷雨生', { language: 'zh-CN', size: narrow });
  await befriended(a, b);
  const id = await grouped(a, [b], group);

  // Writes the description and the rules. The member reads the rules above the chat and closes them.
  await openChat(b, group);
  await openChat(a, group);
  await button(a, a.t('title.chatInfo')).click();
  await write(a, a.t('ginfo.about'), about);
  await write(a, a.t('ginfo.rules'), rules);
  const line = b.page.getByRole('button', { name: rules });
  await line.click();
  await dialog(b, b.t('ginfo.rules')).waitFor();
  await b.page.keyboard.press('Escape');
  await button(b, b.t('chat.closeRules')).click();
  await line.waitFor({ state: 'detached' });

  // Another user opens a link, sees the group, requests to join, and is accepted.
  const path = await makeLink(a);
  await go(c, `/pages/message/group/info?token=${path.slice(path.lastIndexOf('/') + 1)}`);
  await c.page.getByText(about).waitFor();
  await field(c, c.t('gjoin.words')).fill(ask);
  await button(c, c.t('gjoin.ask')).click();
  await c.page.getByText(c.t('gjoin.asked')).waitFor();
  await go(a, '/');
  await openChat(a, group);
  await button(a, a.t('title.chatInfo')).click();
  await openRow(a, a.t('genter.requests'));
  const requests = dialog(a, a.t('genter.requests'));
  await requests.getByText(ask).waitFor();
  await requests.getByRole('button', { name: a.t('genter.acceptName', { name: c.name }) }).click();
  await requests.getByText(a.t('genter.noRequests')).waitFor();
  await a.page.keyboard.press('Escape');
  await go(c, '/');
  await row(c, group).waitFor();

  // The owner leaves it to the first member.
  await (await moreEntry(a, 'ginfo.leave')).click();
  await page(a).getByText(b.name, { exact: true }).click();
  await button(a, a.t('sel.heirAction')).click();
  await a.page
    .locator('[role=dialog],[role=alertdialog]')
    .getByRole('button', { name: a.t('ginfo.leave'), exact: true })
    .click();
  await row(a, group).waitFor({ state: 'detached' });
  await go(b, `/pages/message/detail?id=${id}`);
  await moreEntry(b, 'ginfo.dissolve');
  expect(await row(a, group).count()).toBe(0);
}, 60_000);
