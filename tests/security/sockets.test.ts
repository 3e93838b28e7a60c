import { expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/server/features/features.ts';
import { fetched, localUploads, sendFile, textFile } from '../support/uploads.ts';
import { startWorld } from '../support/world.ts';
import { setUpHouse } from '../support/set-up-world.ts';

const at = setUpHouse(async () => ({ uploads: await localUploads() }));

it('SEC-1: row 3: no call and no frame binds a socket to another user', async () => {
  const { world, mallory, owner } = at;
  const socket = await world.socket();
  for (const [who, user_id] of [
    [mallory, owner.id],
    [null, owner.id],
    [mallory, 0],
    [mallory, '1 or 1=1'],
  ] as const) {
    expect(await world.code(who, '/common/Pub/bindUid', { client_id: socket.clientId, user_id })).not.toBe(0);
  }
  socket.frames.length = 0;
  await at.say(at.member, owner.id, 'm-1');
  expect(socket.frames).toEqual([]);
  socket.say({ type: 'bindUid', user_id: owner.id, token: mallory.token, client: 'parley', v: 1 });
  await world.settle();
  expect(socket.closedWith()).toBe(4001);
});

it('SEC-1: row 4: only members bind a group, and no frame sets a user offline', async () => {
  const { world, mallory, group, owner } = at;
  const [socket, victim] = [await world.online(mallory), await world.online(owner)];
  for (const path of ['/common/pub/bindGroup', '/common/index/bindGroup'])
    expect(await world.code(mallory, path, { client_id: socket.clientId, group_id: group })).not.toBe(0);
  for (const frame of [
    { type: 'offline', data: { id: owner.id } },
    { type: 'close', user_id: owner.id },
    { type: 'bindGroup', group_id: group },
    { type: 'group', data: {} },
  ])
    socket.say(frame);
  await at.say(at.member, group, 'm-1');
  expect(socket.of('group')).toEqual([]);
  expect(victim.closedWith()).toBeNull();
  expect(victim.of('group')).toHaveLength(1);
  await world.call(null, '/common/pub/offline', { user_id: owner.id });
  expect(world.server.gateway.isOnline(owner.id as never)).toBe(true);
});

it('SEC-1: row 5: an unbound socket receives nothing, and the configuration contains no secret', async () => {
  const { world } = at;
  const stranger = await world.socket();
  const mallory = await world.online(at.mallory);
  stranger.frames.length = 0;
  await world.online(at.owner);
  await at.world.ok(at.owner, 'group/setNotice', { id: at.group, notice: 'for us' });
  world.server.gateway.configChanged(world.server.core.config());
  await world.settle();
  await world.clock.advance(1_500);
  expect(stranger.frames).toEqual([]);
  expect(mallory.types().filter((type) => !['updateConfig', 'ping', 'profile'].includes(type))).toEqual([]);
  const text = JSON.stringify(await world.call(null, '/common/pub/getSystemInfo', {}));
  expect(text).not.toMatch(/credential|secret|"password"|stunPass":"[^"]/i);
});

it('SEC-1: row 21: a user is online until the last socket is closed', async () => {
  const { world, owner, member } = at;
  const watcher = await world.online(member, { plain: true });
  const [first, second] = [await world.online(owner), await world.online(owner)];
  watcher.frames.length = 0;
  first.say({ type: 'close' });
  await world.clock.advance(30_000);
  expect(watcher.of('isOnline')).toEqual([]);
  second.say({ type: 'close' });
  await world.clock.advance(1_500);
  expect(watcher.of('isOnline')).toMatchObject([{ data: { id: owner.id, is_online: 0 } }]);
});

it('SEC-1: row 22: after a bad token nothing of that socket is processed', async () => {
  const { world, owner } = at;
  const socket = await world.socket();
  socket.say({ type: 'bindUid', user_id: owner.id, token: 'bearer 0000' });
  socket.say({ type: 'bindUid', user_id: owner.id, token: owner.token });
  socket.say({ type: 'ping' });
  const closed = await world.socket();
  closed.say({ type: 'bindUid', user_id: owner.id, token: 'bearer 0000' });
  await world.settle();
  expect(closed.closedWith()).toBe(4001);
  closed.frames.length = 0;
  closed.say({ type: 'bindUid', user_id: owner.id, token: owner.token });
  closed.say({ type: 'ping' });
  await at.say(at.member, owner.id, 'm-1');
  expect(closed.frames).toEqual([]);
});

it('SEC-1: row 30: only two friends signal a call, and only their own', async () => {
  if (!ENDPOINTS.some((row) => row.paths.includes('/enterprise/im/sendToMsg')))
    throw new Error('no sendToMsg');
  const { world, owner, manager, mallory } = at;
  const victim = await world.online(owner);
  const signal = (who: typeof owner, to: typeof owner, event: string, id = 'call-1') =>
    world.call(who, 'im/sendToMsg', { id, toContactId: to.id, type: 1, status: 3, event });
  expect((await signal(mallory, owner, 'calling')).code).not.toBe(0);
  expect(victim.of('webrtc')).toEqual([]);
  expect((await signal(owner, manager, 'calling')).code).toBe(0);
  for (const event of ['hangup', 'acceptRtc', 'busy', 'offer']) await signal(mallory, owner, event);
  await at.say(owner, manager.id, 'no-call');
  await signal(mallory, owner, 'hangup', 'no-call');
  expect(
    (await world.rows(manager, 'im/getMessageList', { toContactId: String(owner.id), peek: 1 })).at(-1),
  ).toMatchObject({ type: 'text', content: 'words no-call' });
  expect(victim.of('webrtc').filter((frame) => JSON.stringify(frame).includes('mallory'))).toEqual([]);
});

it('SEC-1: row 31: every device of both sides receives every event', async () => {
  const sockets = [
    await at.world.online(at.owner),
    await at.world.online(at.owner, { plain: true }),
    await at.world.online(at.manager),
    await at.world.online(at.manager, { plain: true }),
  ];
  await at.say(at.owner, at.manager.id, 'm-1');
  for (const socket of sockets) expect(socket.of('simple')).toHaveLength(1);
});

it('SEC-1: row 38: a file needs a signed link, and no guess opens it', async () => {
  const { world, owner, manager } = at;
  const { content } = await sendFile(world, owner, manager.id, textFile('a.txt', 'secret words'));
  const link = content;
  expect((await fetched(world, link)).status).toBe(200);
  const bare = new URL(link, 'http://parley.test').pathname;
  for (const guess of [
    bare,
    `${bare}?sign=`,
    link.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    '/files/1',
    '/files/../parley.db',
    '/files/%2e%2e/parley.db',
  ]) {
    const answer = await fetched(world, guess);
    expect(answer.status, guess).not.toBe(200);
    expect(answer.bytes.toString()).not.toContain('secret');
  }
  expect(await world.code(at.mallory, '/common/upload/renew', { src: link })).not.toBe(0);
});

it('SEC-1: row 57: a user who stores the same bytes as another learns no name of them', async () => {
  const { world, owner, manager, member } = at;
  const secret = textFile('the one who is let go.txt', 'a list that many have');
  await sendFile(world, owner, manager.id, secret);
  await world.befriend(member, at.mallory);
  const sent = await sendFile(world, member, at.mallory.id, { ...secret, name: 'mine.txt' });
  for (const address of [
    sent.content,
    sent.download,
    (await world.ok(at.mallory, '/common/upload/renew', { src: sent.content })).src,
  ]) {
    expect((await fetched(world, address)).headers.get('content-disposition')).toContain('mine.txt');
  }
});

it('SEC-1: row 39: a changed configuration is sent as a whole', async () => {
  const socket = await at.world.online(at.member);
  at.world.server.gateway.configChanged(at.world.server.core.config());
  const own = await at.world.call(at.member, '/common/pub/getSystemInfo', {});
  const frame = socket.of('updateConfig')[0];
  expect(Object.keys(frame?.data ?? {}).toSorted()).toEqual(Object.keys(own.data as object).toSorted());
  expect(frame?.data).toHaveProperty('demon_mode');
});

it('SEC-1: row 41: logging out unbinds the sockets of that session, also without their names', async () => {
  const socket = await at.world.online(at.member);
  expect(await at.world.code(at.member, '/common/pub/logout', {})).toBe(0);
  await at.say(at.owner, at.member.id, 'm-1');
  expect(socket.of('simple')).toEqual([]);
});

it('SEC-1: row 48: the peer of a call gets a name and a picture only', async () => {
  const peer = await at.world.online(at.manager);
  await at.world.call(at.owner, 'im/sendToMsg', {
    id: 'call-1',
    toContactId: at.manager.id,
    type: 1,
    status: 3,
    event: 'calling',
  });
  const from = peer.of('webrtc')[0]?.data['fromUser'] as Record<string, unknown>;
  expect(from).toMatchObject({ id: at.owner.id });
  for (const name of Object.keys(from))
    expect(['id', 'user_id', 'displayName', 'avatar', 'account', 'realname', 'name_py']).toContain(name);
});

it('SEC-1: row 59: a page of another origin reads no answer, unless it was named', async () => {
  const evil = { origin: 'https://evil.test', 'access-control-request-method': 'POST' };
  const named = await startWorld({ settings: { allowOrigins: ['https://app.example.org'] } });
  for (const world of [at.world, named]) {
    for (const init of [
      { method: 'OPTIONS', headers: evil },
      { method: 'POST', headers: evil },
    ]) {
      const { headers } = await world.raw('/common/pub/getSystemInfo', init);
      for (const name of ['origin', 'headers', 'credentials'])
        expect(headers.get(`access-control-allow-${name}`)).toBeNull();
    }
  }
  await named.close();
});
