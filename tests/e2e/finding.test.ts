import { expect, it } from 'vitest';
import { go, type Person } from '../support/browser.ts';
import { choose, meetHikers } from '../support/hikers.ts';
import { bubble, button, messages, openChat, row } from '../support/person.ts';
import { send, sendUpload } from '../support/said.ts';
import { setStage } from '../support/stage.ts';
import { rollToEnd } from '../support/still.ts';
import { textFile } from '../support/uploads.ts';
import { until } from '../support/until.ts';

const stage = setStage();

const PLAN = '周末的路线 trail';
const LINES = 40;

const main = (person: Person) => person.page.getByRole('main');
const press = (person: Person, name: string) =>
  main(person).getByRole('button', { name, exact: true }).click();
const hits = (person: Person) =>
  main(person)
    .getByRole('link')
    .filter({ hasText: /route|line|trail|路线/ });
const expectMatches = (person: Person, count: number) => expect.poll(() => hits(person).count()).toBe(count);
const startsUnread = (person: Person, group: string) =>
  messages(person, group)
    .locator('[data-message]')
    .filter({ hasText: person.t('chat.newMessages') });
/** Reports whether the bubble is in the window. */
const isSeen = async (person: Person, group: string, words: string): Promise<boolean> => {
  const visibleRow = bubble(person, group, words).first();
  if ((await visibleRow.count()) === 0) return false;
  const box = await visibleRow.boundingBox();
  const height = person.page.viewportSize()?.height ?? 0;
  return box !== null && box.y > 0 && box.y + box.height < height;
};
const leadsTo = (person: Person, group: string, words: string) =>
  until(async () => expect(await isSeen(person, group, words)).toBe(true));

it('SEARCH-15, SEARCH-16, UI-94, UI-109, UI-110, UNREAD-3: three people find what was said', async () => {
  const { a, b, c, group, groupId } = await meetHikers(stage);
  await send(b.user, groupId, PLAN);
  await send(b.user, groupId, `${PLAN} https://example.org/trail`);
  await sendUpload(c.user, groupId, 'file', textFile('route.txt', 'over the hill'));
  for (let n = 1; n <= LINES; n += 1) await send(c.user, groupId, `line ${n}.`);
  await row(a, group).getByText(`line ${LINES}.`).waitFor();

  // Opened for the first time it begins at the first that is unread; from there a way to the end.
  await openChat(a, group);
  await startsUnread(a, group).getByText(PLAN, { exact: true }).waitFor();
  await a.page.getByTitle(a.t('chat.toBottom')).click();
  await leadsTo(a, group, `line ${LINES}.`);

  // Uses Ctrl+F and the calendar next to it, which leads to the first message of that day. Escape closes one
  // at a time.
  await a.page.keyboard.press('Control+f');
  const bar = a.page.getByRole('group', { name: a.t('history.search'), exact: true });
  await bar.getByRole('button', { name: a.t('history.day'), exact: true }).click();
  const month = a.page.getByRole('dialog', { name: a.t('history.day') });
  await month.locator('[aria-current=date]').waitFor();
  await a.page.keyboard.press('Escape');
  await month.waitFor({ state: 'detached' });
  await bar.getByRole('button', { name: a.t('history.day'), exact: true }).press('Enter');
  await month.locator('[aria-current=date]').press('Enter');
  await leadsTo(a, group, PLAN);
  await a.page.keyboard.press('Escape');

  // Searches everything with chips for author and content; a press removes each chip.
  await go(a, '/pages/index/search?type=1');
  await press(a, a.t('filter.from'));
  await main(a).getByRole('listitem').getByRole('button', { name: b.name }).click();
  await expectMatches(a, 2);
  await press(a, a.t('filter.has'));
  await press(a, a.t('filter.link'));
  await expectMatches(a, 1);
  await press(a, a.t('filter.remove', { name: a.t('filter.has'), value: a.t('filter.link') }));
  await expectMatches(a, 2);
  // After and before a day of the calendar: the day itself is in neither.
  await press(a, a.t('filter.after'));
  await main(a).locator('[aria-current=date]').click();
  await main(a).getByText(a.t('filter.none')).waitFor();

  // The same by typing, on a narrow window; the last chip goes by Backspace, and a hit leads to its place.
  await go(b, '/pages/index/search?type=1');
  const field = b.page.getByRole('searchbox');
  await field.pressSequentially(`in:${group}`);
  await b.page.keyboard.press('Enter');
  await field.pressSequentially('has:file ');
  await expectMatches(b, 1);
  await field.pressSequentially('早于:2020-01-01 ');
  await main(b).getByText(b.t('filter.none')).waitFor();
  await field.press('Backspace');
  await expectMatches(b, 1);
  await field.press('Backspace');
  await field.fill('line 7.');
  await expectMatches(b, 1);
  await hits(b).click();
  await leadsTo(b, group, 'line 7.');

  // Searches the open chat in a narrow window, by author and words, and steps through the hits.
  await button(b, b.t('history.search')).click();
  const inside = b.page.getByRole('group', { name: b.t('history.search'), exact: true });
  await inside.getByRole('button', { name: b.t('filter.from'), exact: true }).click();
  await inside.getByRole('listitem').getByRole('button', { name: c.name }).click();
  await inside.getByRole('searchbox').fill('line 3');
  await inside.getByText(b.t('viewer.count', { i: 1, n: 11 })).waitFor();
  await leadsTo(b, group, 'line 39.');
  await inside.getByRole('button', { name: b.t('find.older') }).click();
  await leadsTo(b, group, 'line 38.');
  await button(b, b.t('history.closeSearch')).click();

  // Everything is read at the end of the chat, and then unread from here: the chat is left, and begins there.
  await rollToEnd(messages(b, group));
  await choose(b, group, 'line 38.', 'menu.unreadFrom');
  await row(b, group).getByLabel(b.t('a11y.markedUnread')).waitFor({ state: 'attached' });
  await openChat(b, group);
  await startsUnread(b, group).getByText('line 38.', { exact: true }).waitFor();

  // A day of the history, by keys: before all of it, so to its first page.
  await go(c, `/pages/message/record?id=${groupId}`);
  await main(c).getByText(`line ${LINES}.`).waitFor();
  await main(c)
    .getByRole('button', { name: c.t('history.day') })
    .press('Enter');
  const days = c.page.getByRole('dialog', { name: c.t('history.day') });
  await days.locator('[aria-current=date]').press('ArrowLeft');
  await c.page.keyboard.press('Enter');
  await main(c).getByText(PLAN, { exact: true }).waitFor();
  await main(c).getByText(`line ${LINES}.`).waitFor({ state: 'detached' });
});
