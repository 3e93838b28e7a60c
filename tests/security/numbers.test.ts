import { expect, it } from 'vitest';
import { duration } from '../../src/domain/limits.ts';
import { serverLimits } from '../../src/server/kernel/limits.ts';
import { refused } from '../support/attack.ts';
import { ROWS, bodyWith, fieldsOf } from '../support/call-bodies.ts';
import { device, pretendedPush } from '../support/pretended-push.ts';
import { localUploads, png, upload } from '../support/uploads.ts';
import { PASSWORD, startWorld } from '../support/world.ts';
import { setUpHouse } from '../support/set-up-world.ts';

/** Small numbers that can be guessed, names that mean something to the language, and lists without an end. */
const at = setUpHouse(async () => ({ uploads: await localUploads() }));

const post = (path: string, token: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
  at.world.raw(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token, ...headers },
    body,
  });

it('SEC-3: numbers of other users’ data, tried one by one, show and change nothing', async () => {
  const { world, owner, member, mallory } = at;
  const on = (who: typeof owner, path: string, body: object) => world.call(who, `/enterprise/${path}`, body);
  const picture = Number((await upload(world, owner, { file: await png(20, 20) })).data['file_id']);
  await upload(world, owner, { file: await png(30, 30), path: '/common/upload/uploadEmoji' });
  const moment = Number(
    (await world.ok(owner, 'moments/add', { content: 'for friends', file_ids: [picture] })).id,
  );
  await world.ok(member, 'moments/comment', { id: moment, content: 'a word' });
  const readView = async () =>
    JSON.stringify([await world.rows(owner, 'moments/list'), await world.rows(owner, 'emoji/index')]);
  const before = await readView();
  for (let id = 0; id <= 6; id += 1) {
    const tries = [
      on(mallory, 'moments/like', { id }),
      on(mallory, 'moments/comment', { id, content: 'x' }),
      on(mallory, 'moments/del', { id }),
      on(mallory, 'moments/delComment', { id }),
      on(mallory, 'moments/add', { content: 'x', file_ids: [id] }),
      on(mallory, 'emoji/add', { file_id: id }),
      on(mallory, 'im/sendMessage', {
        id: `f-${id}`,
        toContactId: '-1',
        type: 'image',
        content: '',
        file_id: id,
      }),
    ];
    for (const [n, answer] of (await Promise.all(tries)).entries())
      expect([id, n, answer.code]).toEqual([id, n, 400]);
  }
  const ids = Array.from({ length: 20 }, (_, n) => n);
  for (const name of ['del', 'move']) await on(mallory, `emoji/${name}`, { ids });
  expect((await on(mallory, 'moments/list', { user_id: owner.id })).code).toBe(400);
  expect([
    await readView(),
    await world.rows(mallory, 'moments/list'),
    await world.rows(mallory, 'files/index'),
    await world.rows(mallory, 'emoji/index'),
  ]).toEqual([before, [], [], []]);
});

it('SEC-3: a former member finds nothing more: by search, files, links, pages and positions', async () => {
  const { world, owner, member, group } = at;
  const file = (await upload(world, owner, { file: await png(40, 40) })).data;
  await at.say(owner, group, 'before');
  await world.ok(owner, 'im/sendMessage', {
    id: 'pic',
    toContactId: group,
    type: 'image',
    content: '',
    file_id: file['file_id'],
  });
  const [held] = (await world.rows(member, 'im/getMessageList', { toContactId: group })).slice(-1);
  await world.ok(owner, 'group/removeUser', { id: group, user_id: member.id });
  await at.say(owner, group, 'after');
  for (const [name, body] of [
    ['im/search', { keywords: 'words' }],
    ['files/index', {}],
    ['files/index', { keywords: 'photo' }],
    ['im/sync', { positions: { [group]: 0 } }],
  ] as const) {
    const answer = await world.call(member, `/enterprise/${name}`, body);
    expect([name, /words (?:before|after)|photo/.test(JSON.stringify(answer.data))]).toEqual([name, false]);
  }
  for (const [name, body] of [
    ['im/getMessageList', { toContactId: group }],
    ['im/getContactInfo', { id: group }],
    ['im/forwardMessage', { user_ids: [owner.id], msg_id: held?.['msg_id'] }],
  ] as const) {
    const answer = await world.call(member, `/enterprise/${name}`, body);
    expect([name, answer.code === 0]).toEqual([name, false]);
  }
  expect(await world.code(member, '/common/upload/renew', { src: held?.content })).toBe(400);
});

