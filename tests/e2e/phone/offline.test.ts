import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { button, openChat, row, say, sees } from '../../support/person.ts';
import { befriend, history, signUp } from '../../support/http-user.ts';
import { newPhone, putPhonesAway } from '../../support/phone.ts';
import { startServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

putPhonesAway();

it('PHONE-1, PHONE-4: a browser finds nothing that is missing for installing; fields do not enlarge the page, the keyboard does not cover it', async () => {
  const server = await startServer();
  const phone = await newPhone(server.url, 'Anna Lake');
  await phone.page.reload();
  const session = await phone.context.newCDPSession(phone.page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);
  const { errors, manifest } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(manifest.shareTarget?.action).toBe(`${server.url}/share`);
  expect(manifest.shortcuts).toHaveLength(2);
  const sizes = await phone.page.evaluate(async () => {
    const { icons } = (await (await fetch('/manifest.webmanifest')).json()) as {
      icons: { src: string; sizes: string }[];
    };
    return Promise.all(
      icons.map(async ({ src, sizes }) => {
        const picture = new Image();
        picture.src = src;
        await picture.decode();
        return sizes === 'any' || sizes === `${picture.naturalWidth}x${picture.naturalHeight}`;
      }),
    );
  });
  expect(sizes).toEqual([true, true, true, true, true]);
  await phone.page.goto(`${server.url}/#/pages/index/search?type=1`);
  await phone.page.getByRole('searchbox').first().waitFor();
  expect(
    await phone.page.evaluate(() =>
      [...document.querySelectorAll('input')]
        .map((field) => Number.parseFloat(getComputedStyle(field).fontSize))
        .filter((px) => px < 16),
    ),
  ).toEqual([]);
  // Simulates a keyboard that covers the page, as on iOS.
  await phone.page.evaluate(() => {
    Object.defineProperty(window.visualViewport, 'height', { get: () => window.innerHeight - 300 });
    window.visualViewport?.dispatchEvent(new Event('resize'));
  });
  await expect
    .poll(() =>
      phone.page.evaluate(
        () => window.innerHeight - (document.getElementById('root')?.getBoundingClientRect().bottom ?? 0),
      ),
    )
    .toBe(300);
});

it('PHONE-3: data that another app shares is sent to the selected chats', async () => {
  const server = await startServer();
  const phone = await newPhone(server.url, 'Anna Lake', { language: 'en' });
  const friend = await signUp(server.url, 'Bela Hill');
  await befriend(phone.user, friend);
  await row(phone, 'Bela Hill').waitFor();
  // Imitates the share of the system: a form as in the manifest, sent to the app's address.
  await phone.page.evaluate(() => {
    const form = Object.assign(document.createElement('form'), {
      action: '/share',
      method: 'POST',
      enctype: 'multipart/form-data',
    });
    const field = (name: string, value: string) =>
      form.append(Object.assign(document.createElement('input'), { name, value }));
    field('text', 'look at this');
    field('url', 'https://example.org/trail');
    const response = new DataTransfer();
    response.items.add(new File(['a list'], 'list.txt', { type: 'text/plain' }));
    form.append(
      Object.assign(document.createElement('input'), { type: 'file', name: 'files', files: response.files }),
    );
    document.body.append(form);
    form.submit();
  });
  await phone.page.getByRole('checkbox', { name: 'Bela Hill' }).click();
  await button(phone, phone.t('sel.shareAction')).click();
  const came = async () => (await history(friend, String(phone.user.id))).slice(1);
  await until(async () => expect(await came()).toHaveLength(1), 30_000);
  // The words belong to the file (MSG-2).
  const text = JSON.stringify(await came());
  expect(
    ['look at this', 'https://example.org/trail', 'list.txt'].filter((part) => !text.includes(part)),
  ).toEqual([]);
});

it('PHONE-2: without a network the app starts with its last state; what is written then arrives once', async () => {
  const server = await startServer();
  const phone = await newPhone(server.url, 'Anna Lake', { language: 'en' });
  const friend = await signUp(server.url, 'Bela Hill');
  await befriend(phone.user, friend);
  await row(phone, 'Bela Hill').waitFor();
  await openChat(phone, 'Bela Hill');
  await say(phone, 'Bela Hill', 'before');
  await sees(phone, 'Bela Hill', 'before');
  // Reloads, so that the outbox is empty and only the chat itself is stored.
  await phone.page.reload();
  await sees(phone, 'Bela Hill', 'before');
  await until(async () => expect(await storedTexts(phone.page)).toContain('before'));
  await server.stop();
  await phone.context.setOffline(true);
  await phone.page.reload();
  await sees(phone, 'Bela Hill', 'before');
  await say(phone, 'Bela Hill', 'from the train');
  await sees(phone, 'Bela Hill', 'from the train');
  await phone.page.reload();
  await sees(phone, 'Bela Hill', 'from the train');
  await startServer({ port: server.port, dataDir: server.dataDir });
  await phone.context.setOffline(false);
  await until(
    async () =>
      expect((await history(friend, String(phone.user.id))).map(({ content }) => content).slice(1)).toEqual([
        'before',
        'from the train',
      ]),
    60_000,
  );
});

/** Texts of the open chat in the storage of the device. */
async function storedTexts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('success', () => resolve(opening.result));
        opening.addEventListener('error', () => reject(new Error('not opened')));
      });
      // The list has the last text, too, and may be stored first.
      for (const store of [...db.objectStoreNames].filter((one) => one === 'windows')) {
        texts.push(
          await new Promise<string>((resolve) => {
            const asking = db.transaction(store).objectStore(store).getAll();
            asking.addEventListener('success', () => resolve(JSON.stringify(asking.result)));
          }),
        );
      }
      db.close();
    }
    return texts.join('\n');
  });
}
