import { expect, it, vi } from 'vitest';
import { DAY, MINUTE } from '../../src/domain/duration.ts';
import type { HookPost, HookPosts, HookReply } from '../../src/ports/hook-posts.ts';
import { programLimits as limits } from '../../src/server/kernel/hook-limits.ts';
import { admin } from '../support/admin.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';
import { PASSWORD } from '../support/world.ts';

const received: HookPost[] = [];
let reply: HookReply | Promise<HookReply> = { status: 200, text: '' };
const hookPosts: HookPosts = {
  isAllowed: (url) => url.startsWith('https://'),
  post: async (request) => {
    received.push(request);
    return Promise.race([
      Promise.resolve(reply),
      new Promise<HookReply>((resolve) =>
        request.signal.addEventListener('abort', () => resolve({ status: 0, fault: 'no answer' })),
      ),
    ]);
  },
};
const { world, anna, bela, cora, group } = setUpWorld(['anna', 'bela', 'cora'], {
  friends: 'all',
  group: ['anna', 'bela'],
  options: () => {
    received.length = 0;
    reply = { status: 200, text: '' };
    return { hookPosts };
  },
});

const COMMANDS = [{ name: 'deploy', words: 'branch', help: 'Deploy a branch' }];
const form = (more: object = {}) => ({
  url: 'https://ci.example.org/commands',
  dialect: 'mrkdwn',
  commands: COMMANDS,
  ...more,
});
const named = (...names: readonly string[]) => names.map((name) => ({ name, words: '', help: '' }));
const says = (answer: object | string) =>
  (reply = { status: 200, text: typeof answer === 'string' ? answer : JSON.stringify(answer) });

/** A bot with an address in the group. */
async function program(more: object = {}): Promise<number> {
  const { id } = await world.ok<{ id: number }>(anna, 'im/addBot', { name: 'Ship' });
  await world.ok(anna, 'group/addGroupUser', { id: group, user_ids: [id] });
  await world.ok(anna, 'im/setBotProgram', { id, ...form(more) });
  return id;
}
const run = (who: Person, bot: number, more: object = {}) =>
  world.call<{ shown: string }>(who, 'im/runCommand', {
    toContactId: group,
    bot,
    name: 'deploy',
    text: 'main now',
    ...more,
  });
const list = (who: Person, chat: string | number = group) =>
  world.rows(who, 'im/botCommands', { toContactId: chat });
const sentForm = (at = -1) => Object.fromEntries(new URLSearchParams(received.at(at)?.body));
const late = (answer: object, url = sentForm()['response_url'] ?? '') =>
  world.raw(new URL(url).pathname, { method: 'POST', body: JSON.stringify(answer) });
const texts = async (who: Person, chat: string | number) =>
  (await world.history(who, chat)).map((row) => `${String(row['from_user'])} ${row['content']}`);

it('COMMAND-9: the owner of a bot sets its address and commands; members list them', async () => {
  const { id } = await world.ok<{ id: number }>(anna, 'im/addBot', { name: 'Ship' });
  expect(await world.rows(anna, 'im/botCommands', { toContactId: group })).toEqual([]);
  const { secret } = await world.ok<{ secret: string }>(anna, 'im/setBotProgram', { id, ...form() });
  expect(secret).toMatch(/^whsec_/);
  expect(await world.ok(anna, 'im/setBotProgram', { id, ...form() })).toEqual({ secret: '' });
  const renewed = await world.ok<{ secret: string }>(anna, 'im/setBotProgram', { id, ...form(), renew: 1 });
  expect(renewed.secret).not.toBe(secret);
  const { bots } = await world.ok<{ bots: readonly object[] }>(anna, 'im/getBots');
  expect(bots).toMatchObject([{ url: form().url, dialect: 'mrkdwn', commands: COMMANDS }]);
  expect(JSON.stringify(bots)).not.toContain(renewed.secret);
  expect(await list(bela)).toEqual([]);
  await world.ok(anna, 'group/addGroupUser', { id: group, user_ids: [id] });
  expect(await list(bela)).toEqual([{ ...COMMANDS[0], bot: id, botName: 'Ship' }]);
  expect(await list(anna, id)).toHaveLength(1);
  expect(await world.code(cora, 'im/botCommands', { toContactId: group })).toBe(400);
  expect(await world.code(bela, 'im/setBotProgram', { id, ...form() })).toBe(400);
  await world.ok(anna, 'im/setBotProgram', { id, ...form({ url: '' }) });
  expect(await list(bela)).toEqual([]);
});

