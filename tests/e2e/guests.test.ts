import { expect, it } from 'vitest';
import { go, newPerson, narrow } from '../support/browser.ts';
import { arriveAsFriends, button, field, grouped, list, row, say, sees } from '../support/person.ts';
import { violations } from '../support/proof/axe.ts';
import { runToEnd } from '../support/server.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();
const NAME = 'Garden party';

it('GUEST-1, GUEST-2, GUEST-3: a visitor comes by a link, writes, and returns later', async () => {
  const { url, dataDir } = await stage.server();
  const args = ['settings', 'set', 'sysInfo.guests', '1'];
  expect((await runToEnd('dist/server/admin-main.js', args, { DATA_DIR: dataDir })).code).toBe(0);
  const [anna, bela] = await arriveAsFriends(stage, url, ['Anna', { language: 'en' }], ['Bela', 'away']);
  const id = await grouped(anna, [bela], NAME);

  const { page, t } = anna;
  await go(anna, `/pages/message/detail?id=${id}`);
  await page.getByRole('button', { name: t('genter.links') }).click();
  await button(anna, t('genter.newLink')).click();
  const days = page.getByRole('group', { name: t('guest.for') });
  await days.getByText(t('genter.days', { count: 7 })).click();
  await field(anna, t('genter.placesNeeded')).fill('5');
  await button(anna, t('genter.make')).click();
  await page.getByText(t('guest.days', { count: 7 })).waitFor();
  const link = await page.getByText(`${url}/scan/g/`).innerText();

  const dora = await newPerson(stage.browser, url, 'Dora', { language: 'en', size: narrow });
  stage.watch(dora);
  await dora.page.goto(link);
  await field(dora, t('guest.name')).waitFor();
  expect(await violations(dora.page)).toEqual([]);
  await field(dora, t('guest.name')).fill('Dora');
  await button(dora, t('guest.enter')).click();
  await say(dora, NAME, 'hello from the gate');
  await go(dora, '/?view=me');
  await dora.page.getByText(t('guest.is'), { exact: true }).waitFor();
  await dora.page.getByText(t('title.moments'), { exact: true }).waitFor({ state: 'hidden', timeout: 5_000 });
  await go(anna, `/pages/message/chat?id=${id}`);
  await sees(anna, NAME, 'hello from the gate');
  await page.getByText('Dora 🎫').first().waitFor();

  await dora.page.goto(url);
  await dora.page.reload();
  await list(dora).waitFor();
  await row(dora, NAME).waitFor();
  expect(await dora.page.getByRole('link', { name: t('title.contacts') }).count()).toBe(0);
  await go(dora, '/?view=me');
  await dora.page.getByText(t('guest.is'), { exact: true }).waitFor();
  await go(anna, `/pages/message/group/groupUser?group_id=${id}`);
  await page.getByText(t('guest.is'), { exact: true }).waitFor();
});
