import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { noteRequests } from '../../support/browser.ts';
import { history } from '../../support/http-user.ts';
import { arriveAsFriends, bubble, openChat, say, sees, sent, shown } from '../../support/person.ts';
import { setStage } from '../../support/stage.ts';
import { until } from '../../support/until.ts';

const stage = setStage();
const sends = '**/enterprise/im/sendMessage';
const lines = ['line 1', 'line 2', 'line 3'];

async function twoFriends() {
  const { url } = await stage.commonServer();
  const [a, b] = await arriveAsFriends(
    stage,
    url,
    ['Anna Lake', { language: 'en' }],
    ['Bela Hill', { language: 'en' }],
  );
  await openChat(a, b.name);
  await openChat(b, a.name);
  return { a, b };
}

/** Holds the next request to this address. Returns a function that waits for it. */
async function holdNext(page: Page, address: string): Promise<() => Promise<Route>> {
  const held: Route[] = [];
  await page.route(address, (route) => void held.push(route), { times: 1 });
  return async () => {
    await until(() => expect(held).toHaveLength(1));
    return held[0] ?? expect.unreachable();
  };
}

it('UI-6, SEND-15: written while offline: no request, then a reload before it went out, then once and in order', async () => {
  const { a, b } = await twoFriends();
  await a.context.setOffline(true);
  await a.page.waitForFunction(() => !navigator.onLine);
  const requests = noteRequests(a);
  for (const line of lines) await say(a, b.name, line);
  for (const line of lines)
    await bubble(a, b.name, line).getByText(a.t('chat.going'), { exact: true }).waitFor();
  expect(requests.filter((path) => path.includes('sendMessage'))).toEqual([]);

  // The network is back, but no request succeeds before the page reloads.
  await a.page.route(sends, (route) => route.abort('connectionfailed'));
  await a.context.setOffline(false);
  await a.page.reload();
  for (const line of lines)
    await bubble(a, b.name, line).getByText(a.t('chat.going'), { exact: true }).waitFor();
  expect(await shown(b, a.name, /line \d/)).toEqual([]);

  await a.page.unroute(sends);
  await a.page.reload();
  for (const line of lines) await sent(a, b.name, line);
  await sees(b, a.name, 'line 3');
  expect(await shown(b, a.name, /line \d/)).toEqual(lines);
  expect(await shown(a, b.name, /line \d/)).toEqual(lines);
  expect(
    (await history(b.user, String(a.user.id))).filter((one) => one.type === 'text').map((one) => one.content),
  ).toEqual(lines);
});

it('UI-6, SEND-4: the answer is lost after the server took it: the window goes away mid-send and the message is there once', async () => {
  const { a, b } = await twoFriends();
  const held = await holdNext(a.page, sends);
  await say(a, b.name, 'once');
  const route = await held();
  // The server accepts it. The window gets no answer and loses its network.
  const accepted = await route.fetch();
  expect((await accepted.json()) as unknown).toMatchObject({ code: 0 });
  await a.context.setOffline(true);
  await route.abort('connectionreset');
  await sees(b, a.name, 'once');
  await a.context.setOffline(false);
  await a.page.reload();
  await bubble(a, b.name, 'once').first().waitFor();
  await say(a, b.name, 'after');
  await sees(b, a.name, 'after');
  expect(await shown(a, b.name, /once|after/)).toEqual(['once', 'after']);
  expect(await shown(b, a.name, /once|after/)).toEqual(['once', 'after']);
  expect(
    (await history(a.user, String(b.user.id))).filter((one) => one.type === 'text').map((one) => one.content),
  ).toEqual(['once', 'after']);
});

it('UI-6, STORE-10: a draft survives a reload and shows in the list', async () => {
  const { a, b } = await twoFriends();
  await a.page.getByRole('textbox', { name: a.t('a11y.composer', { name: b.name }) }).fill('half a thought');
  await a.page.goto(`${a.url}/#/`);
  await a.page.getByText('half a thought').first().waitFor();
  await a.page.reload();
  await a.page.getByText(a.t('home.draft')).first().waitFor();
  await openChat(a, b.name);
  await expect
    .poll(() => a.page.getByRole('textbox', { name: a.t('a11y.composer', { name: b.name }) }).inputValue())
    .toBe('half a thought');
});
