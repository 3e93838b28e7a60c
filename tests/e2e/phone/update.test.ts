import { afterEach, beforeAll, expect, it } from 'vitest';
import { befriend, history, signUp } from '../../support/http-user.ts';
import { go, narrow, newPerson, noteRequests, type Person } from '../../support/browser.ts';
import { arrive, button, composer, field, login, openChat, row, say } from '../../support/person.ts';
import { newPhone, putPhonesAway } from '../../support/phone.ts';
import { violations } from '../../support/proof/axe.ts';
import { alter, installed, nextBuild } from '../../support/second-build.ts';
import { holdPort, startServer } from '../../support/server.ts';
import { setStage } from '../../support/stage.ts';
import { until } from '../../support/until.ts';

putPhonesAway();
const stage = setStage();
afterEach(() => Promise.all(stage.browser.contexts().map((context) => context.close())));

/** The next version of the app, built for one host. */
let next = '';
let port = 0;
const host = () => `http://127.0.0.1:${port}`;
beforeAll(async () => {
  const held = await holdPort();
  port = held.port;
  next = nextBuild('6.0.2', 20_261_120, host());
  await held.letGo();
});

it('UPD-7, UPD-8, UPD-12: from one build to the next: a quiet strip, one press, the draft and what waits are there, news once', async () => {
  const site = installed('dist/client');
  const script = `${site.folder}/server/main.js`;
  const first = await startServer({ port, script });
  const phone = await newPhone(host(), 'Anna Lake', { language: 'en' });
  const friend = await signUp(host(), 'Bela Hill');
  await befriend(phone.user, friend);
  await row(phone, 'Bela Hill').waitFor();
  await openChat(phone, 'Bela Hill');
  await composer(phone, 'Bela Hill').fill('half a thought');
  await first.stop();
  site.replace(next);
  const second = await startServer({ port, script, dataDir: first.dataDir });
  await phone.page.reload();
  await phone.page.getByText(phone.t('phone.newBuild')).waitFor();
  await phone.context.setOffline(true);
  await say(phone, 'Bela Hill', 'written before');
  await composer(phone, 'Bela Hill').fill('half a thought');
  const loadedAnew = phone.page.waitForEvent('load');
  await button(phone, phone.t('phone.reload')).click();
  await loadedAnew;
  await until(
    async () => expect(await composer(phone, 'Bela Hill').inputValue()).toBe('half a thought'),
    30_000,
  );
  await phone.context.setOffline(false);
  const news = phone.t('phone.news', { version: '6.0.2' });
  await phone.page
    .getByRole('alertdialog', { name: news })
    .or(phone.page.getByRole('dialog', { name: news }))
    .waitFor();
  await button(phone, phone.t('common.ok')).click();
  await until(
    async () =>
      expect((await history(friend, String(phone.user.id))).map(({ content }) => content)).toContain(
        'written before',
      ),
    30_000,
  );
  await phone.page.goto(`${host()}/#/pages/mine/about`);
  await phone.page.getByText('6.0.2').first().waitFor();
  await phone.page.reload();
  await phone.page.getByText('6.0.2').first().waitFor();
  expect(await phone.page.getByText(news).count()).toBe(0);
  await second.stop();
});

/** Counts how often a page is loaded from now on. */
function loadsOf({ page }: Person): () => number {
  let loads = 0;
  page.on('load', () => (loads += 1));
  return () => loads;
}

/** Opens a page whose code the browser does not have yet. */
const openAbout = ({ page }: Person): Promise<void> =>
  page.evaluate(() => void (location.hash = '#/pages/mine/about'));

