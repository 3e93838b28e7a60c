import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { narrow, type Person } from '../support/browser.ts';
import { befriend, newGroup, ok, signUp } from '../support/http-user.ts';
import { arrive, bubble, messages, openChat, row } from '../support/person.ts';
import { send, sendUpload } from '../support/said.ts';
import { setStage } from '../support/stage.ts';
import { still } from '../support/still.ts';
import { png } from '../support/uploads.ts';

const stage = setStage();
const PICTURES = 8;

/** The browser adds up all shifts, except those that user input causes. */
function watchShifts(buffered: boolean): void {
  const shifts: number[] = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (Reflect.get(entry, 'hadRecentInput') !== true) shifts.push(Number(Reflect.get(entry, 'value')));
  }).observe({ type: 'layout-shift', buffered });
  Reflect.set(globalThis, 'shifts', shifts);
}

const shifted = (page: Page): Promise<number> =>
  page.evaluate(() =>
    (Reflect.get(globalThis, 'shifts') as readonly number[]).reduce((sum, one) => sum + one, 0),
  );

const picturesShown = (person: Person): Promise<number> =>
  person.page
    .getByRole('button', { name: person.t('media.openImage') })
    .locator('img')
    .evaluateAll(
      (images) =>
        images.filter(
          (image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0,
        ).length,
    );

async function twoFriends(size: 'narrow' | 'wide') {
  const { url } = await stage.commonServer();
  const options = { language: 'en', ...(size === 'narrow' && { size: narrow }) } as const;
  const a = stage.watch(await arrive(stage.browser, url, 'Anna Lake', options));
  const b = await signUp(url, 'Bela Hill');
  await befriend(a.user, b);
  return { a, b };
}

it.each(['narrow', 'wide'] as const)(
  'UI-72: content does not move while the pictures of a chat arrive (%s)',
  async (size) => {
    const { a, b } = await twoFriends(size);
    for (let i = 0; i < PICTURES; i += 1) {
      await sendUpload(b, String(a.user.id), 'image', await png(300 + 70 * i, 900 - 100 * i, 20 * i));
      await send(b, String(a.user.id), `words beside picture ${i}`);
    }
    await row(a, 'Bela Hill').waitFor();

    // Pictures load late, when the chat has been visible for a while.
    const releases: (() => void)[] = [];
    const held = new Promise<void>((resolve) => releases.push(resolve));
    await a.page.route('**/files/**', async (route) => {
      await held;
      await route.continue();
    });
    await openChat(a, 'Bela Hill');
    await bubble(a, 'Bela Hill', 'words beside picture 0').waitFor();
    await still(bubble(a, 'Bela Hill', 'words beside picture 0'));
    await a.page.evaluate(watchShifts, false);
    for (const release of releases) release();
    await expect.poll(() => picturesShown(a), { timeout: 20_000 }).toBeGreaterThan(1);
    expect(await shifted(a.page)).toBe(0);
  },
);

it.each(['narrow', 'wide'] as const)(
  'UI-72: after a reload the rows of a group are in place from the first paint on (%s)',
  async (size) => {
    const { a, b } = await twoFriends(size);
    const id = await newGroup(b, [a.user], 'Hikers');
    await ok(b.call('/enterprise/group/setNotice', { id, notice: 'We meet on Saturday' }));
    for (let i = 0; i < 2 * PICTURES; i += 1)
      await send(i % 3 === 0 ? a.user : b, id, `message ${i} ${'and more of it '.repeat((i * 7) % 20)}`);
    await send(b, id, 'the end');
    await row(a, 'Hikers').waitFor();
    await openChat(a, 'Hikers');
    await bubble(a, 'Hikers', 'the end').waitFor();
    await a.context.addInitScript(watchShifts, true);
    await a.page.reload();
    await still(bubble(a, 'Hikers', 'the end'));
    await a.page.waitForLoadState('networkidle');
    expect(await a.page.getByText('We meet on Saturday').count()).toBeGreaterThan(0);
    expect(await shifted(a.page)).toBeLessThanOrEqual(0.03);
  },
);

it('UI-14: a chat opens at its first unread message, also when the rows above are higher than expected', async () => {
  const { url } = await stage.commonServer();
  const a = stage.watch(await arrive(stage.browser, url, 'Anna Lake', { language: 'en' }));
  const b = await signUp(url, 'Bela Hill');
  await befriend(a.user, b);
  for (let i = 0; i < PICTURES; i += 1)
    await sendUpload(a.user, String(b.id), 'image', await png(300, 900, 20 * i));
  for (let i = 0; i < PICTURES; i += 1)
    await send(b, String(a.user.id), `news ${i} ${'and more of it '.repeat(30)}`);
  await row(a, 'Bela Hill').waitFor();
  // Simulates a slow device, on which rows are measured long after the list needs them.
  const session = await a.page.context().newCDPSession(a.page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await openChat(a, 'Bela Hill');
  const divider = a.page.getByText(a.t('chat.newMessages'), { exact: true });
  const list = messages(a, 'Bela Hill');
  await expect
    .poll(async () => {
      const below = ((await divider.boundingBox())?.y ?? Infinity) - ((await list.boundingBox())?.y ?? 0);
      return below >= 0 && below < 120;
    })
    .toBe(true);
});
