import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { buildWhenStale } from '../../src/tools/build.mjs';
import { go, newPerson, newWindow, type Person } from '../support/browser.ts';
import { askToLogOut, button, list, messages, openChat, row, say, sees } from '../support/person.ts';
import { violations } from '../support/proof/axe.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage(['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']);

beforeAll(() => buildWhenStale(['pages']), 600_000);

/** The contacts take pictures, accept friends and refuse calls. */
async function contactsAnswer(guest: Person): Promise<void> {
  const { page, t } = guest;
  await go(guest, '/pages/contacts/friend');
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Library' })
    .getByRole('button', { name: t('friend.accept'), exact: true })
    .click();
  await go(guest, '/');
  await openChat(guest, 'Library');
  await sees(guest, 'Library', 'Thank you. You are the first reader today.');

  await openChat(guest, 'Echo');
  await button(guest, t('plus.open')).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: t('plus.photo'), exact: true }).click(),
  ]);
  const buffer = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#147a50' } })
    .png()
    .toBuffer();
  await chooser.setFiles([{ name: 'green.png', mimeType: 'image/png', buffer }]);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('attach.sendPictures', { count: 1 }), exact: true })
    .click();
  await sees(guest, 'Echo', 'I cannot see pictures, but this one arrived in full.');
  const mine = messages(guest, 'Echo')
    .getByRole('button', { name: t('media.openImage') })
    .locator('img');
  expect(
    await mine.evaluate(async (img: HTMLImageElement) => img.decode().then(() => img.naturalWidth)),
  ).toBe(320);

  await button(guest, t('call.voice')).click();
  await page
    .getByText(t('call.refusedBy', { name: 'Echo' }))
    .first()
    .waitFor();
  await row(guest, 'Echo').getByText('I have no voice').waitFor();
}

/** Messages remain after a reload, a second tab finds the demo, and a user may start over (STREAM-9). */
async function messagesRemain(guest: Person): Promise<void> {
  const { page, t } = guest;
  await go(guest, '/');
  await openChat(guest, 'Echo');
  await say(guest, 'Echo', 'remember me');
  await messages(guest, 'Echo').getByText('remember me', { exact: true }).nth(1).waitFor();
  // Written once a second. The page reads what it stored, because that is some megabytes.
  const readStored = (words: string) =>
    page.evaluate(
      (wanted) =>
        new Promise<{ readonly epoch: string; readonly isThere: boolean }>((done) => {
          const request = indexedDB.open('parley-demo');
          request.addEventListener('success', () => {
            const read = request.result.transaction('database').objectStore('database').get('image');
            read.addEventListener('success', () => {
              request.result.close();
              const text = new TextDecoder('latin1').decode((read.result as Uint8Array) ?? new Uint8Array());
              const epoch = /epoch([0-9a-f]{32})/.exec(text)?.[1] ?? '';
              done({ epoch, isThere: text.includes(wanted) });
            });
          });
        }),
      words,
    );
  const last = 'and then this';
  const epoch = async (): Promise<string> => (await readStored(last)).epoch;
  const patience = { timeout: 15_000, interval: 250 };
  // The stored later message implies the stored answer to the earlier ones.
  await say(guest, 'Echo', last);
  await expect.poll(async () => (await readStored(last)).isThere, patience).toBe(true);
  const before = await epoch();
  expect(before).toHaveLength(32);
  await page.reload();
  await messages(guest, 'Echo').getByText('remember me', { exact: true }).nth(1).waitFor();
  await say(guest, 'Echo', 'and now?');
  await messages(guest, 'Echo').getByText('and now?', { exact: true }).nth(1).waitFor();
  // The stored state may be older than the state of the page, so its numbers restart.
  await expect.poll(epoch, patience).not.toBe(before);

  const other = await newWindow(guest);
  await go(other, '/');
  await other.page.getByRole('alert').getByText('open in another tab').waitFor();
  await other.page.close();

  const question = await askToLogOut(guest);
  await question.getByRole('button', { name: t('logout.action'), exact: true }).click();
  // The page reloads. Until then its other button is still visible.
  await Promise.all([page.waitForEvent('load'), button(guest, 'Start over').click()]);
  await button(guest, 'Sign in as a guest').click();
  await openChat(guest, 'Echo');
  expect(await messages(guest, 'Echo').getByText('remember me').count()).toBe(0);
}

