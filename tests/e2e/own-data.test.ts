import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { go, narrow, newPerson } from '../support/browser.ts';
import { keptLogin, password, post, signUp } from '../support/http-user.ts';
import { kept } from '../support/kept-in-browser.ts';
import {
  arriveAsFriends,
  bubble,
  button,
  field,
  learnsItsEnd,
  list,
  openChat,
  say,
  sees,
} from '../support/person.ts';
import { setStage } from '../support/stage.ts';
import { unzipped } from '../support/unzip.ts';

const stage = setStage();

it('DATA-5, DATA-6: erased by its password; its device keeps nothing, others keep the words', async () => {
  const { url } = await stage.server();
  await signUp(url, 'Root');
  const [a, b] = await arriveAsFriends(
    stage,
    url,
    ['Anna Lake', { language: 'en' }],
    ['Bela Hill', { language: 'en' }],
  );
  await openChat(a, b.name);
  await say(a, b.name, 'said before');
  await openChat(b, a.name);
  await sees(b, a.name, 'said before');
  await expect.poll(() => kept(a)).toContain('said before');

  await go(a, '/pages/mine/secure');
  await a.page.getByText(a.t('data.title'), { exact: true }).click();
  await a.page.getByText(a.t('data.wordsStay'), { exact: true }).waitFor();
  await button(a, a.t('data.erase')).click();
  const dialog = a.page.getByRole('dialog');
  await field(a, a.t('openid.yourPassword')).fill('wrong-1');
  const yes = dialog.getByRole('button', { name: a.t('data.erase'), exact: true });
  await yes.click();
  await dialog.getByRole('alert').waitFor();
  await field(a, a.t('openid.yourPassword')).fill(password);
  await yes.click();
  await button(a, a.t('login.submit')).waitFor();
  await expect.poll(() => kept(a)).not.toContain('said before');
  await expect.poll(() => kept(a)).not.toContain(a.account);

  await b.page.getByText('Deleted account').first().waitFor();
  await bubble(b, b.t('contact.erased'), 'said before').waitFor();
  const login = await post(url, '/common/pub/login', { account: a.account, password });
  expect(login.code).not.toBe(0);
});

it('DATA-10: their other devices forget everything, those that were away when they are back', async () => {
  const { url } = await stage.server();
  await signUp(url, 'Root');
  const [a, b] = await arriveAsFriends(stage, url, ['Anna Lake', { language: 'en' }], ['Bela Hill', 'away']);
  const others = [];
  for (const look of [{ size: narrow }, { language: 'en' }] as const) {
    const device = await newPerson(stage.browser, url, 'Anna Lake', {
      ...look,
      clock: true,
      kept: await keptLogin(url, a.account),
    });
    others.push(stage.watch(device));
    await go(device, '/');
    await list(device).waitFor();
    await openChat(device, b.name);
    await say(device, b.name, 'said before');
    await expect.poll(() => kept(device)).toContain('said before');
  }
  const [there, away] = others;
  if (!there || !away) throw new Error('two devices');
  await away.context.setOffline(true);

  await go(a, '/pages/mine/secure?view=data');
  await button(a, a.t('data.erase')).click();
  await field(a, a.t('openid.yourPassword')).fill(password);
  await a.page
    .getByRole('dialog')
    .getByRole('button', { name: a.t('data.erase'), exact: true })
    .click();
  await learnsItsEnd(there);
  for (const device of [a, there]) {
    await button(device, device.t('login.submit')).waitFor();
    await expect.poll(() => kept(device)).not.toContain('said before');
    await expect.poll(() => kept(device)).not.toContain(a.account);
  }
  // An offline device has not received it yet and continues with its stored data.
  await bubble(away, b.name, 'said before').first().waitFor();
  await away.context.setOffline(false);
  await button(away, away.t('login.submit')).waitFor();
  await expect.poll(() => kept(away)).not.toContain('said before');
  await expect.poll(() => kept(away)).not.toContain(a.account);
});

it('DATA-7, DATA-8: the browser saves an archive of what is theirs, by the password', async () => {
  const { url } = await stage.server();
  const [a, b] = await arriveAsFriends(stage, url, ['Anna Lake', { language: 'en' }], ['Bela Hill', 'away']);
  await openChat(a, b.name);
  await say(a, b.name, 'said before');
  await go(a, '/pages/mine/secure?view=data');
  await a.page.getByText(a.t('data.export'), { exact: true }).click();
  await field(a, a.t('openid.yourPassword')).fill(password);
  const [saved] = await Promise.all([
    a.page.waitForEvent('download'),
    a.page
      .getByRole('dialog')
      .getByRole('button', { name: a.t('data.save'), exact: true })
      .click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^parley-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzipped(readFileSync(await saved.path()));
  expect(files.get('index.html')).toContain('Bela Hill');
  expect([...files.values()].join('')).toContain('said before');
});
