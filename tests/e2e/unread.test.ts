import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type Look, narrow, wide } from '../support/browser.ts';
import { ok, type HttpUser } from '../support/http-user.ts';
import { arriveAsFriends, bubble, grouped, messages, openChat, row, sees } from '../support/person.ts';
import { send } from '../support/said.ts';
import { setStage } from '../support/stage.ts';
import { still } from '../support/still.ts';
import { until } from '../support/until.ts';

const stage = setStage();

async function twoFriends<L extends Look | 'away'>(theirs: L) {
  const { url } = await stage.commonServer();
  const [a, b] = await arriveAsFriends(stage, url, ['Anna Lake', { language: 'en' }], ['Bela Hill', theirs]);
  return { a, b };
}

/** Many at once, in arrays as an outbox sends them. */
async function sendMany(from: HttpUser, to: string, texts: readonly string[]): Promise<void> {
  for (let at = 0; at < texts.length; at += 50) {
    const items = texts.slice(at, at + 50).map((content) => ({
      id: randomUUID(),
      toContactId: to,
      is_group: to.startsWith('group-') ? 1 : 0,
      type: 'text',
      content,
      at: [],
      sendTime: 0,
    }));
    await ok(from.call('/enterprise/im/sendMessage', items));
  }
}

const lines = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}.`);

/** Ordinals in the read marks that a window sends. */
function marksOf(page: Page): readonly number[] {
  const marks: number[] = [];
  page.on('request', (request) => {
    if (!request.url().includes('/setMsgIsRead')) return;
    marks.push(
      ...(request.postDataJSON() as { readonly messages: readonly { readonly n: number }[] }).messages.map(
        ({ n }) => n,
      ),
    );
  });
  return marks;
}

/** The ordinal of a line, as the server counts. */
async function ordinalOf(user: HttpUser, chat: string, text: string): Promise<number> {
  const rows = await ok(
    user.call<readonly { readonly content: string; readonly n: number }[]>('/enterprise/im/getMessageList', {
      toContactId: chat,
      limit: 100,
      peek: 1,
    }),
  );
  return rows.find(({ content }) => content === text)?.n ?? Number.NaN;
}

/** The numbers of the lines that are at least partly in view. */
async function inView(region: Locator): Promise<readonly number[]> {
  const { top, bottom } = await region.evaluate(
    (element) =>
      element.getBoundingClientRect().toJSON() as { readonly top: number; readonly bottom: number },
  );
  const rows = await region
    .getByRole('article')
    .evaluateAll((all) =>
      all
        .map((one) => ({ text: one.textContent ?? '', at: one.getBoundingClientRect() }))
        .map(({ text, at }) => ({ text, top: at.top, bottom: at.bottom })),
    );
  return rows
    .filter((one) => one.top < bottom && one.bottom > top)
    .flatMap(({ text }) => Number(/line (\d+)\./.exec(text)?.[1] ?? Number.NaN));
}
const lastInView = async (region: Locator): Promise<number> => Math.max(...(await inView(region)));

/** The row below the line "new messages". */
const underLine = (region: Locator, words: string): Locator =>
  region.locator('[data-message]').filter({ hasText: words });

it.each([
  ['wide', wide],
  ['narrow', narrow],
] as const)(
  'COUNT-2, UI-94: %s: only messages in view are reported as read, and the next opening continues there',
  async (_, size) => {
    const { a, b } = await twoFriends({ language: 'en' });
    await a.page.setViewportSize(size);
    // More than three openings read: the end stays out of view.
    await sendMany(b.user, String(a.user.id), lines(1, 100));
    await openChat(b, a.name);
    await row(a, b.name).getByText('line 100.').waitFor();
    const marks = marksOf(a.page);
    await openChat(a, b.name);
    const region = messages(a, b.name);
    await sees(a, b.name, 'line 1.');
    await underLine(region, a.t('chat.newMessages')).getByText('line 1.', { exact: true }).waitFor();
    await still(bubble(a, b.name, 'line 1.'));
    const last = await lastInView(region);
    expect(last).toBeLessThan(40);
    const before = (await ordinalOf(a.user, String(b.user.id), 'line 100.')) - 100;
    await until(() => expect(marks.at(-1)).toBe(last + before));
    // The other side gets read marks for these messages only.
    await bubble(b, a.name, 'line 100.').getByText(b.t('chat.delivered'), { exact: true }).waitFor();
    await a.page.goto(`${a.url}/#/`);
    await row(a, b.name)
      .getByText(String(100 - last), { exact: true })
      .waitFor();

    for (const again of ['page', 'reload'] as const) {
      if (again === 'reload') {
        await a.page.goto(`${a.url}/#/`);
        await a.page.reload();
      }
      await openChat(a, b.name);
      await until(async () => expect(await lastInView(region)).toBeGreaterThan(last));
      await underLine(region, a.t('chat.newMessages')).waitFor();
    }
    expect(Math.max(...marks)).toBeLessThan(100 + before);
    // The way to the end reads the rest.
    await a.page.getByTitle(a.t('chat.toBottom')).click();
    await sees(a, b.name, 'line 100.');
    await until(() => expect(marks.at(-1)).toBe(100 + before));
    await bubble(b, a.name, 'line 100.').getByText(b.t('chat.read'), { exact: true }).waitFor();
  },
);

