import { afterEach, expect, it, vi } from 'vitest';
import { messageId, privateStream, userId } from '../../src/domain/ids.ts';
import { callLimits, duration, streamLimits } from '../../src/domain/limits.ts';
import { serverLimits as limits } from '../../src/server/kernel/limits.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Store } from '../../src/ports/store.ts';
import { endUnanswered, endUnfollowed } from '../../src/server/features/calls/unanswered.ts';
import { LEDGER_START, forgetExpired, forgetSends } from '../../src/server/features/sync/prune.ts';
import { invite, ledger } from '../support/store-rows.ts';
import type { FakeSocket } from '../support/fake-socket.ts';
import { startWorld, type Person, type World } from '../support/world.ts';

const worlds: World[] = [];
/** Databases that outlive their server. */
const stores: Store[] = [];
const begin = async (options: Parameters<typeof startWorld>[0] = {}): Promise<World> => {
  const world = await startWorld(options);
  worlds.push(world);
  return world;
};
afterEach(async () => {
  for (const open of [...worlds.splice(0), ...stores.splice(0)]) await open.close();
});

const signal = (world: World, from: Person, to: Person, event: string, id = 'call-1') =>
  world.call(from, 'im/sendToMsg', { id, toContactId: to.id, type: 0, status: 3, event });
const recordOf = async (world: World, who: Person, other: Person, id = 'call-1') =>
  (await world.rows(who, 'im/getMessageList', { toContactId: other.id, peek: 1 })).find(
    (row) => row.id === id,
  )?.extends;
const lastStep = (socket: FakeSocket) => socket.of('webrtc').at(-1)?.data.extends;

/** Ends the server and starts another one on the same store, without the sockets. */
async function restarted(first: World, store: Store): Promise<World> {
  await first.server.close();
  return begin({ store: (unused) => (stores.push(unused), store) });
}

/** A store that lives longer than a server. */
function lasting(): { readonly store: () => Store; readonly wrap: (store: Store) => Store } {
  let stored: Store | null = null;
  return {
    wrap: (store) => {
      stores.push(store);
      stored = {
        unordered: store.unordered ?? false,
        write: (work) => store.write(work),
        read: (work) => store.read(work),
        epoch: () => store.epoch(),
        close: () => Promise.resolve(),
      };
      return stored;
    },
    store: () => {
      if (!stored) throw new Error('no store');
      return stored;
    },
  };
}

async function ringing(): Promise<{
  readonly world: World;
  readonly store: Store;
  readonly anna: Person;
  readonly bela: Person;
}> {
  const { wrap, store } = lasting();
  const world = await begin({ store: wrap });
  const [anna, bela] = [await world.person('anna'), await world.person('bela')];
  await world.befriend(anna, bela);
  await world.online(bela);
  expect((await signal(world, anna, bela, 'calling')).code).toBe(0);
  return { world, store: store(), anna, bela };
}

it('CALL-30: a call that rang when the server ended is closed by the next, which notifies both', async () => {
  const { world, store, anna, bela } = await ringing();
  const next = await restarted(world, store);
  const [phone, desktop] = [await next.online(anna), await next.online(bela)];
  next.server.start();
  await next.settle();
  expect((await recordOf(next, anna, bela))?.['code']).toBe(901);
  await next.clock.advance(45_000);
  await next.settle();
  for (const socket of [phone, desktop])
    expect(lastStep(socket)).toMatchObject({ event: 'hangup', code: 905 });
  expect((await recordOf(next, bela, anna))?.['code']).toBe(905);
});

it('CALL-30: a server that begins after the time is over closes the call at once', async () => {
  const { world, store, anna, bela } = await ringing();
  const next = await restarted(world, store);
  // The clock of the store is that of the first one.
  for (const { clock } of [world, next]) clock.jump(60_000);
  next.server.start();
  await vi.waitFor(async () => expect((await recordOf(next, anna, bela))?.['code']).toBe(905), {
    timeout: 15_000,
  });
});

it('CALL-30: calls that are closed are counted, and each is closed once', async () => {
  const { world, store } = await ringing();
  const next = await restarted(world, store);
  // The clock of the store is that of the first one.
  for (const { clock } of [world, next]) clock.jump(60_000);
  expect(await endUnanswered(next.server.core, new Set())).toMatchObject({ closed: 1 });
  expect(await endUnanswered(next.server.core, new Set())).toMatchObject({ closed: 0 });
});

it('CALL-30: a call rings its time out by the clock that stamped it, not by one that is ahead', async () => {
  const { world, anna, bela } = await ringing();
  const { core } = world.server;
  const clock: Clock = Object.create(core.clock, {
    nowMs: { value: () => core.clock.nowMs() + duration.HOUR },
  });
  expect(await endUnanswered({ ...core, clock }, new Set())).toMatchObject({ closed: 0 });
  expect((await recordOf(world, anna, bela))?.['code']).toBe(901);
});

