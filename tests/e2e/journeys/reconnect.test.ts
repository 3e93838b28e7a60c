import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { narrow, noteRequests } from '../../support/browser.ts';
import { history, ok, post, signIn } from '../../support/http-user.ts';
import { arriveAsFriends, bubble, openChat, say, sees, shown } from '../../support/person.ts';
import { startServer } from '../../support/server.ts';
import { setStage } from '../../support/stage.ts';

const stage = setStage();
const count = (paths: readonly string[], name: string): number =>
  paths.filter((path) => path.toLowerCase().includes(name.toLowerCase())).length;

it('UI-8: after kill -9 during sends, windows reconnect and sync, and queued sends arrive once, in order', async () => {
  const first = await stage.server();
  const [b, a, c] = await arriveAsFriends(
    stage,
    first.url,
    ['Bela Hill', { language: 'en', clock: true }],
    ['Anna Lake', { language: 'en', clock: true, size: narrow }],
    ['Cleo Moor', { language: 'en' }],
  );
  await openChat(a, b.name);
  await openChat(b, a.name);

  // The server dies between two sends, and later messages wait.
  for (const n of [1, 2, 3]) await say(a, b.name, `line ${n}`);
  await sees(b, a.name, 'line 3');
  await say(a, b.name, 'line 4');
  await first.kill();
  for (const n of [5, 6]) await say(a, b.name, `line ${n}`);
  for (const person of [a, b]) {
    const strip = person.page.getByRole('status').filter({ hasText: a.t('net.reconnecting') });
    await strip.first().waitFor();
    // One, in a narrow window too.
    expect(await strip.count()).toBe(1);
  }
  await bubble(a, b.name, 'line 6').getByText(a.t('chat.going'), { exact: true }).waitFor();

  // Counts from here on, because a window may try again at any moment.
  const noted = [noteRequests(a), noteRequests(b)];
  const second = await startServer({ port: first.port, dataDir: first.dataDir });
  // A third user is faster and writes to b, whose window is still waiting.
  const writer = await signIn(second.url, c.account);
  await ok(
    writer.call('/enterprise/im/sendMessage', {
      id: randomUUID(),
      toContactId: b.user.id,
      is_group: 0,
      type: 'text',
      content: 'meanwhile',
      sendTime: 0,
    }),
  );

  // 15 s pass for both windows.
  await Promise.all([a, b].map((person) => person.page.clock.fastForward(16_000)));
  await sees(b, a.name, 'line 6');
  await b.page.getByText('meanwhile').first().waitFor();
  const lines = [1, 2, 3, 4, 5, 6].map((n) => `line ${n}`);
  expect(await shown(b, a.name, /line \d/)).toEqual(lines);
  expect(await shown(a, b.name, /line \d/)).toEqual(lines);
  expect(
    (await history(b.user, String(a.user.id))).filter((one) => one.type === 'text').map((one) => one.content),
  ).toEqual(lines);

  for (const requests of noted) {
    expect(count(requests, 'getContacts')).toBe(0);
    expect(count(requests, '/enterprise/im/sync')).toBeGreaterThan(0);
  }
  // And the line is alive again in both directions.
  await say(b, a.name, 'welcome back');
  await sees(a, b.name, 'welcome back');
  expect((await post(second.url, '/common/pub/getSystemInfo', {})).code).toBe(0);
});
