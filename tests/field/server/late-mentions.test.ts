import { beforeEach, describe, expect, it } from 'vitest';
import { device } from '../../support/pretended-push.ts';
import { type Person } from '../../support/world.ts';
import { setUpThreePeople } from '../../support/set-up-world.ts';

const { world, anna, bela, cleo, group, push } = setUpThreePeople({ push: true });
beforeEach(async () => {
  world.server.start();
  await device(world, bela, 'phone');
  await device(world, cleo, 'tablet');
});

let made = 0;
const say = (more: object = {}, content = `words ${made}`) =>
  world.say(anna, group, content, { id: `late-${(made += 1)}`, ...more });
const edit = (id: unknown, at: readonly number[], content = `edited for ${at.join(' and ')}`) =>
  world.ok(anna, 'im/editMessage', { id, content, at });
const read = (who: Person, id: unknown) =>
  world.ok(who, 'im/setMsgIsRead', {
    toContactId: group,
    is_group: 1,
    messages: [{ id }],
    fromUser: anna.id,
  });

async function pass(sec: number): Promise<void> {
  for (let at = 0; at < sec; at += 1) {
    await world.clock.advance(1_000);
    await world.settle();
  }
}
/** Without the new words for a notification that is shown already (PUSH-21). */
const listPushes = () =>
  push
    .take()
    .filter(({ note }) => note['update'] !== true)
    .map(({ endpoint, note }) => `${endpoint.slice(18)} ${String(note['kind'])}: ${note['content'] ?? ''}`);

/** A message that both have read, long after its own push. */
async function readByBoth() {
  const sentMessage = await say();
  await read(bela, sentMessage.id);
  await read(cleo, sentMessage.id);
  await pass(12);
  push.take();
  return sentMessage;
}