it('COMMAND-9: wrong names and addresses are refused, and the older of two equal names counts', async () => {
  const first = await program();
  const id = await program({ commands: [...COMMANDS, { name: 'stop', words: '', help: '' }] });
  expect((await list(bela)).map((row) => [row['name'], row['bot']])).toEqual([
    ['deploy', first],
    ['stop', id],
  ]);
  for (const wrong of [
    { url: 'http://10.0.0.1/' },
    { url: 'x'.repeat(2_001) },
    { dialect: 'html' },
    { commands: named('me') },
    { commands: named('a', 'a') },
    { commands: named('Über') },
    { commands: named(...Array.from({ length: 21 }, (_, at) => `c${at}`)) },
  ])
    expect([wrong, await world.code(anna, 'im/setBotProgram', { id, ...form(wrong) })]).toEqual([wrong, 400]);
});

it('COMMAND-10: a use posts the widespread form, signed; words for the user alone are returned', async () => {
  const bot = await program();
  says({ text: 'Deploying *main*' });
  expect(await run(bela, bot)).toMatchObject({ code: 0, data: { shown: 'Deploying **main**' } });
  const [post] = received;
  expect(post).toMatchObject({ type: 'application/x-www-form-urlencoded', url: form().url });
  expect(post?.secret).toMatch(/^whsec_/);
  expect(sentForm()).toMatchObject({
    command: '/deploy',
    text: 'main now',
    user_id: String(bela.id),
    user_name: 'bela name',
    channel_id: group,
    trigger_id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
    response_url: expect.stringContaining('/hooks/') as string,
  });
  expect(await texts(anna, group)).toEqual(
    expect.not.arrayContaining([expect.stringContaining('Deploying')]),
  );
  says('plain & words');
  expect((await run(bela, bot)).data.shown).toBe('plain &amp; words');
  says({ response_type: 'in_channel', text: 'started' });
  expect((await run(bela, bot)).data.shown).toBe('');
  expect(await texts(anna, group)).toContain(`${bot} started`);
  says('');
  expect((await run(bela, bot)).data.shown).toBe('');
});

it('COMMAND-10: a wrong status, no answer and an unknown command are refused with a line', async () => {
  const bot = await program();
  reply = { status: 500, text: 'oops' };
  expect(await run(bela, bot)).toMatchObject({ code: 400, msg: expect.stringContaining('Ship') as string });
  reply = { status: 0, fault: 'refused address' };
  expect(await run(bela, bot)).toMatchObject({ code: 400 });
  reply = new Promise(() => undefined);
  const hanging = run(bela, bot);
  await vi.waitFor(() => expect(received).toHaveLength(3));
  await world.clock.advance(limits.waitMs);
  expect(await hanging).toMatchObject({ code: 400 });
  says('x');
  const posts = received.length;
  for (const wrong of [
    { name: 'stop' },
    { bot: bela.id },
    { toContactId: bela.id },
    { toContactId: 'group-99' },
  ])
    expect([wrong, (await run(bela, bot, wrong)).code]).toEqual([wrong, 400]);
  expect((await run(cora, bot)).code).toBe(400);
  await world.ok(anna, 'group/setNoSpeak', { id: group, user_id: bela.id, noSpeakTimer: 1 });
  expect((await run(bela, bot)).code).toBe(400);
  expect(received).toHaveLength(posts);
});

it('COMMAND-10: a bot of a disabled owner is not called, nor one that left', async () => {
  const bot = await program();
  await admin(world, 'user', 'disable', 'anna', '--yes');
  expect(await list(bela)).toEqual([]);
  expect((await run(bela, bot)).code).toBe(400);
  await admin(world, 'user', 'enable', 'anna');
  expect((await run(bela, bot)).code).toBe(0);
});

