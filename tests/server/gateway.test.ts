import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serverLimits } from '../../src/server/kernel/limits.ts';
import { frameLimits } from '../../src/domain/list-limits.ts';
import { command } from '../../src/server/kernel/core.ts';
import { delMessage, undoMessage } from '../../src/server/features/messages/take-back.ts';
import { addGroupUser, removeUser } from '../../src/server/features/groups/members.ts';
import { endTokens } from '../../src/server/features/auth/own-account.ts';
import { logout } from '../../src/server/features/auth/session-calls.ts';
import { tooDeep } from '../../src/wire/scalars.ts';
import { decodeUp } from '../../src/wire/up.ts';
import { liveWorld, type LiveWorld, type Somebody } from '../support/live-world.ts';
import { signedCursor } from '../../src/server/kernel/cursor.ts';
import { streamId } from '../../src/domain/ids.ts';
import { post } from '../support/store-rows.ts';

let world: LiveWorld;
let ann: Somebody;
let ben: Somebody;
beforeEach(async () => {
  world = await liveWorld();
  ann = await world.somebody('Ann');
  ben = await world.somebody('Ben');
});
afterEach(() => world.close());

describe('greeting and keeping alive', () => {
  it('GATE-1: init with a 20-character id and the epoch, pong for a ping, ping every 20 s', async () => {
    const device = world.connect();
    const [init] = device.take();
    expect(init).toMatchObject({ type: 'init', epoch: await world.core.store.epoch() });
    expect(init?.['client_id']).toMatch(/^[0-9a-f]{20}$/);
    const time = expect.any(Number) as number;
    expect(device.ping()).toEqual({ type: 'pong', time, multiport: false, bound: false });
    await world.clock.advance(20_000);
    expect(device.types()).toEqual(['ping']);
  });

  it('GATE-1: multiport says that the user has more than one socket', async () => {
    const first = await world.device(ann);
    expect(first.ping()).toMatchObject({ multiport: false, bound: true });
    await world.device(ann);
    expect(first.ping()).toMatchObject({ multiport: true, bound: true });
  });

  it('GATE-6: a bound socket that answers below the frames stays open, an unbound one does not', async () => {
    let pings = 0;
    const connect = () => {
      const device = {
        closedWith: null as number | null,
        session: null as ReturnType<typeof world.hub.accept>,
      };
      device.session = world.hub.accept({
        send: () => undefined,
        close: (code) => void (device.closedWith = code),
        ping: () => void (pings += 1),
        bufferedBytes: () => 0,
        remoteAddress: '192.0.2.9',
      });
      return device;
    };
    const [bound, stranger] = [connect(), connect()];
    bound.session?.receive(JSON.stringify({ type: 'bindUid', user_id: ann.id, token: ann.token }));
    await world.settle();
    for (let seconds = 0; seconds < 300; seconds += 20) {
      await world.clock.advance(20_000);
      for (const { session } of [bound, stranger]) session?.alive();
    }
    expect([bound.closedWith, stranger.closedWith, pings > 10]).toEqual([null, 4004, true]);
    await world.clock.advance(100_000);
    expect(bound.closedWith).toBe(4004);
  });

  it('GATE-6: a silent socket is closed after 75 s, one that answers is not', async () => {
    const silent = world.connect();
    const alive = world.connect();
    for (let at = 0; at < 5; at += 1) {
      await world.clock.advance(15_000);
      alive.say({ type: 'pong' });
    }
    expect(silent.closedWith).toBe(4004);
    expect(alive.closedWith).toBeNull();
  });

  it('GATE-6: a system clock that is set forward closes no socket', async () => {
    const device = world.connect();
    world.clock.jump(3_600_000);
    await world.clock.advance(20_000);
    expect(device.closedWith).toBeNull();
  });
});

