import { beforeEach, expect, it } from 'vitest';
import { EVERY_TAG } from '../../../src/domain/notification.ts';
import { device } from '../../support/pretended-push.ts';
import { type Person } from '../../support/world.ts';
import { setUpWorld } from '../../support/set-up-world.ts';

const { world, anna: ann, bela: bob, push } = setUpWorld(['anna', 'bela'], { friends: 'all', push: true });
beforeEach(() => {
  world.server.start();
});

const send = (from: Person, to: number, content: string) => world.say(from, String(to), content);

async function pass(sec: number): Promise<void> {
  for (let at = 0; at < sec; at += 1) {
    await world.clock.advance(1_000);
    await world.settle();
  }
}

it('PUSH-13: a recalled or deleted message closes its notification, an older one does not', async () => {
  await device(world, bob, 'phone');
  const older = await send(ann, bob.id, 'one');
  const newer = await send(ann, bob.id, 'two');
  await pass(12);
  const [, shown] = push.take();
  await world.ok(ann, 'im/undoMessage', { id: older['id'] });
  await pass(2);
  expect(push.take()).toEqual([]);
  await world.ok(ann, 'im/undoMessage', { id: newer['id'] });
  await pass(2);
  expect(push.take().map(({ note }) => [note['kind'], note['tag']])).toEqual([['clear', shown?.note['tag']]]);
  await send(ann, bob.id, 'three');
  const removal = await send(ann, bob.id, 'four');
  await pass(12);
  expect(push.take()).toHaveLength(2);
  await world.ok(ann, 'im/delMessage', { id: removal['id'] });
  await pass(2);
  expect(push.take().map(({ note }) => note['kind'])).toEqual(['clear']);
});

it.each(['here', 'elsewhere'])(
  'PUSH-14: a device whose login ends %s closes all its notifications',
  async (where) => {
    const phone = await world.login(bob.account);
    await device(world, phone, 'phone');
    await send(ann, bob.id, 'one');
    await pass(12);
    expect(push.take()).toHaveLength(1);
    if (where === 'here') await world.ok(phone, '/common/pub/logout');
    else await world.ok(bob, 'im/endLogin', { id: 'others' });
    await pass(2);
    expect(push.take().map(({ note }) => [note['kind'], note['tag']])).toEqual([['clear', EVERY_TAG]]);
  },
);

const call = (event: string, to: Person, more: object = {}) => ({
  id: 'call-1',
  toContactId: String(to.id),
  type: 0,
  status: 3,
  event,
  code: 901,
  sdp: '',
  iceCandidate: '',
  callTime: 0,
  isMobile: 0,
  ...more,
});

it('PUSH-5: a call refused as busy by a device in another call is a missed one on the others', async () => {
  await device(world, bob, 'phone');
  await world.online(bob);
  await world.ok(ann, 'im/sendToMsg', call('calling', bob));
  await pass(2);
  const [ring] = push.take();
  await world.ok(bob, 'im/sendToMsg', call('busy', ann, { code: 907 }));
  await pass(2);
  expect(push.take().map(({ note }) => [note['kind'], note['tag']])).toEqual([['missed', ring?.note['tag']]]);
});

it.each([0, 1])('CALL-9: of two calls at once neither is pushed as missed (first: %i)', async (first) => {
  for (const person of [ann, bob]) {
    await device(world, person, `phone-${person.account}`);
    await world.online(person);
  }
  const calls = [
    [ann, call('calling', bob, { id: 'of-ann' })],
    [bob, call('calling', ann, { id: 'of-bob' })],
  ] as const;
  for (const [who, body] of first === 0 ? calls : calls.toReversed()) {
    await world.ok(who, 'im/sendToMsg', body);
    await pass(2);
  }
  await world.ok(bob, 'im/sendToMsg', call('acceptRtc', ann, { id: 'of-ann' }));
  await pass(12);
  const kinds = push.take().map(({ note }) => note['kind']);
  expect(kinds).toContain('clear');
  expect(kinds.filter((kind) => kind !== 'call' && kind !== 'clear')).toEqual([]);
});

