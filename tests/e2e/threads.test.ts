import { expect, it } from 'vitest';
import { go, type Person } from '../support/browser.ts';
import { choose, entry, meetHikers } from '../support/hikers.ts';
import { bubble, button, openChat, row, say, sees, sent } from '../support/person.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

const [root, one, two] = ['周六几点出发', 'at seven', '八点吧'];
const [next, news] = ['带什么吃的', 'soup'];

const MUTE = '/enterprise/im/isNotice';

/** The list reports a reply in a followed thread. */
const findReport = (person: Person, group: string) =>
  row(person, group).getByText(person.t('home.threadAnswer'), { exact: true });
/** The list of answers. */
const answers = (person: Person, group: string) =>
  person.page.getByRole('region', { name: person.t('thread.answers', { name: group }), exact: true });
const answer = (person: Person, group: string, words: string) =>
  answers(person, group).getByRole('article').filter({ hasText: words });
const first = (person: Person) =>
  person.page.getByRole('region', { name: person.t('thread.first'), exact: true });
const count = (person: Person, replies: number) =>
  button(person, person.t('thread.replies', { count: replies }));
const write = async (person: Person, group: string, words: string): Promise<void> => {
  const box = person.page.getByRole('textbox', { name: person.t('a11y.composer', { name: group }) }).last();
  await box.fill(words);
  await box.press('Enter');
  await answer(person, group, words).waitFor();
};

it('THREAD-4, THREAD-5, THREAD-6, THREAD-7: three people talk in a thread, wide and narrow', async () => {
  const { a, b, c, group, groupId } = await meetHikers(stage);
  for (const person of [a, b]) await openChat(person, group);
  await say(a, group, root);
  await sent(a, group, root);
  await sees(b, group, root);

  // Starts a thread with the menu, still empty. In a narrow window it is a page.
  await choose(b, group, root, 'menu.thread');
  await first(b).getByText(root).waitFor();
  await b.page.getByText(b.t('thread.none')).waitFor();
  await write(b, group, one);
  // The chat shows it as a reply, and the first message shows the number of replies.
  await count(a, 1).waitFor();
  await sees(a, group, one);
  await count(a, 1).click();
  await answer(a, group, one).waitFor();
  await first(a).getByText(root).waitFor();

  // Both see what comes, at once; the third, who was elsewhere, by the history.
  await write(a, group, two);
  await answer(b, group, two).waitFor();
  await row(c, group).click();
  await count(c, 2).click();
  await answer(c, group, two).waitFor();

  // A recalled reply no longer counts.
  await answer(a, group, two).click({ button: 'right' });
  await entry(a, 'menu.recall').click();
  await expect.poll(() => answer(c, group, two).count(), { timeout: 20_000 }).toBe(0);
  for (const person of [a, c]) await count(person, 1).waitFor();

  // Keys open the menu, the thread, and the way back.
  await c.page.keyboard.press('Escape');
  await button(c, c.t('common.close')).waitFor({ state: 'hidden' });
  await bubble(c, group, one).first().focus();
  await c.page.keyboard.press('Enter');
  await entry(c, 'menu.viewThread').waitFor();
  await entry(c, 'menu.viewThread').press('Enter');
  await answer(c, group, one).waitFor();
  await button(c, c.t('thread.follow')).click();
  await button(c, c.t('thread.unfollow')).waitFor();

  // The first message goes; its answers stay, and are answered.
  await choose(a, group, root, 'menu.recall');
  await c.page.getByText(c.t('thread.gone')).waitFor();
  await write(c, group, 'ok');
  await answer(b, group, 'ok').waitFor();

  // Both have muted the group. Only the follower of the thread is notified of its next reply.
  await button(a, a.t('common.close')).click();
  await answers(a, group).waitFor({ state: 'detached' });
  await say(a, group, next);
  await sent(a, group, next);
  for (const person of [b, c]) {
    expect((await person.user.call(MUTE, { id: groupId, is_notice: 0 })).code).toBe(0);
    await go(person, '/');
  }
  await row(b, group).click();
  await choose(b, group, next, 'menu.thread');
  await button(b, b.t('thread.follow')).click();
  await button(b, b.t('thread.unfollow')).waitFor();
  await go(b, '/');
  await choose(a, group, next, 'menu.thread');
  await first(a).getByText(next).waitFor();
  await write(a, group, news);
  await findReport(b, group).waitFor();
  await row(c, group).getByText(news).waitFor();
  expect(await findReport(c, group).count()).toBe(0);
});