describe('binding', () => {
  it('GATE-2: nothing comes before the token is proved, and a bad token closes the socket', async () => {
    await world.befriend(ann, ben);
    const unbound = world.connect();
    const liar = world.connect();
    liar.say({ type: 'bindUid', user_id: ben.id, token: `bearer ${'0'.repeat(64)}`, client: 'parley' });
    await world.say(ann, ben.id, 'secret');
    await world.settle();
    expect(unbound.types()).toEqual(['init']);
    expect(liar.types()).toEqual(['init']);
    expect(liar.closedWith).toBe(4001);
  });

  it('ACC-7: a token binds only its owner, by frame and by call', async () => {
    const device = world.connect();
    device.say({ type: 'bindUid', user_id: ben.id, token: ann.token });
    await world.settle();
    expect(device.closedWith).toBe(4001);
    const other = world.connect();
    const id = other.session?.id;
    expect(
      id && (await world.hub.bind(id, { user: ben.id, token: ann.context.session.token, isMobile: false })),
    ).toBe(false);
    expect(id && (await world.hub.bind(id, ann.context.session))).toBe(true);
    expect(id && world.hub.ownerOf(id)).toBe(ann.id);
  });

  it('ACC-7: the frame decides: a socket that was bound for one user is bound for another', async () => {
    await world.befriend(ann, ben);
    const device = await world.device(ann);
    device.bind(ben);
    await world.settle();
    expect(device.session?.user).toBe(ben.id);
    expect(world.hub.isOnline(ann.id)).toBe(false);
  });

  it('ACC-5: a logout unbinds the sockets of its token and no others', async () => {
    await world.befriend(ann, ben);
    const again = await world.login(ann);
    const [one, tab, elsewhere] = [
      await world.device(ann),
      await world.device(ann),
      await world.device(again),
    ];
    await logout(ann.context, { client_id: one.session?.id });
    await world.settle();
    await world.say(ben, ann.id, 'still there?');
    await world.settle();
    expect(one.events()).toEqual([]);
    expect(tab.events()).toEqual([]);
    expect(elsewhere.events().map((frame) => frame.type)).toEqual(['session', 'simple']);
    tab.bind(ann);
    await world.settle();
    expect(tab.closedWith).toBe(4001);
  });

  it('SOCK-13, ACC-13: the end of a token reaches a desktop at once, a phone by its next pong', async () => {
    const phone = await world.login(ann, { isMobile: true });
    const here = await world.login(ann);
    const [desktop, pocket, kept] = [
      await world.device(ann),
      await world.device(phone),
      await world.device(here),
    ];
    await command(world.core, (tx, record) =>
      endTokens(tx, record, ann.id, { except: here.context.session.token }),
    );
    await world.settle();
    const time = expect.any(Number) as number;
    expect(desktop.take()).toEqual([{ type: 'pong', time, multiport: false, bound: false }]);
    expect(pocket.types()).not.toContain('pong');
    expect(pocket.ping()).toMatchObject({ bound: false });
    expect(kept.ping()).toMatchObject({ bound: true, multiport: false });
  });

  it('ACC-8: only a mobile login tells ended tokens `offline`; sockets of one token live on', async () => {
    const phone = await world.login(ann, { isMobile: true });
    const [one, two, web] = [await world.device(phone), await world.device(phone), await world.device(ann)];
    const fresh = world.connect();
    const client = fresh.session?.id ?? null;
    const time = Math.floor(world.clock.nowMs() / 1_000);
    world.hub.endTokens(ann.id, [phone.context.session.token], { client, isMobile: true });
    for (const device of [one, two]) {
      expect(device.take()).toMatchObject([
        { type: 'offline', time, data: { id: ann.id, client_id: client, isMobile: true } },
      ]);
      expect(device.session?.user).toBeNull();
    }
    expect(web.take()).toEqual([]);
    expect(web.session?.user).toBe(ann.id);
    world.hub.endTokens(ann.id, [ann.context.session.token], { client: null, isMobile: false });
    expect(web.take()).toEqual([]);
    expect(web.session?.user).toBeNull();
  });

  it('GATE-2: strangers from one address cannot take all sockets', async () => {
    const storedRows = Array.from({ length: serverLimits.unboundSocketsPerAddressMax }, () =>
      world.connect({ address: '192.0.2.9' }),
    );
    expect(storedRows.every(({ closedWith }) => closedWith === null)).toBe(true);
    expect(world.connect({ address: '192.0.2.9' }).closedWith).toBe(4005);
    expect(world.connect({ address: '192.0.2.8' }).closedWith).toBeNull();
    storedRows[0]?.bind(ann);
    await world.settle();
    expect(world.connect({ address: '192.0.2.9' }).closedWith).toBeNull();
    storedRows[1]?.drop();
    expect(world.connect({ address: '192.0.2.9' }).closedWith).toBeNull();
    expect(world.connect({ address: '192.0.2.9' }).closedWith).toBe(4005);
  });

  it('GATE-2: a socket whose login has ended is one of the strangers of its address', async () => {
    const address = '192.0.2.9';
    const device = await world.device(ann, { address });
    const storedRows = Array.from({ length: serverLimits.unboundSocketsPerAddressMax }, () =>
      world.connect({ address }),
    );
    storedRows[0]?.drop();
    world.hub.endTokens(ann.id, [ann.context.session.token], { client: null, isMobile: false });
    expect(device.session?.user).toBeNull();
    expect(world.connect({ address }).closedWith).toBe(4005);
  });
});

