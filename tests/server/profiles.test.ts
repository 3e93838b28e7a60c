import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serverLimits } from '../../src/server/kernel/limits.ts';
import { userId } from '../../src/domain/ids.ts';
import type { FakeSocket } from '../support/fake-socket.ts';
import { twoNodes } from '../support/two-nodes.ts';
import { localUploads, png, upload } from '../support/uploads.ts';
import { startWorld, type Person, type World } from '../support/world.ts';

const rename = (world: World, who: Person, realname: string, more: object = {}) =>
  world.ok(who, 'im/updateUserInfo', { realname, ...more });
const listReports = (socket: FakeSocket) => socket.of('profiles').map(({ data, seq }) => [seq, data['list']]);

describe('new names and pictures', () => {
  let world: World;
  let anna: Person;
  let bela: Person;
  let cleo: Person;
  let dora: Person;
  beforeEach(async () => {
    world = await startWorld({ uploads: await localUploads() });
    [anna, bela, cleo, dora] = [
      await world.person('anna'),
      await world.person('bela'),
      await world.person('cleo'),
      await world.person('dora'),
    ];
    for (const other of [bela, cleo]) await world.befriend(dora, other);
    // Anna and Bela are friends; Anna and Cleo meet in a group only; Dora and Anna know nothing of each
    // other.
    await world.befriend(anna, bela);
    await world
      .group(bela, [anna])
      .then((group) =>
        world
          .befriend(bela, cleo)
          .then(() => world.ok(bela, 'group/addGroupUser', { id: group, user_ids: [cleo.id] })),
      );
  });
  afterEach(() => world.close());

  const readMissed = async (who: Person, cursor: string | undefined) =>
    (
      await world.ok<{ registers: { profiles: readonly Record<string, unknown>[] } }>(who, 'im/sync', {
        cursor,
      })
    ).registers.profiles;
  const cursorOf = async (who: Person) => (await world.call(who, 'im/getContacts')).cursor;

  it('STREAM-17: a change is sent at once, as a register, only to users who share a conversation', async () => {
    const [own, friend, met, stranger, plain] = [
      await world.online(anna),
      await world.online(bela),
      await world.online(cleo),
      await world.online(dora),
      await world.online(bela, { plain: true }),
    ];
    await rename(world, anna, 'Anna Two');
    const first = [
      undefined,
      [
        {
          id: anna.id,
          rev: 1,
          realname: 'Anna Two',
          account: 'anna',
          avatar: expect.stringContaining('/avatar/') as string,
          name_py: 'annatwo',
          index: 'A',
        },
      ],
    ];
    for (const socket of [own, friend, met]) expect(listReports(socket)).toEqual([first]);
    const src = (await upload(world, anna, { file: await png(9, 9), path: '/common/upload/uploadAvatar' }))
      .data as unknown as string;
    for (const socket of [own, friend, met])
      expect(listReports(socket).at(-1)).toMatchObject([
        undefined,
        [{ id: anna.id, rev: 2, realname: 'Anna Two', avatar: src }],
      ]);
    // A change of hidden fields notifies no user.
    await rename(world, anna, 'Anna Two', { motto: 'Words' });
    expect(listReports(friend)).toHaveLength(2);
    for (const socket of [stranger, plain])
      expect(
        socket.frames.some(
          (frame) => JSON.stringify(frame.data).includes('Anna Two') && frame.type === 'profiles',
        ),
      ).toBe(false);
    expect(listReports(stranger)).toEqual([]);
  });

  it('STREAM-17: a device that missed changes gets the current ones by sync, and groups get new pictures', async () => {
    const [bela0, cleo0, dora0] = [await cursorOf(bela), await cursorOf(cleo), await cursorOf(dora)];
    expect(await readMissed(bela, bela0)).toEqual([]);
    const face = (await world.rows(bela, 'im/getContacts')).find((row) => row['is_group'] === 1)?.['avatar'];
    for (const name of ['Anna Two', 'Anna Three']) await rename(world, anna, name);
    for (const [who, cursor] of [
      [bela, bela0],
      [cleo, cleo0],
    ] as const)
      expect(await readMissed(who, cursor)).toMatchObject([{ id: anna.id, rev: 2, realname: 'Anna Three' }]);
    expect(await readMissed(dora, dora0)).toEqual([]);
    expect(await readMissed(bela, await cursorOf(bela))).toEqual([]);
    expect(
      (await world.rows(bela, 'im/getContacts')).find((row) => row['is_group'] === 1)?.['avatar'],
    ).not.toBe(face);
    // Every user is a contact in a closed organisation.
    await world.setConfig((config) => ({
      ...config,
      sysInfo: { ...config.sysInfo, runMode: 1, diyName: true },
    }));
    const stranger = await world.online(dora);
    await rename(world, anna, 'Anna Four');
    expect(listReports(stranger)).toMatchObject([[undefined, [{ realname: 'Anna Four' }]]]);
    expect(await readMissed(dora, dora0)).toMatchObject([{ realname: 'Anna Four' }]);
  });

  it('STREAM-17: more changes than an answer takes cause a reload', async () => {
    const cursor = await cursorOf(bela);
    await world.server.core.store.write(async (tx) => {
      for (let user = 1_000; user < 1_000 + serverLimits.profilesMax; user += 1)
        await tx.profiles.noteChange(userId(user));
    });
    await rename(world, anna, 'Anna Two');
    expect(await world.ok(bela, 'im/sync', { cursor })).toMatchObject({ full: 1 });
  });
});

it('STREAM-17: another node sends them within a second, even without a packet of the bus', async () => {
  const nodes = await twoNodes();
  const [anna, bela] = [await nodes.one.person('anna'), await nodes.one.person('bela')];
  await nodes.one.befriend(anna, bela);
  const [here, there] = [await nodes.one.online(bela), await nodes.two.online(bela)];
  await nodes.pass(2_000);
  nodes.bus.up = false;
  await rename(nodes.one, anna, 'Anna Two');
  await nodes.pass(serverLimits.lookEveryMs);
  for (const socket of [here, there])
    expect(listReports(socket)).toMatchObject([[undefined, [{ id: anna.id, rev: 1, realname: 'Anna Two' }]]]);
  // Each check sends it once.
  await nodes.pass(3 * serverLimits.lookEveryMs);
  expect([listReports(here).length, listReports(there).length]).toEqual([1, 1]);
  // The next change is sent alone, without the previous ones.
  await rename(nodes.one, bela, 'Bela Two');
  await nodes.pass(serverLimits.lookEveryMs);
  for (const socket of [here, there])
    expect(listReports(socket).slice(1)).toMatchObject([
      [undefined, [{ id: bela.id, realname: 'Bela Two' }]],
    ]);
  await nodes.close();
});
