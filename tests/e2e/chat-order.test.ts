import { expect, it } from 'vitest';
import { go, narrow, newPerson, type Person } from '../support/browser.ts';
import { entry, meetHikers, openMenu } from '../support/hikers.ts';
import { ok } from '../support/http-user.ts';
import { button, composer, field, list, login, messages, openChat, row } from '../support/person.ts';
import { setStage } from '../support/stage.ts';
import type { TextKey } from '../support/texts.ts';

const stage = setStage();

const choose = async (person: Person, name: string, key: TextKey): Promise<void> => {
  await row(person, name).click({ button: 'right' });
  await entry(person, key).click();
};
const way = (person: Person) =>
  person.page.getByRole('link', { name: person.t('title.archived') }).filter({ visible: true });
const isGone = (person: Person, name: string) => row(person, name).waitFor({ state: 'detached' });

it('ARCHIVED-2, UNREAD-1, UNREAD-3, DRAFT-1, FOLDER-2: three people, one with two devices', async () => {
  const folder = '朋友';
  const { url, a, b, c, group, groupId: id } = await meetHikers(stage, { b: 'away', c: { size: narrow } });
  const device = await newPerson(stage.browser, url, a.name, { language: 'en', size: narrow });
  const phone = stage.watch({ ...device, account: a.account });
  await go(phone, '/');
  await login(phone);
  const mine = [a, phone] as const;
  const say = (words: string, at: readonly number[]) =>
    ok(
      b.user.call('/enterprise/im/sendMessage', {
        id: `${words} ${id}`,
        toContactId: id,
        is_group: 1,
        type: 'text',
        content: words,
        at,
      }),
    );

  // An archived chat leaves the list on the other device, too. Its new messages count at the archive.
  await choose(a, group, 'chatOp.archive');
  for (const person of mine) {
    await isGone(person, group);
    await way(person).waitFor();
  }
  await say('quiet', []);
  for (const person of mine)
    await way(person)
      .getByLabel(person.t('a11y.unread', { count: 1 }))
      .waitFor();
  expect(await a.page.title()).not.toContain('(1)');
  // A mention brings it into the list, until it is read.
  await say('called', [a.user.id]);
  for (const person of mine) await row(person, group).waitFor();
  await ok(a.user.call('/enterprise/im/readAtMsg', { toContactId: id }));
  for (const person of mine) await isGone(person, group);
  // Keys open the archive and leave it.
  await way(a).focus();
  await a.page.keyboard.press('Enter');
  await a.page
    .getByRole('link')
    .filter({ has: a.page.getByTitle(group, { exact: true }) })
    .filter({ visible: true })
    .click({ button: 'right' });
  await entry(a, 'chatOp.unarchive').click();
  await a.page
    .getByRole('link', { name: a.t('common.back'), exact: true })
    .filter({ visible: true })
    .click();
  for (const person of mine) await row(person, group).waitFor();

  // Marked as unread on one device, opened on the other.
  await choose(a, c.name, 'chatOp.markUnread');
  const mark = (person: Person) => row(person, c.name).getByLabel(person.t('a11y.markedUnread'));
  await mark(phone).waitFor({ state: 'attached' });
  await openChat(phone, c.name);
  await mark(a).waitFor({ state: 'detached' });

  // Marks from a message on. The chat closes, and the other device opens there, though all was read.
  const marked = row(a, group).getByLabel(a.t('a11y.markedUnread'));
  await go(phone, '/');
  await openChat(phone, group);
  await openMenu(phone, group, 'quiet');
  await entry(phone, 'menu.unreadFrom').click();
  await row(phone, group).waitFor();
  await marked.waitFor({ state: 'attached' });
  await openChat(a, group);
  await messages(a, group).getByText(a.t('chat.newMessages')).waitFor();
  await marked.waitFor({ state: 'detached' });
  await openChat(phone, c.name);

  // A draft from the phone appears in the list and in the composer of the other device.
  await composer(phone, c.name).fill('so far');
  await row(a, c.name).getByText('so far').waitFor();
  await openChat(a, c.name);
  expect(await composer(a, c.name).inputValue()).toBe('so far');
  await composer(a, c.name).fill('so far, so good');
  await expect.poll(() => composer(phone, c.name).inputValue()).toBe('so far, so good');

  // A folder made in the settings is a tab on both.
  await go(a, '/pages/mine/folders');
  await button(a, a.t('folders.new')).click();
  await field(a, a.t('folders.name')).fill(folder);
  await a.page.getByRole('switch', { name: a.t('folders.people'), exact: true }).click();
  await button(a, a.t('common.save')).click();
  await go(phone, '/');
  for (const person of mine) {
    await person.page.getByRole('tab', { name: folder }).filter({ visible: true }).click();
    await isGone(person, group);
    await row(person, c.name).waitFor();
  }
  expect(await list(a).getByRole('link').count()).toBe(2);
});
