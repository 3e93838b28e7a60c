import { join } from 'node:path';
import { searchLimits as limits } from '../../src/domain/limits.ts';
import { moveData } from '../../src/server/storage/engine/move.ts';
import { systemIds } from '../../src/server/platform/system-adapter.ts';
import { collectGarbage } from '../support/collect-garbage.ts';
import { startPostgres, type Postgres } from '../support/postgres.ts';
import { startRedis, type RedisServer } from '../support/redis.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { cpuOf, cpuOfAll, median } from './server/contender.ts';
import { Crowd, type Message } from './server/crowd.ts';
import { privately, range } from './server/cpu-rows.ts';
import { partnerOf, siteFolder } from './server/people.ts';
import { Rows } from './server/rows.ts';

/**
 * The cost of a message on one node and on three, over PostgreSQL and Redis, with the same total load. Rounds
 * alternate, and each has a separate database in the same server.
 */
const MUST = 1.2;
const NODES = 3;
const PEOPLE = 240;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const MESSAGES = Number(process.env['BENCH_MESSAGES'] ?? 3_000);
const AT_ONCE = 64;
/** Total rates: one leaves the nodes idle most of the time, the other does not. */
const RATES = (process.env['BENCH_RATES'] ?? '60,200').split(',').map(Number);
const SECONDS = 3;
const UNITS = RATES.reduce((sum, rate) => sum + rate * SECONDS, 0) + 3 * MESSAGES;
/** The time until the words of all messages are in the index, once by each node. */
const SILENCE_MS = limits.indexEveryMs + 1_000;
const TOKEN = 'bench-token-of-the-metrics-0123456789';

/** µs for a message, by process, and how many messages shared a transaction. */
interface Cost {
  readonly nodes: number;
  readonly postgres: number;
  readonly redis: number;
  readonly group: number;
}

interface Site {
  readonly name: string;
  readonly nodes: readonly TestServer[];
  readonly crowd: Crowd;
  readonly costs: Map<string, Cost[]>;
}

interface Shared {
  readonly postgres: Postgres;
  readonly redis: RedisServer;
}

/**
 * A third of the pairs are on one node, as with random users. With `near` all pairs are, so nodes have
 * nothing to send each other, and only the cost of several nodes remains.
 */
const nodeOf = (person: number, nodes: number, near: boolean): number => {
  const pair = Math.floor((person - 1) / 2);
  if (near) return pair % nodes;
  return person % 2 === 1 ? pair % nodes : Math.floor(pair / nodes) % nodes;
};

async function siteOf(count: number, { postgres, redis }: Shared, near = false): Promise<Site> {
  const [folder, url] = [await siteFolder({ people: PEOPLE, groupMembers: 0 }), await postgres.place()];
  const env = {
    DATABASE_URL: url,
    REDIS_URL: redis.url,
    NODE_ENV: 'production',
    METRICS_TOKEN: TOKEN,
    NODE_OPTIONS: process.env['BENCH_NODE_OPTIONS'] ?? '',
  };
  const start = () =>
    startServer({ dataDir: folder, env, script: process.env['BENCH_SERVER'] ?? 'dist/server/main.js' });
  // The first one makes the tables.
  await (await start()).stop();
  // The collector closes an unreferenced reader of the file.
  await collectGarbage();
  await moveData(join(folder, 'parley.db'), url, systemIds.hex(8));
  const nodes = await Promise.all(range(count).map(start));
  const crowd = new Crowd((person) => nodes[nodeOf(person, count, near)]?.url ?? '');
  await crowd.join(range(PEOPLE));
  const name = count === 1 ? 'one node' : `${count} nodes${near ? ', pairs together' : ''}`;
  return { name, nodes, crowd, costs: new Map() };
}

const measureCost = ({ nodes }: Site, { postgres, redis }: Shared): Omit<Cost, 'group'> => ({
  nodes: nodes.reduce((sum, { pid }) => sum + cpuOf(pid), 0),
  postgres: cpuOfAll(postgres.pid()),
  redis: cpuOf(redis.pid()),
});

/** Commits, and the commands in them, of all nodes since they began. */
async function commits({ nodes }: Site): Promise<{ readonly count: number; readonly commands: number }> {
  const pages = await Promise.all(
    nodes.map(async ({ url }) => {
      const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
      return answer.text();
    }),
  );
  const sum = (name: string) =>
    pages.reduce(
      (all, page) => all + Number(new RegExp(`^parley_commit_commands_${name} (\\d+)`, 'm').exec(page)?.[1]),
      0,
    );
  return { count: sum('count'), commands: sum('sum') };
}

