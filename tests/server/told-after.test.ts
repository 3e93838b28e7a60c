import { expect, it } from 'vitest';
import { StoreUnavailableError } from '../../src/server/kernel/store-errors.ts';
import { temporaryFolder } from '../support/server.ts';
import { localUploads } from '../support/uploads.ts';
import { startWorld } from '../support/world.ts';

it('COMMIT-3, FILE-11: what was kept is not refused because the picture of the group could not be told after it', async () => {
  const world = await startWorld({ uploads: await localUploads(temporaryFolder()) });
  const [anna, bela, cleo] = [
    await world.person('anna'),
    await world.person('bela'),
    await world.person('cleo'),
  ];
  for (const other of [bela, cleo]) await world.befriend(anna, other);
  const group = await world.group(anna, [bela]);
  const { store } = world.server.core;
  const [read, write] = [store.read.bind(store), store.write.bind(store)];
  let isGone = false;
  Object.assign(store, {
    read: (work: Parameters<typeof read>[0]) =>
      isGone ? Promise.reject(new StoreUnavailableError('gone')) : read(work),
    write: (work: Parameters<typeof write>[0]) => write(work).finally(() => (isGone = true)),
  });
  const { code } = await world.call(anna, '/enterprise/group/addGroupUser', {
    id: group,
    user_ids: [cleo.id],
  });
  Object.assign(store, { read, write });
  expect(code).toBe(0);
  expect(world.log.map(({ what }) => what)).toContain('picture of a group not told');
  expect((await world.contact(cleo, group))?.id).toBe(group);
  await world.close();
});
