import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { serverLimits } from '../../src/server/kernel/limits.ts';
import { textLimits, uploadLimits as limits } from '../../src/domain/limits.ts';
import { nodeMedia } from '../../src/server/files/media-adapter.ts';
import { cleaningCost } from '../../src/server/features/messages/compose.ts';
import type { FakeSocket } from '../support/fake-socket.ts';
import { png, upload } from '../support/uploads.ts';
import { setUpWorld } from '../support/set-up-world.ts';

const { world, anna, bela } = setUpWorld(['anna', 'bela'], { friends: 'all', files: true });

const makeMessage = (n: number, content: string) => ({
  id: `cost-${n}`,
  toContactId: bela.id,
  type: 'text',
  content,
  at: [],
});
const send = (n: number, content: string) =>
  world.call<{ readonly retry_ms?: number }>(anna, 'im/sendMessage', makeMessage(n, content));

describe('sockets', () => {
  it('LIMIT-8: the 21st socket of a user closes the oldest; a bind again counts as new; others are untouched', async () => {
    const other = await world.online(bela);
    const mine: FakeSocket[] = [];
    for (let n = 0; n < serverLimits.socketsPerPersonMax; n += 1) mine.push(await world.online(anna));
    mine[0]?.say({ type: 'bindUid', user_id: anna.id, token: anna.token, client: 'parley', v: 1 });
    await world.settle();
    expect(mine.map((socket) => socket.closedWith())).toEqual(mine.map(() => null));
    await world.online(anna);
    expect(mine.map((socket) => socket.closedWith())).toEqual(mine.map((_, n) => (n === 1 ? 4006 : null)));
    expect(other.closedWith()).toBeNull();
  });
});

describe('markup', () => {
  const nested = '<p><b>'.repeat(2_700);
  it.each([
    ['nested without an end', nested],
    [
      'nested and closed',
      `${'<i>'.repeat(textLimits.elementDepthMax + 1)}x${'</i>'.repeat(textLimits.elementDepthMax + 1)}`,
    ],
    ['side by side', '<b>x</b>'.repeat(2_000)],
    ['of pictures', '<img src="https://x.test/1">'.repeat(textLimits.elementsMax + 1)],
    ['of signs that are no elements', '<!x>'.repeat(4_000)],
  ])('WIRE-17: a bomb %s is refused before it is cleaned, and nothing is stored', async (_, content) => {
    expect(await send(1, `${content}x`)).toMatchObject({ code: 400, msg: '消息格式过于复杂' });
    expect(
      await world.rows(anna, 'im/getMessageList', { toContactId: bela.id, type: 'text', peek: 1 }),
    ).toEqual([]);
  });

  it('WIRE-17: usual text passes: emoji, line breaks, nested emphasis, comparison signs', async () => {
    const faces = '<img src="https://x.test/1.png" alt="a">'.repeat(300);
    const content = `<p><b><i><u>so</u></i></b></p>${'line<br>'.repeat(100)}1 &lt; 2 < 3`;
    expect((await send(1, content)).code).toBe(0);
    expect((await send(2, faces)).code).toBe(0);
    expect((await send(3, `${'1<br>'.repeat(1_000)}2`)).code).toBe(0);
  });

  it('LIMIT-9: markup that must be cleaned costs by its length; plain words and others are not touched', async () => {
    const long = `<b>${'&amp;'.repeat(1_500)}</b>`;
    expect(cleaningCost('a &lt; b<br>c')).toBe(0);
    const times = Math.floor(serverLimits.markupRate.times / long.length);
    for (let n = 0; n < times; n += 1) expect((await send(n, long)).code).toBe(0);
    const refused = await send(times, long);
    expect(refused).toMatchObject({ code: 400, data: { retry_ms: expect.any(Number) } });
    expect((await send(times + 1, 'plain')).code).toBe(0);
    expect(
      await world.code(bela, 'im/sendMessage', { ...makeMessage(times + 2, long), toContactId: anna.id }),
    ).toBe(0);
    await world.clock.advance(refused.data.retry_ms ?? 0);
    expect((await send(times, long)).code).toBe(0);
  });
});

it('LIMIT-9: answers cost by their bytes: the next call waits, and those of others do not', async () => {
  for (let n = 0; n < 2; n += 1)
    await world.ok(
      anna,
      'im/sendMessage',
      Array.from({ length: 40 }, (_, i) => makeMessage(n * 40 + i, '字'.repeat(2_000))),
    );
  const body = JSON.stringify({ toContactId: bela.id, limit: 100, peek: 1 });
  const page = () =>
    world.raw('/enterprise/im/getMessageList', {
      method: 'POST',
      headers: { authorization: anna.token },
      body,
    });
  const bytes = (await (await page()).arrayBuffer()).byteLength;
  expect(bytes).toBeGreaterThan(450_000);
  // Many answers at once, as the counter sees them.
  for (let sum = bytes; sum < serverLimits.answerRate.times; sum += bytes) await (await page()).arrayBuffer();
  const refused = await world.call<{ readonly retry_ms: number }>(anna, 'im/getContacts');
  expect(refused).toMatchObject({ code: 400, data: { retry_ms: expect.any(Number) } });
  expect(await world.code(bela, 'im/getContacts')).toBe(0);
  await world.clock.advance(refused.data.retry_ms);
  expect(await world.code(anna, 'im/getContacts')).toBe(0);
}, 60_000);

describe('pictures', () => {
  it('UP-SRV-10: an avatar of more points than the server decodes is refused by its head, a picture of a message is not', async () => {
    const large = await png(4_100, 4_100);
    const avatar = await upload(world, anna, { path: '/common/upload/uploadAvatar', file: large });
    expect(avatar).toMatchObject({ code: 401 });
    expect((await upload(world, anna, { file: large })).code).toBe(0);
  });

  it('UP-SRV-10: two pictures are decoded at a time, and excess requests must come again', async () => {
    const { bytes } = await png(1_000, 1_000);
    const tile = { picture: bytes };
    let most = 0;
    let running = true;
    const watch = () => {
      const { process, queue } = sharp.counters();
      most = Math.max(most, process + queue);
      if (running) setImmediate(watch);
    };
    watch();
    const all = await Promise.allSettled(
      Array.from({ length: limits.decodedAtOnce + limits.decodedWaitingMax + 3 }, () =>
        nodeMedia.compose([tile], 64),
      ),
    );
    running = false;
    // The library counts one that has just ended for a moment more.
    expect(most).toBeLessThanOrEqual(2 * limits.decodedAtOnce);
    expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(3);
  }, 60_000);
});
