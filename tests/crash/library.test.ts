import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { root } from '../support/house/repository.ts';
import { type HttpUser, history, newGroup, ok, post, signUp } from '../support/http-user.ts';
import { freePort, killServers, runToEnd, startServer, temporaryFolder } from '../support/server.ts';

const running = new Set<ChildProcess>();
afterEach(() => killServers());
afterAll(() => running.forEach((bot) => bot.kill('SIGKILL')));
beforeAll(async () => {
  const { code, stderr } = await runToEnd('src/tools/client-library.mjs', [], {});
  expect(code, stderr).toBe(0);
}, 240_000);

/** A project that has the library installed. */
function project(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(root, 'dist/client-library'), join(folder, 'node_modules/parley-client'));
  symlinkSync(join(root, 'node_modules/valibot'), join(folder, 'node_modules/valibot'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return folder;
}

/** The bot of the page, as it is written there. */
const bot = /```js\n([\s\S]+?)```/.exec(readFileSync(join(root, 'docs/bots.md'), 'utf8'))?.[1] ?? '';

async function startBot(folder: string, url: string, token: string): Promise<ChildProcess> {
  writeFileSync(join(folder, 'bot.js'), bot);
  const child = spawn(process.execPath, ['bot.js'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], PARLEY_URL: url, PARLEY_TOKEN: token },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  await once(child.stdout, 'data');
  return child;
}

async function say(user: HttpUser, to: string, words: readonly string[]): Promise<void> {
  for (const content of words)
    await vi.waitFor(
      () =>
        ok(user.call('/enterprise/im/sendMessage', { id: content, toContactId: to, type: 'text', content })),
      { timeout: 60_000, interval: 200 },
    );
}

const words = (of: string, count: number) => Array.from({ length: count }, (_, n) => `${of}-${n}`);

it('BOT-10: the bot of the page has at most twenty lines', () => {
  expect(bot.trim().split('\n').length).toBeLessThanOrEqual(20);
});

it('BOT-10: the types of the library accept that bot, and no wrong option', async () => {
  const folder = project();
  const typed = `${bot.replaceAll(/process\.env\.(\w+)/g, "'$1'")}
export const id: number = bot.me;
// @ts-expect-error a number
export const name: string = bot.me;
// @ts-expect-error no such option
await connect({ uri: '' });
export const chats: number = bot.client.store.get().contacts.size;`;
  writeFileSync(join(folder, 'bot.ts'), typed);
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022'];
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const child = spawn(process.execPath, [tsc, ...options, '--lib', 'es2023,dom', '--types', '', 'bot.ts'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let faults = '';
  child.stdout.on('data', (part: Buffer) => (faults += part.toString()));
  const [code] = (await once(child, 'exit')) as [number];
  expect(faults).toBe('');
  expect(code).toBe(0);
}, 60_000);

it('BOT-11, BOT-9: kill -9 of the server and of the bot: all arrives, once', async () => {
  const [port, folder] = [await freePort(), project()];
  const first = await startServer({ port });
  const anna = await signUp(first.url, 'anna');
  const { id } = await ok(anna.call<{ id: number }>('/enterprise/im/addBot', { name: 'Echo' }));
  const form = { bot: id, name: 'echo', right: 'write', days: 30 };
  const { token } = await ok(anna.call<{ token: string }>('/enterprise/im/addToken', form));
  const group = await newGroup(anna, [{ id } as HttpUser], 'Echo');
  const texts = async () => (await history(anna, group)).filter(({ type }) => type === 'text');
  const echoes = async () =>
    (await texts()).filter(({ from_user: from }) => from === id).map(({ content }) => content);
  const told = ['hello'];
  const allEchoed = () =>
    vi.waitFor(async () => expect(await echoes()).toEqual(told.map((one) => `Echo: ${one}`)), {
      timeout: 90_000,
      interval: 300,
    });

  let program = await startBot(folder, first.url, token);
  await say(anna, group, told);
  await allEchoed();

  // The server dies while the bot answers.
  const crowd = words('crowd', 20);
  await say(anna, group, crowd);
  await first.kill();
  told.push(...crowd);
  const second = await startServer({ port, dataDir: first.dataDir });
  told.push('again');
  await say(anna, group, ['again']);
  await allEchoed();

  // The bot dies, and misses more than one page.
  program.kill('SIGKILL');
  await once(program, 'exit');
  const missed = words('missed', 130);
  await say(anna, group, missed);
  told.push(...missed);
  program = await startBot(folder, second.url, token);
  await allEchoed();

  const revoked = await ok(anna.call<{ tokens: { id: string }[] }>('/enterprise/im/getBots', {}));
  await ok(anna.call('/enterprise/im/removeToken', { id: revoked.tokens[0]?.id }));
  expect((await post(second.url, '/enterprise/im/getContacts', {}, `Bearer ${token}`)).code).toBe(-1);
}, 400_000);