describe('delivery', () => {
  it('GATE-3: a message reaches both users on all their devices and no other user', async () => {
    const eve = await world.somebody('Eve');
    await world.befriend(ann, ben);
    await world.befriend(ann, eve);
    const [a1, a2, b1, e1] = [
      await world.device(ann),
      await world.device(ann, { ours: false }),
      await world.device(ben),
      await world.device(eve),
    ];
    const sent = await world.say(ann, ben.id, 'hello');
    await world.settle();
    for (const device of [a1, a2, b1]) {
      expect(device.events()).toMatchObject([
        { type: 'simple', stream: sent.stream, seq: sent.seq, data: { id: sent.id, content: 'hello' } },
      ]);
    }
    expect(e1.events()).toEqual([]);
  });

  it('GATE-3: a new member gets the group from its base, a removed one `left` and nothing more', async () => {
    const eve = await world.somebody('Eve');
    await world.befriend(ann, ben);
    await world.befriend(ann, eve);
    const group = await world.group(ann, ben);
    const device = await world.device(eve);
    await world.say(ann, group.ref, 'before');
    await addGroupUser(ann.context, { id: group.ref, user_ids: [eve.id] });
    await world.say(ann, group.ref, 'welcome');
    await world.settle();
    const [joined, welcome, ...rest] = device.events();
    expect(joined).toMatchObject({ type: 'addGroup', data: { id: group.ref, stream: group.stream } });
    expect(welcome).toMatchObject({
      type: 'group',
      seq: Number(joined?.data['seq']) + 1,
      data: { content: 'welcome' },
    });
    expect(rest).toEqual([]);
    await removeUser(ann.context, { id: group.ref, user_id: eve.id });
    await world.say(ann, group.ref, 'after');
    await world.settle();
    expect(device.events()).toMatchObject([
      { type: 'removeUser', stream: `u${eve.id}`, data: { user_id: eve.id, why: 'removed' } },
    ]);
  });

  it('GATE-3: everything arrives in order without a hole, however commands overlap', async () => {
    const stream = await world.befriend(ann, ben);
    const device = await world.device(ben);
    const from = (await world.core.store.read((tx) => tx.streams.get(stream)))?.head ?? 0;
    await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        world.say(at % 2 ? ann : ben, at % 2 ? ben.id : ann.id, `m${at}`),
      ),
    );
    await world.settle();
    expect(device.events().map(({ seq }) => seq)).toEqual(
      Array.from({ length: 40 }, (_, at) => from + at + 1),
    );
  });

  it('GATE-3: a gap is filled from the store before anything later goes out', async () => {
    await world.befriend(ann, ben);
    const device = await world.device(ben);
    const published = world.hub.published.bind(world.hub);
    const lost: unknown[] = [];
    world.hub.published = (events) => void lost.push(events);
    const first = await world.say(ann, ben.id, 'lost on the way');
    world.hub.published = published;
    const second = await world.say(ann, ben.id, 'arrives');
    await world.settle();
    expect(lost).toHaveLength(1);
    expect(device.events().map(({ seq }) => seq)).toEqual([first.seq, second.seq]);
  });

  it('GATE-3: a store that fails for a moment delays delivery and loses nothing', async () => {
    let failures = 0;
    await world.close();
    world = await liveWorld({
      store: (store) => ({
        ...store,
        write: (work) => store.write(work),
        epoch: () => store.epoch(),
        close: () => store.close(),
        read: (work) =>
          failures > 0 && (failures -= 1) >= 0 ? Promise.reject(new Error('busy')) : store.read(work),
      }),
    });
    ann = await world.somebody('Ann');
    ben = await world.somebody('Ben');
    await world.befriend(ann, ben);
    // The first message loads data into the cache, which the next one uses.
    await world.say(ann, ben.id, 'before');
    const device = await world.device(ben);
    failures = 1;
    await world.say(ann, ben.id, 'patience');
    await world.settle();
    expect(device.events()).toEqual([]);
    await world.clock.advance(1_000);
    await world.settle();
    expect(device.events()).toMatchObject([{ type: 'simple', data: { content: 'patience' } }]);
  });

  it('STREAM-13: a bind subscribes before it answers, so nothing falls between it and the sync', async () => {
    await world.befriend(ann, ben);
    const device = world.connect();
    device.bind(ben);
    const sends = Promise.all([world.say(ann, ben.id, 'one'), world.say(ann, ben.id, 'two')]);
    await sends;
    await world.settle();
    const frames = device.take();
    const pong = frames.findIndex(({ type }) => type === 'pong');
    expect(frames[pong]).toMatchObject({ bound: true });
    const later = await world.say(ann, ben.id, 'three');
    await world.settle();
    expect(device.events().map(({ seq }) => seq)).toEqual([later.seq]);
    const seqs = frames.slice(pong).flatMap(({ seq }) => seq ?? []);
    // The sync returns all events committed before its answer. The rest arrives here without a gap.
    expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, at) => later.seq - seqs.length + at));
  });

  it('GATE-4: a slow reader is closed with a code and delays no other', async () => {
    await world.befriend(ann, ben);
    const [slow, quick] = [await world.device(ben), await world.device(ben)];
    slow.buffered = serverLimits.socketBufferBytesMax + 1;
    await world.say(ann, ben.id, 'hello');
    await world.settle();
    expect(slow.closedWith).toBe(4002);
    expect(slow.events()).toEqual([]);
    expect(quick.events()).toHaveLength(1);
  });

  it('STREAM-12: plain clients get no `void`, ours does', async () => {
    await world.befriend(ann, ben);
    const sent = await world.say(ann, ben.id, 'gone soon');
    await delMessage(ann.context, { id: sent.id });
    await world.settle();
    const [ours, plain] = [await world.device(ben), await world.device(ben, { ours: false })];
    const row = await world.core.store.read((tx) => tx.streams.events(sent.stream, sent.seq - 1, 1));
    // Imitates a gap: the message is already deleted when its frame is made.
    const again = { ...row[0]!, seq: sent.seq + 2 };
    await world.core.store.write(async (tx) => {
      await tx.streams.advance(again.stream, false);
      await tx.streams.append(again);
    });
    world.hub.published([again]);
    await world.settle();
    expect(ours.events()).toMatchObject([{ type: 'void', data: { id: sent.id, n: sent.n, from: ann.id } }]);
    expect(plain.events()).toEqual([]);
  });

  it('STREAM-6: derived frames go to plain clients only and carry no place', async () => {
    await world.befriend(ann, ben);
    const group = await world.group(ann, ben);
    await world.say(ann, group.ref, 'look', { at: [ben.id] });
    await world.settle();
    const [ours, plain] = [await world.device(ben), await world.device(ben, { ours: false })];
    await world.marks.mentionMark(ben.id, group.stream);
    await world.settle();
    expect(ours.types()).toEqual(['mentionMark']);
    // The base protocol has no frame for the mark itself (STREAM-19).
    const [list, ...others] = plain.take();
    expect(others).toEqual([]);
    expect(list).toMatchObject({
      type: 'atMsgList',
      derived: 1,
      data: { list: [], count: 0, toContactId: group.ref },
    });
    expect(list?.seq).toBeUndefined();
  });

  it('WIRE-8: frames carry stream and seq; a plain client gets the fields of the contract', async () => {
    await world.befriend(ann, ben);
    const plain = await world.device(ben, { ours: false });
    const sent = await world.say(ann, ben.id, 'hi');
    await undoMessage(ann.context, { id: sent.id });
    await world.settle();
    const [simple, undo] = plain.take();
    expect(simple).toMatchObject({
      type: 'simple',
      stream: sent.stream,
      seq: sent.seq,
      time: expect.any(Number),
    });
    expect(simple?.data).toMatchObject({
      toContactId: ann.id,
      toUser: ben.id,
      user_id: ann.id,
      fromUser: { id: ann.id, displayName: 'Ann' },
      at: [],
      is_group: 0,
      contactInfo: { id: ann.id, displayName: 'Ann', is_notice: 1, unread: 0, is_at: 0, is_top: 0 },
    });
    expect(undo).toMatchObject({
      type: 'undoMessage',
      seq: sent.seq + 1,
      data: { id: sent.id, type: 'event', is_last: 1, from_user: ann.id },
    });
  });
});

