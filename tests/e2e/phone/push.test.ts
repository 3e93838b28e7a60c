import type { Worker } from 'playwright-core';
import { expect, it } from 'vitest';
import { befriend, ok, post, signUp } from '../../support/http-user.ts';
import { sees } from '../../support/person.ts';
import { newPhone, putPhonesAway } from '../../support/phone.ts';
import { deliveryTo, newDevice, openPush } from '../../support/push-service.ts';
import { send } from '../../support/said.ts';
import { startServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

putPhonesAway();

const readVisible = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
  });

/**
 * Counts what the worker has shown: a browser that is asked for its notifications while it is about to show
 * one may drop that.
 */
async function countShown(worker: Worker): Promise<() => Promise<number>> {
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; shown: number };
    const show = scope.registration.showNotification.bind(scope.registration);
    scope.shown = 0;
    scope.registration.showNotification = async (...note) => {
      await show(...note);
      scope.shown += 1;
    };
  });
  return () => worker.evaluate(() => (globalThis as unknown as { shown: number }).shown);
}

/**
 * Reads the address that a click opens. A click by script may not open a window, so only this address counts.
 */
const clicked = (worker: Worker) =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      clients: { openWindow: unknown };
      dispatchEvent(event: Event): void;
    };
    const [notification] = await scope.registration.getNotifications();
    const pendingAnswer = new Promise<string>((resolve) => {
      scope.clients.openWindow = (url: string) => {
        resolve(url);
        return Promise.resolve(null);
      };
    });
    const NotificationEvent = (
      globalThis as unknown as Record<string, new (type: string, init: object) => Event>
    )['NotificationEvent'];
    if (NotificationEvent === undefined) throw new Error('no notifications here');
    scope.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
    return pendingAnswer;
  });

it('PUSH-10: with no window open a message arrives encrypted, shows once for its conversation, and opens the chat; read elsewhere it goes', async () => {
  const server = await startServer({ env: { PUSH_PRIVATE: '1', PUSH_SUBJECT: 'mailto:admin@example.org' } });
  const phone = await newPhone(server.url, 'Anna Lake', { language: 'en', permissions: ['notifications'] });
  const friend = await signUp(server.url, 'Bela Hill');
  await befriend(phone.user, friend);
  const device = newDevice();
  const service = await openPush(device);
  const { key } = await ok(phone.user.call<{ key: string }>('/common/push/subscribe', {}));
  const { cid } = await ok(
    phone.user.call<{ cid: string }>('/common/push/subscribe', {
      endpoint: `${service.address}/anna`,
      p256dh: device.p256dh,
      auth: device.auth,
      platform: 'android',
    }),
  );
  expect(cid).toMatch(/^[\da-f]{32}$/);
  expect(
    (
      await post(server.url, '/common/push/subscribe', {
        endpoint: 'http://192.168.0.1:1/x',
        p256dh: 'short',
        auth: device.auth,
      })
    ).code,
  ).toBe(400);
  const worker = phone.context.serviceWorkers()[0] ?? (await phone.context.waitForEvent('serviceworker'));
  const deliver = await deliveryTo(phone.context, server.url);
  const countVisible = await countShown(worker);
  await phone.page.close();

  await send(friend, String(phone.user.id), 'are you there?');
  await send(friend, String(phone.user.id), 'please answer');
  await until(() => expect(service.received).toHaveLength(2), 30_000);
  for (const note of service.received) {
    expect(note).toMatchObject({
      path: '/anna',
      key,
      claims: { aud: service.address, sub: 'mailto:admin@example.org' },
    });
    await deliver(note.text);
  }
  await until(async () => expect(await countVisible()).toBe(2));
  await until(async () =>
    expect((await readVisible(worker)).map(({ title, body }) => `${title}: ${body}`)).toEqual([
      'Bela Hill: please answer',
    ]),
  );
  const address = await clicked(worker);
  expect(address).toBe(`/#/pages/message/chat?id=${friend.id}`);
  await until(async () => expect(await readVisible(worker)).toEqual([]));

  const page = await phone.context.newPage();
  await page.goto(server.url + address);
  await sees({ ...phone, page }, 'Bela Hill', 'please answer');
  // Reading it there takes it away from every device.
  // In one step or in two: a slow page sees the one message before the other.
  const ofKind = (kind: 'message' | 'clear') =>
    service.received.filter(({ text }) => (JSON.parse(text) as { kind: string }).kind === kind);
  await until(() => expect(ofKind('clear').length).toBeGreaterThan(0), 30_000);
  await page.close();
  await send(friend, String(phone.user.id), 'one more');
  await until(() => expect(ofKind('message')).toHaveLength(3), 30_000);
  await deliver(ofKind('message')[2]?.text ?? '');
  await until(async () => expect(await countVisible()).toBe(3));
  await until(async () => expect(await readVisible(worker)).toHaveLength(1));
  const reportCount = ofKind('clear').length;
  // When another device of the user has read it, the notification here is removed.
  const history = await ok(
    phone.user.call<readonly { id: string }[]>('/enterprise/im/getMessageList', {
      toContactId: String(friend.id),
      is_group: 0,
      page: 1,
      limit: 1,
      peek: 1,
    }),
  );
  await ok(
    phone.user.call('/enterprise/im/setMsgIsRead', {
      toContactId: String(friend.id),
      is_group: 0,
      messages: history,
      fromUser: friend.id,
    }),
  );
  await until(async () => {
    for (const note of ofKind('clear').slice(reportCount)) await deliver(note.text);
    expect(await readVisible(worker)).toEqual([]);
  }, 30_000);
  await service.stop();
});
