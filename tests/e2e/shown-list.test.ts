import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { narrow, wide } from '../support/browser.ts';
import { befriend, ok, signUp } from '../support/http-user.ts';
import { type Arrived, arrive, list, login, logOut, openChat, row } from '../support/person.ts';
import { send } from '../support/said.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage();

/** The list that this device stores as markup. */
const readCache = ({ page }: Arrived): Promise<string> =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.endsWith('shown-list'))
      .map((key) => localStorage.getItem(key) ?? '')
      .join(''),
  );

/** Records the content of a page before the app has drawn its first row. */
async function watchStart(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const view = { early: '', both: false };
    Object.assign(window, { seen: view });
    new MutationObserver(() => {
      const shown = document.getElementById('shown');
      const own = document.querySelector('#root [data-chat]');
      if (shown !== null && own === null) view.early = shown.innerText;
      view.both ||= shown !== null && own !== null;
    }).observe(document, { childList: true, subtree: true });
  });
  return page;
}

/** The service worker answers the next start, with everything that it needs. */
async function belongsToWorker({ page }: Arrived): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

async function setOff(size: typeof narrow | typeof wide) {
  const { url } = await stage.commonServer();
  const a = stage.watch(
    await arrive(stage.browser, url, 'Anna Lake', { language: 'en', size, worker: true }),
  );
  const bela = Object.assign(await signUp(url, 'Bela Hill'), { name: 'Bela Hill' });
  await befriend(a.user, bela);
  await row(a, bela.name).waitFor();
  await belongsToWorker(a);
  return { url, a, bela, toAnna: String(a.user.id) };
}

it.each([
  ['narrow', narrow],
  ['wide', wide],
] as const)(
  'UI-123: the list appears before any script runs, and the app replaces it (%s)',
  async (_, size) => {
    const { url, a, bela, toAnna } = await setOff(size);
    await send(bela, toAnna, 'See you at the lake');
    await expect.poll(() => readCache(a)).toContain('See you at the lake');
    await a.page.close();
    const page = await watchStart(a.context);
    await page.goto(url);
    const again = { ...a, page };
    await row(again, bela.name).waitFor();
    await expect.poll(() => page.locator('#shown').count()).toBe(0);
    expect(await page.evaluate(() => Reflect.get(window, 'seen') as object)).toMatchObject({
      early: expect.stringContaining('See you at the lake') as string,
    });
    expect(await list(again).getByRole('link').count()).toBeGreaterThan(0);
    // A page other than the list is not delayed by it.
    const other = await watchStart(a.context);
    await other.goto(`${url}/#/pages/contacts/index`);
    await other.getByRole('link', { name: bela.name }).first().waitFor();
    expect(await other.evaluate(() => (Reflect.get(window, 'seen') as { early: string }).early)).toBe('');
  },
);

it('UI-123, SESS-7, VANISH-6: keeps no text taken back since, none after a log-out, none that disappears', async () => {
  const { url, a, bela, toAnna } = await setOff(narrow);
  const id = await send(bela, toAnna, 'Never mind');
  await expect.poll(() => readCache(a)).toContain('Never mind');
  await openChat(a, bela.name);
  await ok(bela.call('/enterprise/im/undoMessage', { id }));
  await expect.poll(() => readCache(a)).not.toContain('Never mind');
  await a.page.goBack();
  await expect.poll(() => readCache(a)).toContain(bela.name);
  await logOut(a);
  expect(await readCache(a)).toBe('');

  // Another user of the same window, with disappearing messages.
  const user = await signUp(url, 'Cleo Moor');
  await befriend(user, bela);
  const c = { ...a, user, account: user.account };
  await login(c);
  const toCleo = String(user.id);
  await send(bela, toCleo, 'Plain words');
  await expect.poll(() => readCache(c)).toContain('Plain words');
  await ok(bela.call('/enterprise/im/setTimer', { toContactId: toCleo, days: 1 }));
  await send(bela, toCleo, 'For a day');
  await row(c, bela.name).getByText('For a day').waitFor();
  await expect.poll(() => readCache(c)).toBe('');
});
