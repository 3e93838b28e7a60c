import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../support/house/repository.ts';
import { startPostgres, type Postgres } from '../support/postgres.ts';
import { startRedis, type RedisServer } from '../support/redis.ts';
import { freePort, startServer, temporaryFolder, type TestServer } from '../support/server.ts';
import { startLine, type Line } from '../support/line.ts';
import { lossyProxy, type LossyProxy } from './lossy-proxy.ts';

/** Three nodes of the built server over one PostgreSQL and one Redis, all on loopback. */
export interface Cluster {
  readonly postgres: Postgres;
  readonly redis: RedisServer;
  readonly proxy: LossyProxy;
  /** Addresses of all nodes, also of those that are down: clients do not know. */
  readonly urls: readonly string[];
  node(at: number): TestServer;
  kill(at: number): Promise<void>;
  /** SIGTERM, as on an update; answers the exit code. */
  leave(at: number): Promise<number>;
  start(at: number): Promise<void>;
  pause(at: number): void;
  resume(at: number): void;
  /** The network line of this node alone, to the database or to Redis. */
  line(at: number, to: 'postgres' | 'redis'): Line;
  /** Its wall clock goes so far wrong from now on; 0: right again. What measures durations is not touched. */
  stepClock(at: number, byMs: number): void;
  ready(at: number): Promise<Ready>;
  stop(): Promise<void>;
}

/** The answer of `/readyz`. */
export interface Ready {
  readonly ready: boolean;
  readonly reasons: readonly string[];
  readonly warnings: readonly string[];
}

export const NODES = 3;
export const NODE_NUMBERS = [0, 1, 2] as const;

const throughLine = (place: string, port: number): string => {
  const url = new URL(place);
  url.port = String(port);
  return url.href;
};

interface ClusterOptions {
  /** Every tenth message between nodes and Redis gets lost. */
  readonly losses?: boolean;
  /** Further settings of each node. */
  readonly more?: Readonly<Record<string, string>>;
}

export async function startCluster({ losses = true, more = {} }: ClusterOptions = {}): Promise<Cluster> {
  const [postgres, redis] = await Promise.all([startPostgres({ keeps: true }), startRedis()]);
  const proxy = await lossyProxy(redis.port, losses ? 10 : Infinity);
  const [folder, place] = [temporaryFolder(), await postgres.place()];
  const lineOf = async () => ({
    postgres: await startLine(Number(new URL(place).port)),
    redis: await startLine(proxy.port),
  });
  const lines = await Promise.all(NODE_NUMBERS.map(lineOf));
  const script = process.env['CLUSTER_SERVER'] ?? 'dist/server/main.js';
  const ports = [await freePort(), await freePort(), await freePort()];
  const nodes: TestServer[] = [];
  const clockOf = (no: number): string => join(folder, `clock-${no}`);
  const start = async (no: number): Promise<void> => {
    const { postgres: database, redis: bus } = lines[no] as (typeof lines)[number];
    const env = {
      DATABASE_URL: throughLine(place, database.port),
      REDIS_URL: `redis://127.0.0.1:${bus.port}`,
      REGISTRATION: 'open',
      NODE_OPTIONS: `--import ${pathToFileURL(join(root, 'tests/cluster/stepped-clock.mjs')).href}`,
      CLOCK_STEP_FILE: clockOf(no),
      ...more,
    };
    nodes[no] = await startServer({ port: ports[no] ?? 0, dataDir: folder, env, script });
  };
  // The first one makes the schema; the others would only wait for it.
  await start(0);
  await Promise.all(NODE_NUMBERS.slice(1).map(start));
  const node = (no: number): TestServer => nodes[no % NODES] as TestServer;
  return {
    postgres,
    redis,
    proxy,
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    node,
    kill: (at) => node(at).kill(),
    leave: (at) => node(at).stop(),
    start,
    pause: (at) => void process.kill(node(at).pid, 'SIGSTOP'),
    resume: (at) => void process.kill(node(at).pid, 'SIGCONT'),
    line: (at, to) => (lines[at] as (typeof lines)[number])[to],
    stepClock(at, byMs) {
      writeFileSync(clockOf(at), String(byMs));
      process.kill(node(at).pid, 'SIGUSR2');
    },
    async ready(at) {
      const answer = await fetch(`${node(at).url}/readyz`, { signal: AbortSignal.timeout(5_000) });
      return (await answer.json()) as Ready;
    },
    async stop() {
      // The signal also ends a suspended node, and a node that has ended is not a fault.
      await Promise.all(nodes.map((one) => one.kill()));
      for (const { postgres: database, redis: bus } of lines)
        for (const line of [database, bus]) await line.stop();
      proxy.stop();
      await redis.stop();
      await postgres.stop();
    },
  };
}