it('PUSH-21: an edit sends its words to devices that show the message, and to no other', async () => {
  await device(world, bob, 'phone');
  const older = await send(ann, bob.id, 'one');
  const view = await send(ann, bob.id, 'two');
  await pass(12);
  push.take();
  const edit = (id: unknown, content: string) => world.ok(ann, 'im/editMessage', { id, content });
  await edit(older['id'], 'one again');
  await pass(2);
  expect(push.take()).toEqual([]);
  await edit(view['id'], 'two again');
  await pass(2);
  expect(push.take().map(({ note }) => [note['kind'], note['content'], note['update']])).toEqual([
    ['message', 'two again', true],
  ]);
  // The pushed edit neither forgets nor replaces what the device shows.
  const newest = await send(ann, bob.id, 'three');
  await edit(view['id'], 'two once more');
  await pass(12);
  push.take();
  await world.ok(ann, 'im/delMessage', { id: newest['id'], all: 1 });
  await pass(2);
  expect(push.take().map(({ note }) => note['kind'])).toEqual(['clear']);
});

it('PUSH-22: muting a chat or blocking its user closes its notification', async () => {
  await device(world, bob, 'phone');
  for (const [path, body] of [
    ['im/isNotice', { id: ann.id, is_notice: 0 }],
    ['im/blockPerson', { id: ann.id, on: 1 }],
  ] as const) {
    await send(ann, bob.id, `before ${path}`);
    await pass(12);
    expect(push.take()).toHaveLength(1);
    await world.ok(bob, path, body);
    await pass(2);
    expect(push.take().map(({ note }) => note['kind'])).toEqual(['clear']);
    await world.ok(bob, 'im/isNotice', { id: ann.id, is_notice: 1 });
  }
});

it('PUSH-22: blocking a member closes the notification of their message in a group', async () => {
  const cora = await world.person('cora');
  await world.befriend(ann, cora);
  const [one, two] = [await world.group(ann, [bob, cora]), await world.group(ann, [bob, cora])];
  await device(world, bob, 'phone');
  await world.say(ann, one, 'by Anna');
  await world.say(cora, two, 'by Cora');
  await pass(12);
  const visibleRows = push.take();
  expect(visibleRows).toHaveLength(2);
  await world.ok(bob, 'im/blockPerson', { id: ann.id, on: 1 });
  await pass(2);
  const tagOf = (words: string) =>
    visibleRows.find(({ note }) => note['content'].includes(words))?.note['tag'];
  expect(push.take().map(({ note }) => [note['kind'], note['tag']])).toEqual([['clear', tagOf('Anna')]]);
  await world.say(ann, one, 'after the block');
  await pass(12);
  expect(push.take()).toEqual([]);
});

it('PUSH-13: clearing a group closes its notification', async () => {
  const group = await world.group(ann, [bob]);
  await device(world, bob, 'phone');
  await world.say(ann, group, 'one');
  await pass(12);
  const [shown] = push.take();
  await world.ok(ann, 'group/clearMessage', { id: group });
  await pass(2);
  expect(push.take().map(({ note }) => [note['kind'], note['tag']])).toEqual([['clear', shown?.note['tag']]]);
});

it('BLOCK-17: the push of a reminder shows no words of a member who was blocked since', async () => {
  const cora = await world.person('cora');
  await world.befriend(ann, cora);
  const group = await world.group(ann, [bob, cora]);
  await device(world, bob, 'phone');
  const sentMessage = await world.say(ann, group, 'secret words');
  await world.ok(bob, 'im/setReminder', { id: sentMessage['id'], remindTime: world.clock.nowMs() + 60_000 });
  await world.ok(bob, 'im/blockPerson', { id: ann.id, on: 1 });
  await pass(12);
  push.take();
  await pass(80);
  const [reminder, ...others] = push.take();
  expect(others).toEqual([]);
  expect(JSON.stringify(reminder?.note)).not.toMatch(/secret|anna/i);
});

it('PUSH-20: a renewed subscription keeps the device with its login', async () => {
  const cid = await device(world, bob, 'phone');
  await device(world, null, 'phone-renewed', { cid });
  await send(ann, bob.id, 'still here');
  await pass(12);
  expect(push.take().map(({ endpoint }) => endpoint.endsWith('phone-renewed'))).toEqual([true]);
});
