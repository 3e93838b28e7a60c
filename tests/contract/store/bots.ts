import { expect, it } from 'vitest';
import { contactId, streamId, type UserId, userId } from '../../../src/domain/ids.ts';
import type {
  AccessTokenRow,
  GuestRow,
  HookRow,
  TokenAccess,
  ReadTx,
  Writing,
} from '../../../src/ports/store.ts';
import type { BotProgramRow, DeliveryRow, OutgoingRow } from '../../../src/ports/store/bots.ts';
import { START_MS, member, user } from '../../support/store-rows.ts';
import type { Here } from './place.ts';

const token = (hash: string, of: UserId, access: TokenAccess): AccessTokenRow => ({
  hash,
  user: of,
  name: 'CI',
  access,
  createdAtMs: START_MS,
  expiresAtMs: START_MS + 1_000,
  usedMinute: 0,
});

const guest = (of: UserId, untilMs: number): GuestRow => ({
  user: of,
  stream: streamId('group-1'),
  link: 1,
  by: userId(2),
  createdAtMs: 1,
  untilMs,
});

/** Each reading query, for the check of its plan. */
export const readsOfBots = (tx: ReadTx): readonly Promise<unknown>[] => [
  tx.bots.get(userId(1)),
  tx.bots.ofOwner(userId(1)),
  tx.bots.all(0, 5),
  tx.programs.get(userId(1)),
  tx.programs.ofUsers([userId(1)]),
  tx.programs.ofStream(streamId('group-1')),
  tx.guests.get(userId(1)),
  tx.guests.activeOf(streamId('group-1')),
  tx.guests.over(0, 5),
  tx.accessTokens.byHash('h', 0),
  tx.accessTokens.ofUsers([userId(1)]),
  tx.hooks.byHash('h'),
  tx.hooks.ofUser(userId(1)),
  tx.hooks.ofStream(streamId('group-1')),
  tx.outgoing.get(userId(1)),
  tx.outgoing.ofStream(streamId('group-1')),
  tx.outgoing.due(1, 5),
  tx.outgoing.failing(1, 5),
  tx.outgoing.deliveries(userId(1), 5),
];

/** An outgoing hook of the group. */
const outgoing = (of: UserId, more: Partial<OutgoingRow> = {}): OutgoingRow => ({
  user: of,
  stream: streamId('group-1'),
  url: 'https://example.org/',
  secret: 'whsec_x',
  kinds: ['messages', 'pins'],
  by: of,
  createdAtMs: START_MS,
  seq: 0,
  dueMs: 0,
  tries: 0,
  failingSinceMs: 0,
  claimedMs: 0,
  ...more,
});
const program = (of: UserId): BotProgramRow => ({
  user: of,
  url: 'https://example.org/',
  secret: 'whsec_x',
  dialect: 'markdown',
  commands: [{ name: 'deploy', words: 'branch', help: 'Deploy' }],
});
const hook = (of: UserId): HookRow => ({
  hash: 'h',
  user: of,
  stream: streamId('group-1'),
  dialect: 'mrkdwn',
  by: of,
  createdAtMs: START_MS,
  usedMinute: 0,
});
const entry = (user: UserId, seq: number): DeliveryRow => ({
  user,
  seq,
  kind: 'message.created',
  state: 'failed',
  atMs: START_MS,
  tookMs: 12,
  status: 500,
  answer: 'oops',
});

/** Each writing query, for the check of its plan. */
export const writesOfBots = (tx: Writing): readonly Promise<unknown>[] => [
  tx.bots.insert({ user: userId(1), owner: userId(2), createdAtMs: 1 }),
  tx.programs.save(program(userId(1))),
  tx.programs.remove(userId(1)),
  tx.guests.insert(guest(userId(1), 9)),
  tx.guests.end(userId(1), 0),
  tx.guests.remove(userId(1)),
  tx.accessTokens.insert(token('h', userId(1), { right: 'read', chats: null })),
  tx.accessTokens.noteUse('h', 1),
  tx.accessTokens.end('h'),
  tx.hooks.insert(hook(userId(1))),
  tx.hooks.update('h', { hash: 'i', dialect: 'markdown' }),
  tx.hooks.noteUse('h', 1),
  tx.hooks.remove('h'),
  tx.outgoing.insert(outgoing(userId(1))),
  tx.outgoing.edit(userId(1), outgoing(userId(1))),
  tx.outgoing.claim(userId(1), 1, 2),
  tx.outgoing.advance(userId(1), outgoing(userId(1))),
  tx.outgoing.saveDelivery(entry(userId(1), 1), 5),
  tx.outgoing.remove(userId(1)),
];

