import { expect, it } from 'vitest';
import { narrow, type Person, wide } from '../support/browser.ts';
import {
  arrive,
  arriveAsFriends,
  bubble,
  button,
  field,
  grouped,
  logOut,
  openChat,
  say,
  sent,
} from '../support/person.ts';
import { password } from '../support/http-user.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();
const words = '在这里集合';

const unavailable = (person: Person) => person.page.getByText(person.t('link.unavailable')).waitFor();

it('LINK-1: a link leads a reader of the message there, after a login, too; a stranger nowhere', async () => {
  const { url } = await stage.commonServer();
  const group = 'Hiking';
  const [a, b] = await arriveAsFriends(
    stage,
    url,
    ['Anna', { language: 'zh-CN', size: wide }],
    ['Bela', { language: 'en', size: narrow }],
  );
  const c = stage.watch(await arrive(stage.browser, url, 'Cleo', { language: 'en', size: wide }));
  await grouped(a, [b], group);
  await openChat(a, group);
  await say(a, group, words);
  await sent(a, group, words);

  await a.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await bubble(a, group, words).click({ button: 'right' });
  await a.page.getByRole('menuitem', { name: a.t('menu.copyLink'), exact: true }).click();
  await a.page.getByText(a.t('link.copied')).waitFor();
  const link = await a.page.evaluate(() => navigator.clipboard.readText());
  expect(link.startsWith(`${url}/#/pages/message/link?msg_id=`)).toBe(true);

  await b.page.goto(link);
  await bubble(b, group, words).waitFor();
  // A signed-out user reaches the message after the login.
  await logOut(b);
  await b.page.goto(link);
  await field(b, b.t('login.account')).fill(b.account);
  await field(b, b.t('login.password')).fill(password);
  await button(b, b.t('login.submit')).click();
  await bubble(b, group, words).waitFor();

  // A stranger gets the same answer as for a message that never existed.
  await c.page.goto(link);
  await unavailable(c);
  await c.page.goto(link.replace(/msg_id=\d+/, 'msg_id=999999'));
  await unavailable(c);
  await button(c, c.t('page.goHome')).click();
});
