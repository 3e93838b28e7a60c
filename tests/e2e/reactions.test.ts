import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { go, narrow, type Person, wide } from '../support/browser.ts';
import { meetHikers } from '../support/hikers.ts';
import { ok } from '../support/http-user.ts';
import { bubble, button, openChat, row, say, sees } from '../support/person.ts';
import { send } from '../support/said.ts';
import { setStage } from '../support/stage.ts';
import { until } from '../support/until.ts';
import { png } from '../support/uploads.ts';

const stage = setStage();
const WORDS = '周六一起去吗';
const [THUMB, HEART] = ['👍️', '❤️'];

/** Reactions under the only message, as a screen reader reads them. */
const chips = ({ page, t }: Person) => page.getByRole('group', { name: t('react.list') }).getByRole('button');
const chip = (person: Person, emoji: string, count: number) =>
  chips(person).and(
    person.page.getByRole('button', { name: person.t('react.chip', { emoji, count }), exact: true }),
  );
const pictureChip = (person: Person, count: number) => chip(person, person.t('react.picture'), count);
/** Checks that the picture inside is loaded and has a size. */
const isDrawn = async (place: Locator): Promise<void> =>
  await until(async () =>
    expect(
      await place.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(0),
  );

it('REACT-1, REACT-11: three people react by bar, by keys and by a long press', async () => {
  const { a, b, c, group } = await meetHikers(stage, {
    b: { size: wide },
    c: { size: narrow, touch: true },
  });
  await openChat(a, group);
  await say(a, group, WORDS);
  await go(a, '/');
  for (const person of [b, c]) {
    await openChat(person, group);
    await sees(person, group, WORDS);
  }
  // Reacts with the bar next to the bubble. The author sees it in the list, but not as unread.
  await bubble(b, group, WORDS).hover();
  await b.page.getByRole('button', { name: b.t('menu.react'), exact: true }).click();
  await b.page.getByRole('button', { name: THUMB, exact: true }).click();
  await chip(b, THUMB, 1).waitFor();
  await row(a, group).getByRole('img', { name: THUMB }).waitFor();
  expect(await chip(b, THUMB, 1).getAttribute('aria-pressed')).toBe('true');
  // Reacts with the sheet of a long press, and with a press on an existing reaction.
  await bubble(c, group, WORDS).click({ button: 'right' });
  await c.page.getByRole('button', { name: HEART, exact: true }).click();
  await chip(c, HEART, 1).waitFor();
  await chip(c, THUMB, 1).click();
  for (const person of [b, c]) await chip(person, THUMB, 2).waitFor();
  // By keys.
  await openChat(a, group);
  await row(a, group).getByRole('img', { name: HEART }).waitFor({ state: 'detached' });
  await bubble(a, group, WORDS).press('Enter');
  await a.page.getByRole('menuitemcheckbox', { name: THUMB, exact: true }).press('ArrowRight');
  await a.page.keyboard.press('Enter');
  for (const person of [a, b, c]) await chip(person, HEART, 2).waitFor();
  // The same press takes it back, and a sheet lists who reacted.
  await chip(b, THUMB, 2).click();
  for (const person of [a, b, c]) await chip(person, THUMB, 1).waitFor();
  await chip(a, THUMB, 1).click({ button: 'right' });
  const people = a.page.getByRole('dialog', { name: a.t('react.people') });
  await people.getByText(c.name).first().waitFor();
  expect(await people.getByRole('listitem').count()).toBe(3);
});

it('REACT-1, REACT-2: three people share a picture of one of them as a reaction', async () => {
  const { a, b, c, group, groupId } = await meetHikers(stage);
  await ok(a.user.upload('/common/upload/uploadEmoji', { ...(await png(64, 64, 30)), name: 'leaf.png' }));
  await send(b.user, groupId, WORDS);
  for (const person of [a, b, c]) {
    await openChat(person, group);
    await sees(person, group, WORDS);
  }
  // The owner of the picture chooses it from the panel.
  await bubble(a, group, WORDS).hover();
  await button(a, a.t('menu.react')).click();
  await button(a, a.t('react.more')).click();
  await a.page.getByRole('tab', { name: a.t('emoji.favourites'), exact: true }).click();
  await a.page.getByRole('dialog').getByRole('button', { name: /leaf/ }).click();
  // The other users see the picture and add it, too, though it is not in their list.
  for (const person of [a, b, c]) await isDrawn(pictureChip(person, 1));
  await pictureChip(b, 1).click();
  await pictureChip(c, 2).press('Enter');
  for (const person of [a, b, c]) await isDrawn(pictureChip(person, 3));
  expect(await pictureChip(c, 3).getAttribute('aria-pressed')).toBe('true');
  // The sheet shows the picture with its users, in a narrow window as well.
  await pictureChip(b, 3).click({ button: 'right' });
  const people = b.page.getByRole('dialog', { name: b.t('react.people') });
  await until(async () => expect(await people.getByRole('listitem').count()).toBe(3));
  await isDrawn(
    people
      .getByRole('listitem')
      .filter({ hasText: a.name })
      .getByRole('img', { name: b.t('react.picture') }),
  );
  await b.page.keyboard.press('Escape');
  // It stays for the others when the first one takes it back, and goes with the last one.
  await pictureChip(a, 3).click();
  for (const person of [a, b, c]) await pictureChip(person, 2).waitFor();
  expect(await pictureChip(a, 2).getAttribute('aria-pressed')).toBe('false');
  await pictureChip(b, 2).click();
  await pictureChip(c, 1).click();
  for (const person of [a, b, c]) await until(async () => expect(await chips(person).count()).toBe(0));
});
