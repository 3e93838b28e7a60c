import { expect, it } from 'vitest';
import { go, narrow } from '../support/browser.ts';
import { arrive, befriended, button, composer, field, grouped, messages, openChat, say, sees } from '../support/person.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

it('UI-31, UI-32, UI-33, UI-34: an owner leads a group and hands it on, somebody joins by a link, a profile changes everywhere', async () => {
  const { url } = await stage.server();
  const a = stage.watch(await arrive(stage.browser, url, 'Anna Lake', { language: 'en' }));
  const b = stage.watch(await arrive(stage.browser, url, 'Bela Hill', { language: 'en', size: narrow }));
  const c = stage.watch(await arrive(stage.browser, url, 'Cleo Moor', { language: 'zh-CN' }));
  await befriended(a, b);
  const name = 'Hiking';
  const id = await grouped(a, [b], name);
  await openChat(b, name);

  // Notice: published by the owner, read by the member, who cannot edit it.
  await go(a, `/pages/message/detail?id=${id}`);
  await a.page.getByRole('button', { name: a.t('ginfo.notice') }).click();
  await a.page.getByRole('dialog').getByRole('textbox').fill('Meet at eight');
  await button(a, a.t('gman.publish')).click();
  await messages(b, name).getByText('Meet at eight').waitFor();

  // Rules: only the owner speaks; the member's box closes live.
  await a.page.getByRole('button', { name: a.t('gman.title') }).click();
  await a.page.getByRole('dialog').getByText(a.t('gman.speak2'), { exact: true }).click();
  await button(a, a.t('common.save')).click();
  await composer(b, name).waitFor({ state: 'detached' });
  await a.page.getByRole('button', { name: a.t('gman.title') }).click();
  await a.page.getByRole('dialog').getByText(a.t('gman.speak0'), { exact: true }).click();
  await button(a, a.t('common.save')).click();
  await composer(b, name).waitFor();

  // Mute and lift.
  await go(a, `/pages/message/group/groupUser?group_id=${id}`);
  const about = async (item: string) => {
    await button(a, a.t('gmem.actions', { name: b.name })).click();
    await a.page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  await about(a.t('gmem.mute'));
  await a.page.getByRole('dialog').getByRole('button', { name: a.t('gmem.mute'), exact: true }).click();
  await composer(b, name).waitFor({ state: 'detached' });
  await about(a.t('gmem.lift'));
  await composer(b, name).waitFor();

  // A link lets a stranger in.
  const code = await a.user.call<{ qrUrl: string }>('/enterprise/group/groupInfo', { group_id: id });
  await c.page.goto(code.data.qrUrl);
  await button(c, c.t('gjoin.join')).click();
  await composer(c, name).waitFor();

  // The group changes hands.
  await about(a.t('gmem.transfer'));
  await a.page.getByRole('alertdialog').or(a.page.getByRole('dialog')).getByRole('button', { name: a.t('gmem.transfer'), exact: true }).click();
  await button(a, a.t('gmem.actions', { name: b.name })).waitFor({ state: 'detached' });
  await say(b, name, 'mine now');
  await sees(c, name, 'mine now');
  await go(b, `/pages/message/detail?id=${id}`);
  await button(b, b.t('gman.clear')).click();
  await b.page.getByRole('dialog').getByRole('button', { name: b.t('gman.clear'), exact: true }).click();
  await c.page.getByText('mine now').first().waitFor({ state: 'detached' });

  // A new name and picture of oneself.
  await go(a, '/pages/mine/profile');
  await field(a, a.t('reg.nickname')).fill('Anna River');
  await button(a, a.t('common.save')).click();
  await a.page.getByText(a.t('common.saved')).waitFor();
  const square = Buffer.from(await a.page.evaluate(() => document.createElement('canvas').toDataURL('image/png').split(',')[1] ?? ''), 'base64');
  await a.page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: square });
  const dialog = a.page.getByRole('dialog');
  await dialog.getByRole('slider').waitFor();
  await dialog.getByRole('button', { name: a.t('common.save'), exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await a.page.getByRole('main').locator('img[src*="/pictures/"]').waitFor();
  expect(await a.page.getByRole('main').locator('img[src*="/pictures/"]').count()).toBe(1);
});
