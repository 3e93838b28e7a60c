import { describe, expect, it } from 'vitest';
import { botLimits } from '../../src/domain/bots.ts';
import { finishErasures } from '../../src/server/features/erasing/erase-own.ts';
import { admin } from '../support/admin.ts';
import { twoNodes } from '../support/two-nodes.ts';
import { PASSWORD } from '../support/world.ts';
import { setUpWorld, type Person, type World } from '../support/set-up-world.ts';
import type { Fields } from '../support/fields.ts';

const { world, anna, bela, group } = setUpWorld(['anna', 'bela'], {
  friends: 'all',
  group: 'all',
  jobs: true,
});

interface TokenForm {
  readonly bot?: number;
  readonly right?: 'read' | 'write';
  readonly chats?: readonly (string | number)[];
  readonly days?: number;
}

/** Creates a token and returns its user. */
async function tokenFor(owner: Person, form: TokenForm = {}, on: World = world): Promise<Person> {
  const { token } = await on.ok<{ token: string }>(owner, 'im/addToken', {
    name: 'CI',
    right: 'write',
    days: 30,
    ...form,
  });
  return { id: form.bot ?? owner.id, account: '', token: `Bearer ${token}` };
}

async function botOf(owner: Person, name = 'Build', on: World = world): Promise<Person> {
  const { id } = await on.ok<{ id: number }>(owner, 'im/addBot', { name });
  return tokenFor(owner, { bot: id }, on);
}

const listed = (who: Person) =>
  world.ok<{ bots: readonly Fields[]; tokens: readonly Fields[] }>(who, 'im/getBots');
const auditOf = async (what: string): Promise<number> =>
  (await world.server.core.store.read((tx) => tx.audit.page(0, 500))).filter((row) => row.what === what)
    .length;

