import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/server/features/features.ts';
import { say } from '../../src/server/kernel/texts.ts';
import { admin } from '../support/admin.ts';
import { type Cast, type Cell, KINDS, SCENARIOS, type Scenario } from '../support/matrix-scenarios.ts';
import { setUpWorld } from '../support/set-up-world.ts';
import { localUploads } from '../support/uploads.ts';
import { TAKES_EVENTS, startWorld, type Person, type World } from '../support/world.ts';

/** Tables of what programs try, with a control for each row: a refusal for another reason proves nothing. */
interface TokenForm {
  readonly bot?: number;
  readonly right?: 'read' | 'write';
  readonly chats?: readonly string[];
  readonly days?: number;
}

async function tokenOf(world: World, owner: Person, form: TokenForm = {}): Promise<Person & { id: number }> {
  const body = { name: 'CI', right: 'write', days: 30, ...form };
  const { token } = await world.ok<{ token: string }>(owner, 'im/addToken', body);
  return { id: form.bot ?? owner.id, account: '', token: `Bearer ${token}` };
}

/** The calls of each right, as docs/bots.md has them. */
const callsOf = (right: string): readonly string[] => {
  const row = readFileSync('docs/bots.md', 'utf8').split(`\n| ${right} | `)[1]?.split('\n')[0] ?? '';
  return [...row.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
};
const READ = callsOf('read');
const WRITE = callsOf('read and write');
/** They name no chat, or no message of one. */
const ABOUT_NONE = ['getSystemInfo', 'getUserInfo', 'quota'];

describe('every call × every kind of token', () => {
  let world: World;
  let cast: Cast;
  let made = 0;
  const tokens: Record<string, Person> = {};
  const dead: Record<string, Person> = {};

  beforeAll(async () => {
    world = await startWorld({
      uploads: await localUploads(),
      mail: { send: () => Promise.resolve() },
      hookPosts: TAKES_EVENTS,
    });
    const people: Record<string, Person> = { administrator: await world.person('boss') };
    const names = ['owner', 'manager', 'member', 'muted', 'former', 'stranger', 'victim', 'friend', 'fallen'];
    for (const name of names) people[name] = await world.person(name);
    cast = people as unknown as Cast;
    const fallen = people['fallen'] as Person;
    for (const one of [cast.manager, cast.member, cast.muted, cast.former, cast.victim])
      await world.befriend(cast.owner, one);
    for (const one of Object.values(people))
      if (one !== cast.friend && one !== fallen) await world.befriend(cast.friend, one);
    const other = await world.group(cast.owner, [cast.member], 'Other');
    dead['expired'] = await tokenOf(world, cast.owner, { days: 7 });
    dead['revoked'] = await tokenOf(world, cast.owner);
    dead['of a disabled user'] = await tokenOf(world, fallen);
    const { id: bot } = await world.ok<{ id: number }>(fallen, 'im/addBot', { name: 'Fallen' });
    dead['of a bot whose owner is disabled'] = await tokenOf(world, fallen, { bot });
    for (const one of Object.values(dead)) await world.ok(one, 'im/getContacts');
    await admin(world, 'user', 'disable', 'fallen');
    world.clock.pass(8 * 86_400_000);
    await world.ok(cast.owner, 'im/prove', { password: 'secret-1' });
    tokens['whole'] = await tokenOf(world, cast.owner);
    tokens['reads'] = await tokenOf(world, cast.owner, { right: 'read' });
    tokens['elsewhere'] = await tokenOf(world, cast.owner, { chats: [other] });
    const rows = await world.ok<{ tokens: readonly { id: string; since: number }[] }>(
      cast.owner,
      'im/getBots',
    );
    const oldest = Math.min(...rows.tokens.map(({ since }) => since));
    for (const { id, since } of rows.tokens)
      if (since === oldest) await world.ok(cast.owner, 'im/removeToken', { id });
  });
  afterAll(() => world.close());

  async function cellOf(scenario: Scenario): Promise<Cell> {
    made += 1;
    world.clock.pass(60_000);
    const { owner, manager, member, muted, victim } = cast;
    const group = scenario.inGroup ? await world.group(owner, [manager, member, muted, victim]) : '';
    const said = scenario.inGroup
      ? await world.say(victim, group, `victim words ${made}`)
      : ({} as Cell['said']);
    return { world, cast, me: owner, kind: 'owner', group, fresh: `p${made}`, said };
  }

  it('BOT-5: docs/bots.md lists calls that exist', () => {
    const names = ENDPOINTS.flatMap(({ paths }) => paths.map((path) => path.split('/').at(-1)));
    expect(READ.length + WRITE.length).toBeGreaterThan(30);
    for (const name of [...READ, ...WRITE]) expect(names).toContain(name);
  });

  it.each(
    SCENARIOS.filter(
      (one) => !('ask' in one) && !one.path.includes(':') && one.about !== 'of a call that has no unit',
    ).map((one) => [`${one.path}${one.about ? ` (${one.about})` : ''}`, one] as const),
  )('BOT-5, BOT-6: %s', async (_, scenario) => {
    const cell = await cellOf(scenario);
    const body = (await scenario.body?.(cell)) ?? {};
    const { path } = scenario;
    const name = path.split('/').at(-1) ?? '';
    const ask = async (who: Person | undefined) => {
      const { code, msg } = await world.call(who ?? null, path, body);
      return code === 400 ? msg : code;
    };
    const isOpen = ENDPOINTS.some((row) => row.paths[0] === path && row.who === 'anyone');
    if (!isOpen) for (const [why, one] of Object.entries(dead)) expect(await ask(one), why).toBe(-1);
    const [isRead, isWrite] = [READ.includes(name), WRITE.includes(name)];
    if (!isRead && !isWrite) {
      for (const one of Object.values(tokens)) expect(await ask(one)).toBe(say('tokenCall', 'zh'));
      return;
    }
    if (!ABOUT_NONE.includes(name)) expect(await ask(tokens['elsewhere'])).toBe(say('tokenChats', 'zh'));
    if (isWrite) expect(await ask(tokens['reads'])).toBe(say('tokenReads', 'zh'));
    // The control: the same request with all rights is what its user may do.
    if (scenario.allowed[KINDS.indexOf('owner')] === 'x') {
      if (isRead) expect(await ask(tokens['reads'])).toBe(0);
      expect(await ask(tokens['whole'])).toBe(0);
    }
  });
});

const { world, anna, bela } = setUpWorld(['anna', 'bela'], { friends: 'all', jobs: true });

type Write = (words: string) => Promise<boolean>;

interface Writer {
  readonly id: number;
  readonly write: Write;
}

/** A member, and three kinds of programs that write as one. */
async function writersIn(group: string): Promise<Readonly<Record<string, Writer>>> {
  const { id } = await world.ok<{ id: number }>(anna, 'im/addBot', { name: 'Build' });
  const { id: helper } = await world.ok<{ id: number }>(anna, 'im/addBot', { name: 'Helper' });
  await world.ok(anna, 'group/addGroupUser', { id: group, user_ids: [id, helper] });
  const [bot, assistant] = [
    await tokenOf(world, anna, { bot: id }),
    await tokenOf(world, anna, { bot: helper }),
  ];
  const hook = await world.ok<{ hook: number; url: string }>(anna, 'group/addHook', {
    id: group,
    name: 'Alerts',
    dialect: 'markdown',
  });
  const json = { 'content-type': 'application/json' };
  const sent = async (who: Person, words: string) => (await world.send(who, group, words)).code === 0;
  return {
    user: { id: bela.id, write: (words) => sent(bela, words) },
    bot: { id, write: (words) => sent(bot, words) },
    assistant: {
      id: helper,
      write: async (text) => {
        const params = { name: 'send_message', arguments: { chat: group, text } };
        const response = await world.raw('/mcp', {
          method: 'POST',
          headers: { ...json, authorization: assistant.token },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
        });
        const { result } = (await response.json()) as { result?: { isError: boolean } };
        return result?.isError === false;
      },
    },
    hook: {
      id: hook.hook,
      write: async (text) => {
        const body = JSON.stringify({ text });
        const { pathname } = new URL(hook.url);
        return (await world.raw(pathname, { method: 'POST', headers: json, body })).status === 200;
      },
    },
  };
}

interface Barrier {
  readonly set: (group: string, writer: Writer) => Promise<unknown>;
  /** Absent: it does not end. */
  readonly lift?: (group: string, writer: Writer) => Promise<unknown>;
}

const setting = (group: string, name: string, value: number) =>
  world.ok(anna, 'group/groupSetting', { id: group, setting: { [name]: value } });

const BARRIERS: Readonly<Record<string, Barrier>> = {
  'a mute': {
    set: (id, { id: user_id }) => world.ok(anna, 'group/setNoSpeak', { id, user_id, noSpeakTimer: 1 }),
    lift: (id, { id: user_id }) => world.ok(anna, 'group/setNoSpeak', { id, user_id, noSpeakTimer: 0 }),
  },
  'only admins write': {
    set: (group) => setting(group, 'nospeak', 1),
    lift: (group) => setting(group, 'nospeak', 0),
  },
  'slow mode': {
    set: async (group, { write }) => {
      await setting(group, 'slowSec', 60);
      world.clock.pass(61_000);
      expect(await write('the first')).toBe(true);
    },
    lift: async () => world.clock.pass(61_000),
  },
  removal: { set: (id, { id: user_id }) => world.ok(anna, 'group/removeUser', { id, user_id }) },
  'the end of the group': { set: (id) => world.ok(anna, 'group/removeGroup', { id }) },
};

describe.each(Object.entries(BARRIERS))('behind %s', (_, { set, lift }) => {
  it.each(['user', 'bot', 'assistant', 'hook'])('BOT-5, BOT-12, HOOK-7: %s: writes nothing', async (kind) => {
    await admin(world, 'config', 'set', 'sysInfo.mcp', 'on');
    await world.clock.advance(1_500);
    const group = await world.group(anna, [bela]);
    const writer = (await writersIn(group))[kind];
    if (!writer) throw new Error(kind);
    expect(await writer.write('before')).toBe(true);
    await set(group, writer);
    expect(await writer.write('behind')).toBe(false);
    if (lift) {
      await lift(group, writer);
      expect(await writer.write('after')).toBe(true);
      expect(JSON.stringify(await world.history(anna, group))).not.toContain('behind');
    }
  });
});

it('BOT-5: a bot with all rights pins nothing in a group where only admins pin', async () => {
  const group = await world.group(anna, [bela]);
  const { id } = await world.ok<{ id: number }>(anna, 'im/addBot', { name: 'Build' });
  await world.ok(anna, 'group/addGroupUser', { id: group, user_ids: [id] });
  const bot = await tokenOf(world, anna, { bot: id });
  const message = await world.say(bot, group, 'pin me');
  const pin = (who: Person) => world.code(who, 'im/pinMessage', { id: message.id, on: 1 });
  expect(await pin(bot)).toBe(400);
  await setting(group, 'pin', 1);
  expect(await pin(bot)).toBe(0);
});

it('BOT-5: a block hides the messages of a bot; when it is lifted they arrive', async () => {
  const { id } = await world.ok<{ id: number }>(anna, 'im/addBot', { name: 'Build' });
  const bot = await tokenOf(world, anna, { bot: id });
  const seen = async () => JSON.stringify(await world.history(anna, id));
  await world.ok(anna, 'im/blockPerson', { user_id: id, id, on: 1 });
  await world.send(bot, anna.id, 'behind');
  expect(await seen()).not.toContain('behind');
  await world.ok(anna, 'im/blockPerson', { user_id: id, id, on: 0 });
  await world.send(bot, anna.id, 'after');
  expect(await seen()).toContain('after');
});