it('DEMO-1, DEMO-2, STREAM-9: a visitor signs in, contacts answer, and all stays without a server', async () => {
  const tool = await stage.server({ script: 'src/tools/demo.mjs' });
  const guest = stage.watch(
    await newPerson(stage.browser, tool.url, 'guest', { language: 'en', worker: true }),
  );
  const { page, t } = guest;
  const past: string[] = [];
  page.on('response', (response) => {
    if (/\/(?:common|enterprise|files|avatar)\//.test(response.url()) && !response.fromServiceWorker())
      past.push(response.url());
  });
  for (const path of ['/package.json', '/..%2f..%2fpackage.json', '/%2e%2e/package.json', '/%', '/assets'])
    expect((await fetch(tool.url + path)).status, path).toBe(404);
  await go(guest, '/');
  // The strip of the demo appears before the page next to it.
  await Promise.all([
    button(guest, 'Sign in as a guest').waitFor(),
    button(guest, t('login.submit')).waitFor(),
  ]);
  expect(await violations(page)).toEqual([]);
  await button(guest, 'Sign in as a guest').click();
  await list(guest).waitFor();
  await row(guest, 'Front desk')
    .getByLabel(t('a11y.unread', { count: 3 }))
    .waitFor();

  await openChat(guest, 'Echo');
  await say(guest, 'Echo', 'is anybody there?');
  await messages(guest, 'Echo').getByText('is anybody there?', { exact: true }).nth(1).waitFor();

  await go(guest, '/');
  await openChat(guest, 'Weather desk');
  await say(guest, 'Weather desk', 'please');
  const drawn = messages(guest, 'Weather desk')
    .getByRole('button', { name: t('media.openImage') })
    .locator('img');
  await drawn.waitFor();
  expect(
    await drawn.evaluate(async (img: HTMLImageElement) =>
      img.decode().then(() => [img.naturalWidth, img.naturalHeight]),
    ),
  ).toEqual([720, 480]);
  await sees(guest, 'Weather desk', 'Today, as always in a demo: fine weather.');

  await contactsAnswer(guest);
  await messagesRemain(guest);

  // The page has no server from here on.
  await tool.kill();
  await openChat(guest, 'Front desk');
  await say(guest, 'Front desk', 'show me');
  await row(guest, 'Tea room').click();
  await messages(guest, 'Tea room').getByText('there you are', { exact: false }).waitFor();
  await say(guest, 'Tea room', 'nice here');
  await messages(guest, 'Tea room').getByText('nice here').nth(2).waitFor();
  expect(past).toEqual([]);
});

it('DEMO-3: the product contains nothing of the demo, the simulator or the request worker', () => {
  const foreign = ['mockServiceWorker', 'sqlite3_deserialize', 'parley-demo', 'frontdesk', 'MOCK_ACTIVATE'];
  const pages = texts('dist/pages');
  for (const word of foreign)
    expect(
      pages.some(([, text]) => text.includes(word)),
      `${word} is how one knows the demo`,
    ).toBe(true);
  const shipped = [...texts('dist/client'), ...texts('dist/server')];
  expect(shipped.length).toBeGreaterThan(20);
  for (const [file, text] of shipped)
    expect(
      foreign.filter((word) => text.includes(word)),
      file,
    ).toEqual([]);
  expect(
    shipped.map(([file]) => file).filter((file) => /demo|simulate|mockService|sqlite3/.test(file)),
  ).toEqual([]);
});

function texts(folder: string): readonly (readonly [string, string])[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(?:js|html|css|map)$/.test(file),
  );
  return files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]);
}