it('CALL-30: a call that was answered is a talk, which a restart leaves to the two', async () => {
  const { world, store, anna, bela } = await ringing();
  expect((await signal(world, bela, anna, 'acceptRtc')).code).toBe(0);
  const next = await restarted(world, store);
  // The clock of the store is that of the first one.
  for (const { clock } of [world, next]) clock.jump(60_000);
  expect(await endUnanswered(next.server.core, new Set())).toMatchObject({ closed: 0 });
  expect((await recordOf(next, anna, bela))?.['code']).toBe(901);
});

it('CALL-30: a call that ended before, never rang, or ended just now is not ended again', async () => {
  const { world, anna, bela } = await ringing();
  await signal(world, anna, bela, 'hangup');
  const cleo = await world.person('cleo');
  await world.befriend(anna, cleo);
  await signal(world, anna, cleo, 'calling', 'call-2');
  world.clock.jump(60_000);
  expect(await endUnanswered(world.server.core, new Set())).toMatchObject({ closed: 0 });
  expect([
    (await recordOf(world, anna, bela))?.['code'],
    (await recordOf(world, anna, cleo, 'call-2'))?.['code'],
  ]).toEqual([902, 905]);
});

it('CALL-40: a talk without server and pages ends at the second look, as long as was seen', async () => {
  const { world, store, anna, bela } = await ringing();
  expect((await signal(world, bela, anna, 'acceptRtc')).code).toBe(0);
  await world.clock.advance(20_000);
  await world.settle();
  const next = await restarted(world, store);
  const [phone, desktop] = [await next.online(anna), await next.online(bela)];
  next.clock.jump(80_000);
  const first = await endUnfollowed(next.server.core, new Map());
  expect([first.closed, first.stale.size]).toEqual([0, 1]);
  expect(await endUnfollowed(next.server.core, first.stale)).toMatchObject({ closed: 1 });
  expect(await recordOf(next, anna, bela)).toMatchObject({ code: 906, callTime: 15 });
  await next.settle();
  for (const socket of [phone, desktop])
    expect(lastStep(socket)).toMatchObject({ event: 'hangup', code: 906 });
  expect(await endUnfollowed(next.server.core, first.stale)).toMatchObject({ closed: 0 });
});

it.each(['ringing', 'talking'] as const)(
  'CALL-42: a call that was %s when its server ended is over a ringing time later, by a clock set back, too',
  async (state) => {
    const { world, store, anna, bela } = await ringing();
    if (state === 'talking') expect((await signal(world, bela, anna, 'acceptRtc')).code).toBe(0);
    const next = await restarted(world, store);
    next.clock.jump(-duration.HOUR);
    next.server.start();
    await next.settle();
    expect((await recordOf(next, anna, bela))?.['code']).toBe(901);
    await next.clock.advance(callLimits.ringMs + callLimits.ringGraceMs);
    await next.settle();
    expect((await recordOf(next, anna, bela))?.['code']).toBe(state === 'ringing' ? 905 : 906);
  },
);

it('CALL-36: two former friends get the end that the next server makes', async () => {
  const { world, store, anna, bela } = await ringing();
  expect((await signal(world, bela, anna, 'acceptRtc')).code).toBe(0);
  await world.ok(anna, 'friend/del', { id: bela.id });
  await world.settle();
  const next = await restarted(world, store);
  const [phone, desktop] = [await next.online(anna), await next.online(bela)];
  next.clock.jump(120_000);
  const first = await endUnfollowed(next.server.core, new Map());
  expect(await endUnfollowed(next.server.core, first.stale)).toMatchObject({ closed: 1 });
  await next.settle();
  for (const socket of [phone, desktop])
    expect(lastStep(socket)).toMatchObject({ event: 'hangup', code: 906 });
});

it('CALL-40: a talk that a server follows is never ended as lost, and its end leaves nothing', async () => {
  const { world, anna, bela } = await ringing();
  await world.online(anna);
  expect((await signal(world, bela, anna, 'acceptRtc')).code).toBe(0);
  // Longer than a talk may go unfollowed; shorter than these sockets may be silent.
  await world.clock.advance(callLimits.unfollowedMs + 10_000);
  await world.settle();
  expect(await endUnfollowed(world.server.core, new Map())).toEqual({ stale: new Map(), closed: 0 });
  expect((await recordOf(world, anna, bela))?.['code']).toBe(901);
  await signal(world, anna, bela, 'hangup');
  expect((await recordOf(world, anna, bela))?.['code']).toBe(906);
  expect(await world.server.core.store.read((tx) => tx.calls.talking(9))).toEqual([]);
});

const closedElsewhere = (world: World): Promise<void> =>
  world.server.core.store.write(async (tx) => {
    for (const { msgId } of await tx.calls.talking(9)) await tx.calls.endTalking(msgId);
  });