it('SEC-3: an invitation is valid for its group and time, while its creator is a member', async () => {
  const { world, owner, manager, member, mallory, group } = at;
  const tokenOf = async (who: typeof owner, id: string) =>
    String((await world.ok(who, 'group/groupInfo', { group_id: id })).qrUrl)
      .split('/')
      .at(-1) ?? '';
  const other = await world.group(owner, [manager], 'Other');
  const [mine, made] = [await tokenOf(owner, other), await tokenOf(member, group)];
  const join = (token: string, id = group) => at.on(mallory, 'joinGroup', { group_id: id, token });
  await refused(at, () => join(mine), 'of another group');
  for (const changed of [
    `${made.slice(0, -1)}${made.endsWith('A') ? 'B' : 'A'}`,
    made.replace(/^./, 'x'),
    made.split('.').slice(0, -1).join('.'),
    `${made}.`,
    made.toUpperCase(),
  ])
    await refused(at, () => join(changed), changed);
  await world.ok(owner, 'group/removeUser', { id: group, user_id: member.id });
  await refused(at, () => join(made), 'of somebody who left');
  expect(await world.code(null, `/scan/g/${made}`)).not.toBe(0);
  const late = await tokenOf(owner, group);
  world.clock.jump(8 * duration.DAY);
  await refused(at, () => join(late), 'too late');
});

