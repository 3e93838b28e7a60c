import { startPostgres } from '../support/postgres.ts';
import type { Postgres } from '../support/postgres.ts';
import { startRedis } from '../support/redis.ts';
import type { RedisServer } from '../support/redis.ts';
import { freePort, startServer, temporaryFolder } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';
import { lossyProxy } from './lossy-proxy.ts';
import type { LossyProxy } from './lossy-proxy.ts';

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
  stop(): Promise<void>;
}

export const NODES = 3;

/** `losses`: every tenth word between nodes and Redis gets lost. */
export async function startCluster({ losses = true } = {}): Promise<Cluster> {
  const [postgres, redis] = await Promise.all([startPostgres({ keeps: true }), startRedis()]);
  const proxy = await lossyProxy(redis.port, losses ? 10 : Infinity);
  const folder = temporaryFolder();
  const env = { DATABASE_URL: await postgres.place(), REDIS_URL: proxy.url, REGISTRATION: 'open' };
  const ports = [await freePort(), await freePort(), await freePort()];
  const script = process.env['CLUSTER_SERVER'] ?? 'dist/server/main.js';
  const nodes: TestServer[] = [];
  const start = async (at: number): Promise<void> => {
    nodes[at] = await startServer({ port: ports[at] ?? 0, dataDir: folder, env, script });
  };
  for (let at = 0; at < NODES; at += 1) await start(at);
  const node = (at: number): TestServer => nodes[at % NODES] as TestServer;
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
    async stop() {
      // Also one that stands still ends by this signal; one that has ended is no fault.
      await Promise.all(nodes.map((one) => one.kill()));
      proxy.stop();
      await redis.stop();
      await postgres.stop();
    },
  };
}