it('COMMAND-11: response_url takes five answers in half an hour, to all or privately', async () => {
  const bot = await program();
  await run(anna, bot);
  const url = sentForm()['response_url'] ?? '';
  expect((await late({ response_type: 'in_channel', text: 'done' })).status).toBe(200);
  expect(await texts(bela, group)).toContain(`${bot} done`);
  expect(await (await late({ text: 'only you' })).text()).toBe('ok');
  expect(await texts(anna, bot)).toContain(`${bot} only you`);
  expect(await texts(bela, group)).not.toContain(`${bot} only you`);
  expect((await late({ text: '' })).status).toBe(400);
  for (let at = 2; at < limits.lateMax; at += 1) expect((await late({ text: `${at}` })).status).toBe(200);
  expect(await (await late({ text: 'sixth' })).text()).toBe('used_url');
  expect((await late({ text: 'x' }, `${url}0`)).status).toBe(404);
  await run(anna, bot);
  world.clock.pass(limits.lateMs + MINUTE);
  expect(await (await late({ text: 'late' })).text()).toBe('expired_url');
});

it('COMMAND-11: a late answer has the rights of the bot of that moment', async () => {
  const bot = await program();
  await run(bela, bot);
  expect((await late({ text: 'you are no friend of the bot' })).status).toBe(403);
  await world.ok(anna, 'group/removeUser', { id: group, user_id: bot });
  expect((await late({ response_type: 'in_channel', text: 'x' })).status).toBe(404);
  await world.ok(anna, 'im/prove', { password: PASSWORD });
  await world.ok(anna, 'im/removeBot', { id: bot });
  expect((await late({ response_type: 'in_channel', text: 'x' })).status).toBe(403);
  world.clock.pass(DAY);
  expect(await list(bela)).toEqual([]);
});

/** A message of the bot with buttons, as its token sends it. */
async function withButtons(bot: number, buttons: unknown, id = 'b1', more: object = {}) {
  const { token } = await world.ok<{ token: string }>(anna, 'im/addToken', {
    bot,
    name: 'CI',
    right: 'write',
    days: 7,
  });
  const who = { id: bot, account: '', token: `Bearer ${token}` };
  const body = { id, toContactId: group, type: 'text', content: 'Deploy?', extends: { buttons }, ...more };
  return { who, answer: await world.call(who, 'im/sendMessage', body) };
}
const YES_NO = [
  { id: 'yes', text: 'Yes', style: 'primary' },
  { id: 'no 7', text: 'No' },
];
const press = (who: Person, button = 'yes', id = 'b1') =>
  world.call<{ shown: string }>(who, 'im/pressButton', { id, button });
const shownTo = async (who: Person, id = 'b1') =>
  (await world.history(who, group)).find((row) => row['id'] === id)?.['extends'];

it('BOT-13: a bot sends buttons; those of others are dropped, wrong ones refused', async () => {
  const bot = await program();
  const { who, answer } = await withButtons(bot, YES_NO);
  expect(answer).toMatchObject({ code: 0, data: { extends: { buttons: YES_NO } } });
  expect(await shownTo(bela)).toEqual({ buttons: YES_NO });
  for (const wrong of [
    'yes',
    [{ id: 'a' }],
    [{ id: '', text: 'x' }],
    [{ id: 'a', text: 'x'.repeat(41) }],
    [YES_NO[0], YES_NO[0]],
    Array.from({ length: 11 }, (_, at) => ({ id: `${at}`, text: 'x' })),
  ])
    expect([wrong, (await withButtons(bot, wrong, 'b2')).answer.code]).toEqual([wrong, 400]);
  await world.ok(bela, 'im/sendMessage', {
    id: 'mine',
    toContactId: group,
    type: 'text',
    content: 'hello',
    extends: { buttons: YES_NO },
  });
  expect(await shownTo(anna, 'mine')).toBeNull();
  await world.ok(bela, 'im/forwardMessage', { user_ids: [-1], msg_id: (answer.data as never)['msg_id'] });
  const [copy] = (await world.history(bela, -1)).slice(-1);
  expect(JSON.stringify(copy)).not.toContain('buttons');
  const edit = { id: 'b1', content: 'Deploy?', extends: { buttons: [YES_NO[1]] } };
  const socket = await world.online(bela);
  await world.ok(who, 'im/editMessage', edit);
  expect(await shownTo(bela)).toEqual({ buttons: [YES_NO[1]] });
  expect(socket.frames.at(-1)).toMatchObject({
    type: 'updateMessage',
    data: { extends: { buttons: [YES_NO[1]] } },
  });
});

