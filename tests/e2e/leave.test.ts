import { expect, it } from 'vitest';
import { go, newPerson } from '../support/browser.ts';
import {
  arrive,
  arriveAsFriends,
  askToLogOut,
  befriended,
  bubble,
  button,
  login,
  logOut,
  openChat,
  row,
  say,
} from '../support/person.ts';
import { ok, post, signUp } from '../support/http-user.ts';
import { kept } from '../support/kept-in-browser.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

it('UI-9: a chosen logout asks when something is unsent, and wipes', async () => {
  const { url } = await stage.commonServer();
  const [a, b] = await arriveAsFriends(stage, url, ['Anna Lake', { language: 'en' }], ['Bela Hill', 'away']);
  await openChat(a, b.name);
  await say(a, b.name, 'was sent');
  await bubble(a, b.name, 'was sent').getByText(a.t('chat.delivered'), { exact: true }).waitFor();
  await a.page.route('**/enterprise/im/sendMessage', (route) => route.abort('connectionfailed'));
  await say(a, b.name, 'never leaves');
  await bubble(a, b.name, 'never leaves').getByText(a.t('chat.going'), { exact: true }).waitFor();
  await expect.poll(() => kept(a)).toContain('never leaves');

  const dialog = await askToLogOut(a);
  await dialog.getByText(a.t('logout.unsent', { count: 1 })).waitFor();

  // Cancelled: everything stays.
  await dialog.getByRole('button', { name: a.t('common.cancel'), exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await kept(a)).toContain('never leaves');

  await logOut(a);
  const left = await kept(a);
  for (const secret of ['never leaves', 'was sent', 'Bela Hill', 'bearer'])
    expect(left).not.toContain(secret);

  // Another user in the same window sees nothing of the previous one.
  await login({ ...a, account: b.account });
  await row(a, 'Anna Lake').waitFor();
  expect(await a.page.getByText('never leaves').count()).toBe(0);
});

it('UI-9: a page that wants a session leads to login, and back after it', async () => {
  const { url } = await stage.commonServer();
  const a = stage.watch(await arrive(stage.browser, url, 'Anna Lake'));
  await logOut(a);
  await go(a, '/pages/contacts/friend');
  // The login page from before is gone, this one knows the way back.
  await a.page.waitForURL(/pages\/login\/.*redirect=/);
  await a.page.getByLabel(a.t('login.account'), { exact: true }).fill(a.account);
  await a.page.getByLabel(a.t('login.password'), { exact: true }).fill('secret-11');
  await button(a, a.t('login.submit')).click();
  await a.page.waitForURL(/pages\/contacts\/friend/);
});

it('SESS-7: in a browser that several people use nothing small of the person before stays, and no picture in its cache', async () => {
  const { url } = await stage.commonServer();
  const user = await signUp(url, 'Anna Lake');
  const window = await newPerson(stage.browser, url, 'Anna Lake', { language: 'en' });
  const a = stage.watch({ ...window, account: user.account, user });
  await go(a, '/');
  await login(a);
  const b = stage.watch(await arrive(stage.browser, url, 'Bela Hill', { language: 'en' }));
  await befriended(a, b);
  await go(a, '/pages/index/search');
  await a.page.getByRole('searchbox').or(a.page.getByRole('textbox')).first().fill('a secret plan');
  await a.page.keyboard.press('Enter');
  await expect.poll(() => kept(a)).toContain('a secret plan');
  await go(a, '/?view=me');
  const { avatar } = await ok(
    a.user.call<{ avatar: string }>('/enterprise/im/getUserInfo', { user_id: a.user.id }),
  );
  const picture = new URL(avatar, url).pathname;
  await a.page.evaluate(async (address) => void (await (await fetch(address)).blob()), picture);
  const cached = () =>
    a.page.evaluate(async (address) => {
      try {
        return (await fetch(address, { cache: 'only-if-cached', mode: 'same-origin' })).ok;
      } catch {
        return false;
      }
    }, picture);
  expect(await cached()).toBe(true);
  const cookies = async () =>
    (await a.page.context().cookies())
      .toSorted((x, y) => (x.name > y.name ? -1 : 1))
      .map(({ name, path, httpOnly, sameSite }) => ({ name, path, httpOnly, sameSite }));
  // The first page is in the language of this device (UI-111), for every user.
  const LANGUAGE = { name: 'language', path: '/', httpOnly: false, sameSite: 'Lax' };
  expect(await cookies()).toEqual([
    { name: 'parley_device', path: '/common/pub', httpOnly: true, sameSite: 'Strict' },
    LANGUAGE,
  ]);
  await logOut(a);
  await expect.poll(cached).toBe(false);
  const left = await kept(a);
  for (const trace of ['a secret plan', a.account, `of-${a.user.id}-`]) expect(left).not.toContain(trace);
  expect(await a.page.getByLabel(a.t('login.account'), { exact: true }).inputValue()).toBe('');
});

it('SESS-6: an unconfirmed log-out is sent after a reload, by a signed-out page', async () => {
  const { url } = await stage.commonServer();
  const a = stage.watch(await arrive(stage.browser, url, 'Anna Lake', { language: 'en' }));
  const token = await a.page.evaluate(() => localStorage.getItem('authToken') ?? '');
  const code = async () => (await post(url, '/enterprise/im/getContacts', {}, token)).code;
  await a.page.route('**/common/pub/logout', (route) => route.abort('connectionfailed'));
  await logOut(a);
  expect(await code()).toBe(0);
  expect(await kept(a)).not.toContain('bearer');
  await a.page.unroute('**/common/pub/logout');
  await a.page.reload();
  await button(a, a.t('login.submit')).waitFor();
  await expect.poll(code, { timeout: 20_000 }).toBe(-1);
});
