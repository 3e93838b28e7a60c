import { go, type Person } from './browser.ts';
import { button, field, messages } from './person.ts';

/** Searches the other's account and asks to be friends. */
export async function applyFriend(person: Person, other: Person): Promise<void> {
  const { t, page } = person;
  await go(person, '/pages/contacts/search');
  const box = page.getByRole('searchbox', { name: t('friend.search') });
  await box.fill(other.account);
  await box.press('Enter');
  const match = page
    .getByRole('list', { name: t('friend.results') })
    .getByRole('listitem')
    .filter({ hasText: other.account });
  await match.getByRole('button', { name: t('friend.add'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('friend.addTitle', { name: other.name }) });
  await dialog.getByRole('button', { name: t('friend.apply'), exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await match.getByRole('button', { name: t('friend.waiting'), exact: true }).waitFor();
}

/** Accepts the other's application among those received. */
export async function acceptFriend(person: Person, other: Person): Promise<void> {
  const { t, page } = person;
  await go(person, '/pages/contacts/friend');
  const question = page.getByRole('listitem').filter({ hasText: other.name });
  await question.getByRole('button', { name: t('friend.accept'), exact: true }).click();
  await question.getByRole('button', { name: t('friend.sendMessage'), exact: true }).waitFor();
}

/** Uses the "+" of the list: selects users, names the group, and opens its chat. */
export async function createGroup(person: Person, names: readonly string[], group: string): Promise<void> {
  await fillGroup(person, names, group);
  await messages(person, group).waitFor();
}

/** Does the same up to the last press, for any answer. */
export async function fillGroup(person: Person, names: readonly string[], group: string): Promise<void> {
  const { t, page } = person;
  await go(person, '/');
  await button(person, t('common.add')).filter({ visible: true }).click();
  await page.getByRole('menuitem', { name: t('home.createGroup'), exact: true }).click();
  for (const name of names) await page.getByRole('checkbox', { name }).click();
  await field(person, t('sel.groupName')).fill(group);
  await page
    .getByRole('main')
    .getByRole('button', { name: t('sel.createAction'), exact: true })
    .click();
}

/** Starts in the open chat of a group: chat info, add member, select. */
export async function addToGroup(person: Person, names: readonly string[]): Promise<void> {
  const { t, page } = person;
  await button(person, t('title.chatInfo')).click();
  await button(person, t('ginfo.addMember')).click();
  for (const name of names) await page.getByRole('checkbox', { name }).click();
  await page
    .getByRole('main')
    .getByRole('button', { name: t('sel.inviteAction'), exact: true })
    .click();
  // The page goes back on its own, after the answer.
  await page.waitForURL(/message\/detail/);
}
