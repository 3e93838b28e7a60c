import { describe, expect, it } from 'vitest';
import { userId } from '../../../src/domain/ids.ts';
import type { Store } from '../../../src/ports/store.ts';
import { fetched, png, upload } from '../../support/uploads.ts';
import { setUpWorld } from '../../support/set-up-world.ts';

let store: Store;
const { world, anna, bela, cleo } = setUpWorld(['anna', 'bela', 'cleo'], {
  friends: 'all',
  files: true,
  options: { store: (opened) => (store = opened) },
});

describe('the picture of a group', () => {
  it.each([
    [
      'an admin was made',
      (id: string) => world.ok(anna, 'group/setManager', { id, user_id: cleo.id, role: 2 }),
    ],
    ['it was transferred', (id: string) => world.ok(anna, 'group/changeOwner', { id, user_id: cleo.id })],
  ])('FILE-11: loads for every member after %s', async (_what, change) => {
    const group = await world.group(anna, [bela, cleo]);
    const socket = await world.online(bela);
    const before = (await world.contact(bela, group))?.avatar;
    await change(group);
    await world.settle();
    const after = (await world.contact(bela, group))?.avatar;
    expect(after).not.toBe(before);
    expect(socket.of('setManager').at(-1)?.data.avatar).toBe(after);
    expect((await fetched(world, after)).status).toBe(200);
  });

  it('FILE-11: an outdated address in a list still loads, and is not cached for long', async () => {
    const group = await world.group(anna, [bela, cleo]);
    const address = (await world.contact(bela, group))?.avatar;
    // The new picture is announced after the command: here the node stops before that.
    await store.write((tx) => tx.users.update(userId(cleo.id), { realname: 'Zoe', avatar: '' }));
    const outdated = await fetched(world, address);
    expect([outdated.status, outdated.headers.get('cache-control')]).toEqual([200, 'private, max-age=60']);
    await upload(world, cleo, { file: await png(64, 64), path: '/common/upload/uploadAvatar' });
    const newest = await fetched(world, (await world.contact(bela, group))?.avatar);
    expect(newest.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    expect((await fetched(world, `/avatar/${group}/0000000000000000`)).status).toBe(404);
  });
});
