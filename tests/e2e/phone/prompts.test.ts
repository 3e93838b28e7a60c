import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  go,
  type Language,
  type Look,
  narrow,
  newPerson,
  noteRequests,
  type Person,
  wide,
} from '../../support/browser.ts';
import { befriend, history, keptLogin, signUp } from '../../support/http-user.ts';
import { button, list, openChat, row, say } from '../../support/person.ts';
import { violations } from '../../support/proof/axe.ts';
import { send } from '../../support/said.ts';
import { setStage } from '../../support/stage.ts';
import { until } from '../../support/until.ts';

const stage = setStage();
const folder = process.env['PICTURES'];

/** The same in both languages, side by side. */
function inBoth(title: string, run: (language: Language) => Promise<void>): void {
  it(title, async () => {
    await Promise.all((['zh-CN', 'en'] as const).map(run));
  });
}

/** A window of a new user that opens logged in, as soon as the test has prepared it. */
async function loggedIn(url: string, look: Look) {
  const user = await signUp(url, 'Anna Lake');
  const storage = await keptLogin(url, user.account);
  const window = await newPerson(stage.browser, url, 'Anna Lake', { ...look, kept: storage });
  return stage.watch({ ...window, account: user.account, user });
}

/** Checks accessibility and takes a picture. */
async function looked(person: Person, name: string): Promise<void> {
  expect(await violations(person.page)).toEqual([]);
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await person.page.screenshot({ path: `${folder}/${name}-${person.language}.png` });
}

/** The server offers this version from the next load on. */
async function listOptions(
  page: Page,
  updateType: 'solicit' | 'forcibly',
  downloadUrl: string,
): Promise<void> {
  await page.route('**/common/pub/checkVersion', (route) =>
    route.fulfill({
      json: {
        code: 0,
        msg: '',
        data: {
          versionName: '6.1.0',
          versionCode: 20_270_101,
          updateType,
          versionInfo: 'Calmer lists',
          downloadUrl,
        },
      },
    }),
  );
}

inBoth(
  'UPD-1, UPD-2, UI-108: a quiet strip that can wait, a page that cannot, in both languages',
  async (language) => {
    const { url } = await stage.commonServer();
    const a = await loggedIn(url, { language, size: narrow });
    await listOptions(a.page, 'solicit', `${url}/`);
    await go(a, '/');
    const strip = a.page.getByRole('region', { name: a.t('phone.update') });
    await strip.getByText(a.t('about.found', { version: '6.1.0' })).waitFor();
    await looked(a, 'update-strip');
    await a.page.setViewportSize(wide);
    await until(async () =>
      expect(await strip.boundingBox()).toMatchObject({ x: 0, y: 0, width: wide.width }),
    );
    await looked(a, 'update-strip-wide');
    await a.page.setViewportSize(narrow);
    await strip.getByRole('button', { name: a.t('about.later') }).click();
    await strip.waitFor({ state: 'detached' });
    await a.page.unroute('**/common/pub/checkVersion');
    await listOptions(a.page, 'forcibly', `${url}/`);
    await a.page.reload();
    const page = a.page.getByRole('dialog', { name: a.t('about.found', { version: '6.1.0' }) });
    await page.waitFor();
    await looked(a, 'update-forced');
    await a.page.keyboard.press('Escape');
    await page.getByText(a.t('phone.mustUpdate')).waitFor();
    expect(await page.getByRole('button').allInnerTexts()).toEqual([a.t('about.update')]);
  },
);

it('UPD-9, UPD-11: in a shell the app downloads the named file with its progress, and reports both failures', async () => {
  const { url } = await stage.commonServer();
  const a = await loggedIn(url, { language: 'en', size: narrow });
  await a.page.addInitScript(() => {
    window.ParleyShell = {
      platform: 'ios',
      build: 1,
      install: (file) => Promise.resolve(file.size === 6 && document.documentElement.dataset['good'] === '1'),
    };
  });
  await listOptions(a.page, 'forcibly', `${url}/app.apk`);
  let there = false;
  await a.page.route('**/app.apk', (route) =>
    there ? route.fulfill({ body: 'a file' }) : route.fulfill({ status: 204 }),
  );
  const asks = a.page.waitForRequest('**/common/pub/checkVersion');
  await go(a, '/');
  expect((await asks).postDataJSON()).toMatchObject({ type: 1_102, release: 1, version: '6.0.1' });
  const take = button(a, a.t('about.update'));
  await take.click();
  await a.page.getByText(a.t('about.downloadFailed')).first().waitFor();
  there = true;
  await take.click();
  await a.page.getByText(a.t('about.installFailed')).first().waitFor();
  await a.page.evaluate(() => (document.documentElement.dataset['good'] = '1'));
  await take.click();
  await a.page.getByText(a.t('phone.downloading', { percent: 100 })).waitFor();
});