it('BOT-14: a press calls the bot; the answer is shown, posted, or replaces the message', async () => {
  const bot = await program();
  await withButtons(bot, YES_NO);
  says({ text: 'noted' });
  expect((await press(bela, 'no 7')).data.shown).toBe('noted');
  const payload = JSON.parse(sentForm()['payload'] ?? '') as Record<string, unknown>;
  expect(payload).toMatchObject({
    type: 'block_actions',
    user: { id: String(bela.id), name: 'bela name' },
    channel: { id: group },
    message: { id: 'b1', text: 'Deploy?' },
    actions: [{ action_id: 'no', value: '7', text: { text: 'No' } }],
  });
  says({ response_type: 'in_channel', text: 'Bela said no' });
  expect((await press(bela)).data.shown).toBe('');
  expect(await texts(anna, group)).toContain(`${bot} Bela said no`);
  world.clock.pass(3 * DAY);
  const socket = await world.online(anna);
  says({
    replace_original: true,
    text: 'Deployed',
    attachments: [{ actions: [{ type: 'button', name: 'undo', text: 'Undo' }] }],
  });
  expect((await press(bela)).data.shown).toBe('');
  expect(await texts(anna, group)).toContain(`${bot} Deployed`);
  expect(await shownTo(anna)).toEqual({ format: 'md', buttons: [{ id: 'undo', text: 'Undo' }] });
  expect(socket.frames.filter(({ type }) => type === 'updateMessage')).toHaveLength(2);
  expect((await press(bela)).code).toBe(400);
  await press(bela, 'undo');
  const pressed = JSON.parse(sentForm()['payload'] ?? '') as { response_url: string };
  expect((await late({ replace_original: true }, pressed.response_url)).status).toBe(200);
  expect(await shownTo(anna)).toEqual({ format: 'md' });
  expect(await texts(anna, group)).toContain(`${bot} Deployed`);
});

it('BOT-14: one press at a time; none by strangers or muted members, or to a bot that left', async () => {
  const bot = await program();
  await withButtons(bot, YES_NO);
  reply = new Promise(() => undefined);
  const first = press(bela);
  await vi.waitFor(() => expect(received).toHaveLength(1));
  expect(await press(bela, 'no 7')).toMatchObject({ code: 400 });
  await world.clock.advance(limits.waitMs);
  expect(await first).toMatchObject({ code: 400 });
  says('');
  expect((await press(bela)).code).toBe(0);
  const count = received.length;
  expect((await press(cora)).code).toBe(400);
  expect((await press(bela, 'maybe')).code).toBe(400);
  await world.ok(anna, 'group/setNoSpeak', { id: group, user_id: bela.id, noSpeakTimer: 1 });
  expect((await press(bela)).code).toBe(400);
  await world.ok(anna, 'group/removeUser', { id: group, user_id: bot });
  expect((await press(anna)).code).toBe(400);
  expect(received).toHaveLength(count);
});

it('BOT-13: an answer in the chat form has buttons, of blocks and attachments', async () => {
  const bot = await program();
  says({
    response_type: 'in_channel',
    text: 'fallback',
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: 'Deploy?' } },
      {
        type: 'actions',
        elements: [
          {
            type: 'button',
            action_id: 'go',
            value: 'main',
            style: 'danger',
            text: { type: 'plain_text', text: 'Go' },
          },
          { type: 'button', url: 'https://example.org', text: { type: 'plain_text', text: 'Docs' } },
          null,
        ],
      },
    ],
  });
  await run(bela, bot);
  const row = (await world.history(anna, group)).find(({ content }) => content.startsWith('Deploy?'));
  expect(row?.['extends']).toEqual({
    format: 'md',
    buttons: [{ id: 'go main', text: 'Go', style: 'danger' }],
  });
});

it.each([
  ['it leaves the group', (bot: number) => world.ok(anna, 'group/removeUser', { id: group, user_id: bot })],
  ['its owner is disabled', () => admin(world, 'user', 'disable', 'anna', '--yes')],
  ['its message is recalled', () => world.ok(anna, 'im/undoMessage', { id: 'b1' })],
])('COMMIT-13: while a bot answers, %s: its answer changes nothing', async (_, change) => {
  const bot = await program();
  await withButtons(bot, YES_NO);
  let give: ((reply: HookReply) => void) | undefined;
  reply = new Promise((resolve) => (give = resolve));
  const pressing = press(bela);
  await vi.waitFor(() => expect(received).toHaveLength(1));
  await change(bot);
  const before = await world.history(bela, group);
  give?.({ status: 200, text: JSON.stringify({ replace_original: true, text: 'Deployed' }) });
  expect((await pressing).code).toBe(400);
  expect(await world.history(bela, group)).toEqual(before);
});