async function round(site: Site, shared: Shared, row: string, units: number, work: () => Promise<unknown>) {
  const [committed, before] = [await commits(site), measureCost(site, shared)];
  await work();
  const [after, since] = [measureCost(site, shared), await commits(site)];
  const of = (who: keyof typeof before) => ((after[who] - before[who]) * 1_000) / units;
  const group = (since.commands - committed.commands) / Math.max(since.count - committed.count, 1);
  const costs = site.costs.get(row) ?? [];
  site.costs.set(row, costs);
  costs.push({ nodes: of('nodes'), postgres: of('postgres'), redis: of('redis'), group });
}

/** First one user of each pair writes, then the other, because users seldom write at the same moment. */
const inTurn = (turn: number): Message => {
  const at = turn % PEOPLE;
  const half = PEOPLE / 2;
  const from = at < half ? 2 * at + 1 : 2 * (at - half) + 2;
  return { from, to: String(partnerOf(from)), reaches: 2 };
};

const silence = () => new Promise((resolve) => setTimeout(resolve, SILENCE_MS));

/** All rows of one site, and the total including words for search. */
const turn = (site: Site, shared: Shared) =>
  round(site, shared, 'all of these, words for search included', UNITS, async () => {
    const talk = (row: string, atOnce: number, next: (turn: number) => Message) =>
      round(site, shared, row, MESSAGES, () => site.crowd.talk(MESSAGES, atOnce, next));
    for (const rate of RATES)
      await round(site, shared, `${rate} a second`, rate * SECONDS, () =>
        site.crowd.atRate(rate, SECONDS, inTurn),
      );
    await talk(`${AT_ONCE} at a time`, AT_ONCE, inTurn);
    await talk(`${AT_ONCE} at a time for each node`, AT_ONCE * site.nodes.length, inTurn);
    await talk(`${AT_ONCE} at a time, both of a pair at once`, AT_ONCE, privately(PEOPLE));
    await silence();
  });

async function compare(sites: readonly Site[], shared: Shared): Promise<void> {
  for (let no = 0; no <= ROUNDS; no += 1) {
    for (const site of no % 2 === 0 ? sites : sites.toReversed()) await turn(site, shared);
    // The first round only compiles and prepares.
    if (no === 0) for (const { costs } of sites) costs.clear();
  }
}

const of = (site: Site, row: string, who: keyof Cost): number =>
  median((site.costs.get(row) ?? []).map((cost) => cost[who]));

function report(rows: Rows, [one, many, near]: readonly [Site, Site, Site]): void {
  const oneTold = (site: Site, row: string) => {
    const micros = (who: keyof Cost) => of(site, row, who).toFixed(0);
    const group = of(site, row, 'group').toFixed(1);
    const beside = `PostgreSQL ${micros('postgres')}, Redis ${micros('redis')}`;
    return `${site.name} ${micros('nodes')} µs, ${beside}; ${group} commands in a transaction`;
  };
  const describe = (row: string) => [one, many, near].map((site) => oneTold(site, row)).join('; ');
  for (const row of one.costs.keys())
    rows.ratio(
      `CPU of ${NODES} nodes for a message against one, ${row}`,
      of(many, row, 'nodes') / of(one, row, 'nodes'),
      { must: MUST },
      `${describe(row)}; pairs together ${(of(near, row, 'nodes') / of(one, row, 'nodes')).toFixed(2)}`,
    );
  for (const { name, crowd } of [one, many, near]) rows.nothingLost(name, crowd.tally);
}

export async function run(): Promise<readonly string[]> {
  const shared = { postgres: await startPostgres({ keeps: true }), redis: await startRedis() };
  const rows = new Rows();
  try {
    const sites = [
      await siteOf(1, shared),
      await siteOf(NODES, shared),
      await siteOf(NODES, shared, true),
    ] as const;
    for (const { crowd } of sites) await crowd.talk(MESSAGES * 2, AT_ONCE, privately(PEOPLE));
    await compare(sites, shared);
    report(rows, sites);
    for (const { crowd, nodes } of sites) {
      crowd.leave();
      for (const node of nodes) await node.stop();
    }
    return rows.over;
  } finally {
    await shared.redis.stop();
    await shared.postgres.stop();
  }
}
