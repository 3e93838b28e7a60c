import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { typingLimits } from '../../src/domain/limits.ts';
import { deleteFriend } from '../../src/server/features/friends/answer.ts';
import { setNoSpeak } from '../../src/server/features/groups/rule.ts';
import { twoNodes } from '../support/two-nodes.ts';
import { liveWorld, type LiveWorld, type Somebody } from '../support/live-world.ts';
import type { FakeDevice } from '../support/fake-device.ts';

const sign = (to: string | number, what: unknown = 'text', more: object = {}) => ({
  type: 'typing',
  toContactId: to,
  what,
  ...more,
});

const listReceived = (device: FakeDevice | undefined): readonly unknown[] =>
  (device?.take() ?? []).flatMap(({ type, data }) => (type === 'typing' ? [data] : []));

describe('TYPING', () => {
  let world: LiveWorld;
  let [ann, ben, eve]: Somebody[] = [];
  let [annHas, benHas, eveHas]: FakeDevice[] = [];
  let reads = 0;
  beforeEach(async () => {
    world = await liveWorld({
      store: (store) => ({
        ...store,
        write: (work) => store.write(work),
        read: (work) => ((reads += 1), store.read(work)),
        epoch: () => store.epoch(),
        close: () => store.close(),
      }),
    });
    [ann, ben, eve] = [await world.somebody('Ann'), await world.somebody('Ben'), await world.somebody('Eve')];
    await world.befriend(ann, ben);
    [annHas, benHas, eveHas] = [await world.device(ann), await world.device(ben), await world.device(eve)];
  });
  afterEach(() => world.close());

  const say = async (device: FakeDevice | undefined, frame: unknown, passesMs = 0): Promise<void> => {
    device?.say(frame);
    await world.settle();
    await world.clock.advance(passesMs);
  };

  it('TYPING-1: the other one hears of it at once, strangers and the own devices do not', async () => {
    const other = await world.device(ann as Somebody);
    await say(annHas, sign(ben?.id ?? 0));
    expect(listReceived(benHas)).toEqual([
      { toContactId: ann?.id, user_id: ann?.id, name: 'Ann', what: 'text' },
    ]);
    expect([listReceived(eveHas), listReceived(other), listReceived(annHas)]).toEqual([[], [], []]);
  });

  it('TYPING-1: frames have no place, nothing is written, and plain clients hear nothing', async () => {
    const plain = await world.device(ben as Somebody, { ours: false });
    const before = await world.core.store.read((tx) => tx.streams.now());
    await say(annHas, sign(ben?.id ?? 0, 'voice'));
    const [frame] = benHas?.take() ?? [];
    expect([frame?.type, frame?.stream, frame?.seq]).toEqual(['typing', undefined, undefined]);
    expect(plain.take()).toEqual([]);
    await say(plain, sign(ann?.id ?? 0));
    expect(listReceived(annHas)).toEqual([]);
    expect(await world.core.store.read((tx) => tx.streams.now())).toBe(before);
  });

  it('TYPING-4: a sign every 3 s for each conversation, and one end of it', async () => {
    const group = await world.group(ann as Somebody, ben as Somebody);
    benHas?.take();
    for (const what of ['text', 'text', 'voice', 'stop', 'stop', 'text'])
      await say(annHas, sign(ben?.id ?? 0, what));
    await say(annHas, sign(group.ref));
    expect(listReceived(benHas).map((data) => Object.values(data as object))).toEqual([
      [ann?.id, ann?.id, 'Ann', 'text'],
      [ann?.id, ann?.id, 'Ann', 'stop'],
      [group.ref, ann?.id, 'Ann', 'text'],
    ]);
    await world.clock.advance(typingLimits.everyMs);
    await say(annHas, sign(ben?.id ?? 0, 'file'));
    expect(listReceived(benHas)).toHaveLength(1);
  });

  it('TYPING-4: signs of a user who changes chats are passed on for a limited number at a time', async () => {
    const groups = [];
    for (let made = 0; made < typingLimits.atOnceMax + 3; made += 1)
      groups.push(await world.group(ann as Somebody, ben as Somebody));
    benHas?.take();
    for (const { ref } of groups) annHas?.say(sign(ref));
    await world.settle();
    expect(listReceived(benHas)).toHaveLength(typingLimits.atOnceMax);
  });

  it('TYPING-4: only members who may write there can type', async () => {
    await world.befriend(ben as Somebody, eve as Somebody);
    const group = await world.group(ben as Somebody, eve as Somebody);
    for (const device of [benHas, eveHas]) device?.take();
    await say(annHas, sign(group.ref));
    await say(annHas, sign(eve?.id ?? 0));
    for (const to of ['-1', 'admin_notice', 'system', 'group-99', '', `0${ben?.id}`, 'u1'])
      await say(annHas, sign(to));
    expect([listReceived(benHas), listReceived(eveHas)]).toEqual([[], []]);
    await setNoSpeak(ben?.context as never, {
      id: group.ref,
      user_id: eve?.id as never,
      noSpeakTimer: 1,
      noSpeakDay: 0,
    });
    await world.settle();
    await say(eveHas, sign(group.ref));
    expect(listReceived(benHas)).toEqual([]);
    await setNoSpeak(ben?.context as never, {
      id: group.ref,
      user_id: eve?.id as never,
      noSpeakTimer: 0,
      noSpeakDay: 0,
    });
    await world.settle();
    await world.clock.advance(typingLimits.everyMs);
    await say(eveHas, sign(group.ref));
    expect(listReceived(benHas)).toHaveLength(1);
  });

  it('TYPING-4: after a friendship ended, no sign arrives, not even right after the last one', async () => {
    await say(annHas, sign(ben?.id ?? 0), typingLimits.everyMs);
    expect(listReceived(benHas)).toHaveLength(1);
    await deleteFriend(ann?.context as never, { id: ben?.id as never });
    await world.settle();
    await say(annHas, sign(ben?.id ?? 0));
    expect(listReceived(benHas)).toEqual([]);
  });

  it('TYPING-4: in a group of more than 50 no member gets the sign', async () => {
    const others: Somebody[] = [];
    for (let made = 0; made < typingLimits.peopleMax - 1; made += 1)
      others.push(await world.somebody(`P${made}`));
    for (const one of others) await world.befriend(ben as Somebody, one);
    const full = await world.group(ben as Somebody, ...others);
    await world.befriend(ben as Somebody, eve as Somebody);
    const larger = await world.group(ben as Somebody, eve as Somebody, ...others);
    const listener = await world.device(others[0] as Somebody);
    await say(benHas, sign(full.ref));
    await say(benHas, sign(larger.ref));
    expect(listReceived(listener).map((data) => (data as { toContactId: string }).toContactId)).toEqual([
      full.ref,
    ]);
  });

  it('TYPING-4: a malformed sign has no effect and closes nothing', async () => {
    for (const frame of [
      sign(ben?.id ?? 0, 'song'),
      sign(ben?.id ?? 0, 7),
      sign('x'.repeat(41)),
      { type: 'typing' },
      { type: 'typing', toContactId: [ben?.id], what: 'text' },
    ])
      await say(annHas, frame);
    expect([listReceived(benHas), annHas?.closedWith]).toEqual([[], null]);
    await say(annHas, sign(String(ben?.id), 'text', { user_id: eve?.id, name: 'Eve' }));
    expect(listReceived(benHas)).toEqual([
      { toContactId: ann?.id, user_id: ann?.id, name: 'Ann', what: 'text' },
    ]);
  });

  it('TYPING-4: a shown sign is ended even while the list of writers is read again', async () => {
    const group = await world.group(ann as Somebody, ben as Somebody);
    benHas?.take();
    await say(annHas, sign(group.ref), typingLimits.againMs);
    const muted = { id: group.ref, user_id: ben?.id as never, noSpeakTimer: 1, noSpeakDay: 0 };
    await setNoSpeak(ann?.context as never, muted);
    await world.settle();
    annHas?.say(sign(group.ref));
    await say(annHas, sign(group.ref, 'stop'));
    expect(listReceived(benHas).map((data) => (data as { what: string }).what)).toEqual(['text', 'stop']);
    await say(annHas, sign(group.ref, 'stop'));
    expect(listReceived(benHas)).toEqual([]);
  });

  it('TYPING-4: while people only talk no sign asks the store', async () => {
    await say(annHas, sign(ben?.id ?? 0), typingLimits.everyMs);
    const before = reads;
    for (let times = 0; times < 5; times += 1) await say(annHas, sign(ben?.id ?? 0), typingLimits.everyMs);
    expect([listReceived(benHas).length, reads - before]).toEqual([6, 0]);
    await world.say(ben as Somebody, ann?.id ?? 0, 'hello');
    await world.settle();
    const since = reads;
    await say(annHas, sign(ben?.id ?? 0));
    expect(reads - since).toBe(0);
    const group = await world.group(ann as Somebody, ben as Somebody);
    await say(annHas, sign(group.ref), typingLimits.everyMs);
    await setNoSpeak(ann?.context as never, {
      id: group.ref,
      user_id: ben?.id as never,
      noSpeakTimer: 1,
      noSpeakDay: 0,
    });
    await world.settle();
    const ruled = reads;
    await say(annHas, sign(group.ref));
    expect(reads - ruled).toBe(1);
  });
});

