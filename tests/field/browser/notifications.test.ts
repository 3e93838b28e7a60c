import type { Worker } from 'playwright-core';
import { expect, it } from 'vitest';
import { befriend, type HttpUser, newGroup, ok, signUp } from '../../support/http-user.ts';
import { type Arrived, logOut, row } from '../../support/person.ts';
import { newPhone, putPhonesAway } from '../../support/phone.ts';
import { deliveryTo, newDevice, openPush } from '../../support/push-service.ts';
import { send, sendUpload } from '../../support/said.ts';
import { startServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';
import { png } from '../../support/uploads.ts';

putPhonesAway();

const readVisible = (worker: Worker) => worker.evaluate(() => (globalThis as unknown as Listing).listShown());

interface Listing {
  listShown(): Promise<readonly string[]>;
  alerts: readonly (readonly [title: string, body: string])[];
}

/** Texts under this title that made a sound or a vibration. */
const alertsBy = async (worker: Worker, of: string) =>
  (await worker.evaluate(() => (globalThis as unknown as Listing).alerts))
    .filter(([title]) => title === of)
    .map(([, body]) => body);

/** Waits until this many notifications alerted: listing may drop one that is about to be shown (PUSH-11). */
const untilAlerted = (worker: Worker, times: number) =>
  until(async () =>
    expect(await worker.evaluate(() => (globalThis as unknown as Listing).alerts.length)).toBe(times),
  );

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
    scope.alerts = [];
    registration.showNotification = (...note) => {
      const [title, { body = '', ...options } = {}] = note;
      if ('renotify' in options && options.renotify === true) scope.alerts = [...scope.alerts, [title, body]];
      return inTurn(() => show(...note));
    };
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
  await until(async () => expect(await readVisible(worker)).toEqual(['Bela Hill | [Image]']));
  await quiet(true);
  await send(friend, String(me.user.id), 'a secret');
  await until(async () => expect(await readVisible(worker)).toEqual(['Parley | New message']));
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
  await until(async () => expect(await readVisible(worker)).toEqual([]));

  const id = await send(other, String(me.user.id), 'the wrong chat');
  await until(async () => expect(await readVisible(worker)).toEqual(['Cora Moss | the wrong chat']));
  await ok(other.call('/enterprise/im/undoMessage', { id }));
  await until(async () => expect(await readVisible(worker)).toEqual([]));

  await send(friend, String(me.user.id), 'before the end');
  await until(async () => expect(await readVisible(worker)).toHaveLength(1));
  await hide(false);
  await logOut(me);
  await until(async () => expect(await readVisible(worker)).toEqual([]));
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
  await until(async () =>
    expect(await readVisible(worker)).toEqual(['Crew | Bela Hill: Anna, look at this']),
  );
  await edit('look at this', []);
  await until(async () => expect(await readVisible(worker)).toEqual([]));
  await edit('Anna, please look', [me.user.id]);
  await send(friend, String(me.user.id), 'the end');
  await until(async () => expect(await readVisible(worker)).toEqual(['Bela Hill | the end']));
});

/** Events of a message while its notification is shown; each has a separate chat. */
const FATES = {
  edited: (from: HttpUser, id: string) =>
    from.call('/enterprise/im/editMessage', { id, content: 'new words' }),
  deleted: (from: HttpUser, id: string) => from.call('/enterprise/im/delMessage', { id }),
  unsent: (from: HttpUser, id: string) => from.call('/enterprise/im/undoMessage', { id }),
  read: (from: HttpUser, id: string, me: HttpUser) =>
    me.call('/enterprise/im/setMsgIsRead', {
      toContactId: String(from.id),
      is_group: 0,
      messages: [{ id, is_read: 1 }],
      fromUser: from.id,
    }),
  muted: (from: HttpUser, _id: string, me: HttpUser) =>
    me.call('/enterprise/im/isNotice', { id: from.id, is_notice: 0 }),
  blocked: (from: HttpUser, _id: string, me: HttpUser) =>
    me.call('/enterprise/im/blockPerson', { id: from.id, on: 1 }),
} as const;
type Fate = keyof typeof FATES;
const NAMES = Object.keys(FATES) as readonly Fate[];

