import { expect, it } from 'vitest';
import { decodeFrame } from '../../src/wire/down/down.ts';
import { decodeUp } from '../../src/wire/up.ts';
import { userId } from '../../src/domain/ids.ts';
import { fakeSocket } from '../support/fake-socket.ts';
import { mutated, seeded } from '../support/mutations.ts';
import { recordedFrames } from '../support/recorded-frames.ts';
import { startWorld } from '../support/world.ts';

/** `npm run test:frames` makes 100,000. */
const COUNT = Number(process.env['FRAME_MUTATIONS'] ?? 20_000);

it('WIRE-12: mutated frames are decode errors or frames, never a fault', () => {
  const random = seeded(COUNT);
  const frames = recordedFrames().map(({ text }) => text);
  let errors = 0;
  for (let at = 0; at < COUNT; at += 1) {
    const text = mutated(frames[at % frames.length] ?? '', random);
    const result = decodeFrame(text, userId(7));
    if (!result.ok) errors += 1;
  }
  // Most mutations break something, and some only change a letter of a text.
  expect(errors).toBeGreaterThan(COUNT / 10);
  expect(errors).toBeLessThan(COUNT);
});

it('WIRE-12: mutated frames from many sockets leave the server as it was', async () => {
  const world = await startWorld();
  const [anna, bela] = [await world.person('anna'), await world.person('bela')];
  await world.befriend(anna, bela);
  const listener = await world.online(bela);
  const random = seeded(7);
  const lines = [
    { type: 'ping' },
    { type: 'pong' },
    { type: 'close' },
    { type: 'bindUid', user_id: anna.id, token: anna.token, client: 'parley', v: 1 },
    { type: 'bindUid', user_id: bela.id, token: 'bearer 00', client: 'parley', v: 1 },
    { type: 'simple', data: { toContactId: bela.id, content: 'forged', fromUser: { id: anna.id } } },
  ].map((frame) => JSON.stringify(frame));
  for (let at = 0; at < COUNT / 40; at += 1) {
    const socket = fakeSocket(world.server.gateway, `10.2.${(at >> 8) & 255}.${at & 255}`);
    for (let n = 0; n < 40; n += 1) {
      const text = mutated(lines[(at + n) % lines.length] ?? '', random);
      decodeUp(text);
      socket.hear(text);
    }
    if (at % 50 === 0) await world.settle();
    socket.cut();
  }
  await world.settle();
  expect(world.log.filter(({ level }) => level === 'error')).toEqual([]);
  expect(listener.of('simple')).toEqual([]);
  expect((await world.send(anna, String(bela.id), 'alive', { id: 'm-1' })).code).toBe(0);
  expect(listener.of('simple')).toMatchObject([{ data: { content: 'alive' } }]);
  await world.close();
});
