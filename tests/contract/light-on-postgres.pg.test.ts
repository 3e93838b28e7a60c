import { afterAll, beforeAll, expect, it } from 'vitest';
import { runLight } from '../../simulator/light/light-run.ts';
import { startPostgres, type Postgres } from '../support/postgres.ts';

let postgres: Postgres;
beforeAll(async () => void (postgres = await startPostgres()), 60_000);
afterAll(() => postgres.stop());

it('SIM-10: light clients of three nodes over PostgreSQL receive everything once, in one order', async () => {
  const options = { clients: 30, nodes: 3, rate: 10, seconds: 3, seed: 7, database: await postgres.place() };
  const { problems, messages, frames } = await runLight(options);
  expect([problems, messages]).toEqual([[], 30]);
  expect(frames / messages).toBeGreaterThan(4);
}, 120_000);
