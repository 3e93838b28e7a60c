import { describe, expect, it } from 'vitest';
import { shippedEmoji } from '../../src/domain/emoji-set.ts';
import { reactionLimits as limits } from '../../src/domain/message-limits.ts';
import { png, upload } from '../support/uploads.ts';
import { setUpThreePeople, type Person } from '../support/set-up-world.ts';

const { world, anna, bela, cleo, group } = setUpThreePeople({ files: true });

const [THUMB, HEART] = ['👍️', '❤️'];
let made = 0;
const send = async (who: Person, to: string | number, more: object = {}) => {
  const sent = await world.say(who, to, `words ${(made += 1)}`, { id: `r-${made}`, ...more });
  return sent['id'];
};
const react = (who: Person, id: string, emoji: string = THUMB, on = 1) =>
  world.call(who, 'im/react', { id, emoji, on });
const list = (who: Person, to: string | number, more: object = {}) => world.history(who, to, more);
const under = async (who: Person, to: string | number, id: string) =>
  (await list(who, to)).find((row) => row['id'] === id)?.['reactions'] as
    | { readonly counts: unknown; readonly mine: unknown }
    | undefined;
const people = async (who: Person, id: string) =>
  (await world.rows(who, 'im/reactions', { id })).map((row) => [
    (row['user'] as { readonly id: number }).id,
    row['emoji'],
  ]);
const stored = () =>
  world.server.core.store.read(async (tx) => {
    const streams = [`${anna.id}-${bela.id}`, group] as never[];
    const ns = Array.from({ length: 40 }, (_, n) => n);
    return Promise.all(streams.map((stream) => tx.reactions.tallies(stream, ns))).then((found) =>
      found.flatMap((one) => [...one.values()].map(({ counts }) => counts)),
    );
  });

