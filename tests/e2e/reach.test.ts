import { beforeAll, expect, it } from 'vitest';
import { say } from '../../src/server/kernel/texts.ts';
import { go, narrow, newPerson, type Person } from '../support/browser.ts';
import { MEDIA_FLAGS } from '../support/calls/people.ts';
import { meetHikers } from '../support/hikers.ts';
import { lasting } from '../support/lasting.ts';
import { applyFriend, fillGroup } from '../support/people-pages.ts';
import { type Arrived, button, field, login, messages, openChat, row } from '../support/person.ts';
import { setStage } from '../support/stage.ts';
import type { TextKey } from '../support/texts.ts';

const stage = setStage(MEDIA_FLAGS);
const together = lasting(stage);

let url: string;
let a: Arrived;
let b: Arrived;
let c: Arrived;

/** Three users for the whole file; each test is about another setting of the third. */
beforeAll(async () => {
  ({ url, a, b, c } = await meetHikers(together, { c: { language: 'zh-CN', size: narrow } }));
});

const SECURE = '/pages/mine/secure';
const TEAM = '读书会 Readers';

const choice = (person: Person, reach: 'adds' | 'calls' | 'found', by: TextKey) =>
  person.page
    .getByRole('tablist', { name: person.t(`privacy.${reach}`), exact: true })
    .getByRole('tab', { name: person.t(by), exact: true });

/** Chooses in the settings and returns to the list once the choice is stored. */
async function lets(person: Person, reach: 'adds' | 'calls' | 'found', by: TextKey): Promise<void> {
  await go(person, SECURE);
  const stored = person.page.waitForResponse((answer) => answer.url().endsWith('/setPrivacy') && answer.ok());
  await choice(person, reach, by).click();
  await stored;
  await go(person, '/');
}

/** Reports whether the search for the username finds the user. */
async function hasMatch(person: Person, other: Person): Promise<boolean> {
  const { page, t } = person;
  await go(person, '/pages/contacts/search');
  const box = page.getByRole('searchbox', { name: t('friend.search') });
  await box.fill(other.account);
  await box.press('Enter');
  const match = page.getByRole('list', { name: t('friend.results') }).getByText(other.account);
  const nobody = page.getByText(t('friend.notFound', { keywords: other.account }));
  await match.or(nobody).first().waitFor();
  return (await nobody.count()) === 0;
}

it('REACH-1, REACH-4: a user’s setting decides who adds them to groups, on every device', async () => {
  // Chooses by keys: the next option, then the last one.
  await go(c, SECURE);
  await choice(c, 'adds', 'privacy.seen.all').focus();
  await c.page.keyboard.press('ArrowRight');
  await c.page.keyboard.press('ArrowRight');
  const isChosen = (person: Person, by: TextKey) =>
    expect.poll(() => choice(person, 'adds', by).getAttribute('aria-selected')).toBe('true');
  await isChosen(c, 'privacy.nobody');
  const device = await newPerson(stage.browser, url, c.name, { language: 'en' });
  const other = stage.watch({ ...device, account: c.account });
  await go(other, '/');
  await login(other);
  await go(other, SECURE);
  await isChosen(other, 'privacy.nobody');

  // No user is added, and the selection and the typed name stay.
  await fillGroup(a, [b.name, c.name], TEAM);
  await a.page.getByText(say('addsNobody', 'zh-CN')).waitFor();
  expect(await field(a, a.t('sel.groupName')).inputValue()).toBe(TEAM);
  for (const person of [b, c]) expect(await row(person, TEAM).count()).toBe(0);

  await choice(other, 'adds', 'privacy.seen.friends').click();
  await isChosen(c, 'privacy.seen.friends');
  await button(a, a.t('sel.createAction')).click();
  await messages(a, TEAM).waitFor();
  await go(c, '/');
  for (const person of [b, c]) await row(person, TEAM).waitFor();
});

it('REACH-2: to whom they do not let, one of three seems away, and reads later who tried', async () => {
  await lets(c, 'calls', 'privacy.nobody');
  await openChat(a, c.name);
  await button(a, a.t('call.voice')).click();
  await a.page.getByText(a.t('call.offline')).first().waitFor();
  await row(c, a.name).getByText(c.t('call.missed')).waitFor();
  expect(await button(c, c.t('call.accept')).count()).toBe(0);
  await openChat(c, a.name);
  await messages(c, a.name).getByRole('article').getByText(c.t('call.missed')).waitFor();
  // Calls to other users still work.
  await openChat(a, b.name);
  await button(a, a.t('call.voice')).click();
  await button(b, b.t('call.refuse')).click();

  await lets(c, 'calls', 'privacy.seen.friends');
  await openChat(a, c.name);
  await button(a, a.t('call.voice')).click();
  await button(c, c.t('call.refuse')).click();
});

it('REACH-3: a user’s setting decides who finds them by username', async () => {
  expect([await hasMatch(a, c), await hasMatch(b, c)]).toEqual([true, true]);
  await lets(c, 'found', 'privacy.seen.friends');
  expect([await hasMatch(a, c), await hasMatch(b, c)]).toEqual([true, false]);
  await lets(c, 'found', 'privacy.nobody');
  expect([await hasMatch(a, c), await hasMatch(b, c)]).toEqual([false, false]);
  // A hidden user still finds others, and is found after allowing it.
  expect(await hasMatch(c, b)).toBe(true);
  await lets(c, 'found', 'privacy.seen.all');
  await applyFriend(b, c);
});
