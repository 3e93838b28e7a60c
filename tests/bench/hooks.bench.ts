import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { befriendAll } from '../support/person.ts';
import { type HttpUser, newGroup, ok } from '../support/http-user.ts';
import { preparePeople } from '../support/prepared-people.ts';
import { startServer } from '../support/server.ts';
import { median } from '../support/slow-page.ts';
import { startWorld } from '../support/world.ts';

/** A message of an incoming hook against one of a user: CPU of the whole server, in one process. */
const MESSAGES = 1_000;
const ROUNDS = 7;
const mustRatio = 1.3;

/** The receiver of the outgoing hooks needs this time for each event. */
const HOOKS = 10;
const PER_SECOND = 100;
const SECONDS = 10;
const SLOW_MS = 2_000;
const mustSlowdown = 1.3;
/** The noise of a machine with other work. */
const FREE_MS = 5;

export async function run(): Promise<readonly string[]> {
  const over: string[] = [];
  const cost = await incoming();
  console.log(`  ${cost.line}`);
  if (cost.ratio > mustRatio) over.push(cost.line);
  const wait = await outgoing();
  console.log(`  ${wait.line}`);
  if (wait.slowMs > wait.bareMs * mustSlowdown + FREE_MS) over.push(wait.line);
  return over;
}

async function incoming() {
  const world = await startWorld();
  const { people, group } = await preparePeople(world, ['bela', 'anna']);
  const [, anna] = people;
  if (anna === undefined) throw new Error('nobody is there');
  const { url } = await world.ok<{ url: string }>(anna, 'group/addHook', {
    id: group,
    name: 'Alerts',
    dialect: 'mrkdwn',
  });
  const to = new URL(url).pathname;
  const headers = { 'content-type': 'application/json', authorization: anna.token };
  let made = 0;
  const words = () => `Disk of node ${(made += 1)} is 91 percent full`;
  const ways = {
    hook: () => world.answer(to, { text: words() }, { 'content-type': 'application/json' }),
    user: () =>
      world.answer(
        '/enterprise/im/sendMessage',
        { id: `sent-${made}`, toContactId: group, type: 'text', content: words() },
        headers,
      ),
  };
  const costs: Record<keyof typeof ways, number[]> = { hook: [], user: [] };
  for (let round = -1; round < ROUNDS; round += 1)
    for (const way of ['hook', 'user'] as const) {
      const before = process.cpuUsage();
      for (let at = 0; at < MESSAGES; at += 1) {
        // Otherwise the limits of a hook and of a user would answer.
        world.clock.pass(2_000);
        const { status, text } = await ways[way]();
        if (status !== 200 || (text !== 'ok' && !text.startsWith('{"code":0'))) throw new Error(text);
      }
      const { user, system } = process.cpuUsage(before);
      if (round >= 0) costs[way].push((user + system) / MESSAGES);
    }
  await world.close();
  const [hook, user] = [median(costs.hook), median(costs.user)];
  const each = `${hook.toFixed(0)} µs against ${user.toFixed(0)} µs`;
  const ratio = hook / user;
  const what = 'a message of an incoming hook against one of a user, CPU';
  return { ratio, line: `${what}: ${ratio.toFixed(2)} (${each}; must: ${mustRatio})` };
}

async function outgoing() {
  const env = { HOOKS_PRIVATE: '1', LIMIT_SENDS: '100000', LIMIT_CALLS: '100000' };
  const server = await startServer({ env });
  let [received, atOnce, most] = [0, 0, 0];
  const receiver = createServer((request, response) => {
    request.resume();
    received += 1;
    atOnce += 1;
    most = Math.max(most, atOnce);
    setTimeout(() => {
      atOnce -= 1;
      response.end();
    }, SLOW_MS);
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  try {
    const [owner, other] = await befriendAll(server.url, [['Anna'], ['Bela']]);
    if (owner === undefined || other === undefined) throw new Error('nobody is there');
    const [bare, hooked] = [await newGroup(owner, [other], 'Bare'), await newGroup(owner, [other], 'Hooked')];
    for (let at = 0; at < HOOKS; at += 1) {
      const form = { id: hooked, name: `Slow ${at}`, url: address, kinds: ['messages'] };
      await ok(owner.call('/enterprise/group/addOutgoing', form));
    }
    const took: Record<string, number[]> = { [bare]: [], [hooked]: [] };
    for (const group of [bare, hooked, bare, hooked]) took[group]?.push(...(await sends(owner, group)));
    const [bareMs, slowMs] = [median(took[bare] ?? []), median(took[hooked] ?? [])];
    const hooks = `${HOOKS} hooks whose receiver needs ${SLOW_MS / 1_000} s`;
    const events = `${HOOKS * PER_SECOND} events a second for ${hooks}`;
    const line =
      `a message beside ${events}, until its answer: ${slowMs.toFixed(1)} ms, ` +
      `without hooks ${bareMs.toFixed(1)} ms ` +
      `(${received} events received, ${most} at once; must: ${mustSlowdown} times and ${FREE_MS} ms)`;
    return { bareMs, slowMs, line };
  } finally {
    await server.kill();
    receiver.closeAllConnections();
    receiver.close();
  }
}

let sent = 0;

/** Sends messages at an even pace. Returns the time until each answer, in ms. */
async function sends(owner: HttpUser, group: string): Promise<readonly number[]> {
  const begin = performance.now();
  const one = async (at: number): Promise<number> => {
    const dueMs = begin + (at * 1_000) / PER_SECOND;
    await new Promise((resolve) => void setTimeout(resolve, dueMs - performance.now()));
    const before = performance.now();
    const body = { id: `bench-${(sent += 1)}`, toContactId: group, type: 'text', content: `words ${sent}` };
    await ok(owner.call('/enterprise/im/sendMessage', body));
    return performance.now() - before;
  };
  return Promise.all(Array.from({ length: PER_SECOND * SECONDS }, (_, at) => one(at)));
}
