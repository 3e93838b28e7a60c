import { expect, it } from 'vitest';
import { go, type Person } from '../support/browser.ts';
import { meetHikers } from '../support/hikers.ts';
import { bubble, openChat, row, say, sees } from '../support/person.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

const countdown = ({ page }: Person) => page.getByRole('timer');

it('GROUP-26: in a slow group with three users the members wait and the owner does not', async () => {
  const { a, b, c, group, groupId } = await meetHikers(stage);
  await go(a, `/pages/message/detail?id=${groupId}`);
  await a.page.getByRole('button', { name: a.t('gman.title') }).click();
  const form = a.page.getByRole('dialog');
  await form.getByText(a.t('slow.seconds', { n: 30 }), { exact: true }).click();
  await form.getByRole('button', { name: a.t('common.save'), exact: true }).click();
  await form.waitFor({ state: 'detached' });

  for (const person of [b, c]) {
    await openChat(person, group);
    await person.page
      .getByText(person.t('chat.slow', { time: person.t('slow.seconds', { n: 30 }) }), { exact: true })
      .waitFor();
  }
  await say(b, group, 'at eight?');
  await sees(c, group, 'at eight?');
  await countdown(b).waitFor();
  expect(await countdown(c).count()).toBe(0);
  await say(b, group, 'or at nine?');
  await bubble(b, group, 'or at nine?').getByText(b.t('chat.going'), { exact: true }).waitFor();
  // Each member has separate turns, and messages in other chats do not wait.
  await say(c, group, '九点吧');
  await sees(b, group, '九点吧');
  await go(b, '/');
  await openChat(b, a.name);
  await say(b, a.name, 'are you coming?');
  await go(a, '/');
  // A message that comes now would move the row under the press.
  await row(a, b.name).getByText('are you coming?').waitFor();
  await openChat(a, b.name);
  await sees(a, b.name, 'are you coming?');

  // Leads send messages without a wait.
  await go(a, '/');
  await openChat(a, group);
  for (const words of ['九点', '北门见']) await say(a, group, words);
  for (const words of ['九点', '北门见']) await sees(c, group, words);
  expect(await countdown(a).count()).toBe(0);
  expect(await bubble(c, group, 'or at nine?').count()).toBe(0);
});
