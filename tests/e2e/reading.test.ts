import { randomUUID } from 'node:crypto';
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { type Look, narrow, wide } from '../support/browser.ts';
import { history, ok } from '../support/http-user.ts';
import { arriveAsFriends, bubble, composer, messages, openChat, row, say, sees } from '../support/person.ts';
import { drawn } from '../support/proof/drawn.ts';
import { tabTo } from '../support/proof/keys.ts';
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

/** Opens the chat for `a` after one of them wrote this number of messages. */
async function withLines<L extends Look | 'away'>(by: 'a' | 'b', count: number, shown: number, theirs: L) {
  const both = await twoFriends(theirs);
  const { a, b } = both;
  const [from, to] = by === 'a' ? [a, b] : [b, a];
  for (let n = 1; n <= count; n += 1) await send(from.user, String(to.user.id), `line ${n}`);
  await row(a, b.name).getByText(`line ${count}`).waitFor();
  await openChat(a, b.name);
  await sees(a, b.name, `line ${shown}`);
  return { ...both, region: messages(a, b.name) };
}

/** How far a list is from its end, in px. */
const fromEnd = (list: Locator): Promise<number> =>
  list.evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);

const isFocused = (place: Locator) => place.evaluate((element) => element === document.activeElement);

/** Distance of an element from the top of the window, in px. */
const topOf = async (element: Locator): Promise<number> => (await element.boundingBox())?.y ?? Number.NaN;

it('UI-14: new messages do not move a reader further up; a pill counts them and leads to the end', async () => {
  const { a, b, region } = await withLines('b', 70, 1, 'away');
  // Opened at the first unread message, far from the end.
  const first = bubble(a, b.name, 'line 1').locator('xpath=ancestor::*[@data-message]');
  // Rows above are measured after they are drawn. The chat is at rest when the first unread message is at the
  // top.
  await until(async () => expect(Math.abs((await topOf(first)) - (await topOf(region)))).toBeLessThan(1));
  const anchor = bubble(a, b.name, 'line 5');
  const before = await still(anchor);
  const pill = a.page.getByTitle(a.t('chat.toBottom'));
  const counted = async () => Number(/\d+/.exec(await pill.innerText())?.[0]);
  // The rows in view count as read a moment after they are shown.
  await until(async () => expect(await counted()).toBeLessThan(60));
  const unread = await counted();
  expect(unread).toBeGreaterThan(30);
  for (let n = 1; n <= 3; n += 1) await send(b.user, String(a.user.id), `fresh ${n}`);
  await until(async () => expect(await counted()).toBe(unread + 3));
  expect(Math.abs((await still(anchor)) - before)).toBeLessThanOrEqual(1);

  await pill.click();
  await sees(a, b.name, 'fresh 3');
  await pill.waitFor({ state: 'detached' });
  // At the end the list follows.
  await send(b.user, String(a.user.id), 'followed');
  await bubble(a, b.name, 'followed').waitFor();
  await expect
    .poll(async () => {
      const [last, box] = [await bubble(a, b.name, 'followed').boundingBox(), await region.boundingBox()];
      return (last?.y ?? 0) + (last?.height ?? 0) - (box?.y ?? 0) - (box?.height ?? 0);
    })
    .toBeLessThanOrEqual(1);
  // Also in a window that becomes narrow, and when the chat is opened again, with its sizes remembered.
  const expectVisible = () => until(async () => expect(await fromEnd(region)).toBeLessThan(1));
  for (const size of [narrow, wide]) {
    await a.page.setViewportSize(size);
    await expectVisible();
  }
  await a.page.goto(`${a.url}/#/`);
  await region.waitFor({ state: 'detached' });
  await openChat(a, b.name);
  await sees(a, b.name, 'followed');
  await expectVisible();
});