describe('bots', () => {
  it('BOT-1, BOT-2: a bot of a user, whose name ends with the mark everywhere', async () => {
    const bot = await botOf(anna, ' Build ');
    const rows = await world.rows(anna, '/enterprise/im/getContacts');
    expect(rows.map((row) => row.displayName)).toContain('Build 🤖');
    await world.ok(anna, 'group/addGroupUser', { id: group, user_ids: [bot.id] });
    const socket = await world.online(bela, { plain: true });
    await world.say(bot, group, 'tests pass');
    expect(JSON.stringify(socket.frames)).toContain('Build 🤖');
    await world.ok(anna, 'im/renameBot', { id: bot.id, name: 'Deploy🤖' });
    expect((await listed(anna)).bots).toMatchObject([{ id: bot.id, name: 'Deploy' }]);
    expect((await listed(bela)).bots).toEqual([]);
    expect(await world.code(bela, 'im/renameBot', { id: bot.id, name: 'Mine' })).toBe(400);
  });

  it('BOT-1: twenty of one user, names of the usual length', async () => {
    for (const name of ['', ' ', '🤖', 'x'.repeat(63)])
      expect(await world.code(anna, 'im/addBot', { name })).toBe(400);
    const store = world.server.core.store;
    for (let at = 0; at < botLimits.botsMax; at += 1) {
      await world.ok(anna, 'im/addBot', { name: 'x'.repeat(62) });
      world.clock.pass(600_000);
    }
    expect(await world.call(anna, 'im/addBot', { name: 'one more' })).toMatchObject({ code: 400 });
    expect(await store.read((tx) => tx.bots.ofOwner(anna.id as never))).toHaveLength(botLimits.botsMax);
  });

  it('BOT-2: no user takes the mark, and a bot cannot log in', async () => {
    const profile = { realname: 'Anna 🤖', email: '', motto: '', sex: 2 };
    expect(await world.code(bela, 'im/updateUserInfo', profile)).toBe(400);
    const form = { account: 'delia', realname: 'Delia 🤖', password: PASSWORD };
    expect(await world.code(null, '/common/pub/register', form)).toBe(400);
    const { id } = await world.ok<{ id: number }>(anna, 'im/addBot', { name: 'Build' });
    const { account } = (await listed(anna)).bots.find((bot) => Number(bot.id) === id) as never;
    for (const password of ['', PASSWORD])
      expect(await world.code(null, '/common/pub/login', { account, password })).toBe(400);
  });

  it('BOT-3: a removed bot is erased, its messages stay', async () => {
    const bot = await botOf(anna);
    await world.ok(anna, 'group/addGroupUser', { id: group, user_ids: [bot.id] });
    await world.say(bot, group, 'still here');
    const socket = await world.online(bot);
    expect(await world.code(bela, 'im/removeBot', { id: bot.id })).toBe(400);
    world.clock.pass(11 * 60_000);
    expect(await world.code(anna, 'im/removeBot', { id: bot.id })).toBe(414);
    await world.ok(anna, 'im/prove', { password: PASSWORD });
    await world.ok(anna, 'im/removeBot', { id: bot.id });
    await world.clock.advance(60_000);
    expect(socket.closedWith()).not.toBeNull();
    expect(await world.code(bot, 'im/getContacts')).toBe(-1);
    expect((await listed(anna)).tokens).toEqual([]);
    expect(JSON.stringify(await world.history(bela, group))).toContain('still here');
    expect(await world.rows(bela, '/enterprise/group/groupUserList', { group_id: group })).toHaveLength(2);
  });

  it('BOT-3: bots end with their owner', async () => {
    const bot = await botOf(bela);
    await world.ok(bela, 'im/eraseAccount', { password: PASSWORD });
    expect(await world.code(bot, 'im/getContacts')).toBe(-1);
    await finishErasures(world.server.core);
    const row = await world.server.core.store.read((tx) => tx.users.byId(bot.id as never));
    expect(row).toMatchObject({ active: false, account: `deleted ${bot.id}` });
  });

  it('BOT-9: a bot that was away is told of all it missed', async () => {
    const bot = await botOf(anna);
    await world.ok(anna, 'group/addGroupUser', { id: group, user_ids: [bot.id] });
    const { data } = await world.call(bot, 'im/getContacts');
    expect(JSON.stringify(data)).toContain(group);
    const { cursor, positions } = await placesOf(bot);
    world.clock.pass(86_400_000);
    for (const word of ['one', 'two', 'three']) await world.say(bela, group, word);
    const missed = JSON.stringify(await world.ok(bot, 'im/sync', { cursor, positions }));
    for (const word of ['one', 'two', 'three']) expect(missed).toContain(`"content":"${word}"`);
  });
});

/** Returns the cursor and the newest position of the bot. */
async function placesOf(bot: Person) {
  const { seq } = await world.say(bot, group, 'hello');
  const answer = await world.call<never>(bot, 'im/getContacts');
  return { cursor: (answer as unknown as { cursor: string }).cursor, positions: { [group]: seq } };
}

