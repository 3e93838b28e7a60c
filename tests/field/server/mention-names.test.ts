import { expect, it } from 'vitest';
import { userId } from '../../../src/domain/ids.ts';
import { startFinishingErasures } from '../../../src/server/features/erasing/erase-own.ts';
import type { Fields } from '../../support/fields.ts';
import { device } from '../../support/pretended-push.ts';
import { until } from '../../support/until.ts';
import { PASSWORD } from '../../support/world.ts';
import { setUpWorld, type Person } from '../../support/set-up-world.ts';

const { world, anna, bela, cleo, dora, group, push } = setUpWorld(['anna', 'bela', 'cleo', 'dora'], {
  friends: 'all',
  group: ['anna', 'bela', 'cleo'],
  push: true,
});

let made = 0;
const say = (content: string, parts: object = {}, to: string | number = group) =>
  world.say(anna, to, content, { id: `named-${(made += 1)}`, ...parts });
const naming = (...people: readonly Person[]) => ({
  at: people.map(({ id }) => id),
  extends: { mentions: people.map(({ id, account }) => ({ id, name: `${account} name` })) },
});
const rename = (who: Person, realname: string) => world.ok(who, 'im/updateUserInfo', { realname });
const page = (who = cleo, to: string | number = group) =>
  world.rows(who, 'im/getMessageList', { toContactId: to, peek: 1 });
const newest = async (who = cleo, to: string | number = group) => (await page(who, to)).at(-1) as Fields;
const mentions = (row: Fields | undefined) => (row?.['extends'] as Fields | null)?.['mentions'];

it('MENTION-5: a message keeps whom it mentions by id, in its frame, its history and the list', async () => {
  const socket = await world.online(cleo);
  await say('hi @bela name', naming(bela));
  const names = [{ id: bela.id, name: 'bela name' }];
  expect(socket.of('group').map(({ data }) => mentions(data))).toEqual([names]);
  expect(mentions(await newest())).toEqual(names);
  expect(mentions((await world.contact(cleo, group))?.['last'] as Fields)).toEqual(names);
});

it('MENTION-5: a base-protocol client gets the text as it was written, and no other field', async () => {
  const socket = await world.online(cleo, { plain: true });
  await say('hi @bela name', naming(bela));
  const [frame] = socket.of('group');
  expect([frame?.data['content'], frame?.data['extends'], frame?.data['at']]).toEqual([
    'hi @bela name',
    null,
    [bela.id],
  ]);
});

it.each([
  ['users of another group', () => naming(dora), 'hi @dora name'],
  [
    'users who do not exist',
    () => ({ at: [9999], extends: { mentions: [{ id: 9999, name: 'bela name' }] } }),
    'hi @bela name',
  ],
  ['users whom `at` does not name', () => ({ at: [], extends: naming(bela).extends }), 'hi @bela name'],
  [
    'everyone, in a group of somebody else',
    () => ({ at: [], extends: { mentions: [{ id: 0, name: 'all' }] } }),
    'hi @all',
  ],
  ['names that the text does not have', () => naming(bela), 'hi bela'],
  ['no list', () => ({ at: [bela.id], extends: { mentions: { id: bela.id } } }), 'hi @bela name'],
])('MENTION-6: the server drops mentions of %s', async (_what, parts, content) => {
  await say(content, parts());
  expect([(await newest())['content'], mentions(await newest())]).toEqual([content, undefined]);
});

it('MENTION-6: a text names each user once, and as many as may be mentioned', async () => {
  const many = Array.from({ length: 400 }, () => ({ id: bela.id, name: 'bela name', now: 'x', extra: 'y' }));
  await say('hi @bela name', { at: [bela.id], extends: { mentions: many } });
  expect(mentions(await newest())).toEqual([{ id: bela.id, name: 'bela name' }]);
});