describe('a mention that an edit adds', () => {
  it('PUSH-17: is pushed once to the member, though the member has read the message', async () => {
    const sentMessage = await readByBoth();
    await edit(sentMessage.id, [bela.id], 'can you look');
    await pass(9);
    expect(listPushes()).toEqual([]);
    await pass(3);
    expect(listPushes()).toEqual(['phone message: anna name: can you look']);
    await edit(sentMessage.id, [bela.id], 'can you look today');
    await pass(20);
    expect(listPushes()).toEqual([]);
  });

  it('PUSH-17: a mention of everyone is pushed once to each member except its author', async () => {
    const sentMessage = await say({ at: [bela.id] });
    await pass(12);
    expect(listPushes()).toHaveLength(2);
    await read(cleo, sentMessage.id);
    await pass(2);
    push.take();
    await edit(sentMessage.id, [0]);
    await pass(12);
    expect(listPushes()).toEqual(['tablet message: anna name: edited for 0']);
  });

  it('PUSH-17: nothing is pushed if it is gone, read or seen on a visible device before', async () => {
    const sentMessage = await readByBoth();
    await edit(sentMessage.id, [bela.id]);
    await pass(5);
    await edit(sentMessage.id, []);
    await pass(20);
    expect(listPushes()).toEqual([]);
    const second = await readByBoth();
    await edit(second.id, [bela.id]);
    await world.ok(bela, 'im/readAtMsg', { toContactId: group, n: second.n });
    await pass(12);
    expect(listPushes()).toEqual([]);
    const third = await readByBoth();
    const laptop = await world.online(bela);
    await edit(third.id, [bela.id]);
    laptop.say({
      type: 'ack',
      cursor: null,
      visible: true,
      positions: { [String(third.stream)]: third.seq + 50 },
    });
    await pass(12);
    expect(listPushes()).toEqual([]);
    const removal = await readByBoth();
    await edit(removal.id, [cleo.id]);
    await world.ok(anna, 'im/undoMessage', { id: removal.id });
    await pass(12);
    expect(listPushes()).toEqual([]);
  });

  it('PUSH-17: put back, it is pushed only if no push went out before', async () => {
    const sentMessage = await readByBoth();
    await edit(sentMessage.id, [bela.id]);
    await pass(5);
    await edit(sentMessage.id, []);
    await pass(12);
    await edit(sentMessage.id, [bela.id]);
    await pass(12);
    expect(listPushes()).toEqual(['phone message: anna name: edited for ' + String(bela.id)]);
    await edit(sentMessage.id, []);
    await pass(2);
    expect(listPushes()).toEqual(['phone clear: ']);
    await edit(sentMessage.id, [bela.id]);
    await edit(sentMessage.id, []);
    await edit(sentMessage.id, [bela.id]);
    await pass(20);
    expect(listPushes()).toEqual([]);
  });

  it('PUSH-17: an edit does not push a mention of the original message again', async () => {
    const sentMessage = await say({ at: [bela.id] });
    await pass(12);
    expect(listPushes()).toHaveLength(2);
    await edit(sentMessage.id, []);
    await edit(sentMessage.id, [bela.id, cleo.id]);
    await pass(12);
    expect(listPushes()).toEqual([expect.stringMatching(/^tablet message/)]);
  });

  it('PUSH-17: within the first seconds the message’s own push shows it', async () => {
    const sentMessage = await say();
    await pass(4);
    await edit(sentMessage.id, [bela.id], 'now for you');
    await pass(30);
    expect(listPushes().toSorted()).toEqual([
      'phone message: anna name: now for you',
      'tablet message: anna name: now for you',
    ]);
  });

  it('PUSH-17: is not pushed from a muted chat or blocked author; it is if mentions are heard', async () => {
    const sentMessage = await readByBoth();
    await world.ok(bela, 'im/isNotice', { id: group, is_notice: 0 });
    await world.ok(cleo, 'im/isNotice', { id: group, is_notice: 0, at_only: 1 });
    await edit(sentMessage.id, [bela.id, cleo.id]);
    await pass(12);
    expect(listPushes()).toEqual([expect.stringMatching(/^tablet message/)]);
    const second = await readByBoth();
    await world.ok(cleo, 'im/blockPerson', { id: anna.id, on: 1 });
    await edit(second.id, [cleo.id]);
    await edit(second.id, [0]);
    await pass(12);
    expect(listPushes()).toEqual([]);
  });

  it('PUSH-4, PUSH-17: has no words where the device wants none', async () => {
    await device(world, bela, 'quiet', { content: 0 }, { 'accept-language': 'en' });
    const sentMessage = await readByBoth();
    await edit(sentMessage.id, [bela.id], 'a secret');
    await pass(12);
    expect(listPushes()).toEqual(['quiet message: New message']);
  });
});

describe('a mention that is gone', () => {
  it('PUSH-18: an edit or removal of a mention closes its notification, not a newer one', async () => {
    const sentMessage = await readByBoth();
    await edit(sentMessage.id, [bela.id]);
    await pass(12);
    expect(listPushes()).toHaveLength(1);
    await world.ok(anna, 'im/undoMessage', { id: sentMessage.id });
    await pass(2);
    expect(listPushes()).toEqual(['phone clear: ']);
    const second = await readByBoth();
    await edit(second.id, [bela.id]);
    await pass(12);
    const newer = await say();
    await pass(12);
    push.take();
    await edit(second.id, []);
    await pass(2);
    expect(listPushes()).toEqual([]);
    await edit(newer.id, [bela.id]);
    await edit(newer.id, []);
    await pass(2);
    // The message itself is still unread.
    expect(listPushes()).toEqual([]);
  });

  it('PUSH-6: read alone in a chat that was read before, it closes on the other devices', async () => {
    const sentMessage = await readByBoth();
    await edit(sentMessage.id, [bela.id]);
    await pass(12);
    expect(listPushes()).toHaveLength(1);
    await world.ok(bela, 'im/readAtMsg', { toContactId: group, n: sentMessage.n });
    await pass(2);
    expect(listPushes()).toEqual(['phone clear: ']);
  });
});
