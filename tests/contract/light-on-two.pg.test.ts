import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runLight } from '../../simulator/light/light-run.ts';
import { startTwo } from '../support/on-two-databases.ts';
import type { TwoServers } from '../support/on-two-databases.ts';

let servers: TwoServers;
beforeAll(async () => void (servers = await startTwo()), 60_000);
afterAll(() => servers.stop());

it('TWO-1, SIM-10: light clients of three nodes over both hear all once and in one order', async () => {
  const urls = [await servers.first.place(), await servers.second.place()] as const;
  const options = { clients: 30, nodes: 3, rate: 10, seconds: 3, seed: 7 };
  const { problems, messages, frames } = await runLight({ ...options, databases: urls });
  expect([problems, messages]).toEqual([[], 30]);
  expect(frames / messages).toBeGreaterThan(4);
  const second = new pg.Client({ connectionString: urls[1] });
  await second.connect();
  const { rows } = await second.query('select count(distinct stream)::int as groups from messages');
  await second.end();
  expect(rows).toEqual([{ groups: 2 }]);
}, 120_000);
