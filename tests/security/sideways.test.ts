import { expect, it } from 'vitest';
import { setUpWorld, type Person } from '../support/set-up-world.ts';

/** Numbers, names and cursors of other users, in place of the user's own. */
const SECRET = 'words that are nobody else’s';
const {
  world,
  anna,
  bela,
  evelyn: eve,
  group,
} = setUpWorld(['anna', 'bela', 'evelyn'], { friends: ['anna', 'bela'], group: ['anna', 'bela'] });

const call = (who: Person, path: string, body: object) => world.call(who, `/enterprise/${path}`, body);
const say = (who: Person, to: string | number, id: string, more: object = {}) =>
  call(who, 'im/sendMessage', { id, toContactId: String(to), type: 'text', content: SECRET, ...more });
const containsText = (answer: unknown) => JSON.stringify(answer).includes(SECRET);

it('SEC-2: positions and foreign cursors reveal no stream of other users', async () => {
  const { cursor = '' } = await world.call(anna, 'im/getContacts');
  await say(anna, bela.id, 'm-1');
  await say(anna, group, 'm-2');
  const streams = ['1-2', group, `u${anna.id}`, `u${bela.id}`];
  const request = await call(eve, 'im/sync', {
    positions: Object.fromEntries(streams.map((stream) => [stream, 0])),
  });
  const borrowed = await call(eve, 'im/sync', { cursor });
  expect([request, borrowed].map(({ data }) => data['frames'])).toEqual([[], []]);
  expect([
    containsText(request),
    containsText(borrowed),
    containsText(await call(bela, 'im/sync', { cursor })),
  ]).toEqual([false, false, true]);
});

it('SEC-2: the internal name of a stream does not address a conversation', async () => {
  await say(anna, bela.id, 'm-1');
  await say(anna, -1, 'm-2');
  for (const target of [
    '1-2',
    'u1',
    `u${anna.id}`,
    'group-01',
    ' group-1',
    'GROUP-1',
    '0',
    '1e0',
    '1.0',
    `${anna.id} or 1=1`,
  ]) {
    for (const path of ['getMessageList', 'getContactInfo', 'setMsgIsRead', 'delChat']) {
      const answer = await call(
        eve,
        `im/${path}`,
        path === 'getMessageList'
          ? { toContactId: target }
          : { id: target, toContactId: target, messages: [{ n: 9 }] },
      );
      expect([target, path, containsText(answer), Array.isArray(answer.data) ? answer.data : []]).toEqual([
        target,
        path,
        false,
        [],
      ]);
    }
  }
  expect(await world.rows(eve, 'im/getMessageList', { toContactId: '-1' })).toEqual([]);
});

it('SEC-2: foreign numbers of messages and calls quote, forward, end and change nothing', async () => {
  await world.befriend(anna, eve);
  const sent = await say(anna, bela.id, 'm-1');
  const hidden = await call(eve, 'im/sendMessage', {
    id: 'q',
    toContactId: String(anna.id),
    type: 'text',
    content: 'mine',
    pid: sent.data['msg_id'],
  });
  expect([
    containsText(hidden),
    containsText(await world.rows(eve, 'im/getMessageList', { toContactId: anna.id })),
  ]).toEqual([false, false]);
  await world.online(bela);
  const signal = (who: Person, to: Person, event: string, id: string) =>
    call(who, 'im/sendToMsg', { id, toContactId: to.id, type: 0, status: 3, event });
  expect((await signal(anna, bela, 'calling', 'call-1')).code).toBe(0);
  for (const event of ['hangup', 'acceptRtc', 'offer', 'busy', 'iceCandidate'])
    expect((await signal(eve, anna, event, 'call-1')).code).toBe(400);
  // Tries used IDs: a text as a call, another user's call, and a call as a text.
  expect((await signal(eve, anna, 'calling', 'm-1')).code).toBe(400);
  expect((await signal(eve, anna, 'calling', 'call-1')).code).toBe(400);
  expect((await signal(anna, bela, 'hangup', 'm-1')).code).toBe(400);
  expect((await say(eve, anna.id, 'call-1')).code).toBe(400);
  for (const path of ['undoMessage', 'delMessage', 'updateCard'])
    expect((await call(eve, `im/${path}`, { id: 'm-1', extends: { id: eve.id } })).code).toBe(400);
  const rows = await world.rows(bela, 'im/getMessageList', { toContactId: anna.id });
  expect(rows.find((row) => row.id === 'm-1')).toMatchObject({ content: SECRET });
  expect(rows.find((row) => row.id === 'call-1')?.extends).toMatchObject({ code: 901 });
});