describe('TYPING on several nodes', () => {
  it('TYPING-1: a sign goes to the readers of all nodes as one word on the bus', async () => {
    const nodes = await twoNodes();
    const { one, two } = nodes;
    const [ann, ben, cleo] = [await one.person('anna'), await one.person('bela'), await one.person('cleo')];
    await one.befriend(ann, ben);
    await one.befriend(ann, cleo);
    const group = await one.group(ann, [ben, cleo]);
    const here = await one.online(ann);
    const there = [await two.online(ben), await two.online(cleo), await two.online(ann)];
    await nodes.pass(3_000);
    let words = 0;
    nodes.bus.loses = (note) => {
      if (note.kind === 'node' && note.what === 'typing') words += 1;
      return false;
    };
    here.say(sign(group));
    await nodes.pass(100);
    expect(there.map((socket) => socket.of('typing').length)).toEqual([1, 1, 0]);
    expect(words).toBe(1);
    await nodes.close();
  });

  it('TYPING-4: devices on two nodes share what one person may say', async () => {
    const nodes = await twoNodes();
    const [ann, ben] = [await nodes.one.person('anna'), await nodes.one.person('bela')];
    await nodes.one.befriend(ann, ben);
    const own = [await nodes.one.online(ann), await nodes.two.online(ann)];
    const there = await nodes.two.online(ben);
    await nodes.pass(3_000);
    for (const socket of own) {
      socket.say(sign(ben.id));
      await nodes.pass(200);
    }
    expect(there.of('typing')).toHaveLength(1);
    await nodes.close();
  });
});
