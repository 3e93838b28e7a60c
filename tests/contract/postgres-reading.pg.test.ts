import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql as raw } from 'kysely';
import { plan } from '../../src/server/storage/plan.ts';
import { PostgresReading } from '../../src/server/storage/engine/postgres-reading.ts';
import { startPostgres, type Postgres } from '../support/postgres.ts';

let postgres: Postgres;
let [client, other]: pg.Client[] = [];
let trips = 0;

const number = (text: string) => {
  const query = raw<{ n: number }>`${raw.raw(text)}`;
  return plan<object, { n: number }>((db) => ({ compile: () => query.compile(db) }));
};
const one = number('select 1 as n');
const count = number('select count(*)::bigint as n from said');
const nowhere = number('select n from nowhere');

beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(() => postgres.stop());

beforeEach(async () => {
  const connectionString = await postgres.place();
  [client, other] = [new pg.Client({ connectionString }), new pg.Client({ connectionString })];
  await Promise.all([client.connect(), other.connect()]);
  await other.query('create table said (n bigint)');
  const ask = client.query.bind(client) as (query: unknown) => unknown;
  trips = 0;
  client.query = ((query: unknown) => ((trips += 1), ask(query))) as typeof client.query;
});
afterEach(() => Promise.all([client?.end(), other?.end()]));

const reading = (spoiled: () => void = () => undefined) => new PostgresReading(client as pg.Client, spoiled);

it('NODE-14: queries of one moment are one round trip, with the beginning', async () => {
  const sql = reading();
  const request = [
    sql.all(one, {}),
    sql.all(count, {}),
    Promise.resolve().then(() => sql.lists(one, {}, ['n'])),
  ];
  expect(await Promise.all(request)).toEqual([[{ n: 1 }], [{ n: 0 }], [[1]]]);
  expect(trips).toBe(1);
  await sql.all(one, {});
  expect(trips).toBe(2);
  await sql.end();
  await expect(sql.all(one, {})).rejects.toThrow('the transaction has ended');
});

it('NODE-14: a reading that asks nothing has nothing to end', async () => {
  const sql = reading();
  await sql.end();
  expect([sql.hasBegun, trips]).toEqual([false, 0]);
});

it('STREAM-8: all that one reading asks is of one moment', async () => {
  const sql = reading();
  await sql.all(one, {});
  await other?.query('insert into said values (1)');
  expect(await sql.all(count, {})).toEqual([{ n: 0 }]);
  await sql.end();
});

it('NODE-14: when one of several combined queries fails, all fail, and the connection ends', async () => {
  let spoiled = false;
  const sql = reading(() => (spoiled = true));
  const requests = await Promise.allSettled([sql.all(one, {}), sql.all(nowhere, {})]);
  expect(requests.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(spoiled).toBe(true);
  await sql.end();
});