inBoth(
  'PERM-1, PERM-2, PERM-3, PERM-5: what the device is asked for is explained first, in its place, with the way back, in both languages',
  async (language) => {
    const { url } = await stage.commonServer();
    const a = await loggedIn(url, { language, size: narrow, fresh: true });
    const friend = await signUp(url, 'Bela Hill');
    await befriend(a.user, friend);
    // Simulated permission states, and the recorded requests.
    await a.page.addInitScript(() => {
      const requests: string[] = [];
      Object.assign(globalThis, { asked: requests });
      navigator.permissions.query = ({ name }) =>
        Promise.resolve({ state: requests.includes(name) ? 'denied' : 'prompt' } as PermissionStatus);
      navigator.mediaDevices.getUserMedia = (wanted) => {
        if (wanted?.video !== undefined) requests.push('camera');
        if (wanted?.audio !== undefined) requests.push('microphone');
        return Promise.reject(new DOMException('no', 'NotAllowedError'));
      };
      navigator.geolocation.getCurrentPosition = (_, failed) => {
        requests.push('geolocation');
        failed?.({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError);
      };
      Object.defineProperty(Notification, 'permission', {
        get: () => (requests.includes('notifications') ? 'denied' : 'default'),
      });
      Notification.requestPermission = () => {
        requests.push('notifications');
        return Promise.resolve('denied');
      };
    });
    await go(a, '/');
    await list(a).getByRole('link').first().waitFor();
    const requestAnswer = () => a.page.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
    const dialog = (title: string) =>
      a.page.getByRole('alertdialog', { name: title }).or(a.page.getByRole('dialog', { name: title }));
    expect(await requestAnswer()).toEqual([]);

    await go(a, '/pages/mine/setting');
    const line = a.page.getByRole('button', { name: new RegExp(a.t('setting.notifications')) });
    await line.click();
    await dialog(a.t('perm.notifications.title')).waitFor();
    await looked(a, 'permission-notifications');
    await button(a, a.t('perm.notNow')).click();
    await dialog(a.t('perm.notifications.title')).waitFor({ state: 'detached' });
    expect(await requestAnswer()).toEqual([]);
    await line.click();
    await button(a, a.t('perm.go')).click();
    const wayBack = (
      key:
        | 'perm.notifications.refused'
        | 'perm.location.refused'
        | 'perm.microphone.refused'
        | 'perm.camera.refused'
        | 'perm.video.refused',
    ) => a.page.getByText(`${a.t(key)} ${a.t('perm.wayBack')}`);
    await wayBack('perm.notifications.refused').waitFor();
    await looked(a, 'permission-refused');
    await line.click();
    await wayBack('perm.notifications.refused').waitFor();
    expect(await requestAnswer()).toEqual(['notifications']);

    await go(a, `/pages/message/chat?id=${friend.id}`);
    await button(a, a.t('plus.open')).click();
    await a.page
      .getByRole('button', { name: a.t('plus.location') })
      .or(a.page.getByRole('menuitem', { name: a.t('plus.location') }))
      .click();
    await button(a, a.t('loc.current')).click();
    await dialog(a.t('perm.location.title')).waitFor();
    await looked(a, 'permission-location');
    await button(a, a.t('perm.go')).click();
    await wayBack('perm.location.refused').waitFor();
    await a.page.keyboard.press('Escape');

    for (const [way, kind] of [
      ['call.voice', 'microphone'],
      ['call.video', 'video'],
    ] as const) {
      await go(a, `/pages/contacts/detail?id=${friend.id}`);
      await button(a, a.t('call.way')).click();
      await a.page
        .getByRole('menuitem', { name: a.t(way) })
        .or(a.page.getByRole('button', { name: a.t(way), exact: true }))
        .click();
      await dialog(a.t(`perm.${kind}.title`)).waitFor();
      await looked(a, `permission-${kind}`);
      await button(a, a.t('perm.notNow')).click();
      await dialog(a.t(`perm.${kind}.title`)).waitFor({ state: 'detached' });
    }
    await go(a, '/pages/mine/setting');
    await a.page.getByRole('button', { name: a.t('call.checkDevices') }).click();
    await dialog(a.t('perm.video.title')).waitFor();
    await button(a, a.t('perm.notNow')).click();
    await a.page.getByText(a.t('call.deniedHint')).waitFor();
    await a.page.keyboard.press('Escape');
    await go(a, '/pages/index/scan');
    await dialog(a.t('perm.camera.title')).waitFor();
    expect(await requestAnswer()).toEqual(['notifications', 'geolocation']);
    await button(a, a.t('perm.notNow')).click();
    await a.page.getByText(a.t('scan.denied')).waitFor();
    await button(a, a.t('common.retry')).click();
    await button(a, a.t('perm.go')).click();
    await wayBack('perm.camera.refused').waitFor();
    await looked(a, 'scan-refused');
    // A code needs no microphone.
    expect(await requestAnswer()).toEqual(['notifications', 'geolocation', 'camera']);
  },
);

inBoth(
  'PERM-6: notifications are offered once, when they would have been of use, in both languages',
  async (language) => {
    const { url } = await stage.commonServer();
    const a = await loggedIn(url, { language, size: narrow, fresh: true });
    const requests = noteRequests(a);
    const friend = await signUp(url, 'Bela Hill');
    await befriend(a.user, friend);
    await a.page.addInitScript(() => {
      Object.defineProperty(Notification, 'permission', { get: () => 'default' });
      if (localStorage.getItem('other-phone') !== null)
        Object.defineProperty(navigator, 'userAgent', { get: () => 'iPhone' });
    });
    await go(a, '/');
    await list(a).getByRole('link').first().waitFor();
    const strip = a.page.getByRole('region', { name: a.t('setting.notifications') });
    const hide = (hidden: boolean) =>
      a.page.evaluate(
        (now) => Object.defineProperty(document, 'hidden', { configurable: true, get: () => now }),
        hidden,
      );
    // Waits for the check of the version, because its offer comes last.
    await until(() => expect(requests.some((path) => path.includes('checkVersion'))).toBe(true));
    // Waits until the message is visible and complete.
    await send(friend, String(a.user.id), 'seen');
    await row(a, 'Bela Hill').getByText('seen').waitFor();
    expect(await strip.count()).toBe(0);
    await hide(true);
    await send(friend, String(a.user.id), 'not seen');
    await strip.getByText(a.t('phone.offerNotes')).waitFor();
    await looked(a, 'notifications-offer');
    await hide(false);
    await strip.getByRole('button', { name: a.t('phone.offerTake') }).click();
    await a.page
      .getByRole('alertdialog', { name: a.t('perm.notifications.title') })
      .or(a.page.getByRole('dialog', { name: a.t('perm.notifications.title') }))
      .waitFor();
    await button(a, a.t('perm.notNow')).click();
    await strip.waitFor({ state: 'detached' });
    await openChat(a, 'Bela Hill');
    await say(a, 'Bela Hill', 'an answer');
    await until(async () =>
      expect((await history(friend, String(a.user.id))).map(({ content }) => content)).toContain('an answer'),
    );
    expect(await strip.count()).toBe(0);
    // Some browsers allow it only in the installed app, so the hint comes after the first message.
    await a.page.evaluate(() => {
      localStorage.removeItem('notifications-offered');
      localStorage.setItem('other-phone', '1');
    });
    const countChecks = () => requests.filter((path) => path.includes('checkVersion')).length;
    const before = countChecks();
    await a.page.reload();
    await until(() => expect(countChecks()).toBeGreaterThan(before));
    await say(a, 'Bela Hill', 'from the other phone');
    await strip.getByText(a.t('phone.installFirst')).waitFor();
    await looked(a, 'notifications-install');
    await strip.getByRole('button', { name: a.t('common.ok') }).click();
    await strip.waitFor({ state: 'detached' });
    expect(await a.page.evaluate(() => localStorage.getItem('notifications-offered'))).toBe('1');
  },
);

it('PERM-7: a blocked permission is shown in full, at the usual and at twice the text size', async () => {
  const { url } = await stage.commonServer();
  const a = await loggedIn(url, { language: 'en', size: narrow });
  await a.page.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' }),
  );
  await go(a, '/pages/mine/setting');
  const title = a.page.getByText(a.t('setting.notifications'), { exact: true });
  await title.waitFor();
  for (const times of [1, 2]) {
    await a.page.evaluate((scale) => (document.documentElement.style.zoom = String(scale)), times);
    await looked(a, `blocked-row-${times}`);
    const cut = await title.evaluate((words, blocked) => {
      const box = (words.closest('button') ?? words).getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(words);
      const text = range.getBoundingClientRect();
      const value = [...(words.closest('button')?.children ?? [])].find(
        (part) => part.textContent === blocked,
      );
      return [
        words.scrollWidth > words.clientWidth + 1,
        text.right > box.right,
        value === undefined ||
          value.scrollWidth > value.clientWidth + 1 ||
          box.height > window.innerHeight / 2,
      ];
    }, a.t('setting.notify.denied'));
    expect({ times, cut }).toEqual({ times, cut: [false, false, false] });
  }
});