describe('reactions', () => {
  it('REACT-1, REACT-4: online users get counts and choices, the history has the reader’s own', async () => {
    const id = await send(anna, group);
    const sockets = [await world.online(anna), await world.online(bela), await world.online(cleo)];
    for (const [who, emoji] of [
      [bela, THUMB],
      [cleo, THUMB],
      [cleo, HEART],
      [bela, THUMB],
    ] as const)
      expect((await react(who, id, emoji)).data).toEqual({ on: 1 });
    await react(bela, id, THUMB, 0);
    await world.settle();
    for (const socket of sockets)
      expect(
        socket
          .of('reacted')
          .map(({ data }) => [data['id'], data['from_user'], data['counts'], data['chosen']]),
      ).toEqual([
        [id, anna.id, [[THUMB, 1]], [[bela.id, [THUMB]]]],
        [id, anna.id, [[THUMB, 2]], [[cleo.id, [THUMB]]]],
        [
          id,
          anna.id,
          [
            [THUMB, 2],
            [HEART, 1],
          ],
          [[cleo.id, [THUMB, HEART]]],
        ],
        [
          id,
          anna.id,
          [
            [THUMB, 1],
            [HEART, 1],
          ],
          [[bela.id, []]],
        ],
      ]);
    const counts = [
      [THUMB, 1],
      [HEART, 1],
    ];
    expect(await under(anna, group, id)).toMatchObject({ counts, mine: [] });
    expect(await under(cleo, group, id)).toMatchObject({ counts, mine: [THUMB, HEART] });
    expect(sockets[0]?.of('reacted').map(({ data }) => data['added'])).toEqual([
      { user_id: bela.id, name: 'bela name', emoji: THUMB },
      { user_id: cleo.id, name: 'cleo name', emoji: THUMB },
      { user_id: cleo.id, name: 'cleo name', emoji: HEART },
      undefined,
    ]);
  });

  it('REACT-2: emoji of the set and own pictures; all else is refused and leaves nothing', async () => {
    const id = await send(anna, group);
    const dora = await world.person('dora');
    const foreign = await send(cleo, anna.id);
    const lines = (await list(anna, group)).filter((row) => row['type'] === 'event');
    for (const emoji of [
      'x',
      '1',
      '👍👍',
      '',
      ' ',
      '<b>👍</b>',
      '🇦',
      'x'.repeat(300),
      `/pictures/${'0'.repeat(32)}`,
    ])
      expect((await react(bela, id, emoji)).code, emoji).not.toBe(0);
    expect((await react(bela, 'nothing')).msg).toBe('消息不存在');
    expect((await react(bela, foreign)).msg).toBe('消息不存在');
    expect((await react(dora, id)).msg).toBe('消息不存在');
    expect((await react(bela, String(lines[0]?.['id']))).msg).toBe('无法回应该消息');
    const call = await world.call(anna, 'im/react', { id, on: 1 });
    expect(call.code).not.toBe(0);
    expect(await stored()).toEqual([]);
    // The emoji without its variation selector is the same one.
    expect((await react(bela, id, '👍')).code).toBe(0);
    expect(await under(anna, group, id)).toMatchObject({ counts: [[THUMB, 1]] });
  });

  it('REACT-2: three of one person, twenty of all; silence forbids, and a limit of calls', async () => {
    const many = await Promise.all(Array.from({ length: 6 }, (_, at) => world.person(`many${at}`)));
    await Promise.all(many.map((one) => world.befriend(anna, one)));
    await world.ok(anna, 'group/addGroupUser', { id: group, user_ids: many.map((one) => one.id) });
    const id = await send(anna, group);
    const [a, b, c, d] = shippedEmoji();
    for (const emoji of [a, b, c]) expect((await react(bela, id, emoji)).code).toBe(0);
    expect(await react(bela, id, d)).toMatchObject({ code: 400, msg: '每条消息最多回应 3 种表情' });
    await react(bela, id, a, 0);
    expect((await react(bela, id, d)).code).toBe(0);
    const others = shippedEmoji().slice(10, 28);
    for (const [at, emoji] of others.entries())
      expect((await react(many[Math.floor(at / 3)] as Person, id, emoji)).code).toBe(at < 17 ? 0 : 400);
    expect((await react(anna, id, shippedEmoji()[40])).msg).toBe('该消息的回应已达 20 种');
    expect((await react(anna, id, others[0])).code).toBe(0);
    await world.ok(anna, 'group/setNoSpeak', { id: group, user_id: bela.id, noSpeakTimer: 1 });
    const other = await send(anna, group);
    expect(await react(bela, other)).toMatchObject({ code: 400, msg: '你已被禁言' });
    // An existing reaction may be removed.
    expect((await react(bela, id, d, 0)).data).toEqual({ on: 0 });
    let refused = 0;
    for (let at = 0; at < limits.rate.times + 20; at += 1)
      refused += (await react(cleo, id, a)).code === 0 ? 0 : 1;
    expect(refused).toBeGreaterThanOrEqual(20);
    expect((await react(cleo, id, a)).data).toMatchObject({ retry_ms: expect.any(Number) });
  });

  it('REACT-1: an own picture, which others may add, and which stays when it is deleted', async () => {
    const picture = { ...(await png(9, 9)), name: 'smile.png' };
    await upload(world, anna, { path: '/common/upload/uploadEmoji', file: picture });
    const [first] = await world.rows(anna, 'emoji/index');
    const src = String(first?.['src']);
    const id = await send(bela, group);
    expect((await react(cleo, id, src)).code).toBe(400);
    expect((await react(anna, id, src)).code).toBe(0);
    expect((await react(cleo, id, src)).code).toBe(0);
    const [own] = await world.rows(anna, 'emoji/index');
    await world.ok(anna, 'emoji/del', { ids: [own?.['id']] });
    await react(anna, id, src, 0);
    const unused = await world.server.core.store.read((tx) =>
      tx.files.unused(Number.MAX_SAFE_INTEGER, 0, 10),
    );
    expect(unused).toEqual([]);
    expect(await under(bela, group, id)).toMatchObject({ counts: [[src, 1]] });
  });

  it('REACT-2: a picture belongs to the user who added it, even if another user added the same', async () => {
    const picture = { ...(await png(9, 9, 77)), name: 'wave.png' };
    const response = { path: '/common/upload/uploadEmoji', file: picture };
    for (const who of [anna, cleo]) await upload(world, who, response);
    const rows = await world.rows(cleo, 'emoji/index');
    const src = String(rows.find(({ name }) => name === 'wave')?.['src']);
    expect((await react(cleo, await send(bela, group), src)).data).toEqual({ on: 1 });
    expect((await react(bela, await send(bela, group), src)).code).toBe(400);
  });

  it('REACT-3: a repeated request changes nothing and notifies no user', async () => {
    const id = await send(anna, bela.id);
    const socket = await world.online(anna);
    for (const on of [1, 1, 0, 0, 0, 1]) expect((await react(bela, id, THUMB, on)).data).toEqual({ on });
    await world.settle();
    expect(socket.of('reacted').map(({ data }) => data['counts'])).toEqual([[[THUMB, 1]], [], [[THUMB, 1]]]);
    expect(await world.contact(anna, bela.id)).toMatchObject({ unread: 0 });
  });

  it('REACT-6: simultaneous reactions are one event, in a large group one for each window', async () => {
    const many = await Promise.all(Array.from({ length: 25 }, (_, at) => world.person(`people${at}`)));
    await Promise.all(many.map((one) => world.befriend(anna, one)));
    const large = await world.group(anna, many);
    const [small, big] = [await send(anna, group), await send(anna, large)];
    const socket = await world.online(anna);
    await Promise.all([anna, bela, cleo].map((one) => react(one, small)));
    await world.settle();
    expect(socket.of('reacted').length).toBeLessThan(3);
    expect(await under(anna, group, small)).toMatchObject({ counts: [[THUMB, 3]], mine: [THUMB] });
    const before = socket.of('reacted').length;
    const all = many.slice(0, 20).map((one) => react(one, big));
    await world.settle();
    expect(socket.of('reacted').length).toBe(before + 1);
    await world.clock.advance(limits.gatherMs);
    expect((await Promise.all(all)).map(({ code }) => code)).toEqual(Array.from({ length: 20 }, () => 0));
    await world.settle();
    expect(socket.of('reacted').length).toBe(before + 2);
    expect(await under(anna, large, big)).toMatchObject({ counts: [[THUMB, 20]] });
    // Each is answered for itself.
    const [wrong, right] = [react(bela, big), react(many[21] as Person, big)];
    await world.clock.advance(limits.gatherMs);
    expect([(await wrong).code, (await right).code]).toEqual([400, 0]);
  });

  it('REACT-7: recall, deletion and clearing leave no row of them', async () => {
    const ids = [await send(anna, group), await send(anna, group), await send(anna, group)];
    for (const id of ids) await react(bela, id);
    expect(await stored()).toHaveLength(3);
    await world.ok(anna, 'im/undoMessage', { id: ids[0] });
    await world.ok(anna, 'im/delMessage', { id: ids[1] });
    expect(await stored()).toHaveLength(1);
    expect((await react(bela, String(ids[0]))).code).toBe(400);
    await world.ok(anna, 'group/clearMessage', { id: group });
    expect(await stored()).toEqual([]);
    expect(await world.code(bela, 'im/reactions', { id: ids[2] })).toBe(400);
  });

  it('REACT-8: the call lists who reacted, newest first, by pages, to readers only', async () => {
    const id = await send(anna, group);
    await react(bela, id);
    await world.clock.advance(1_000);
    await react(cleo, id, HEART);
    expect(await people(anna, id)).toEqual([
      [cleo.id, HEART],
      [bela.id, THUMB],
    ]);
    expect(await world.rows(anna, 'im/reactions', { id, limit: 1, page: 2 })).toMatchObject([
      { emoji: THUMB, user: { id: bela.id, realname: 'bela name' } },
    ]);
    expect((await world.call(anna, 'im/reactions', { id, limit: 1 })).count).toBe(2);
    expect((await world.call(anna, 'im/reactions', { id: await send(anna, group) })).count).toBe(0);
    const dora = await world.person('dora');
    expect(await world.code(dora, 'im/reactions', { id })).toBe(400);
  });

  it('REACT-9: plain clients get no frame of it, and their history says nothing', async () => {
    const id = await send(anna, group);
    const plain = await world.online(bela, { plain: true });
    const before = plain.frames.length;
    await react(cleo, id);
    await world.settle();
    expect(plain.frames.slice(before)).toEqual([]);
    const [row] = (await list(bela, group, { peek: 0 })).filter((one) => one['id'] === id);
    expect(row).toBeDefined();
    expect(row).not.toHaveProperty('reactions');
  });
});