it('UI-14: a list at its end stays there in a lower window, and when the reader did not scroll it', async () => {
  const { a, b, region } = await withLines('a', 30, 30, { language: 'en' });
  const expectVisible = () => until(async () => expect(await fromEnd(region)).toBeLessThan(1));
  await a.context.setOffline(true);
  for (let n = 1; n <= 10; n += 1) await send(b.user, String(a.user.id), `fresh ${n}`);
  await a.context.setOffline(false);
  await row(b, a.name).getByText('fresh 10').waitFor();
  await sees(a, b.name, 'fresh 10');
  await expectVisible();
  await a.page.setViewportSize({ ...wide, height: 360 });
  await expectVisible();
  // Imitates the virtual list, which does this when measured rows are lower than expected.
  await region.evaluate((element) => (element.scrollTop -= 40));
  await expectVisible();
  // A hand that leads it up a little is let, once the lower window and the row under the hand are measured.
  await region.hover();
  await drawn(a.page);
  await expectVisible();
  await drawn(a.page);
  await a.page.mouse.wheel(0, -40);
  await until(async () => expect(await fromEnd(region)).toBe(40));
  await drawn(a.page);
  expect(await fromEnd(region)).toBe(40);
  // A higher message below does not move the reader to the end either.
  const last = (await history(b.user, String(a.user.id))).at(-1);
  await ok(b.user.call('/enterprise/im/react', { id: last?.id, emoji: '👍️', on: 1, op: randomUUID() }));
  await region.getByRole('button', { name: /👍/ }).waitFor();
  await drawn(a.page);
  await drawn(a.page);
  expect(await fromEnd(region)).toBeGreaterThanOrEqual(40);
});

it('UI-14: older pages come in above without moving what is read', async () => {
  const { a, b, region } = await withLines('a', 120, 120, 'away');
  await region.hover();
  // Up to the very first, page by page; at each step the list grows above and the reader only moves by the
  // wheel.
  await until(async () => {
    await a.page.mouse.wheel(0, -600);
    expect(await bubble(a, b.name, 'line 1').count()).toBe(1);
  }, 60_000);
  const texts = (await region.getByRole('article').allInnerTexts()).flatMap((text) =>
    Number(/line (\d+)/.exec(text)?.[1] ?? Number.NaN),
  );
  expect(texts).toEqual(texts.toSorted((x, y) => x - y));
  expect(new Set(texts).size).toBe(texts.length);
});

it('UI-14: scrolling a chat as soon as it is at its end is not undone by rows that are drawn later', async () => {
  const { a, b } = await twoFriends('away');
  for (let n = 1; n <= 120; n += 1) await send(a.user, String(b.user.id), `line ${n}`);
  await row(a, b.name).getByText('line 120').waitFor();
  await a.page.evaluate(() => {
    const distances: number[] = [];
    Reflect.set(globalThis, 'distances', distances);
    const look = (list: Element) => {
      distances.push(list.scrollHeight - list.scrollTop - list.clientHeight);
      requestAnimationFrame(() => look(list));
    };
    document.addEventListener(
      'wheel',
      (event) =>
        event.target instanceof Element && look(event.target.closest('[role=region]') ?? document.body),
      { once: true, passive: true },
    );
  });
  await openChat(a, b.name);
  const region = messages(a, b.name);
  await region.hover();
  await bubble(a, b.name, 'line 120').waitFor();
  for (let turn = 0; turn < 4; turn += 1) await a.page.mouse.wheel(0, -300);
  // A busy browser merges turns of the wheel.
  await until(async () => expect(await fromEnd(region)).toBeGreaterThan(600));
  await a.page.getByRole('button', { name: a.t('chat.toBottom') }).waitFor();
  await still(region.getByRole('article').first());
  const distances = await a.page.evaluate(() => Reflect.get(globalThis, 'distances') as readonly number[]);
  // Rows that are measured move the end a little, never by a turn of the wheel.
  expect(Math.max(...distances.map((far, at) => Math.max(...distances.slice(0, at), 0) - far))).toBeLessThan(
    200,
  );
});

