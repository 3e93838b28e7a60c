import { go, type Person } from '../browser.ts';
import { button, composer, logOut, moreEntry, openChat, row, sees } from '../person.ts';
import type { TextKey } from '../texts.ts';
import type { Cast, Chapter } from './cast.ts';

type Did = (...screens: readonly string[]) => void;

const idOf = (person: Person): string => new URLSearchParams(person.page.url().split('?')[1]).get('id') ?? '';

async function search({ a, b, c }: Cast, did: Did): Promise<void> {
  await go(a, '/pages/index/search?type=1');
  await a.page.getByRole('searchbox').fill('the answer');
  await a.page.getByRole('main').getByRole('link').filter({ hasText: 'the answer' }).first().click();
  await sees(a, b.name, 'the answer');
  did('search');
  await narrow(a, did);
  await go(a, '/pages/index/search?type=2');
  await a.page.getByRole('searchbox').fill(c.account.slice(0, 6));
  await a.page.getByRole('main').getByRole('link').filter({ hasText: c.name }).first().click();
  await button(a, a.t('friend.sendMessage')).waitFor();
  did('search-contacts');
  await go(a, '/pages/index/search?type=3');
  await a.page.getByRole('searchbox').fill('Trio');
  await a.page.getByRole('main').getByRole('link').filter({ hasText: 'Trio' }).first().click();
  await composer(a, 'Trio').waitFor();
  did('search-groups');
  await a.page.getByRole('heading').first().click();
  await a.page.keyboard.press('?');
  await a.page
    .getByRole('dialog', { name: a.t('keys.title') })
    .getByText(a.t('keys.go'))
    .waitFor();
  await a.page.keyboard.press('Escape');
  await a.page.getByRole('dialog', { name: a.t('keys.title') }).waitFor({ state: 'detached' });
  did('shortcuts');
  await a.page.keyboard.press('Control+k');
  await a.page.getByRole('combobox', { name: a.t('switcher.hint') }).fill(b.name.slice(0, 4));
  await a.page
    .getByRole('dialog', { name: a.t('switcher.title') })
    .getByRole('option', { name: b.name, selected: true })
    .waitFor();
  await a.page.keyboard.press('Enter');
  await composer(a, b.name).waitFor();
  did('switcher');
}

/** The same by who said it, when, and with what. */
async function narrow(a: Person, did: Did): Promise<void> {
  await go(a, '/pages/index/search?type=1');
  const main = a.page.getByRole('main');
  const begin = (key: TextKey) =>
    main
      .getByRole('group', { name: a.t('filter.title'), exact: true })
      .getByRole('button', { name: a.t(key), exact: true })
      .click();
  const choose = (key: TextKey) =>
    main
      .getByRole('listitem')
      .getByRole('button', { name: new RegExp(`${a.t(key)}$`) })
      .click();
  const match = main.getByRole('link').filter({ hasText: 'the answer' }).first();
  const nothing = main.getByText(a.t('filter.none'));
  await a.page.getByRole('searchbox').fill('the answer');
  await begin('filter.from');
  await choose('filter.me');
  await match.waitFor();
  did('search-from');
  await begin('filter.has');
  await choose('filter.link');
  await nothing.waitFor();
  did('search-has');
  await button(a, a.t('filter.remove', { name: a.t('filter.has'), value: a.t('filter.link') })).click();
  await match.waitFor();
  did('search-narrowed');
  await begin('filter.before');
  await main.locator('[aria-current=date]').click();
  await nothing.waitFor();
  did('search-before');
}