it('MENTION-7: after a rename, history, quotes, the list and search rows say the new name', async () => {
  const sentMessage = await say('hi @bela name', naming(bela));
  await say('look', { pid: sentMessage.msg_id });
  await rename(bela, 'Bela Two');
  const [first, second] = (await page()).slice(-2);
  expect(first?.['content']).toBe('hi @bela name');
  expect(mentions(first)).toEqual([{ id: bela.id, name: 'bela name', now: 'Bela Two' }]);
  expect(second?.['extends']).toMatchObject({
    content: 'anna name：hi @Bela Two',
    named: [{ id: bela.id, name: 'Bela Two' }],
  });
  const match = await world.ok<{ list: readonly Fields[] }>(cleo, 'im/search', { keywords: 'hi @bela name' });
  expect(JSON.stringify(match)).toContain('"now":"Bela Two"');
  const last = await say('ho @bela name', naming(bela));
  expect(last['content']).toBe('ho @bela name');
  expect((await world.contact(cleo, group))?.['last']).toMatchObject({
    content: 'ho @Bela Two',
    extends: { mentions: [{ id: bela.id, name: 'Bela Two' }] },
  });
});

it('MENTION-8: an edit resolves its mentions again, and a scheduled text when it is sent', async () => {
  const sentMessage = await say('hi @bela name', naming(bela));
  const socket = await world.online(cleo);
  await world.ok(anna, 'im/editMessage', { id: sentMessage.id, content: 'hi @cleo name', ...naming(cleo) });
  expect(mentions(socket.of('updateMessage').at(-1)?.data)).toEqual([{ id: cleo.id, name: 'cleo name' }]);
  expect(mentions(await newest())).toEqual([{ id: cleo.id, name: 'cleo name' }]);
  await world.ok(anna, 'im/editMessage', { id: sentMessage.id, content: 'hi', at: [] });
  expect((await newest())['extends']).toBeNull();
  const later = {
    id: 'later-1',
    toContactId: group,
    content: 'ho @bela name',
    sendTime: world.clock.nowMs() + 60_000,
  };
  await world.ok(anna, 'im/scheduleMessage', { ...later, ...naming(bela) });
  await world.ok(anna, 'im/sendScheduled', { id: 'later-1' });
  expect(mentions(await newest())).toEqual([{ id: bela.id, name: 'bela name' }]);
});

it('MENTION-8: a forwarded text mentions members of the new chat and notifies no member', async () => {
  const other = await world.group(anna, [bela, dora]);
  const sentMessage = await say('hi @bela name and @cleo name', naming(bela, cleo));
  await world.ok(anna, 'im/forwardMessage', { msg_id: sentMessage.msg_id, user_ids: [other, cleo.id] });
  const copy = await newest(bela, other);
  expect([copy['content'], mentions(copy), copy['at']]).toEqual([
    'hi @bela name and @cleo name',
    [{ id: bela.id, name: 'bela name' }],
    [],
  ]);
  expect(mentions(await newest(cleo, anna.id))).toEqual([{ id: cleo.id, name: 'cleo name' }]);
});

it('MENTION-9: the mention of an erased account is its written name, without a matching ID', async () => {
  await say('hi @bela name', naming(bela));
  await world.ok(bela, 'im/eraseAccount', { password: PASSWORD });
  const { core } = world.server;
  const stop = startFinishingErasures(core);
  await until(async () =>
    expect(await core.store.read((tx) => tx.erasing.unfinished(userId(0), 9))).toEqual([]),
  );
  await stop();
  const row = (await page()).find(({ content }) => content === 'hi @bela name');
  expect(row).toBeDefined();
  expect(JSON.stringify(mentions(row))).not.toContain('bela');
});

it('MENTION-7: a push says the name of now', async () => {
  world.server.start();
  await device(world, cleo, 'phone');
  await say('hi @bela name', naming(bela));
  await rename(bela, 'Bela Two');
  for (let sec = 0; sec < 12; sec += 1) {
    await world.clock.advance(1_000);
    await world.settle();
  }
  expect(push.take().map(({ note }) => note['content'])).toEqual([expect.stringContaining('hi @Bela Two')]);
});

it('RULE-7: direction marks and invisible characters are refused in names of users and groups', async () => {
  for (const name of ['Bela\u200f', 'Be\u202ela', 'Be\u200bla']) {
    const renamed = await world.call(bela, 'im/updateUserInfo', { realname: name });
    const made = await world.call(anna, 'group/add', { user_ids: [bela.id], name });
    const changed = await world.call(anna, 'group/editGroupName', { id: group, displayName: name });
    const registered = await world.call(null, '/common/pub/register', {
      account: 'visitor',
      realname: name,
      password: PASSWORD,
      repass: PASSWORD,
    });
    expect([renamed.code, made.code, changed.code, registered.code]).toEqual([400, 400, 400, 400]);
  }
  expect((await world.contact(anna, bela.id))?.['realname']).toBe('bela name');
});