export function botsAndTokens(here: Here): void {
  const person = () => here.store.write((tx) => tx.users.insert(user()));

  it('BOT-1, BOT-4: bots by owner, tokens by digest with their rights and last use', async () => {
    const [owner, bot, other] = [await person(), await person(), await person()];
    const chats = [contactId('group-1'), contactId('7')];
    await here.store.write(async (tx) => {
      await tx.bots.insert({ user: bot, owner, createdAtMs: START_MS });
      await tx.accessTokens.insert(token('a', bot, { right: 'write', chats: null }));
      await tx.accessTokens.insert(token('b', owner, { right: 'read', chats }));
      await tx.accessTokens.insert(token('c', other, { right: 'read', chats: null }));
    });
    const read = await here.store.read(async (tx) => ({
      bot: await tx.bots.get(bot),
      none: await tx.bots.get(owner),
      own: (await tx.bots.ofOwner(owner)).map((one) => one.user),
      after: (await tx.bots.all(bot, 5)).length,
      tokens: (await tx.accessTokens.ofUsers([owner, bot])).map(({ hash }) => hash),
      chats: (await tx.accessTokens.byHash('b', START_MS))?.access,
      late: await tx.accessTokens.byHash('b', START_MS + 1_000),
    }));
    expect(read).toEqual({
      bot: { user: bot, owner, createdAtMs: START_MS },
      none: null,
      own: [bot],
      after: 0,
      tokens: ['a', 'b'],
      chats: { right: 'read', chats },
      late: null,
    });
    await here.store.write(async (tx) => {
      await tx.accessTokens.noteUse('a', 9);
      await tx.accessTokens.noteUse('a', 8);
    });
    expect((await here.store.read((tx) => tx.accessTokens.byHash('a', START_MS)))?.usedMinute).toBe(9);
    const ends = await here.store.write(async (tx) => [
      await tx.accessTokens.end('b'),
      await tx.accessTokens.end('b'),
    ]);
    expect(ends).toEqual([true, false]);
  });

  it('GUEST-6: guests of a group, and those whose time is over', async () => {
    const [first, second, third] = [await person(), await person(), await person()];
    await here.store.write(async (tx) => {
      await tx.guests.insert(guest(first, START_MS));
      await tx.guests.insert(guest(second, START_MS + 1));
      await tx.guests.insert(guest(third, START_MS - 1));
      await tx.guests.end(third, 0);
    });
    const read = () =>
      here.store.read(async (tx) => ({
        active: (await tx.guests.activeOf(streamId('group-1'))).map((one) => one.user),
        over: (await tx.guests.over(START_MS, 9)).map((one) => one.user),
        third: (await tx.guests.get(third))?.untilMs,
      }));
    expect(await read()).toEqual({ active: [first, second], over: [first], third: 0 });
    await here.store.write((tx) => tx.guests.remove(first));
    expect(await read()).toMatchObject({ active: [second], over: [] });
  });

  it('BOT-6: no token of a disabled user, nor of a bot whose owner is disabled', async () => {
    const [owner, bot] = [await person(), await person()];
    await here.store.write(async (tx) => {
      await tx.bots.insert({ user: bot, owner, createdAtMs: START_MS });
      await tx.accessTokens.insert(token('d', bot, { right: 'write', chats: null }));
    });
    const isLive = async () =>
      (await here.store.read((tx) => tx.accessTokens.byHash('d', START_MS))) !== null;
    const states: boolean[] = [await isLive()];
    for (const [who, active] of [
      [owner, false],
      [owner, true],
      [bot, false],
    ] as const) {
      await here.store.write((tx) => tx.users.update(who, { active }));
      states.push(await isLive());
    }
    expect(states).toEqual([true, false, true, false]);
  });

  it('COMMAND-9: the address of a bot is replaced, read by user and by chat, and removed', async () => {
    const [bot, other] = [await person(), await person()];
    await here.store.write(async (tx) => {
      await tx.programs.save({ ...program(bot), commands: [] });
      await tx.programs.save(program(bot));
      await tx.programs.save(program(other));
      await tx.streams.open(streamId('group-1'));
      await tx.members.save(member(streamId('group-1'), bot));
      await tx.members.save(member(streamId('group-1'), other, { untilSeq: 1 }));
    });
    const read = () =>
      here.store.read(async (tx) => [
        await tx.programs.get(bot),
        (await tx.programs.ofUsers([bot, other])).map(({ user: of }) => of),
        (await tx.programs.ofStream(streamId('group-1'))).map(({ user: of }) => of),
      ]);
    expect(await read()).toEqual([program(bot), [bot, other], [bot]]);
    await here.store.write((tx) => tx.programs.remove(bot));
    expect(await read()).toEqual([null, [other], []]);
  });

  it('HOOK-1, HOOK-2: an incoming hook by digest, bot and group, with its last use', async () => {
    const bot = await person();
    await here.store.write(async (tx) => {
      await tx.hooks.insert(hook(bot));
      await tx.hooks.noteUse('h', 5);
      await tx.hooks.noteUse('h', 3);
      await tx.hooks.update('h', { hash: 'next', dialect: 'markdown' });
    });
    const expected = { ...hook(bot), hash: 'next', dialect: 'markdown', usedMinute: 5 };
    const all = await here.store.read(async (tx) => [
      await tx.hooks.byHash('h'),
      await tx.hooks.byHash('next'),
      await tx.hooks.ofUser(bot),
      ...(await tx.hooks.ofStream(streamId('group-1'))),
    ]);
    expect(all).toEqual([null, expected, expected, expected]);
    await here.store.write((tx) => tx.hooks.remove('next'));
    expect(await here.store.read((tx) => tx.hooks.ofUser(bot))).toBeNull();
  });

  it('HOOK-12, HOOK-13: an outgoing hook is due with further events and claimed by one node', async () => {
    const [bot, other] = [await person(), await person()];
    const stream = streamId('group-1');
    await here.store.write(async (tx) => {
      await tx.outgoing.insert(outgoing(bot));
      await tx.outgoing.insert(outgoing(other, { stream: streamId('group-2'), failingSinceMs: 7 }));
      await tx.streams.open(stream);
    });
    const due = () => here.store.read(async (tx) => (await tx.outgoing.due(100, 5)).map(({ user }) => user));
    expect(await due()).toEqual([]);
    await here.store.write(async (tx) => {
      const { seq, atMs } = await tx.streams.advance(stream, false);
      await tx.streams.append({ stream, seq, atMs, facts: { kind: 'anew' } });
    });
    expect(await due()).toEqual([bot]);
    const claim = () => here.store.write((tx) => tx.outgoing.claim(bot, 100, 200));
    expect([await claim(), await claim()]).toEqual([true, false]);
    expect(await due()).toEqual([]);
    const progress = { seq: 1, dueMs: 50, tries: 2, failingSinceMs: 9, claimedMs: 0 };
    await here.store.write(async (tx) => {
      await tx.outgoing.advance(bot, progress);
      await tx.outgoing.advance(bot, { ...progress, seq: 0, tries: 8 });
      for (const seq of [1, 2, 3]) await tx.outgoing.saveDelivery(entry(bot, seq), 2);
      await tx.outgoing.saveDelivery({ ...entry(bot, 3), state: 'sent' }, 2);
    });
    const read = await here.store.read(async (tx) => ({
      any: await tx.outgoing.any(),
      row: await tx.outgoing.get(bot),
      failing: (await tx.outgoing.failing(8, 5)).map(({ user }) => user),
      log: (await tx.outgoing.deliveries(bot, 5)).map(({ seq, state }) => `${seq} ${state}`),
    }));
    expect(read).toEqual({
      any: true,
      row: outgoing(bot, progress),
      failing: [other],
      log: ['3 sent', '2 failed'],
    });
    await here.store.write(async (tx) => {
      await tx.outgoing.edit(bot, { url: 'https://b.example/', secret: 's', kinds: [] });
      await tx.outgoing.remove(other);
    });
    expect(await here.store.read((tx) => tx.outgoing.get(bot))).toMatchObject({
      secret: 's',
      kinds: [],
      dueMs: 0,
    });
    expect(await here.store.read((tx) => tx.outgoing.get(other))).toBeNull();
  });
}
