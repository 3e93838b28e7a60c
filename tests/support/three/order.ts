import { go } from '../browser.ts';
import { entry } from '../hikers.ts';
import { button, field, row } from '../person.ts';
import type { Chapter } from './cast.ts';

export const ordering: Chapter = {
  title: 'one puts a chat away and takes it back, and makes a folder of people',
  play: async ({ a, b }, did) => {
    await go(a, '/');
    await row(a, b.name).click({ button: 'right' });
    await entry(a, 'chatOp.archive').click();
    await row(a, b.name).waitFor({ state: 'detached' });
    await a.page
      .getByRole('link', { name: a.t('title.archived') })
      .filter({ visible: true })
      .click();
    await a.page
      .getByRole('link')
      .filter({ has: a.page.getByTitle(b.name, { exact: true }) })
      .filter({ visible: true })
      .click({ button: 'right' });
    await entry(a, 'chatOp.unarchive').click();
    await go(a, '/');
    await row(a, b.name).waitFor();
    did('archived');

    await go(a, '/pages/mine/folders');
    await button(a, a.t('folders.new')).click();
    await field(a, a.t('folders.name')).fill('People');
    await a.page.getByRole('switch', { name: a.t('folders.people'), exact: true }).click();
    await button(a, a.t('common.save')).click();
    await go(a, '/');
    const tab = (name: string) => a.page.getByRole('tab', { name }).filter({ visible: true });
    await tab('People').click();
    await row(a, b.name).waitFor();
    await tab(a.t('home.tabAll')).click();
    did('folders', 'new-folder');
  },
};
