import { expect, it } from 'vitest';
import { StoreUnavailableError } from '../../src/server/kernel/store-errors.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

const { world, anna, bela, cleo } = setUpWorld(['anna', 'bela', 'cleo'], { friends: 'all', files: true });

/** The code of a call whose commands are kept, while nothing can be read from the first of them on. */
async function codeOf(who: Person, path: string, body: object): Promise<number> {
  const { store } = world.server.core;
  const [read, write] = [store.read.bind(store), store.write.bind(store)];
  let isGone = false;
  Object.assign(store, {
    read: (work: Parameters<typeof read>[0]) =>
      isGone ? Promise.reject(new StoreUnavailableError('gone')) : read(work),
    write: (work: Parameters<typeof write>[0]) => {
      isGone = true;
      return write(work);
    },
  });
  try {
    return await world.code(who, path, body);
  } finally {
    Object.assign(store, { read, write });
  }
}
const listSent = () => world.log.map(({ what }) => what);

it('COMMIT-3, FILE-11: a committed change is not refused because its picture could not be announced', async () => {
  const group = await world.group(anna, [bela]);
  expect(await codeOf(anna, '/enterprise/group/addGroupUser', { id: group, user_ids: [cleo.id] })).toBe(0);
  expect(listSent()).toContain('picture of a group not told');
  expect((await world.contact(cleo, group))?.id).toBe(group);
});

it('COMMIT-3, ACC-11: nor a new name because the groups that show it could not be read', async () => {
  await world.group(anna, [bela]);
  const name = { realname: 'Anna the Second', email: '', sex: 1, motto: '' };
  expect(await codeOf(anna, '/enterprise/im/updateUserInfo', name)).toBe(0);
  expect(listSent()).toContain('pictures of groups not told');
  expect((await world.contact(bela, anna.id))?.displayName).toBe('Anna the Second');
});

it('COMMIT-3, COUNT-12: nor a read because its author could not be notified', async () => {
  const message = { id: 'm-1', toContactId: bela.id, is_group: 0, type: 'text', content: 'words', at: [] };
  await world.ok(anna, 'im/sendMessage', message);
  const read = { toContactId: anna.id, is_group: 0, messages: [{ id: 'm-1' }], fromUser: 0 };
  expect(await codeOf(bela, '/enterprise/im/setMsgIsRead', read)).toBe(0);
  expect(listSent()).toContain('read messages not told');
  expect(await world.contact(bela, anna.id)).toMatchObject({ unread: 0 });
});

const SIGNAL = '/enterprise/im/sendToMsg';
const call = { id: 'call-1', type: 1, status: 3 };

it('COMMIT-3, CALL-15: a call that was taken is heard by who calls, though no name can be read', async () => {
  const [phone, desktop] = [await world.online(anna), await world.online(bela)];
  await world.ok(anna, SIGNAL, { ...call, toContactId: bela.id, event: 'calling' });
  await world.settle();
  for (const socket of [phone, desktop]) socket.frames.length = 0;
  const step = { ...call, toContactId: anna.id, event: 'acceptRtc' };
  expect(await codeOf(bela, SIGNAL, step)).toBe(0);
  expect(phone.of('webrtc')).toMatchObject([{ data: { id: 'call-1', extends: { event: 'acceptRtc' } } }]);
  expect(listSent()).toContain('step of a call told without a name');
});

it('COMMIT-3, CALL-36: and the end by users who are not friends any more', async () => {
  const [phone, desktop] = [await world.online(anna), await world.online(bela)];
  await world.ok(anna, SIGNAL, { ...call, toContactId: bela.id, event: 'calling' });
  await world.ok(anna, 'friend/del', { id: bela.id });
  await world.settle();
  for (const socket of [phone, desktop]) socket.frames.length = 0;
  expect(await codeOf(bela, SIGNAL, { ...call, toContactId: anna.id, event: 'hangup' })).toBe(0);
  await world.settle();
  for (const [socket, event] of [
    [phone, 'hangup'],
    [desktop, 'otherOpt'],
  ] as const)
    expect(socket.of('webrtc')).toMatchObject([{ data: { id: 'call-1', extends: { event, code: 903 } } }]);
});
