import type { Worker } from 'playwright-core';
import { expect, it } from 'vitest';
import { befriend, newGroup, ok, signUp } from '../../support/http-user.ts';
import { type Arrived, logOut, row } from '../../support/person.ts';
import { newPhone, putPhonesAway } from '../../support/phone.ts';
import { send, sendUpload } from '../../support/said.ts';
import { startServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';
import { png } from '../../support/uploads.ts';

putPhonesAway();

const shownBy = (worker: Worker) => worker.evaluate(() => (globalThis as unknown as Listing).listShown());

interface Listing {
  listShown(): Promise<readonly string[]>;
}

/**
 * Lists in turn with what the worker shows: a browser that lists its notifications while one is about to be
 * shown may drop that one (PUSH-11).
 */
const listInTurn = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as Listing & { registration: ServiceWorkerRegistration };
    const { registration } = scope;
    let before: Promise<unknown> = Promise.resolve();
    const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
      const done = before.then(run);
      before = done.catch(() => undefined);
      return done;
    };
    const show = registration.showNotification.bind(registration);
    registration.showNotification = (...note) => inTurn(() => show(...note));
    scope.listShown = () =>
      inTurn(async () =>
        (await registration.getNotifications()).map(({ title, body }) => `${title} | ${body}`),
      );
  });

/** A phone whose page can be hidden. Its worker sees no visible page. */
async function unseen(me: Arrived) {
  const worker = me.context.serviceWorkers()[0] ?? (await me.context.waitForEvent('serviceworker'));
  // Until the worker is active, the page shows its notifications itself.
  await me.page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const hide = (hidden: boolean) =>
    me.page.evaluate((now) => {
      const state = now ? 'hidden' : 'visible';
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await listInTurn(worker);
  // The worker asks the browser, not the page, for the visible page, and here none is.
  await worker.evaluate(() => {
    const { clients } = globalThis as unknown as { clients: { matchAll: (of: object) => Promise<object[]> } };
    const all = clients.matchAll.bind(clients);
    clients.matchAll = async (of) =>
      (await all(of)).map((one) => ({
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page, by its handle
        postMessage: (words: unknown) => (one as { postMessage(said: unknown): void }).postMessage(words),
        visibilityState: 'hidden',
        focused: false,
      }));
  });
  return { worker, hide };
}

it('PUSH-12, PUSH-13, PUSH-14: a hidden tab notifies by the worker, and closes what is over', async () => {
  const { url } = await startServer();
  const me = await newPhone(url, 'Anna Lake', { language: 'en', permissions: ['notifications'] });
  const friend = await signUp(url, 'Bela Hill');
  // A browser may close a new notification of a chat with the one before it, so each of these has its own.
  const other = await signUp(url, 'Cora Moss');
  for (const one of [friend, other]) await befriend(me.user, one);
  for (const name of ['Bela Hill', 'Cora Moss']) await row(me, name).waitFor();
  const { worker, hide } = await unseen(me);
  const quiet = (on: boolean) =>
    me.page.evaluate((now) => localStorage.setItem('push-quiet', now ? '1' : ''), on);
  await hide(true);

  await sendUpload(friend, String(me.user.id), 'image', await png(80, 40));
  await until(async () => expect(await shownBy(worker)).toEqual(['Bela Hill | [Image]']));
  await quiet(true);
  await send(friend, String(me.user.id), 'a secret');
  await until(async () => expect(await shownBy(worker)).toEqual(['Parley | New message']));
  await quiet(false);

  // Read on another device of the same user.
  const history = await ok(
    me.user.call<readonly { id: string }[]>('/enterprise/im/getMessageList', {
      toContactId: String(friend.id),
      is_group: 0,
      page: 1,
      limit: 1,
      peek: 1,
    }),
  );
  await ok(
    me.user.call('/enterprise/im/setMsgIsRead', {
      toContactId: String(friend.id),
      is_group: 0,
      messages: history,
      fromUser: friend.id,
    }),
  );
  await until(async () => expect(await shownBy(worker)).toEqual([]));

  const id = await send(other, String(me.user.id), 'the wrong chat');
  await until(async () => expect(await shownBy(worker)).toEqual(['Cora Moss | the wrong chat']));
  await ok(other.call('/enterprise/im/undoMessage', { id }));
  await until(async () => expect(await shownBy(worker)).toEqual([]));

  await send(friend, String(me.user.id), 'before the end');
  await until(async () => expect(await shownBy(worker)).toHaveLength(1));
  await hide(false);
  await logOut(me);
  await until(async () => expect(await shownBy(worker)).toEqual([]));
});

it('PUSH-17, PUSH-18: a mention that an edit adds notifies a hidden tab once, and closes', async () => {
  const { url } = await startServer();
  const me = await newPhone(url, 'Anna Lake', { language: 'en', permissions: ['notifications'] });
  const friend = await signUp(url, 'Bela Hill');
  await befriend(me.user, friend);
  const group = await newGroup(friend, [me.user], 'Crew');
  await row(me, 'Crew').waitFor();
  const { worker, hide } = await unseen(me);
  await hide(true);
  // The chat is limited to mentions, and one message is unread.
  await ok(me.user.call('/enterprise/im/isNotice', { id: group, is_notice: 0, at_only: 1 }));
  const id = await send(friend, group, 'look at this');
  const edit = (content: string, at: readonly number[]) =>
    ok(friend.call('/enterprise/im/editMessage', { id, content, at }));
  await edit('Anna, look at this', [me.user.id]);
  await until(async () => expect(await shownBy(worker)).toEqual(['Crew | Bela Hill: Anna, look at this']));
  await edit('look at this', []);
  await until(async () => expect(await shownBy(worker)).toEqual([]));
  await edit('Anna, please look', [me.user.id]);
  await send(friend, String(me.user.id), 'the end');
  await until(async () => expect(await shownBy(worker)).toEqual(['Bela Hill | the end']));
});
