import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { startAskers, type Askers } from '../judge/askers.ts';
import { judge } from '../judge/judge.ts';
import { company } from '../support/company.ts';
import { root } from '../support/house/repository.ts';
import { killServers } from '../support/server.ts';
import { NODES, NODE_NUMBERS, startCluster, type Cluster } from './cluster.ts';
import { gather, type Crowd } from './crowd.ts';
import { FAULTS, wait, type Fault } from './faults.ts';
import {
  convergeMs,
  greatTrouble,
  nodesWell,
  oneFault,
  say,
  seconds,
  settled,
  type Lengths,
} from './rounds.ts';
import { inWords } from './verdict.ts';

/** `npm run test:cluster` runs the long form; with `CLUSTER_FAULT` only faults whose name has that in it. */
const long = process.env['CLUSTER_LONG'] === '1';
const rounds = Number(process.env['CLUSTER_ROUNDS'] ?? 1);
const clients = Number(process.env['CLUSTER_CLIENTS'] ?? 12);
const only = process.env['CLUSTER_FAULT'] ?? '';
const lengths: Lengths = long
  ? { redisAwayMs: 10_000, frozenMs: 40_000, calmMs: 2_000, faultMs: 20_000 }
  : { redisAwayMs: 2_500, frozenMs: 4_000, calmMs: 500, faultMs: 500 };
/** A wait, because new database connections make everything slow at first, which is not measured. */
const warmMs = long ? 15_000 : 0;
/** A request that a node took before its fault ended is answered or given up by then. */
const quietMs = 10_000;
/** A round is its longest part; a busy machine may need a few times that. */
const limitMs = rounds * 4 * (lengths.frozenMs + 2 * convergeMs) + 5 * 60_000;

let cluster: Cluster | null = null;
let crowd: Crowd | null = null;
afterEach(async () => {
  await crowd?.stop();
  await cluster?.stop();
  await killServers();
});

/** The history, one line of JSON each, for a later analysis. */
function writeFile({ recorder }: Askers): string {
  const folder = join(root, '.cache/histories');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `cluster${long ? '-long' : ''}.jsonl`);
  writeFileSync(file, recorder.lines());
  return file;
}

/** The node with the most users, because a fault of an empty node proves nothing. */
const busiest = (on: Cluster, people: Crowd): number =>
  NODE_NUMBERS.toSorted((a, b) => people.on(on.node(b).url) - people.on(on.node(a).url))[0] ?? 0;

/**
 * Alternates between many faults at once and a single fault. The short form is one of each, next to a
 * suspended node.
 */
async function round(on: Cluster, people: Crowd, at: number): Promise<number> {
  const faults = FAULTS.filter(({ name }) => name.includes(only));
  if (!long) {
    const words = await greatTrouble(on, people, at, lengths);
    const cut = busiest(on, people);
    const still = (cut + 1) % NODES;
    const beside = async () => {
      on.pause(still);
      await wait(lengths.frozenMs);
      on.resume(still);
    };
    return words + (await oneFault(on, people, faults[0] as Fault, cut, lengths, beside));
  }
  if (only === '' && at % 2 === 0) return greatTrouble(on, people, at / 2, lengths);
  const no = only === '' ? (at - 1) / 2 : at;
  return oneFault(on, people, faults[no % faults.length] as Fault, busiest(on, people), lengths);
}

it(
  'NODE-9, NODE-11, NODE-13: nodes killed, frozen and cut off, servers away: nothing lost, doubled or leaked',
  async () => {
    const begun = Date.now();
    const on = (cluster = await startCluster());
    const people = (crowd = await gather(clients, on.urls));
    const output = () => NODE_NUMBERS.map((at) => on.node(at).output()).join('');
    let words = await people.writeDuring(wait(warmMs));
    const askers = startAskers(() => on.urls, await company(on.urls[0] ?? ''));
    for (let at = 0; at < rounds; at += 1) {
      say(`round ${at + 1} of ${rounds}`);
      words += await round(on, people, at);
      if (!long) continue;
      await nodesWell(on);
      await wait(quietMs);
      askers.recorder.settled('the test');
    }
    await askers.stop();
    const file = writeFile(askers);
    const statuses = JSON.stringify(Object.fromEntries(askers.statuses));
    say(
      `${askers.recorder.operations} operations of a second crowd were judged (${file}); answers: ${statuses}`,
    );
    expect(judge(askers.recorder.entries).slice(0, 20), `${output()}\n${file}`).toEqual([]);
    // Unknown outcomes are reported as such (COMMIT-3).
    expect(askers.statuses.get(500) ?? 0, output()).toBe(0);
    const { found } = await settled(people, true);
    await nodesWell(on);
    const sum = `${rounds} rounds, ${clients} clients, ${words} messages, ${on.proxy.lost()} words of the bus lost`;
    say(`${sum}, ${seconds(Date.now() - begun)} s: ${inWords(found)}`);
    expect(found, output()).toEqual({ lost: 0, doubled: 0, leaked: 0, others: [] });
    expect(on.proxy.lost()).toBeGreaterThan(0);
  },
  limitMs,
);