it('UI-84: keys reach every message at any scroll position, and the focus survives scrolling', async () => {
  const { a, b, region } = await withLines('a', 120, 120, 'away');
  const focused = region.locator('article:focus');
  const numberOf = async () => Number(/line (\d+)(?!\d)/.exec(await focused.innerText())?.[1]);
  const inView = async (bubble = focused) => {
    const [one, all] = [await bubble.boundingBox(), await region.boundingBox()];
    return one !== null && all !== null && one.y + one.height > all.y && one.y < all.y + all.height;
  };
  /** Turns the wheel until the distance to the end is between these values, in px. */
  const wheel = async (by: number, least: number, most: number) => {
    await region.hover();
    await until(async () => {
      const at = await fromEnd(region);
      if (at < least || at > most) await a.page.mouse.wheel(0, by);
      expect(at).toBeGreaterThanOrEqual(least);
      expect(at).toBeLessThanOrEqual(most);
    });
    await still(region.getByRole('article').first());
  };

  // A reader further up stays there: Tab leads to a message in view.
  await wheel(-400, 1_500, 2_500);
  await until(async () => expect(await inView(region.locator('article[tabindex="0"]'))).toBe(true));
  await tabTo(a.page, focused, 'Shift+Tab');
  await until(async () => expect(await inView()).toBe(true));
  expect(await fromEnd(region)).toBeGreaterThan(1_000);

  // It keeps the focus when the wheel takes it out of view, and arrows go on from it.
  const at = await numberOf();
  await wheel(400, 0, 200);
  expect([await numberOf(), await inView()]).toEqual([at, false]);
  await a.page.keyboard.press('ArrowUp');
  await until(async () => expect([await numberOf(), await inView()]).toEqual([at - 1, true]));
  await a.page.keyboard.press('End');
  await until(async () => expect([await numberOf(), await inView()]).toEqual([120, true]));
  await a.page.keyboard.press('ArrowUp');
  await until(async () => expect([await numberOf(), await inView()]).toEqual([119, true]));

  // The focused button stays when the end comes into view, and leads to the composer.
  await wheel(-400, 1_500, 2_500);
  const pill = a.page.getByRole('button', { name: a.t('chat.toBottom') });
  await tabTo(a.page, pill);
  await wheel(400, 0, 0);
  await drawn(a.page);
  expect(await isFocused(pill)).toBe(true);
  await a.page.keyboard.press('Tab');
  await pill.waitFor({ state: 'detached' });
  expect(await isFocused(a.page.getByRole('button', { name: a.t('plus.open') }))).toBe(true);
  await wheel(-400, 1_500, 2_500);
  await tabTo(a.page, pill, 'Shift+Tab');
  await a.page.keyboard.press('Enter');
  await pill.waitFor({ state: 'detached' });
  expect(await isFocused(composer(a, b.name))).toBe(true);
  await until(async () => expect(await fromEnd(region)).toBeLessThan(1));
});

it('UI-15: a draft with its quote is there again after another chat and after a reload', async () => {
  const { a, b } = await twoFriends({ language: 'en' });
  await openChat(b, a.name);
  await say(b, a.name, 'to be quoted');
  await openChat(a, b.name);
  await sees(a, b.name, 'to be quoted');
  await bubble(a, b.name, 'to be quoted').click({ button: 'right' });
  await a.page.getByRole('menuitem', { name: a.t('menu.quote'), exact: true }).click();
  await composer(a, b.name).fill('half an answer');
  await a.page.goto(`${a.url}/#/`);
  await row(a, b.name).getByText('half an answer').waitFor();
  await a.page.reload();
  await openChat(a, b.name);
  await expect.poll(() => composer(a, b.name).inputValue()).toBe('half an answer');
  await a.page.getByRole('button', { name: a.t('chat.cancelQuote') }).waitFor();
  await composer(a, b.name).press('Enter');
  const answer = messages(b, a.name).getByRole('article').filter({ hasText: 'half an answer' });
  await answer.getByText('to be quoted').waitFor();
  await row(a, b.name).getByText(a.t('home.draft')).waitFor({ state: 'detached' });
});