const title = (name: string): string => `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`;

/** A friend for each fate, a member of a group who is blocked, and a group that is cleared. */
async function friendsOf(me: HttpUser, url: string) {
  const friends = new Map<Fate | 'member', HttpUser>();
  for (const name of [...NAMES, 'member'] as const) {
    const friend = await signUp(url, `${title(name)} Hill`);
    await befriend(me, friend);
    friends.set(name, friend);
  }
  const of = (name: Fate | 'member') => friends.get(name) ?? expect.fail('no such friend');
  const group = await newGroup(me, [of('edited'), of('member')], 'Crew');
  const cleared = await newGroup(of('edited'), [me], 'Cleared');
  return { of, group, cleared };
}

/** Sends a message for each fate, and returns how to let it happen. */
async function sendAll({ of, group, cleared }: Awaited<ReturnType<typeof friendsOf>>, me: HttpUser) {
  const ids = new Map<Fate, string>();
  await send(of('edited'), String(me.id), 'older words');
  for (const name of NAMES) ids.set(name, await send(of(name), String(me.id), 'old words'));
  await send(of('member'), group, 'by a member');
  await send(of('edited'), cleared, 'cleared words');
  return async () => {
    for (const name of NAMES) await ok<unknown>(FATES[name](of(name), ids.get(name) ?? '', me));
    await ok(FATES.blocked(of('member'), '', me));
    await ok(of('edited').call('/enterprise/group/clearMessage', { id: cleared }));
  };
}

const OLD = [
  'Cleared | Edited Hill: cleared words',
  'Crew | Member Hill: by a member',
  ...NAMES.map((name) => `${title(name)} Hill | old words`),
];
/** The first and the second message of the chat alert, the edit does not. */
const ALERTED = ['older words', 'old words'];

it('PUSH-13, PUSH-19, PUSH-21, PUSH-22: what happens to a message reaches a hidden tab', async () => {
  const { url } = await startServer();
  const me = await newPhone(url, 'Anna Lake', { language: 'en', permissions: ['notifications'] });
  const friends = await friendsOf(me.user, url);
  await row(me, 'Cleared').waitFor();
  const { worker, hide } = await unseen(me);
  await hide(true);
  const happen = await sendAll(friends, me.user);
  await untilAlerted(worker, OLD.length + 1);
  await until(async () => expect((await readVisible(worker)).toSorted()).toEqual(OLD.toSorted()));
  await happen();
  await until(async () => expect(await readVisible(worker)).toEqual(['Edited Hill | new words']));
  expect(await alertsBy(worker, 'Edited Hill')).toEqual(ALERTED);
});

it('PUSH-13, PUSH-19, PUSH-21, PUSH-22: the same with pushes and no open page', async () => {
  const env = { PUSH_PRIVATE: '1', PUSH_SUBJECT: 'mailto:admin@example.org' };
  const { url } = await startServer({ env });
  const me = await newPhone(url, 'Anna Lake', { language: 'en', permissions: ['notifications'] });
  const friends = await friendsOf(me.user, url);
  const device = newDevice();
  const service = await openPush(device);
  const { p256dh, auth } = device;
  const subscription = { endpoint: `${service.address}/anna`, p256dh, auth, platform: 'android' };
  await ok(me.user.call('/common/push/subscribe', subscription));
  const worker = me.context.serviceWorkers()[0] ?? (await me.context.waitForEvent('serviceworker'));
  await me.page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await listInTurn(worker);
  const deliver = await deliveryTo(me.context, url);
  await me.page.close();
  let delivered = 0;
  const listVisible = async () => {
    for (const { text } of service.received.slice(delivered)) {
      delivered += 1;
      await deliver(text);
    }
    return (await readVisible(worker)).toSorted();
  };
  const happen = await sendAll(friends, me.user);
  await until(async () => expect(await listVisible()).toEqual(OLD.toSorted()), 40_000);
  await happen();
  await until(async () => expect(await listVisible()).toEqual(['Edited Hill | new words']), 40_000);
  expect(await alertsBy(worker, 'Edited Hill')).toEqual(ALERTED);
  await service.stop();
});
