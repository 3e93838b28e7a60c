import type { Locator } from 'playwright-core';
import { go, type Person } from '../browser.ts';
import { entry } from '../hikers.ts';
import { bubble, button, composer, messages, openChat, say, sees, sent } from '../person.ts';
import type { TextKey } from '../texts.ts';
import type { Cast, Chapter } from './cast.ts';

type Did = (...screens: readonly string[]) => void;

const HEART = '❤️';
const dialog = (person: Person, name: string) => person.page.getByRole('dialog', { name, exact: true });
const act = async (person: Person, message: Locator, key: TextKey): Promise<void> => {
  await message.first().click({ button: 'right', position: { x: 20, y: 8 } });
  await entry(person, key).click();
};
const chip = (person: Person, emoji: string, count: number) =>
  person.page.getByRole('button', { name: person.t('react.chip', { emoji, count }), exact: true });

async function reacting({ a, b }: Cast, did: Did): Promise<void> {
  await say(a, b.name, 'what do you think');
  await sees(b, a.name, 'what do you think');
  const mine = bubble(a, b.name, 'what do you think');
  await mine.first().click({ button: 'right', position: { x: 20, y: 8 } });
  await a.page.getByRole('menuitemcheckbox', { name: HEART, exact: true }).click();
  await chip(b, HEART, 1).waitFor();
  did('react');
  await act(a, mine, 'react.more');
  await dialog(a, a.t('react.choose')).getByRole('gridcell').first().click();
  const chips = b.page.getByRole('group', { name: b.t('react.list') }).getByRole('button');
  await chips.nth(1).waitFor();
  await chip(b, HEART, 1).click();
  await chip(a, HEART, 2).click({ button: 'right' });
  await dialog(a, a.t('react.people')).getByText(b.name).waitFor();
  await a.page.keyboard.press('Escape');
  did('reactors');

  await go(a, '/pages/mine/inbox');
  const entries = a.page.getByRole('main').getByRole('listitem').filter({ hasText: b.name });
  await entries.filter({ hasText: 'what do you think' }).waitFor();
  await button(a, a.t('inbox.finishAll')).click();
  await a.page.getByText(a.t('inbox.none')).waitFor();
  await go(a, '/');
  await openChat(a, b.name);
  did('inbox');
}

async function writing({ a, b }: Cast, did: Did): Promise<void> {
  const box = composer(a, b.name);
  await box.fill('very important');
  await box.press('Control+a');
  await a.page
    .getByRole('toolbar', { name: a.t('rich.bar') })
    .getByRole('button', { name: a.t('rich.bold'), exact: true })
    .click();
  await box.press('Enter');
  await messages(b, a.name).locator('strong').filter({ hasText: 'very important' }).first().waitFor();
  await act(a, bubble(a, b.name, 'what do you think'), 'menu.edit');
  await box.fill('what do you think of it');
  await box.press('Enter');
  await sees(b, a.name, 'what do you think of it');
  did('editing');

  await act(a, bubble(a, b.name, 'what do you think of it'), 'menu.quote');
  await say(a, b.name, 'one more word');
  await messages(b, a.name)
    .getByRole('article')
    .filter({ hasText: 'one more word' })
    .getByText('what do you think of it')
    .waitFor();
  did('answering');
}

async function keeping({ a, b }: Cast, did: Did): Promise<void> {
  await act(a, bubble(a, b.name, 'what do you think of it'), 'menu.pin');
  await button(b, b.t('pins.all')).click();
  const pinned = dialog(b, b.t('pins.title'));
  await pinned.getByText('what do you think of it').waitFor();
  await pinned.getByRole('button', { name: b.t('pins.unpin'), exact: true }).click();
  await button(a, a.t('pins.all')).waitFor({ state: 'detached' });
  await b.page.keyboard.press('Escape');
  did('pins');

  await say(a, b.name, 'a slip of mine');
  await sent(a, b.name, 'a slip of mine');
  await sees(b, a.name, 'a slip of mine');
  await act(a, bubble(a, b.name, 'a slip of mine'), 'menu.select');
  await a.page
    .getByRole('toolbar', { name: a.t('select.tools') })
    .getByRole('button', { name: a.t('menu.delete'), exact: true })
    .click();
  await a.page
    .locator('[role=dialog],[role=alertdialog]')
    .getByRole('button', { name: a.t('chat.deleteAction'), exact: true })
    .click();
  await bubble(b, a.name, 'a slip of mine').waitFor({ state: 'detached' });
  did('choosing-delete');
}

async function finding({ a, b }: Cast, did: Did): Promise<void> {
  await a.page
    .getByRole('main')
    .getByRole('button', { name: a.t('history.search'), exact: true })
    .click();
  const bar = a.page.getByRole('group', { name: a.t('history.search'), exact: true });
  await bar.getByRole('searchbox').fill('one more word');
  await bar.getByText(a.t('viewer.count', { i: 1, n: 1 })).waitFor();
  did('find');
  await bar.getByRole('button', { name: a.t('filter.from'), exact: true }).click();
  await bar.getByRole('listitem').getByRole('button', { name: b.name }).click();
  await bar.getByText(a.t('find.none')).waitFor();
  did('find-from');
  await bar.getByRole('button', { name: a.t('history.day'), exact: true }).click();
  await dialog(a, a.t('history.day')).locator('[aria-current=date]').click();
  await dialog(a, a.t('history.day')).waitFor({ state: 'detached' });
  await a.page.keyboard.press('Escape');
  did('find-day');
}

/** Shows the voters of a poll and ends it. */
export async function endPoll({ a, b }: Cast, question: string, did: Did): Promise<void> {
  const poll = messages(a, b.name).getByRole('group', { name: question, exact: true });
  await poll.getByRole('button', { name: a.t('poll.show'), exact: true }).click();
  await dialog(a, a.t('poll.votersTitle')).getByText(b.name).waitFor();
  await a.page.keyboard.press('Escape');
  did('poll-votes');
  await act(a, poll, 'menu.closePoll');
  await a.page
    .locator('[role=dialog],[role=alertdialog]')
    .getByRole('button', { name: a.t('menu.closePoll'), exact: true })
    .click();
  await messages(b, a.name)
    .getByText(new RegExp(`^${b.t('poll.over')}`))
    .waitFor();
  did('poll-menu', 'poll-end');
}

export const marking: Chapter = {
  title: 'they react, write in bold, change their words, pin, delete several, and find it again',
  play: async (cast, did) => {
    const { a, b } = cast;
    await go(b, '/');
    await openChat(b, a.name);
    await go(a, '/');
    await openChat(a, b.name);
    await reacting(cast, did);
    await writing(cast, did);
    await keeping(cast, did);
    await finding(cast, did);
  },
};
