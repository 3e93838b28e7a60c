import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { go, launchBrowser, type Person } from '../support/browser.ts';
import { lasting } from '../support/lasting.ts';
import {
  type Arrived,
  arriveAsFriends,
  button,
  composer,
  grouped,
  messages,
  openChat,
  row,
  say,
} from '../support/person.ts';
import { sendUpload } from '../support/said.ts';
import { setStage, SHORT_LIVED, type Stage } from '../support/stage.ts';
import { png, textFile } from '../support/uploads.ts';

const stage = setStage();
const together = lasting(stage);

/** Devices exist, but this browser denies all of them. */
async function denyingStage(): Promise<Stage> {
  const browser = await launchBrowser([
    ...SHORT_LIVED,
    '--use-fake-device-for-media-stream',
    '--deny-permission-prompts',
  ]);
  onTestFinished(() => browser.close());
  return { ...stage, browser };
}

const NAMES = { a: 'Anna Lake', b: 'Bela Hill' } as const;
const LOOK = { language: 'en' } as const;
let a: Arrived;
let b: Arrived;

/** Two friends for the tests in which nothing is denied. */
beforeAll(async () => {
  const { url } = await stage.commonServer();
  [a, b] = await arriveAsFriends(together, url, [NAMES.a, LOOK], [NAMES.b, LOOK]);
});

/** The browser may report the faults that this test causes on purpose. */
function without(person: Person, part: string): void {
  person.faults.splice(0, person.faults.length, ...person.faults.filter((fault) => !fault.includes(part)));
}

it('SCREEN-6: camera, microphone, place and notifications that are denied say so, and what to do', async () => {
  const { url } = await stage.commonServer();
  const [c] = await arriveAsFriends(await denyingStage(), url, ['Cleo Moor', LOOK], [NAMES.b, 'away']);
  await go(c, '/pages/index/scan');
  await c.page.getByText(c.t('scan.denied')).waitFor();
  await button(c, c.t('scan.picture')).waitFor();

  await go(c, '/');
  await openChat(c, NAMES.b);
  await button(c, c.t('a11y.recordStart')).click();
  await c.page.getByText(c.t('rec.denied')).waitFor();
  await button(c, c.t('plus.open')).click();
  await c.page.getByRole('menuitem', { name: c.t('plus.location'), exact: true }).click();
  const sheet = c.page.getByRole('dialog', { name: c.t('loc.pick') });
  await sheet.getByRole('button', { name: c.t('loc.current'), exact: true }).click();
  await sheet.getByText(c.t('loc.denied')).waitFor();
  expect(await sheet.getByRole('button', { name: c.t('chat.send'), exact: true }).isDisabled()).toBe(true);
  await c.page.keyboard.press('Escape');

  await go(c, '/pages/mine/setting');
  await c.page.getByText(c.t('setting.notify.default')).click();
  await c.page.getByText(c.t('setting.notify.denied')).waitFor();
  await c.page.getByText(c.t('setting.deniedHint')).waitFor();
});

it('SCREEN-6: missing contacts, users and groups lead back; a removed member reads the reason', async () => {
  const id = await grouped(a, [b], 'Hikers');
  for (const [route, words, way] of [
    ['/pages/message/chat?id=4711', 'err.noContact', 'page.goHome'],
    ['/pages/message/detail?id=4711', 'err.noContact', 'page.goHome'],
    ['/pages/message/record?id=4711', 'err.noContact', 'page.goHome'],
    ['/pages/contacts/detail?id=4711', 'err.noUser', 'common.back'],
    ['/pages/message/group/groupUser?group_id=group-4711', 'err.noGroup', 'page.goHome'],
  ] as const) {
    await go(a, route);
    await a.page.getByText(a.t(words)).first().waitFor();
    await a.page
      .getByRole('main')
      .getByRole('button', { name: a.t(way), exact: true })
      .last()
      .click();
    await a.page.getByText(a.t(words)).first().waitFor({ state: 'detached' });
  }
  await go(b, '/');
  await openChat(b, 'Hikers');
  await Promise.all([
    // Screen readers get a message as well.
    b.page.getByRole('status').getByText(b.t('err.removedFromGroup')).waitFor(),
    a.user.call('/enterprise/group/removeUser', { id, user_id: b.user.id }),
  ]);
  await composer(b, 'Hikers').waitFor({ state: 'detached' });
  await row(b, 'Hikers').waitFor({ state: 'detached' });
  await go(b, `/pages/message/chat?id=${id}`);
  await b.page.getByText(b.t('err.noContact')).waitFor();
  // Opens an invalid code.
  await go(a, '/pages/index/scan?code=g%2Fnothing');
  await a.page.getByRole('status').filter({ hasText: /\S/ }).first().waitFor();
  expect(a.page.url()).toContain('/pages/index/scan');
});

it('SCREEN-6: missing pictures, videos and voice messages show that they are gone; a full device says so', async () => {
  const to = String(a.user.id);
  await sendUpload(b.user, to, 'image', await png(300, 200));
  await sendUpload(b.user, to, 'file', textFile('notes.txt', 'words'));
  await a.page.route('**/files/**', (route) => route.fulfill({ status: 404, body: '' }));
  await go(a, '/');
  await openChat(a, b.name);
  await messages(a, b.name)
    .getByText(a.t('media.pictureGone'))
    .or(messages(a, b.name).getByRole('button', { name: new RegExp(a.t('media.pictureGone')) }))
    .first()
    .waitFor();
  await say(a, b.name, 'it still goes on');
  await messages(b, a.name).or(row(b, a.name)).first().waitFor();
  without(a, '/files/');

  await go(a, '/pages/mine/setting');
  await a.page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
  });
  await a.page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^${a.t('setting.background')}`) })
    .click();
  await a.page
    .getByRole('dialog')
    .getByRole('button', { name: a.t('setting.ground.mint') })
    .click();
  await a.page.getByText(a.t('setting.noRoom')).first().waitFor();
});