it('UPD-13: pages without a worker reload once when an upgrade has taken their files', async () => {
  const site = installed('dist/client');
  const script = `${site.folder}/server/main.js`;
  const first = await startServer({ port, script });
  const { browser } = stage;
  const anna = await arrive(browser, host(), 'Anna Lake', { language: 'en' });
  const bela = await signUp(host(), 'Bela Hill');
  await befriend(anna.user, bela);
  await row(anna, 'Bela Hill').waitFor();
  await openChat(anna, 'Bela Hill');
  await composer(anna, 'Bela Hill').fill('half a thought');
  // Has never been here: nothing but the login page is loaded.
  const visitor = {
    ...(await newPerson(browser, host(), 'Bela Hill', { language: 'en' })),
    account: bela.account,
  };
  await go(visitor, '/');
  await field(visitor, visitor.t('login.account')).waitFor();
  await first.stop();
  site.replace(next);
  const second = await startServer({ port, script, dataDir: first.dataDir });

  const loads = [loadsOf(visitor), loadsOf(anna)];
  // A visitor on the login page gets the new build first.
  const loaded = visitor.page.waitForEvent('load');
  await field(visitor, visitor.t('login.account')).press('b');
  await loaded;
  await login(visitor);
  await openAbout(anna);
  await anna.page.getByText('6.0.2').first().waitFor();
  await button(anna, anna.t('common.ok')).click();
  await go(anna, '/');
  await openChat(anna, 'Bela Hill');
  await until(async () => expect(await composer(anna, 'Bela Hill').inputValue()).toBe('half a thought'));
  expect(loads.map((count) => count())).toEqual([1, 1]);
  await second.stop();
});

it('UPD-13: a page whose reload brings the same missing build reports it, and stays', async () => {
  const site = installed('dist/client');
  const server = await startServer({ script: `${site.folder}/server/main.js` });
  const { browser } = stage;
  const anna = await arrive(browser, server.url, 'Anna Lake', { language: 'en' });
  const allNames = new Set(
    await anna.page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    ),
  );
  // Simulates a proxy that serves an old page without the files of its build.
  await anna.context.route('**/assets/**', (route) => {
    const request = route.request();
    const isKnown = request.method() === 'GET' && allNames.has(new URL(request.url()).pathname);
    return isKnown ? route.continue() : route.fulfill({ status: 404 });
  });
  const loads = loadsOf(anna);
  await openAbout(anna);
  await anna.page.getByText(anna.t('page.loadFailed')).first().waitFor();
  // The page shows this before its pictures are loaded, which the event waits for.
  await until(() => expect(loads()).toBe(1));
  await button(anna, anna.t('page.retry')).click();
  await button(anna, anna.t('page.retry')).waitFor();
  expect(loads()).toBe(1);
});

it('PHONE-6: a build for one host works there; with the host altered both addresses are false and nothing is asked', async () => {
  const whole = installed(next);
  await startServer({ port, script: `${whole.folder}/server/main.js` });
  const { browser } = stage;
  const friend = await newPerson(browser, host(), 'Bela Hill', { language: 'en' });
  const asked = noteRequests(friend);
  await friend.page.goto(host());
  await friend.page.getByLabel(friend.t('login.account'), { exact: true }).waitFor();
  await friend.page.getByLabel(friend.t('login.account'), { exact: true }).fill('nobody');
  await friend.page.getByLabel(friend.t('login.password'), { exact: true }).fill('secret-11');
  await friend.page.keyboard.press('Enter');
  await until(() => expect(asked.some((path) => path.startsWith('/common/'))).toBe(true));

  const bad = installed(next);
  expect(alter(`${bad.folder}/client`, host(), 'http://127.0.0.1:1')).toBe(1);
  const other = await startServer({ script: `${bad.folder}/server/main.js` });
  const person = await newPerson(browser, other.url, 'Anna Lake', { language: 'en', size: narrow });
  const sockets: string[] = [];
  const requests = noteRequests(person);
  person.page.on('websocket', (socket) => sockets.push(socket.url()));
  await person.page.goto(other.url);
  await person.page.getByRole('heading', { name: person.t('phone.altered') }).waitFor();
  await person.page.getByText(person.t('phone.alteredFacts', { base: 'false', socket: 'false' })).waitFor();
  expect(await violations(person.page)).toEqual([]);
  const folder = process.env['PICTURES'];
  if (folder !== undefined) {
    const zh = await newPerson(browser, other.url, 'Anna Lake', { size: narrow });
    await zh.page.goto(other.url);
    await zh.page.getByRole('heading', { name: zh.t('phone.altered') }).waitFor();
    await zh.page.screenshot({ path: `${folder}/altered-zh-CN.png` });
    await person.page.screenshot({ path: `${folder}/altered-en.png` });
  }
  await person.page.mouse.click(100, 100);
  await person.page.waitForLoadState('networkidle');
  expect(requests.filter((path) => !/^\/(?:$|assets\/|icon|manifest)/.test(path))).toEqual([]);
  expect([sockets, person.faults, friend.faults]).toEqual([[], [], []]);
});