describe('tokens', () => {
  it('BOT-4: shown once, listed with its right and last use, never stored', async () => {
    const program = await tokenFor(anna, { right: 'read', chats: [group] });
    const bare = program.token.slice('Bearer '.length);
    expect(bare).toMatch(/^parley_[0-9a-f]{64}$/);
    const [row] = (await listed(anna)).tokens;
    expect(row).toMatchObject({ name: 'CI', right: 'read', chats: [group], bot: 0, used: 0 });
    expect(JSON.stringify(row)).not.toContain(bare.slice(7));
    await world.history(program, group);
    await world.clock.advance(120_000);
    expect((await listed(anna)).tokens[0]).toMatchObject({ used: expect.any(Number) as number });
    expect(Number((await listed(anna)).tokens[0]?.['used'])).toBeGreaterThan(0);
    const rows = await world.server.core.store.read((tx) => tx.accessTokens.ofUsers([anna.id as never]));
    expect(JSON.stringify(rows)).not.toContain(bare.slice(7));
    expect(await world.rows(anna, '/enterprise/im/getLogins')).toHaveLength(1);
  });

  it('BOT-4: fifty of one user, and a new one needs a fresh proof', async () => {
    for (let at = 0; at < botLimits.tokensMax; at += 1) {
      await tokenFor(anna);
      if (at % 10 === 9) world.clock.pass(60_000);
    }
    expect(await world.code(anna, 'im/addToken', { name: 'x', right: 'read', days: 7 })).toBe(400);
    world.clock.pass(11 * 60_000);
    expect(await world.code(bela, 'im/addToken', { name: 'x', right: 'read', days: 7 })).toBe(414);
  });

  it('BOT-4: refuses chats and bots of others, and unknown rights and times', async () => {
    const bot = await botOf(bela);
    const form = { name: 'x', right: 'write', days: 30 };
    for (const wrong of [
      { bot: bot.id },
      { bot: bela.id },
      { chats: ['group-99'] },
      { right: 'all' },
      { days: 31 },
      { name: '' },
      { chats: Array.from({ length: botLimits.chatsMax + 1 }, () => group) },
    ])
      expect(await world.code(anna, 'im/addToken', { ...form, ...wrong })).toBe(400);
  });

  it('BOT-5: to read, nothing is changed', async () => {
    const program = await tokenFor(anna, { right: 'read' });
    await world.history(program, group);
    await world.ok(program, 'im/getContacts');
    const message = await world.say(bela, group, 'hello');
    expect((await world.send(program, group, 'no')).code).toBe(400);
    for (const [path, body] of [
      ['im/react', { id: message.id, emoji: '👍', on: 1 }],
      ['im/undoMessage', { id: message.id }],
      ['im/setMsgIsRead', { toContactId: group }],
    ] as const)
      expect(await world.code(program, path, body)).toBe(400);
    const [socket, other] = [await world.online(program), await world.online(bela)];
    socket.say({ type: 'typing', toContactId: group, what: 'text' });
    await world.settle();
    expect(JSON.stringify(other.frames)).not.toContain('typing');
  });

  it('BOT-5: for chosen chats, no other chat is read or written, and no socket is bound', async () => {
    const other = await world.group(anna, [bela]);
    const elsewhere = await world.say(bela, other, 'secret');
    const program = await tokenFor(anna, { chats: [group] });
    const here = await world.say(program, group, 'hello');
    await world.ok(program, 'im/react', { id: here.id, emoji: '👍', on: 1 });
    expect((await world.send(program, other, 'no')).code).toBe(400);
    for (const [path, body] of [
      ['im/getMessageList', { toContactId: other }],
      ['im/getMessageList', { toContactId: bela.id }],
      ['im/react', { id: elsewhere.id, emoji: '👍', on: 1 }],
      ['im/reactions', { id: elsewhere.id, emoji: '👍' }],
      ['im/search', { keywords: 'secret' }],
      ['im/getContacts', {}],
      ['im/sync', { positions: { [other]: 0 } }],
      ['im/forwardMessage', { user_ids: [other], msg_id: here.msg_id }],
      ['group/groupUserList', { group_id: other }],
    ] as const)
      expect(await world.code(program, path, body), path).toBe(400);
    const both = [group, other].map((to, at) => ({
      id: `b${at}`,
      toContactId: to,
      type: 'text',
      content: 'x',
    }));
    expect(await world.code(program, 'im/sendMessage', both)).toBe(400);
    const socket = await world.socket();
    socket.say({ type: 'bindUid', user_id: anna.id, token: program.token, client: 'parley', v: 1 });
    await world.settle();
    expect(socket.closedWith()).not.toBeNull();
  });

  it('BOT-5: no token opens the account, friends, other tokens or the console', async () => {
    const program = await tokenFor(anna);
    for (const path of [
      'im/getBots',
      'im/addToken',
      'im/editPassword',
      'im/getLogins',
      'im/exportData',
      'im/eraseAccount',
      'friend/add',
      'group/removeGroup',
      'group/addGroupUser',
      '/common/pub/logout',
    ])
      expect((await world.call(program, path, {})).code, path).toBe(400);
    const response = await world.raw('/admin/show', {
      method: 'POST',
      body: '{}',
      headers: { authorization: program.token },
    });
    expect(await response.json()).toMatchObject({ code: -1 });
  });

  it('BOT-5: mute and block stop a bot as they stop a user', async () => {
    const bot = await botOf(bela);
    await world.ok(bela, 'group/addGroupUser', { id: group, user_ids: [bot.id] });
    await world.ok(anna, 'group/setNoSpeak', { id: group, user_id: bot.id, noSpeakTimer: 1 });
    expect((await world.send(bot, group, 'no')).code).not.toBe(0);
    expect((await world.send(bot, anna.id, 'no')).code).not.toBe(0);
    expect((await world.send(bot, bela.id, 'yes')).code).toBe(0);
    await world.ok(bela, 'im/blockPerson', { id: bot.id, on: 1 });
    const socket = await world.online(bela);
    await world.send(bot, bela.id, 'still?');
    expect(JSON.stringify(socket.frames)).not.toContain('still?');
  });

  it('BOT-6: revoked and expired ones are refused at once, and their sockets close', async () => {
    const [program, short] = [await tokenFor(anna), await tokenFor(anna, { days: 7 })];
    const socket = await world.online(program);
    const [first] = (await listed(anna)).tokens;
    expect(await world.code(bela, 'im/removeToken', { id: first?.id })).toBe(400);
    for (const { id } of (await listed(anna)).tokens.slice(0, 1))
      await world.ok(anna, 'im/removeToken', { id });
    const answers = [await world.code(program, 'im/getContacts'), await world.code(short, 'im/getContacts')];
    expect(answers.toSorted((a, b) => a - b)).toEqual([-1, 0]);
    for (const { id } of (await listed(anna)).tokens) await world.ok(anna, 'im/removeToken', { id });
    await world.settle();
    expect(socket.closedWith()).not.toBeNull();
    const later = await tokenFor(anna, { days: 7 });
    world.clock.pass(8 * 86_400_000);
    expect(await world.call(later, 'im/getContacts')).toMatchObject({ code: -1 });
  });

  it('BOT-6: disabled with its user or the owner of its bot, until these are enabled again', async () => {
    const [bot, program] = [await botOf(bela), await tokenFor(bela)];
    const socket = await world.online(bot);
    await admin(world, 'user', 'disable', 'bela');
    await world.settle();
    for (const one of [bot, program]) expect(await world.code(one, 'im/getContacts')).toBe(-1);
    expect(socket.closedWith()).not.toBeNull();
    await admin(world, 'user', 'enable', 'bela');
    for (const one of [bot, program]) expect(await world.code(one, 'im/getContacts')).toBe(0);
  });

  it('BOT-8: each change is in the audit log', async () => {
    const bot = await botOf(anna);
    await world.ok(anna, 'im/renameBot', { id: bot.id, name: 'Deploy' });
    const [token] = (await listed(anna)).tokens;
    await world.ok(anna, 'im/removeToken', { id: token?.id });
    await world.ok(anna, 'im/removeBot', { id: bot.id });
    for (const what of ['bot added', 'bot renamed', 'token added', 'token removed', 'bot removed'])
      expect(await auditOf(what), what).toBe(1);
  });
});

it('BOT-6: another node refuses a revoked token and closes its sockets', async () => {
  const nodes = await twoNodes();
  const { one, two } = nodes;
  const owner = await one.person('anna');
  const program = await tokenFor(owner, {}, one);
  const socket = await two.online(program);
  expect(await two.code(program, 'im/getContacts')).toBe(0);
  const { tokens } = await one.ok<{ tokens: readonly Fields[] }>(owner, 'im/getBots');
  await one.ok(owner, 'im/removeToken', { id: tokens[0]?.id });
  await nodes.pass(2_000);
  expect(await two.code(program, 'im/getContacts')).toBe(-1);
  expect(socket.closedWith()).not.toBeNull();
  await nodes.close();
});
