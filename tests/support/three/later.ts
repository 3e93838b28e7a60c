import { go, type Person } from '../browser.ts';
import { entry } from '../hikers.ts';
import { bubble, button, composer, messages, openChat, say, sees } from '../person.ts';
import { HILLS } from '../web-pages.ts';
import type { Cast } from './cast.ts';

type Did = (...screens: readonly string[]) => void;

const main = (person: Person) => person.page.getByRole('main');
const dialog = (person: Person) => person.page.locator('[role=dialog],[role=alertdialog]');
const menuOf = (person: Person, chat: string, words: string) =>
  bubble(person, chat, words)
    .first()
    .click({ button: 'right', position: { x: 8, y: 8 } });

/** Scheduled messages are listed for their author only, changed, moved, sent and discarded. */
export async function puttingOff({ a, b }: Cast, did: Did): Promise<void> {
  await go(a, '/');
  await openChat(a, b.name);
  const later = async (words: string) => {
    await composer(a, b.name).fill(words);
    await button(a, a.t('later.schedule')).click();
  };
  await later('until tomorrow');
  await a.page.getByRole('menuitem').first().click();
  did('send-later');
  await button(a, a.t('later.scheduled', { count: 1 })).waitFor();
  await later('never');
  await entry(a, 'later.own').click();
  const time = a.page.getByRole('dialog', { name: a.t('later.schedule') });
  await time.getByRole('combobox', { name: a.t('later.hour') }).selectOption('23');
  await time.getByRole('combobox', { name: a.t('later.minute') }).selectOption('59');
  await time.getByRole('button', { name: a.t('later.choose') }).click();
  did('send-later-own');
  await button(a, a.t('later.scheduled', { count: 2 })).click();
  await dialog(a).getByRole('button', { name: 'until tomorrow' }).waitFor();
  await a.page.keyboard.press('Escape');
  did('scheduled');

  await go(a, '/pages/mine/later');
  const act = async (
    words: string,
    key: 'later.edit' | 'later.otherTime' | 'later.discard' | 'later.sendNow',
  ) => {
    await main(a).getByRole('button', { name: words }).click();
    await entry(a, key).click();
  };
  await act('until tomorrow', 'later.edit');
  await a.page.getByRole('textbox', { name: a.t('later.words'), exact: true }).fill('until next week');
  await button(a, a.t('common.save')).click();
  await main(a).getByRole('button', { name: 'until next week' }).waitFor();
  did('scheduled-words');
  await act('until next week', 'later.otherTime');
  await a.page.getByRole('menuitem').first().click();
  did('scheduled-time');
  await act('never', 'later.discard');
  await dialog(a)
    .getByRole('button', { name: a.t('later.discard'), exact: true })
    .click();
  await main(a).getByRole('button', { name: 'never' }).waitFor({ state: 'detached' });
  did('scheduled-discard');
  await act('until next week', 'later.sendNow');
  did('scheduled-actions');
  await go(b, '/');
  await openChat(b, a.name);
  await sees(b, a.name, 'until next week');

  // One is reminded of a message, until that is done.
  await go(a, '/');
  await openChat(a, b.name);
  await menuOf(a, b.name, 'until next week');
  await entry(a, 'menu.remind').click();
  await entry(a, 'later.in60').click();
  did('remind');
  await menuOf(a, b.name, 'until next week');
  await entry(a, 'menu.remind').click();
  await entry(a, 'later.own').click();
  const moment = a.page.getByRole('dialog', { name: a.t('later.remindTitle') });
  await moment.getByRole('combobox', { name: a.t('later.hour') }).selectOption('23');
  await moment.getByRole('combobox', { name: a.t('later.minute') }).selectOption('59');
  await moment.getByRole('button', { name: a.t('later.choose') }).click();
  did('remind-own');
  await go(a, '/pages/mine/later');
  await main(a)
    .getByRole('button', { name: a.t('later.done') })
    .click();
  await a.page.getByText(a.t('later.none')).waitFor();
  did('later');
}

const card = (person: Person, chat: string) => messages(person, chat).getByRole('link', { name: HILLS });

/** A link gets a card, which its author takes away. */
export async function linking({ a, b, hills }: Cast, did: Did): Promise<void> {
  await say(a, b.name, hills.address);
  await card(a, b.name).waitFor();
  await card(b, a.name).waitFor();
  await menuOf(a, b.name, hills.address);
  await entry(a, 'menu.removePreview').click();
  await card(a, b.name).waitFor({ state: 'detached' });
  await card(b, a.name).waitFor({ state: 'detached' });
  did('preview-menu');
}