it.each([
  ['wide', wide],
  ['narrow', narrow],
] as const)(
  'COUNT-2: %s: of long messages only those in view are read, however low they were guessed',
  async (_, size) => {
    const { a, b } = await twoFriends('away');
    await a.page.setViewportSize(size);
    const long = lines(1, 8).map((line) => `${line} ${'and more of it '.repeat(30)}`);
    await sendMany(b.user, String(a.user.id), long);
    await row(a, b.name).getByText('line 8.').waitFor();
    const before = (await ordinalOf(a.user, String(b.user.id), long[7] ?? '')) - 8;
    const marks = marksOf(a.page);
    await openChat(a, b.name);
    const region = messages(a, b.name);
    await underLine(region, a.t('chat.newMessages')).getByText('line 1.').waitFor();
    const last = async () => {
      await still(region.getByRole('article').filter({ hasText: 'line 1.' }));
      return lastInView(region);
    };
    expect(await last()).toBeLessThan(8);
    await until(async () => expect(Math.max(...marks)).toBe((await last()) + before));
    await a.page.goto(`${a.url}/#/`);
    await row(a, b.name)
      .getByText(String(8 + before - Math.max(...marks)), { exact: true })
      .waitFor();
  },
);

it('UI-94: 5,000 unread messages on a fresh login: opens at the first, with a way to a mention, back, and to the end', async () => {
  const { a, b } = await twoFriends('away');
  const hiking = await grouped(b, [a], 'Hiking');
  await sendMany(b.user, hiking, lines(1, 4_899));
  await send(b.user, hiking, 'where are you?', { at: [a.user.id] });
  await sendMany(b.user, hiking, lines(4_900, 4_999));
  await a.page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
  });
  await a.page.reload();
  const marks = marksOf(a.page);
  await row(a, 'Hiking').getByText('99+', { exact: true }).waitFor();
  await openChat(a, 'Hiking');
  const region = messages(a, 'Hiking');
  await underLine(region, a.t('chat.newMessages')).waitFor();
  await sees(a, 'Hiking', 'line 1.');
  // More messages load while the user scrolls down.
  await region.hover();
  await until(async () => {
    await a.page.mouse.wheel(0, 1_500);
    expect(await lastInView(region)).toBeGreaterThan(150);
  }, 60_000);
  const observations = await inView(region);
  expect(observations).toEqual(Array.from(observations, (_, at) => (observations[0] ?? 0) + at));
  expect(Math.max(...marks)).toBeLessThan(1_000);

  await a.page.getByRole('button', { name: a.t('chat.mentionedBy', { count: 1 }) }).click();
  await a.page.getByRole('dialog').getByRole('button', { name: 'where are you?' }).click();
  await sees(a, 'Hiking', 'where are you?');
  await sees(a, 'Hiking', 'line 4900.');
  await a.page.getByRole('button', { name: a.t('chat.backToPlace') }).click();
  await until(async () => expect(await lastInView(region)).toBeLessThan(1_000));
  await a.page.getByTitle(a.t('chat.toBottom')).click();
  await sees(a, 'Hiking', 'line 4999.');
  await until(async () => expect(await lastInView(region)).toBe(4_999));
  await a.page.goto(`${a.url}/#/`);
  await row(a, 'Hiking').getByText('99+', { exact: true }).waitFor({ state: 'detached' });
});

it('COUNT-17: a message that its author deletes before it was read takes its badge along', async () => {
  const { a, b } = await twoFriends('away');
  await openChat(a, b.name);
  await a.page.goto(`${a.url}/#/`);
  const id = await send(b.user, String(a.user.id), 'never mind');
  const badge = row(a, b.name).getByText('1', { exact: true });
  await badge.waitFor();
  await ok(b.user.call('/enterprise/im/delMessage', { id }));
  await row(a, b.name).getByText('never mind').waitFor({ state: 'detached' });
  await badge.waitFor({ state: 'detached' });
  await a.page.reload();
  // The list as it was stored may be older; what the server sends agrees.
  await row(a, b.name).waitFor();
  await badge.waitFor({ state: 'detached' });
});