describe('the cursor in pong', () => {
  it('SYNC-5: pong has a cursor for our bound clients alone, and it covers what was delivered', async () => {
    await world.befriend(ann, ben);
    const [ours, plain, unbound] = [
      await world.device(ben),
      await world.device(ben, { ours: false }),
      world.connect(),
    ];
    await world.say(ann, ben.id, 'one');
    await world.settle();
    const now = await world.core.store.read((tx) => tx.streams.now());
    expect(ours.ping()?.['cursor']).toBe(signedCursor(world.core, await world.core.store.epoch(), now));
    expect(plain.ping()).not.toHaveProperty('cursor');
    expect(unbound.ping()).not.toHaveProperty('cursor');
  });

  it('SYNC-5: delivery continues after an event that concerns no connected user', async () => {
    await world.befriend(ann, ben);
    const device = await world.device(ben);
    await world.core.store.write((tx) => post(tx, streamId('group-9')));
    const now = await world.core.store.read((tx) => tx.streams.now());
    device.ping();
    await world.settle();
    expect(device.ping()?.['cursor']).toBe(signedCursor(world.core, await world.core.store.epoch(), now));
  });

  it('SYNC-5: the cursor never passes a command that has committed but not published', async () => {
    await world.befriend(ann, ben);
    const device = await world.device(ben);
    await world.say(ann, ben.id, 'known');
    await world.settle();
    const cursor = device.ping()?.['cursor'];
    const done = world.hub.begin();
    const held: Parameters<typeof world.hub.published>[0][] = [];
    const published = world.hub.published.bind(world.hub);
    world.hub.published = (events) => void held.push(events);
    const late = await world.say(ann, ben.id, 'late');
    world.hub.published = published;
    // Something else wakes the hub, which reads a moment that already holds the late message.
    await world.marks.read(ann.id, late.stream, 1);
    for (let round = 0; round < 3; round += 1) {
      device.ping();
      await world.settle();
    }
    expect(device.ping()?.['cursor']).toBe(cursor);
    for (const events of held) published(events);
    done();
    await world.settle();
    device.ping();
    await world.settle();
    expect(device.ping()?.['cursor']).not.toBe(cursor);
  });
});