it('SEC-3: names with a meaning in the language are names like others', async () => {
  const { world, owner, manager, group } = at;
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];
  for (const id of names) {
    expect((await at.say(owner, manager.id, id)).code, id).toBe(0);
    expect((await at.im(manager, 'undoMessage', { id })).code, id).not.toBe(0);
  }
  expect(
    (await world.rows(manager, 'im/getMessageList', { toContactId: owner.id }))
      .map((row) => row.id)
      .slice(-names.length),
  ).toEqual(names);
  const bodies = names.map((name) => {
    const nested = `"setting":{"${name}":{"invite":1},"invite":0},"extends":{"${name}":{"x":1}}`;
    return `{"id":"${group}","${name}":{"role":1,"admin":1},${nested},"at":[],"positions":{"${name}":1}}`;
  });
  for (const { paths, form } of ROWS) {
    if (form || paths[0]?.endsWith('/logout')) continue;
    for (const body of bodies)
      expect((await post(paths[0] ?? '', at.mallory.token, body)).status, `${paths[0]} ${body}`).toBe(200);
  }
  const socket = await world.socket();
  for (const name of names) socket.hear(`{"type":"ack","visible":1,"positions":{"${name}":5}}`);
  const calls = '{"__proto__":5,"constructor":5}';
  socket.hear(
    `{"type":"bindUid","user_id":${owner.id},"token":"${owner.token}","client":"parley","calls":${calls}}`,
  );
  await world.settle();
  expect(socket.of('pong').at(-1)).toMatchObject({ bound: true });
  expect([Reflect.get({}, 'admin'), Reflect.get({}, 'role'), Reflect.get([], 'x')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('SEC-3: endless lists are refused unread, and other calls are answered', async () => {
  const long = Array.from({ length: serverLimits.valuesMax + 1 }, (_, n) => n);
  const lists = [
    long,
    Object.fromEntries(long.map((n) => [n, n])),
    [long.slice(0, serverLimits.valuesMax / 2), long.slice(serverLimits.valuesMax / 2)],
  ].map((list) => JSON.stringify(list));
  const ask = async (path: string, body: string) =>
    (await (await post(path, at.mallory.token, body)).json()) as {
      readonly code: number;
      readonly msg: string;
    };
  for (const list of lists) {
    expect(await ask('/enterprise/im/getContacts', `{"messages":${list}}`)).toMatchObject({
      code: 400,
      msg: '请求内容过大',
    });
    expect((await ask('/enterprise/im/sendMessage', list)).code).toBe(400);
  }
  // Uses the maximum number of values, so the call itself reports the fault.
  const most = JSON.stringify(long.slice(0, serverLimits.valuesMax - 100));
  for (const row of ROWS) {
    const [path = ''] = row.paths;
    if (row.form || path.endsWith('/logout')) continue;
    for (const field of fieldsOf(row).filter((name) =>
      /ids$|^at$|messages|positions|setting|extends/.test(name),
    )) {
      const answer = await ask(
        path,
        JSON.stringify(bodyWith(row, field, null)).replace(`"${field}":null`, `"${field}":${most}`),
      );
      expect(answer.code, `${path} ${field}`).toBeTypeOf('number');
    }
  }
  expect(
    (await ask('/enterprise/im/getContacts', `{"x":"${'y'.repeat(serverLimits.bodyBytesMax)}"}`)).code,
  ).toBe(400);
  expect((await at.im(at.owner, 'getContacts')).code).toBe(0);
});

it('SEC-3: headers and spellings of paths do not bypass the token', async () => {
  const tries: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    [
      '/enterprise/im/getContacts',
      { 'x-original-url': '/common/pub/getSystemInfo', 'x-rewrite-url': '/common/pub/getSystemInfo' },
    ],
    [
      '/enterprise/im/getContacts',
      {
        'x-http-method-override': 'GET',
        'x-user-id': '1',
        'x-forwarded-user': 'owner',
        user_id: '1',
        uid: '1',
      },
    ],
    ['/enterprise/im/getContacts', { authorization: 'null' }],
    ['/enterprise/im/getContacts', { authorization: 'undefined' }],
    ['/enterprise/im/getContacts', { authorization: 'Bearer' }],
    ['/enterprise/im/getContacts', { cookie: `token=${at.owner.token}; authorization=${at.owner.token}` }],
    [`/enterprise/im/getContacts?authorization=${at.owner.token}&token=${at.owner.token}`, {}],
    ['/common/pub/../../enterprise/im/getContacts', {}],
    ['/common/%2e%2e/enterprise/im/getContacts', {}],
    ['/ENTERPRISE/im/getcontacts', {}],
    ['/common/pub/login;/../enterprise/im/getContacts', {}],
    ['/enterprise/im/getContacts/', {}],
    ['//enterprise/im/getContacts', {}],
    ['/enterprise/im/getContacts%00', {}],
    ['/enterprise//im/getContacts', {}],
  ];
  for (const [path, headers] of tries) {
    const response = await at.world.raw(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{}',
    });
    const text = await response.text();
    expect([path, text.includes('member name')]).toEqual([path, false]);
    if (response.status === 200)
      expect((JSON.parse(text) as { readonly code: number }).code, path).not.toBe(0);
    else expect(response.status, path).toBe(404);
  }
});

it('SEC-3: devices of other users are not reached by an invented name or by a login', async () => {
  const push = pretendedPush();
  const world = await startWorld({ push });
  world.server.start();
  const [anna, evelyn] = [await world.person('anna'), await world.person('evelyn')];
  const cid = await device(world, anna, 'phone');
  for (const guess of ['', '0', cid.slice(0, -1), cid.toUpperCase(), '%', '*', '__proto__']) {
    const input = await device(world, evelyn, `own-${encodeURIComponent(guess)}`, { cid: guess });
    expect(input).not.toBe(cid);
    await world.login('evelyn', { cid: guess });
  }
  const text = JSON.stringify([
    await world.call(evelyn, 'im/getUserInfo', { user_id: anna.id }),
    await world.call(evelyn, 'im/searchUser', { keywords: 'anna' }),
    await world.call(null, '/common/pub/login', { account: 'anna', password: PASSWORD }),
  ]);
  expect([text.includes(cid), text.includes('push.test')]).toEqual([false, false]);
  await world.befriend(anna, evelyn);
  await world.say(evelyn, String(anna.id), 'hi', { id: 'm-1' });
  for (let sec = 0; sec < 12; sec += 1) {
    await world.clock.advance(1_000);
    await world.settle();
  }
  expect(
    push
      .take()
      .filter(({ note }) => note.content === 'hi')
      .map(({ endpoint }) => endpoint),
  ).toEqual(['https://push.test/phone']);
  await world.close();
});

it('SEC-1: row 60: no body, form or message stops the server or changes built-in objects', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const brackets = `a${'['.repeat(60_000)}=1`;
  for (const path of ['/common/pub/login', '/common/pub/sendCode', '/enterprise/im/getContacts']) {
    for (const [query, body] of [
      ['a[x]=1', 'a[__proto__][polluted]=1'],
      ['a[]=1', 'a[__proto__][polluted]=1'],
      ['a[x]=1', 'a[constructor][prototype][polluted]=1'],
      ['__proto__[x]=1', '__proto__[polluted]=1'],
      ['', brackets],
    ]) {
      const answer = await post(
        `${path}?${query ?? ''}`,
        path.startsWith('/common') ? '' : at.mallory.token,
        body ?? '',
        form,
      );
      expect(answer.status).toBe(200);
      for (const one of [{}, [], () => undefined] as unknown as readonly Record<string, unknown>[])
        expect(one['polluted']).toBeUndefined();
    }
  }
  const ask = async (path: string, body: object) => await at.world.code(at.mallory, path, body);
  expect(await ask('/enterprise/group/getAllUser', { user_ids: '1,'.repeat(400_000) })).toBe(400);
  for (const content of [`${'\n'.repeat(16_000)}x`, `http://${'.'.repeat(16_000)}x`, '<'.repeat(16_000)])
    expect(
      await ask('/enterprise/im/sendMessage', {
        id: `m-${content.charCodeAt(0)}`,
        toContactId: '-1',
        type: 'text',
        content,
      }),
    ).toBe(400);
  expect((await at.im(at.owner, 'getContacts')).code).toBe(0);
});
