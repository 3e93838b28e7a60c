import { expect, it } from 'vitest';
import { post } from '../support/http-user.ts';
import { startWorld } from '../support/world.ts';

const swallowing = (call: () => Promise<unknown>) => call().catch(() => undefined);

it.each([
  '/enterprise/group/setting',
  '/enterprise/im',
  '/scan/u/one/two',
  '/admin',
  '/x/common/pub/getSystemInfo',
])('TEST-6: a test that calls %s fails, also one that swallows refusals', async (path) => {
  const world = await startWorld();
  expect(() => swallowing(() => world.ok(null, path))).toThrow('no server answers');
  expect(() => swallowing(() => world.call(null, path))).toThrow('no server answers');
  expect(() => swallowing(() => post('http://127.0.0.1:1', path, {}))).toThrow('no server answers');
  await world.close();
});

it('TEST-6: existing paths pass, in any case of letters, with names and queries', async () => {
  const world = await startWorld();
  for (const path of ['/Common/Pub/getSystemInfo', '/common/pub/getSystemInfo?x=1', '/scan/u/123'])
    expect(await world.code(null, path)).toBeTypeOf('number');
  await world.close();
});
