import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { groupStream, parseTarget, privateStream, streamId, userId } from '../../src/domain/ids.ts';
import type { MsgId, StreamId, UserId } from '../../src/domain/ids.ts';
import { serverLimits, storeLimits as limits } from '../../src/server/kernel/limits.ts';
import { textLimits } from '../../src/domain/limits.ts';
import { silentLog } from '../../src/ports/log.ts';
import type { Store } from '../../src/ports/store.ts';
import { StoreBusyError } from '../../src/server/kernel/store-errors.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { encodeCursor } from '../../src/server/kernel/cursor.ts';
import { counterIds } from '../support/counter-ids.ts';
import { temporaryFolder } from '../support/server.ts';
import { friend, member, post, user } from '../support/store-rows.ts';
import { startWorld, type Person, type World } from '../support/world.ts';

const MANY = limits.rowsOfTurn * 2 + 10;

describe('long work', () => {
  let world: World;
  let turns = 0;
  let writes = 0;
  /** The store refuses from that many writes on. */
  let busyFrom = Infinity;
  afterEach(() => world.close());

  /** A store that counts how often the others had their turn. */
  const countRows = (store: Store): Store => ({
    write: (work) => {
      writes += 1;
      return writes > busyFrom ? Promise.reject(new StoreBusyError('busy')) : store.write(work);
    },
    read: (work) => store.read(work),
    readLong: (work) => store.read((tx) => work(tx, () => Promise.resolve(void (turns += 1)))),
    turn: () => Promise.resolve(void (turns += 1)),
    epoch: () => store.epoch(),
    close: () => store.close(),
  });

  /** A user with very many friends, each with one message. */
  const popular = async (): Promise<Person> => {
    world = await startWorld({ store: countRows });
    const anna = await world.person('anna');
    const me = userId(anna.id);
    await world.server.core.store.write(async (tx) => {
      for (let made = 0; made < MANY; made += 1) {
        const other: UserId = await tx.users.insert(user());
        const stream = privateStream(me, other);
        for (const [a, b] of [
          [me, other],
          [other, me],
        ] as const) {
          await tx.friends.insert(friend(a, b, { status: 1 }));
          await tx.members.save(member(stream, a));
        }
        await post(tx, stream, { from: other, content: 'hello' });
      }
    });
    turns = 0;
    return anna;
  };

  it('LIMIT-19: a list of very many is read and written in parts; others come in between', async () => {
    const anna = await popular();
    const rows = await world.rows(anna, 'im/getContacts');
    expect(rows).toHaveLength(MANY + 2);
    expect(rows.filter((row) => row['lastContent'] === 'hello' && row['unread'] === 1)).toHaveLength(MANY);
    // Two of three parts are read; seven of the text are written, and a turn follows four.
    expect(turns).toBeGreaterThanOrEqual(4);
    turns = 0;
    expect(await world.rows(anna, 'group/getAllUser', { user_ids: [] })).toHaveLength(MANY);
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  it('LIMIT-19, SYNC-2: a client that missed events everywhere gets all of them, in parts', async () => {
    const anna = await popular();
    const epoch = await world.server.core.store.epoch();
    const places = Array.from({ length: MANY }, (_, i) =>
      privateStream(userId(anna.id), userId(anna.id + 1 + i)),
    );
    // Prunes all written events, and adds new ones to half of the streams.
    while (
      (await world.server.core.store.write((tx) => tx.streams.prune(Number.MAX_SAFE_INTEGER, 0, MANY))) > 0
    );
    const again = places.slice(0, MANY / 2);
    await world.server.core.store.write(async (tx) => {
      for (const stream of again) await post(tx, stream, { from: userId(anna.id), content: 'again' });
    });
    turns = 0;
    const whole = await world.ok<{
      readonly frames: readonly unknown[];
      readonly resync: readonly { readonly stream: StreamId; readonly contact: object | null }[];
    }>(anna, 'im/sync', { cursor: encodeCursor({ epoch, tx: 0, page: null, chapter: null }) });
    expect(whole.resync.map(({ stream }) => stream).toSorted()).toEqual(places.toSorted());
    expect(whole.resync.every(({ contact }) => contact !== null)).toBe(true);
    expect(turns).toBeGreaterThanOrEqual(8);
  });

  /** A group of two in which much was said. */
  const talkative = async () => {
    world = await startWorld({ store: countRows });
    const [anna, bela] = [await world.person('anna'), await world.person('bela')];
    await world.befriend(anna, bela);
    const group = await world.group(anna, [bela]);
    const target = parseTarget(group);
    if (target?.kind !== 'group') throw new Error('no group');
    const stream = groupStream(target.group);
    const made = await world.server.core.store.write(async (tx) => {
      const made: MsgId[] = [];
      for (let n = 0; n < limits.clearedOfTurn * 2; n += 1)
        made.push((await post(tx, stream, { from: userId(anna.id), content: `word ${n}` })).msgId);
      return made;
    });
    const socket = await world.online(bela);
    [writes, turns] = [0, 0];
    return { anna, bela, group, made, socket };
  };

  it('LIMIT-22: a page full of addresses or marks is made in parts, one of words at once', async () => {
    const { anna, bela, group } = await talkative();
    const turnsOf = async (path: string, body: object): Promise<number> => {
      turns = 0;
      await world.ok(bela, path, { toContactId: group, page: 1, limit: 20, ...body });
      return turns;
    };
    expect(await turnsOf('im/getMessageList', {})).toBe(0);
    const links = 'http://a.io/b '.repeat(100);
    const first = await world.say(anna, group, links, { extends: { format: 'md' } });
    const sentMessage = { pid: first['msg_id'], root: first['n'], extends: { format: 'md' } };
    for (let n = 0; n < 20; n += 1) await world.say(anna, group, links, sentMessage);
    await world.ok(anna, 'im/pinMessage', { id: first['id'], on: 1 });
    // Each of the messages is as much as others wait for.
    const least = 8;
    expect(await turnsOf('im/getMessageList', {})).toBeGreaterThanOrEqual(least);
    expect(await turnsOf('im/getMessageList', { peek: 1 })).toBeGreaterThanOrEqual(least);
    expect(await turnsOf('im/getThread', { root: first['n'] })).toBeGreaterThanOrEqual(least);
    expect(await turnsOf('im/search', { keywords: 'a.io' })).toBeGreaterThanOrEqual(least);
    turns = 0;
    const epoch = await world.server.core.store.epoch();
    const cursor = encodeCursor({ epoch, tx: 0, page: null, chapter: null });
    await world.ok(bela, 'im/sync', { cursor });
    expect(turns).toBeGreaterThanOrEqual(least);
  });

  it('LIMIT-19, GROUP-13: clearing runs in short commands; then all are notified at once', async () => {
    const { anna, bela, group, socket } = await talkative();
    await world.ok(anna, 'group/clearMessage', { id: group });
    expect(writes).toBeGreaterThanOrEqual(4);
    expect(socket.of('clearMessage')).toHaveLength(1);
    expect(await world.rows(bela, 'im/getMessageList', { toContactId: group, peek: 1 })).toEqual([]);
    expect(await world.contact(bela, group)).toMatchObject({ unread: 0, last: null });
  });

  it('GROUP-13: a clearing that was cut off is ended at the next start, and told once', async () => {
    const { anna, bela, group, socket } = await talkative();
    busyFrom = 2;
    expect(await world.code(anna, 'group/clearMessage', { id: group })).not.toBe(0);
    busyFrom = Infinity;
    expect(
      await world.rows(bela, 'im/getMessageList', { toContactId: group, peek: 1, limit: 100 }),
    ).not.toEqual([]);
    expect(socket.of('clearMessage')).toEqual([]);
    world.server.start();
    await world.settle();
    expect(await world.rows(bela, 'im/getMessageList', { toContactId: group, peek: 1 })).toEqual([]);
    expect(await world.contact(bela, group)).toMatchObject({ unread: 0, last: null });
    expect(socket.of('clearMessage')).toHaveLength(1);
    expect(await world.server.core.store.read((tx) => tx.clearings.list(9))).toEqual([]);
  });

  it('GROUP-13: a clearing for which the store was busy is ended within a minute', async () => {
    const { anna, bela, group, socket } = await talkative();
    world.server.start();
    await world.settle();
    busyFrom = writes + 2;
    expect(await world.code(anna, 'group/clearMessage', { id: group })).not.toBe(0);
    busyFrom = Infinity;
    expect(socket.of('clearMessage')).toEqual([]);
    await world.clock.advance(serverLimits.jobAgainMs);
    await vi.waitFor(() => expect(socket.of('clearMessage')).toHaveLength(1), { timeout: 15_000 });
    expect(await world.rows(bela, 'im/getMessageList', { toContactId: group, peek: 1 })).toEqual([]);
  });

  it('LIMIT-19, SEND-8: messages of an array with much to clean go one by one, in their order', async () => {
    const { anna, bela, group } = await talkative();
    const send = async (name: string, content: string): Promise<number> => {
      writes = 0;
      const items = [1, 2, 3].map((n) => ({
        id: `${name}-${n}`,
        toContactId: group,
        type: 'text',
        content: `${name} ${n} ${content}`,
        at: [],
      }));
      const answers = await world.ok<readonly { readonly code: number }[]>(anna, 'im/sendMessage', items);
      expect(answers.map(({ code }) => code)).toEqual([0, 0, 0]);
      return writes;
    };
    const together = await send('plain', 'words');
    const link = `<a href="https://example.org/${'a'.repeat(70)}">we</a> `;
    expect(await send('marked', link.repeat(Math.floor(textLimits.markupMax / 2 / link.length)))).toBe(
      together + 2,
    );
    const rows = await world.rows(bela, 'im/getMessageList', { toContactId: group, peek: 1, limit: 6 });
    expect(rows.map((row) => row.id)).toEqual([
      'plain-1',
      'plain-2',
      'plain-3',
      'marked-1',
      'marked-2',
      'marked-3',
    ]);
  });

  it('LIMIT-19, SEND-8: items that are refused for their words give others their turn, too', async () => {
    const { anna, group } = await talkative();
    const long = `<b>${'word '.repeat(textLimits.messageMax / 4)}</b>`;
    const count = Math.ceil(textLimits.markupMax / long.length) + 1;
    const items = Array.from({ length: count }, (_, n) => ({
      id: `long-${n}`,
      toContactId: group,
      type: 'text',
      content: long,
      at: [],
    }));
    turns = 0;
    const answers = await world.ok<readonly { readonly code: number }[]>(anna, 'im/sendMessage', items);
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([400]));
    // Between each two of them; after the last comes the answer.
    expect(turns).toBe(count - 1);
  });

  it('LIMIT-19, COUNT-2: very many are named as read in parts; others have their turn between', async () => {
    const { bela, group, made } = await talkative();
    const names = Array.from({ length: limits.rowsOfTurn + 10 }, (_, i) => ({
      msg_id: made[i % made.length],
    }));
    await world.ok(bela, 'im/setMsgIsRead', { toContactId: group, messages: names });
    expect(turns).toBe(1);
    expect(await world.contact(bela, group)).toMatchObject({ unread: 0 });
  });
});

describe('a store on a file', () => {
  it('LIMIT-19: long reads have a separate connection: others continue; it reads one moment', async () => {
    const store = await openStore({
      path: join(temporaryFolder(), 'parley.db'),
      clock: createVirtualClock(),
      ids: counterIds(),
      log: silentLog,
    });
    const stream = streamId('1-2');
    await store.write((tx) => post(tx, stream));
    const observations: (number | undefined)[] = [];
    await store.readLong?.(async (tx, turn) => {
      observations.push((await tx.streams.get(stream))?.head);
      await turn();
      await store.write((own) => post(own, stream));
      observations.push(await store.read(async (own) => (await own.streams.get(stream))?.head));
      observations.push((await tx.streams.get(stream))?.head);
    });
    expect(observations).toEqual([1, 2, 1]);
    await store.close();
  });
});