async function history({ a, b }: Cast, did: Did): Promise<void> {
  await go(a, '/');
  await openChat(a, b.name);
  const id = idOf(a);
  await go(a, `/pages/message/detail?id=${id}`);
  const pin = a.page.getByRole('switch', { name: a.t('ginfo.pinChat') });
  await pin.click();
  await row(a, b.name).getByText(a.t('a11y.pinned')).waitFor({ state: 'attached' });
  did('chat-info');
  await go(a, `/pages/message/record?id=${id}`);
  const visibleRow = a.page.getByRole('main').getByRole('tabpanel');
  await visibleRow.getByRole('listitem').filter({ hasText: 'the answer' }).first().waitFor();
  await button(a, a.t('history.search')).click();
  const box = a.page.getByRole('searchbox', { name: a.t('history.search') });
  await box.fill('always');
  await box.press('Enter');
  await a.page.getByRole('main').getByRole('listitem').filter({ hasText: 'always' }).first().waitFor();
  did('history');
  await button(a, a.t('history.closeSearch')).click();
  await button(a, a.t('history.day')).click();
  await a.page
    .getByRole('dialog', { name: a.t('history.day') })
    .locator('[aria-current=date]')
    .click();
  await visibleRow.getByRole('listitem').first().waitFor();
  did('history-day');
  await go(a, `/pages/message/record?id=${id}&type=file`);
  await a.page
    .getByRole('main')
    .getByRole('button', { name: /notes\.txt/ })
    .first()
    .click();
  const [download] = await Promise.all([
    a.page.waitForEvent('download'),
    a.page.getByRole('menuitem', { name: a.t('media.download'), exact: true }).click(),
  ]);
  if (download.suggestedFilename() !== 'notes.txt')
    throw new Error(`it was saved as ${download.suggestedFilename()}`);
  did('history-files', 'file-menu');
  await go(a, `/pages/message/record?id=${id}&type=image`);
  await a.page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(a.t('media.openImage')) })
    .first()
    .click();
  await a.page.getByRole('dialog', { name: a.t('viewer.title') }).waitFor();
  await a.page.keyboard.press('Escape');
  did('history-pictures');
  await go(a, '/?view=files');
  await a.page
    .getByRole('main')
    .getByRole('button', { name: /notes\.txt/ })
    .first()
    .waitFor();
  await a.page
    .getByRole('main')
    .getByRole('button', { name: a.t('files.kind.2'), exact: true })
    .click();
  await a.page
    .getByRole('main')
    .getByText(/photo\.png/)
    .first()
    .waitFor();
  did('files');
}

async function dead({ a, b }: Cast, did: Did): Promise<void> {
  await go(a, '/pages/message/video?src=%2Ffiles%2Fnothing&name=gone.webm');
  await a.page.getByRole('alert').getByText(a.t('media.videoGone')).waitFor();
  await button(a, a.t('common.close')).click();
  a.faults.splice(0, a.faults.length, ...a.faults.filter((fault) => !fault.includes('/files/nothing')));
  did('video-gone');
  await go(a, '/pages/nowhere');
  await button(a, a.t('page.goHome')).click();
  await row(a, b.name).waitFor();
  did('not-found');
}

async function rows({ a, b, c }: Cast, did: Did): Promise<void> {
  await row(a, 'Trio').click({ button: 'right' });
  await a.page.getByRole('menuitem', { name: a.t('chatOp.muteFor'), exact: true }).click();
  await a.page.getByRole('menuitem', { name: a.t('quiet.morning'), exact: true }).click();
  await row(a, 'Trio').getByLabel(a.t('a11y.muted')).waitFor({ state: 'attached' });
  did('mute-for');
  await row(a, 'Trio').click({ button: 'right' });
  await a.page.getByRole('menuitem', { name: a.t('chatOp.delete'), exact: true }).click();
  await row(a, 'Trio').waitFor({ state: 'detached' });
  await button(a, a.t('common.undo')).last().click();
  await row(a, 'Trio').waitFor();
  did('chat-actions');
  // A friendship ends on both sides.
  await go(c, '/');
  await openChat(c, a.name);
  await go(c, `/pages/contacts/detail?id=${idOf(c)}`);
  await (await moreEntry(c, 'friend.delete')).click();
  await c.page
    .locator('[role=dialog],[role=alertdialog]')
    .getByRole('button', { name: c.t('friend.delete'), exact: true })
    .click();
  await row(a, c.name).waitFor({ state: 'detached' });
  did('friend-delete');
  await row(a, b.name).waitFor();
}

export const finding: Chapter = {
  title: 'they find what was said, open old files and pictures, tidy their lists, and part',
  play: async (cast, did) => {
    const { a, b } = cast;
    await go(a, '/pages/index/userSelection?type=1');
    await a.page.getByRole('checkbox', { name: b.name }).click();
    await a.page.getByLabel(a.t('sel.groupName'), { exact: true }).fill('Trio');
    await a.page
      .getByRole('main')
      .getByRole('button', { name: a.t('sel.createAction'), exact: true })
      .click();
    await composer(a, 'Trio').waitFor();
    await search(cast, did);
    await history(cast, did);
    await dead(cast, did);
    await rows(cast, did);
    await logOut(a);
    did('log-out');
  },
};