/** A call whose record another node has closed, without a message to the node that follows it. */
async function endedElsewhere(): Promise<{
  readonly world: World;
  readonly anna: Person;
  readonly bela: Person;
  readonly callsOf: (who: Person) => Promise<unknown>;
}> {
  const { world, anna, bela } = await ringing();
  await world.online(anna);
  expect((await signal(world, bela, anna, 'acceptRtc')).code).toBe(0);
  const callsOf = async (who: Person) => {
    const socket = await world.socket();
    socket.say({ type: 'bindUid', user_id: who.id, token: who.token, client: 'parley', v: 1 });
    await world.settle();
    return (socket.frames.findLast(({ type }) => type === 'pong') as { readonly calls?: unknown } | undefined)
      ?.calls;
  };
  expect(await callsOf(bela)).toMatchObject([{ frames: [{ type: 'webrtc' }, { type: 'webrtc' }] }]);
  await closedElsewhere(world);
  return { world, anna, bela, callsOf };
}

it('CALL-43: a call that another node ended through its record locks no later user', async () => {
  const { bela, callsOf } = await endedElsewhere();
  expect(await callsOf(bela)).toEqual([]);
});

it('CALL-43: a node drops the steps of a call whose record is closed', async () => {
  const { world, anna, bela } = await endedElsewhere();
  const desktop = await world.online(bela);
  for (const event of ['offer', 'iceCandidate'])
    expect((await signal(world, anna, bela, event)).code).toBe(0);
  await world.settle();
  expect(desktop.of('webrtc')).toEqual([]);
});

it('CALL-43: a node without messages from others finds out alone that a call is over', async () => {
  const { world, anna, bela } = await endedElsewhere();
  await world.clock.advance(callLimits.holderLookMs);
  await world.settle();
  const desktop = await world.online(bela);
  expect((await signal(world, anna, bela, 'offer')).code).toBe(0);
  expect(desktop.of('webrtc')).toEqual([]);
});

it('CALL-36, CALL-43: that node notifies those who may not read the conversation any longer', async () => {
  const { world, anna, bela } = await ringing();
  const [phone, desktop] = [await world.online(anna), await world.online(bela)];
  expect((await signal(world, bela, anna, 'acceptRtc')).code).toBe(0);
  await world.ok(anna, 'friend/del', { id: bela.id });
  await closedElsewhere(world);
  await world.clock.advance(callLimits.holderLookMs);
  await world.settle();
  for (const socket of [phone, desktop])
    expect(lastStep(socket)).toMatchObject({ event: 'hangup', code: 906 });
});

it('SYNC-7: the server itself forgets expired rows and old sends while it runs', async () => {
  const world = await begin();
  const [anna, bela] = [await world.person('anna'), await world.person('bela')];
  await world.befriend(anna, bela);
  await world.send(anna, String(bela.id), 'one', { id: 'm-1' });
  const listKnown = () =>
    world.server.core.store.read(async (tx) => [
      (await tx.sends.get(messageId('m-1'))) !== null,
      (await tx.tokens.ofUser(userId(anna.id), 0)).length,
    ]);
  expect(await listKnown()).toEqual([true, 1]);
  world.server.start();
  world.clock.jump(streamLimits.sendLedgerMs - duration.HOUR);
  await world.clock.advance(limits.pruneEveryMs);
  await vi.waitFor(async () => expect(await listKnown()).toEqual([true, 0]), { timeout: 15_000 });
  world.clock.jump(duration.HOUR);
  await world.clock.advance(2 * limits.pruneEveryMs);
  await vi.waitFor(async () => expect(await listKnown()).toEqual([false, 0]), { timeout: 15_000 });
});

it('SYNC-7: forgetting goes in steps, and a long ledger over several passes', async () => {
  const world = await begin();
  const { store, clock } = world.server.core;
  const step = limits.pruneStepMax;
  const each = 2 * step;
  for (let part = 0; part < limits.ledgerPagesMax / 2 + 1; part += 1) {
    await store.write(async (tx) => {
      for (let at = 0; at < each; at += 1)
        await tx.sends.insert(
          ledger({
            id: messageId(`${String(part).padStart(3, '0')}-${String(at).padStart(5, '0')}`),
            createdAtMs: clock.nowMs(),
            stream: privateStream(userId(1), userId(2)),
          }),
        );
      if (part === 0)
        for (let at = 0; at < step + 1; at += 1) await tx.invites.insert(invite(`invite ${at}`, 1));
    });
  }
  expect(await forgetExpired(world.server.core)).toBe(step + 1);
  world.clock.jump(streamLimits.sendLedgerMs + 1);
  const first = await forgetSends(world.server.core, LEDGER_START);
  expect(first).toMatchObject({ dropped: limits.ledgerPagesMax * step });
  const second = await forgetSends(world.server.core, first.next);
  expect(second).toEqual({ next: LEDGER_START, dropped: each });
});
