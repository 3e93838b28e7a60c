import { go } from '../browser.ts';
import { button, field, messages } from '../person.ts';
import { administer, type Chapter } from './cast.ts';

export const showing: Chapter = {
  title: 'they discover what the server offers, publish moments, like and comment',
  play: async ({ server, a, b }, did) => {
    await administer(server, 'config', 'set', 'compass.status', '1');
    await administer(server, 'discover', 'add', 'Rules of the house', 'https://rules.example/house');
    await administer(server, 'notice', 'publish', 'Closed on Sunday', 'We are back on Monday.');
    await go(a, '/');
    await a.page.getByRole('link', { name: 'Closed on Sunday' }).first().click();
    await messages(a, a.t('contact.notice'))
      .getByRole('article')
      .getByText('We are back on Monday.')
      .waitFor();
    await go(a, '/');
    await button(a, a.t('home.closeAnnouncement')).click();
    await button(a, a.t('home.closeAnnouncement')).waitFor({ state: 'detached' });
    did('announcements');
    await go(a, '/?view=discover');
    await a.page
      .getByRole('main')
      .getByRole('link', { name: a.t('title.moments') })
      .click();
    did('discover');

    await a.page
      .getByRole('main')
      .getByRole('button', { name: a.t('moments.write'), exact: true })
      .first()
      .click();
    await field(a, a.t('moments.words')).fill('First snow');
    await button(a, a.t('moments.publish')).click();
    await a.page.getByRole('article').filter({ hasText: 'First snow' }).waitFor();
    did('moment-write');
    await go(b, '/pages/compass/moments');
    const there = b.page.getByRole('article').filter({ hasText: 'First snow' });
    await there.getByRole('button', { name: b.t('moments.like'), exact: true }).click();
    await there.getByRole('button', { name: b.t('moments.comment'), exact: true }).click();
    await there.getByRole('textbox').fill('How lovely');
    await there.getByRole('button', { name: b.t('common.send'), exact: true }).click();
    await there.getByText('How lovely').waitFor();
    did('moments', 'moment-comment');
    await go(a, '/');
    await go(a, '/pages/compass/moments');
    const mine = a.page.getByRole('article').filter({ hasText: 'First snow' });
    await mine.getByText('How lovely').waitFor();
    await mine.getByText(a.t('moments.likedBy', { names: b.name })).waitFor();
    await mine.getByRole('button', { name: a.t('common.delete'), exact: true }).click();
    await a.page
      .locator('[role=dialog],[role=alertdialog]')
      .getByRole('button', { name: a.t('common.delete'), exact: true })
      .click();
    await mine.waitFor({ state: 'detached' });
    did('moment-delete');

    // An entry of another website opens in a frame with its host. This test requests nothing of it.
    await a.page.route('https://rules.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>Be kind</p>' }),
    );
    await go(a, '/?view=discover');
    await a.page.getByRole('main').getByRole('link', { name: 'Rules of the house' }).click();
    await a.page.getByText('rules.example', { exact: true }).first().waitFor();
    await a.page.frameLocator('iframe').getByText('Be kind').waitFor();
    // The frame requests it and is refused. Both are expected.
    const own = a.faults.filter(
      (fault) => !fault.includes('https://rules.example/') && !fault.includes('The document is sandboxed'),
    );
    a.faults.splice(0, a.faults.length, ...own);
    did('webview');
  },
};
