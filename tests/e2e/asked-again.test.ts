import { it } from 'vitest';
import { go } from '../support/browser.ts';
import { arriveAsFriends, button, grouped } from '../support/person.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

it('STORE-15: pages that were opened offline fill automatically once the network is back', async () => {
  const { url } = await stage.commonServer();
  const [a, b] = await arriveAsFriends(
    stage,
    url,
    ['Cora Brook', { language: 'en' }],
    ['Dora Field', 'away'],
  );
  const group = await grouped(a, [b], 'Hikers');
  const main = a.page.getByRole('main');
  const pages = [
    [`/pages/message/group/groupUser?group_id=${group}`, b.name],
    [`/pages/contacts/detail?id=${b.user.id}`, a.t('person.message')],
    ['/pages/mine/secure?view=logins', a.t('logins.here')],
    ['/pages/compass/moments', a.t('moments.empty')],
  ] as const;
  const shows = (text: string) => main.getByText(text, { exact: true }).first();
  for (const [path, text] of pages) {
    // The page's code is loaded already. Its content is requested on each visit.
    await go(a, path);
    await shows(text).waitFor();
    await go(a, '/pages/mine/about');
    await a.context.setOffline(true);
    await a.page.evaluate((to) => (location.hash = to), path);
    await button(a, a.t('common.retry')).first().waitFor();
    await a.context.setOffline(false);
    await shows(text).waitFor();
    await button(a, a.t('common.retry')).first().waitFor({ state: 'detached' });
  }
});