describe('frames that a socket may send', () => {
  it('WIRE-10: unknown, broken, deep and large frames are ignored; a flood closes the socket', async () => {
    const device = world.connect();
    device.take();
    for (const text of [
      '',
      'null',
      '[]',
      '{"type":"unknown"}',
      '{"type":"bindUid"}',
      `{"type":${'['.repeat(200)}`,
      'x'.repeat(frameLimits.frameBytesMax + 1),
    ]) {
      device.say(text);
    }
    expect(device.take()).toEqual([]);
    expect(device.closedWith).toBeNull();
    for (let at = 0; at < serverLimits.framesBurst + 1; at += 1) device.say({ type: 'pong' });
    expect(device.closedWith).toBe(4003);
  });

  it('WIRE-10: as many frames at once as a socket may send leave it open, one more does not', () => {
    const device = world.connect();
    for (let at = 0; at < serverLimits.framesBurst; at += 1) device.say({ type: 'pong' });
    expect(device.closedWith).toBeNull();
    device.say({ type: 'pong' });
    expect(device.closedWith).toBe(4003);
  });

  it('WIRE-10: depth is counted outside of texts', () => {
    expect(tooDeep('{"a":"[[[[\\"[["}', 1)).toBe(false);
    expect(tooDeep('{"a":[1]}', 1)).toBe(true);
    expect(decodeUp('{"type":"ping","deep":[[1]]}')).toEqual({ type: 'ping' });
    expect(decodeUp('{"type":"bindUid","user_id":"7","token":"t"}')).toEqual({
      type: 'bindUid',
      user: '7',
      token: 't',
      ours: false,
      calls: {},
    });
  });
});
