import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/server/features/features.ts';
import { finishErasures } from '../../src/server/features/erasing/erase-own.ts';
import type { Fields } from '../support/fields.ts';
import { tryAdmin } from '../support/admin.ts';
import { preparePeople } from '../support/prepared-people.ts';
import { temporaryFolder } from '../support/server.ts';
import { localUploads } from '../support/uploads.ts';
import { NO_WAYS, WAYS } from '../support/ways.ts';
import { TIES, type Pair, type Tie, type Way } from '../support/ways/way.ts';
import { PASSWORD, startWorld, type Person, type World } from '../support/world.ts';

let world: World;
let made = 0;
beforeAll(async () => {
  world = await startWorld({ uploads: await localUploads(temporaryFolder()) });
  await world.person('boss');
  await world.setConfig((config) => ({ ...config, sysInfo: { ...config.sysInfo, directory: true } }));
});
afterAll(() => world.close());

const im = '/enterprise/im';
const full = (name: string): string => (name.startsWith('/') ? name : `${im}/${name}`);

async function pair(): Promise<Pair> {
  // Rate limits are not checked here.
  world.clock.pass(120_000);
  made += 1;
  const names = [`actor${made}`, `target${made}`, `host${made}`];
  const { people, group } = await preparePeople(world, names);
  const [actor, target, host] = people as [Person, Person, Person];
  const email = `t${made}@example.org`;
  await world.ok(target, 'im/updateUserInfo', {
    realname: `${target.account} name`,
    email,
    motto: '',
    sex: 0,
  });
  const device = await world.online(target);
  return { world, actor, target, host, group, mark: `mark${made}mark`, device };
}

async function become(tie: Tie, { actor, target, host, group }: Pair): Promise<void> {
  const block = (who: typeof actor, other: typeof actor) =>
    world.ok(who, 'im/blockPerson', { id: other.id, on: 1 });
  if (tie === 'blocked') await block(target, actor);
  if (tie === 'blocking') await block(actor, target);
  if (tie === 'removed') await world.ok(host, 'group/removeUser', { id: group, user_id: actor.id });
  if (tie === 'unfriended') await world.call(target, 'friend/del', { id: actor.id });
  if (tie === 'disabled') expect((await tryAdmin(world, 'user', 'disable', actor.account)).exit).toBe(0);
  if (tie !== 'erased') return;
  await world.ok(actor, 'im/eraseAccount', { password: PASSWORD });
  await finishErasures(world.server.core);
}

async function reached(way: Way, tie: Tie): Promise<boolean> {
  const two = await pair();
  const prepared = ((await way.prepare?.(two)) ?? {}) as Fields;
  await become(tie, two);
  await world.clock.advance(2_500);
  await world.settle();
  two.device.frames.length = 0;
  return way.act(two, prepared);
}

it('BLOCK-16: every call and every frame of the socket is in the table of ways, or has a reason', () => {
  const source = readFileSync('src/wire/up.ts', 'utf8');
  const frames = [...source.matchAll(/v\.literal\('(\w+)'\)/g)].map(([, name]) => name ?? '');
  const named = new Set([
    ...WAYS.map(({ path }) => path),
    ...Object.values(NO_WAYS).flatMap((names) =>
      names
        .trim()
        .split(/\s+/)
        .flatMap((one) => [one, full(one)]),
    ),
  ]);
  const paths = ENDPOINTS.map(({ paths: [path] }) => path ?? '');
  expect([...paths, ...frames].filter((path) => !named.has(path))).toEqual([]);
});

it.each(WAYS.map((way) => [`${way.about} (${way.path})`, way] as const))(
  'BLOCK-15, BLOCK-16: %s reaches as the table says',
  async (_, way) => {
    let seen = '';
    for (const tie of TIES) seen += (await reached(way, tie)) ? 'x' : '.';
    // A signed-out caller reaches no user.
    expect(seen).toBe(way.reaches.padEnd(TIES.length, '.'));
  },
);
