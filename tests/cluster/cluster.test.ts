import { afterEach, expect, it } from 'vitest';
import { startAskers } from '../judge/askers.ts';
import type { Company } from '../judge/askers.ts';
import { judge } from '../judge/judge.ts';
import { befriend, newGroup, signUp } from '../support/http-user.ts';
import { killServers } from '../support/server.ts';
import { startCluster } from './cluster.ts';
import type { Cluster } from './cluster.ts';
import { gather } from './crowd.ts';
import type { Crowd } from './crowd.ts';
import { inWords, isWell } from './verdict.ts';
import type { Verdict } from './verdict.ts';

/** `npm run test:cluster` runs the long form. */
const long = process.env['CLUSTER_LONG'] === '1';
const rounds = Number(process.env['CLUSTER_ROUNDS'] ?? 1);
const clients = Number(process.env['CLUSTER_CLIENTS'] ?? 12);
/** How long a fault lasts. */
const [redisAwayMs, frozenMs, calmMs] = long ? [10_000, 30_000, 2_000] : [2_500, 4_000, 500];
/** All must be well again within this. */
const convergeMs = 60_000;
/** A round is frozen for its longest part; a busy machine may need a few times that. */
const limitMs = rounds * 4 * (frozenMs + convergeMs) + 5 * 60_000;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const seconds = (ms: number) => (ms / 1_000).toFixed(1);

let cluster: Cluster | null = null;
let crowd: Crowd | null = null;
afterEach(async () => {
  await crowd?.stop();
  await cluster?.stop();
  await killServers();
});

/** Everything that can happen to the machines, most of it while one node stands still and knows nothing of it. */
async function trouble(on: Cluster, people: Crowd, round: number): Promise<void> {
  const [killed, frozen, leaving] = [round % 3, (round + 1) % 3, (round + 2) % 3];
  await wait(calmMs);
  on.pause(frozen);
  const thawed = wait(frozenMs);
  await people.sendGuestsAway();
  await on.kill(killed);
  await wait(calmMs);
  await on.start(killed);
  await on.redis.kill();
  await wait(redisAwayMs);
  await on.redis.start();
  await on.postgres.restart(round % 2 === 0 ? 'politely' : 'crash');
  await people.bringGuestsBack();
  expect(await on.leave(leaving), on.node(leaving).output()).toBe(0);
  await on.start(leaving);
  await thawed;
  on.resume(frozen);
  await wait(calmMs);
}

/** Looks until all is well, or until the time is over; `ms`: after how long the last look began. */
async function settled(people: Crowd, whole: boolean): Promise<{ readonly found: Verdict; readonly ms: number }> {
  const begun = Date.now();
  for (;;) {
    const ms = Date.now() - begun;
    const found = await people.verdict(whole).catch((error: unknown): Verdict => ({ lost: 0, doubled: 0, leaked: 0, others: [String(error)] }));
    if (isWell(found) || ms > convergeMs) return { found, ms };
    await wait(500);
  }
}

/** Those whose history a judge reads who knows nothing of the product. */
async function company(url: string): Promise<Company> {
  const [leader, friend, guest] = [await signUp(url, 'anna'), await signUp(url, 'bela'), await signUp(url, 'cleo')];
  for (const [a, b] of [[leader, friend], [leader, guest], [friend, guest]] as const) await befriend(a, b);
  return { leader, friend, guest, group: await newGroup(leader, [friend], 'Judged') };
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

it('NODE-9: nodes killed, stopped and frozen, Redis and PostgreSQL taken away, every tenth word of the bus lost: nothing lost, doubled or leaked', async () => {
  const begun = Date.now();
  const on = (cluster = await startCluster());
  const people = (crowd = await gather(clients, on.urls));
  const output = () => [0, 1, 2].map((at) => on.node(at).output()).join('');
  let words = 0;
  const askers = startAskers(() => on.urls, await company(on.urls[0] ?? ''));
  for (let round = 0; round < rounds; round += 1) {
    const roundBegun = Date.now();
    const said = await people.writeDuring(trouble(on, people, round));
    words += said;
    const end = Date.now();
    const { found, ms } = await settled(people, false);
    say(`round ${round + 1} of ${rounds}: ${said} messages in ${seconds(end - roundBegun)} s, well ${seconds(ms)} s after the last trouble; ${inWords(found)}`);
    expect(found, `${output()}${found.others.join('\n')}`).toEqual({ lost: 0, doubled: 0, leaked: 0, others: [] });
    expect(said).toBeGreaterThan(0);
  }
  await askers.stop();
  const { entries } = askers.recorder;
  say(`${entries.length / 2} operations of a second crowd were judged`);
  expect(judge(entries), `${output()}\n${askers.recorder.lines()}`).toEqual([]);
  const { found } = await settled(people, true);
  say(`${rounds} rounds, ${clients} clients, ${words} messages, ${on.proxy.lost()} words of the bus taken away, ${seconds(Date.now() - begun)} s: ${inWords(found)}`);
  expect(found, output()).toEqual({ lost: 0, doubled: 0, leaked: 0, others: [] });
  expect(on.proxy.lost()).toBeGreaterThan(0);
}, limitMs);
