import { expect, it } from 'vitest';
import type { WebSocketRoute } from 'playwright-core';
import { go, narrow, newWindow, type Person } from '../../support/browser.ts';
import { choose } from '../../support/hikers.ts';
import { send } from '../../support/said.ts';
import { arriveAsFriends, type Arrived, composer, list, openChat, row, sees } from '../../support/person.ts';
import { setStage } from '../../support/stage.ts';
import { until } from '../../support/until.ts';

const stage = setStage();
const plays = (person: Person) =>
  person.page.evaluate(() => Number(document.documentElement.dataset['plays'] ?? '0'));
const icon = (person: Person) => person.page.evaluate(() => document.documentElement.dataset['badge']);

/** Names of the records of unsent changes. */
const storedChanges = ({ page, user }: Arrived) =>
  page.evaluate(
    (name) =>
      new Promise<readonly string[]>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => {
          const keys = opening.result.transaction('meta').objectStore('meta').getAllKeys();
          keys.onsuccess = () => {
            opening.result.close();
            resolve(keys.result.map(String).filter((key) => key.startsWith('wish ')));
          };
        };
      }),
    `parley-${user.id}`,
  );
const pinned = (person: Person) =>
  person.page
    .getByRole('region', { name: person.t('pins.title'), exact: true })
    .getByRole('button', { name: 'remember this' })
    .first();

it('PHONE-5, PHONE-7: two tabs make one sound; what is read and written in one shows in the other', async () => {
  const { url } = await stage.commonServer();
  const [a, b] = await arriveAsFriends(stage, url, ['Anna Lake', { language: 'en' }], ['Bela Hill', 'away']);
  await a.context.addInitScript(() => {
    let count = 0;
    HTMLMediaElement.prototype.play = () => {
      document.documentElement.dataset['plays'] = String((count += 1));
      return Promise.resolve();
    };
    navigator.setAppBadge = (number = -1) =>
      Promise.resolve(void (document.documentElement.dataset['badge'] = String(number)));
    navigator.clearAppBadge = () => Promise.resolve(void (document.documentElement.dataset['badge'] = '0'));
  });
  await a.page.reload();
  await list(a).waitFor();
  const second = await newWindow(a);
  await second.page.goto(url);
  await row(second, b.name).waitFor();
  for (const window of [a, second]) await window.page.mouse.click(700, 60);
  await send(b.user, String(a.user.id), 'ping');
  const badge = (person: Person) => row(person, b.name).getByLabel(person.t('a11y.unread', { count: 1 }));
  await Promise.all([badge(a).waitFor({ state: 'attached' }), badge(second).waitFor({ state: 'attached' })]);
  await until(async () => expect((await plays(a)) + (await plays(second))).toBe(1));
  await until(async () => expect([await icon(a), await icon(second)]).toEqual(['1', '1']));
  await openChat(a, b.name);
  await sees(a, b.name, 'ping');
  await badge(second).waitFor({ state: 'detached' });
  await until(async () => expect([await icon(a), await icon(second)]).toEqual(['0', '0']));
  await composer(a, b.name).fill('half a thought');
  await openChat(second, b.name);
  await until(async () => expect(await composer(second, b.name).inputValue()).toBe('half a thought'));
  expect((await plays(a)) + (await plays(second))).toBe(1);
  expect(second.faults).toEqual([]);
});

/** The page is behind others, or before them again. */
const lookAway = (person: Person, away: boolean) =>
  person.page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (hidden ? 'hidden' : 'visible'),
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, away);

it('PHONE-8: a hidden window whose connection died without a word replaces it as soon as it is looked at', async () => {
  const { url } = await stage.commonServer();
  const [a, b] = await arriveAsFriends(
    stage,
    url,
    ['Anna Lake', { language: 'en', clock: true }],
    ['Bela Hill', 'away'],
  );
  // The first line goes dead; those after it work.
  const lines: WebSocketRoute[] = [];
  let dead = false;
  let requestCount = 0;
  await a.page.routeWebSocket(/\/wss/, (line) => {
    lines.push(line);
    const first = lines.length === 1;
    const server = line.connectToServer();
    line.onMessage((words) => {
      if (first && dead) requestCount += 1;
      else server.send(words);
    });
    server.onMessage((words) => (first && dead ? undefined : line.send(words)));
  });
  await a.page.reload();
  await row(a, b.name).waitFor();
  await until(() => expect(lines).toHaveLength(1));
  await send(b.user, String(a.user.id), 'before');
  await row(a, b.name).getByText('before').waitFor();
  await lookAway(a, true);
  dead = true;
  // Two times the longest pause between two beats.
  for (const beats of [1, 2]) {
    await a.page.clock.fastForward(46_000);
    await until(() => expect(requestCount).toBe(beats));
  }
  await send(b.user, String(a.user.id), 'meanwhile');
  await lookAway(a, false);
  await until(() => expect(lines.length).toBeGreaterThan(1));
  await row(a, b.name).getByText('meanwhile').waitFor();
});

it('PHONE-9: going back leads through the pages as their addresses say, and a reload stays', async () => {
  const { url } = await stage.commonServer();
  const [a, b] = await arriveAsFriends(
    stage,
    url,
    ['Anna Lake', { language: 'en', size: narrow }],
    ['Bela Hill', 'away'],
  );
  await go(a, '/');
  await openChat(a, b.name);
  const at = () => new URL(a.page.url()).hash.slice(1);
  const chat = at();
  expect(chat).toContain('/pages/message/chat?id=');
  await go(a, chat.replace('/chat?', '/detail?'));
  await composer(a, b.name).waitFor({ state: 'hidden' });
  await a.page.goBack();
  await composer(a, b.name).waitFor();
  expect(at()).toBe(chat);
  await a.page.reload();
  await composer(a, b.name).waitFor();
  await a.page.goBack();
  await row(a, b.name).waitFor();
  expect(at()).toBe('/');
  await a.page.goForward();
  await composer(a, b.name).waitFor();
  expect(at()).toBe(chat);
});

it('SEND-12: the remaining tab sends offline changes of a closed tab', async () => {
  const { url } = await stage.commonServer();
  const [a, b] = await arriveAsFriends(
    stage,
    url,
    ['Cora Brook', { language: 'en' }],
    ['Dora Field', { language: 'en' }],
  );
  await send(b.user, String(a.user.id), 'remember this');
  const second = await newWindow(a);
  await second.page.goto(url);
  await openChat(second, b.name);
  await sees(second, b.name, 'remember this');
  await openChat(a, b.name);
  await a.context.setOffline(true);
  await choose(second, b.name, 'remember this', 'menu.pin');
  await pinned(second).waitFor();
  // A page that dies before the browser has written it down has kept nothing.
  await until(async () => expect(await storedChanges(a)).toHaveLength(1));
  await Promise.all([second.page.waitForEvent('close'), second.page.close({ runBeforeUnload: true })]);
  await a.context.setOffline(false);
  await openChat(b, a.name);
  for (const person of [a, b]) await pinned(person).waitFor();
});
