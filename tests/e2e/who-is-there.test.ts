import { expect, it } from 'vitest';
import { go, type Person } from '../support/browser.ts';
import { choose, meetHikers } from '../support/hikers.ts';
import { bubble, composer, logOut, openChat, row, say, sees, sent } from '../support/person.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

/** The bar above the open chat. */
const bar = (person: Person, words: string) =>
  person.page.locator('header p').getByText(words, { exact: true });
const inRow = (person: Person, chat: string, words: string) =>
  row(person, chat).getByText(words, { exact: true });
const type = (person: Person, chat: string, words: string) => composer(person, chat).pressSequentially(words);
const expectGone = (person: Person, chat: string, words: string) =>
  inRow(person, chat, words).waitFor({ state: 'detached' });

const readers = (person: Person) => person.page.getByRole('dialog');
const one = (person: Person, who: Person) => person.t('typing.nameText', { name: who.name });

it('TYPING-5, SEEN-3, READBY-2: three people see who types, who was there and who has read', async () => {
  const { a, b, c, group } = await meetHikers(stage);
  for (const person of [a, b]) await openChat(person, group);

  // The bar shows the name, the row of another chat shows it too, and several users are a number.
  await type(a, group, 'he');
  await bar(b, one(b, a)).waitFor();
  await inRow(c, group, one(c, a)).waitFor();
  await type(b, group, 'yo');
  await inRow(c, group, c.t('typing.many', { count: 2 })).waitFor();
  // A message ends it, and so does an empty box.
  await composer(a, group).press('Enter');
  await sees(b, group, 'he');
  await inRow(c, group, one(c, b)).waitFor();
  await composer(b, group).fill('');
  await expectGone(c, group, one(c, b));
  await row(c, group).getByText('he').waitFor();

  // The menu shows the readers, also by keys alone.
  await sent(a, group, 'he');
  await expect
    .poll(async () => {
      await choose(a, group, 'he', 'menu.readBy');
      await readers(a).getByText(a.t('menu.readBy')).waitFor();
      const matchCount = await readers(a).getByText(b.name).count();
      await a.page.keyboard.press('Escape');
      await readers(a).waitFor({ state: 'detached' });
      return matchCount;
    })
    .toBe(1);
  await openChat(c, group);
  await sees(c, group, 'he');

  // A user who turns it off sends no signs.
  await go(c, '/pages/mine/secure');
  await c.page.getByRole('switch', { name: c.t('privacy.typing') }).click();
  await c.page.getByRole('switch', { name: c.t('privacy.read') }).click();
  await c.page
    .getByRole('tab', { name: c.t('privacy.seen.none') })
    .or(c.page.getByRole('radio', { name: c.t('privacy.seen.none') }))
    .first()
    .click();
  await go(c, '/');
  await openChat(c, group);
  await type(c, group, 'quiet');
  await composer(c, group).press('Enter');
  await sees(a, group, 'quiet');
  expect(await bar(a, one(a, c)).count()).toBe(0);
  await bubble(c, group, 'quiet').first().click({ button: 'right' });
  await c.page.getByRole('menuitem', { name: c.t('menu.copy'), exact: true }).waitFor();
  expect(await c.page.getByRole('menuitem', { name: c.t('menu.readBy') }).count()).toBe(0);
  await c.page.keyboard.press('Escape');

  // A one-to-one chat shows signs and last seen.
  await openChat(a, b.name);
  await go(b, '/');
  await openChat(b, a.name);
  await type(b, a.name, 'hm');
  await bar(a, a.t('typing.text')).waitFor();
  await say(b, a.name, 'see you');
  await sees(a, b.name, 'see you');
  await logOut(b);
  const view = a.t('seen.today', { time: '' }).trim();
  await a.page.locator('header p').getByText(view).first().waitFor();
  await openChat(a, c.name);
  await logOut(c);
  await expect.poll(() => bar(a, a.t('chat.online')).count()).toBe(0);
  expect(await a.page.locator('header p').getByText(view).count()).toBe(0);
});
