import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { startWorld } from '../support/world.ts';

const SECRET = 'a secret that both of them know';
const DAY_SEC = 86_400;

it('CALL-21: with a secret each user gets a separate name and password, which expire within a day', async () => {
  const world = await startWorld({ settings: { turnSecret: SECRET } });
  await world.setConfig((config) => ({
    ...config,
    chatInfo: { ...config.chatInfo, stun: 'turn:relay.test:3478', stunUser: 'shared', stunPass: 'shared' },
  }));
  const [anna, bela] = [await world.person('anna'), await world.person('bela')];
  const chatInfo = async (who: typeof anna | null) =>
    (await world.ok(who, '/common/pub/getSystemInfo')).chatInfo as Readonly<Record<string, string>>;
  const mine = await chatInfo(anna);
  const [ends = '', user] = (mine['stunUser'] ?? '').split(':');
  expect([mine['stun'], user]).toEqual(['turn:relay.test:3478', String(anna.id)]);
  const left = Number(ends) - world.clock.nowMs() / 1_000;
  expect(left > DAY_SEC / 2 && left <= DAY_SEC).toBe(true);
  expect(mine['stunPass']).toBe(
    createHmac('sha1', SECRET)
      .update(mine['stunUser'] ?? '')
      .digest('base64'),
  );
  expect((await chatInfo(bela))['stunUser']).toBe(`${ends}:${bela.id}`);
  expect(await chatInfo(null)).toMatchObject({ stun: '', stunUser: '', stunPass: '' });

  // Every answer with the configuration contains the same credentials.
  const synced = await world.ok(anna, 'im/sync', {});
  expect(JSON.stringify(synced)).not.toContain('shared');
  const socket = await world.online(anna);
  await world.setConfig((config) => ({
    ...config,
    chatInfo: { ...config.chatInfo, stun: 'turn:other.test:3478' },
  }));
  world.server.core.hub.configChanged(world.server.core.config());
  await world.settle();
  expect(socket.of('updateConfig').at(-1)?.data).toMatchObject({
    chatInfo: { stun: 'turn:other.test:3478', stunUser: mine['stunUser'], stunPass: mine['stunPass'] },
  });

  // The credentials stay for hours, then new ones follow.
  world.clock.jump((DAY_SEC / 2) * 1_000);
  expect((await chatInfo(anna))['stunUser']).not.toBe(mine['stunUser']);
  await world.close();
});
