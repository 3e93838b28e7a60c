import { expect, it } from 'vitest';
import type { Person } from '../support/browser.ts';
import { meetHikers } from '../support/hikers.ts';
import { button, openChat, row } from '../support/person.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

const list = (person: Person) => person.page.locator('[data-chat-list]');
const findMessage = (person: Person, words: string) => list(person).getByText(words, { exact: true });
const asking = (person: Person) => button(person, person.t('chat.asking', { count: 1 }));

it('GROUP-27, GROUP-28, GROUP-29, GROUP-30: three people read what is done to their group', async () => {
  const { a, b, c, group, groupId } = await meetHikers(stage);
  const post = async (name: string, more: object) =>
    (await a.user.call(`/enterprise/group/${name}`, { id: groupId, ...more })).code;
  await openChat(a, group);
  await openChat(b, group);
  for (const { user } of [b, c]) expect(await post('setManager', { user_id: user.id, role: 2 })).toBe(0);
  await findMessage(b, b.t('told.managerMany', { by: a.name, count: 2 })).click();
  await findMessage(b, b.t('toldYou.manager', { by: a.name })).waitFor();
  await findMessage(a, a.t('youTold.managerMany', { count: 2 })).waitFor();
  expect(await post('groupSetting', { setting: { slowSec: 30 } })).toBe(0);
  await findMessage(
    b,
    b.t('told.slow', { by: a.name, value: b.t('slow.seconds', { n: 30 }).replace(' ', '\u00a0') }),
  ).waitFor();
  await findMessage(b, b.t('chat.groupCreated', { name: a.name })).waitFor();
  // A member who was away reads it later, and nothing of it is unread.
  await row(c, group).waitFor();
  await openChat(c, group);
  await findMessage(c, c.t('told.managerMany', { by: a.name, count: 2 })).focus();
  await c.page.keyboard.press('Enter');
  await findMessage(c, c.t('told.manager', { by: a.name, who: b.name })).waitFor();
  // A switch of the member hides all of it.
  await button(c, c.t('title.chatInfo')).click();
  await c.page.getByRole('switch', { name: c.t('ginfo.lines') }).click();
  await findMessage(
    c,
    c.t('told.slow', { by: a.name, value: c.t('slow.seconds', { n: 30 }).replace(' ', '\u00a0') }),
  ).waitFor({
    state: 'detached',
  });
  // A waiting request is above the chat of all leads, until one of them has answered.
  const link = await a.user.call<{ readonly url: string }>('/enterprise/group/addGroupLink', {
    id: groupId,
    for: 0,
    asks: 1,
  });
  const token = link.data.url.slice(link.data.url.lastIndexOf('/') + 1);
  await c.user.call('/enterprise/group/removeUser', { id: groupId, user_id: c.user.id });
  await c.user.call('/enterprise/group/joinGroup', { group_id: groupId, token, ask: 1 });
  await asking(a).waitFor();
  await asking(b).click();
  await button(b, b.t('genter.acceptName', { name: c.name })).click();
  for (const person of [a, b]) await asking(person).waitFor({ state: 'detached' });
});
