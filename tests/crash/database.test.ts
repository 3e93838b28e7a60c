import { afterEach, expect, it } from 'vitest';
import { startAskers } from '../judge/askers.ts';
import { judge } from '../judge/judge.ts';
import { startPostgres, type Postgres } from '../support/postgres.ts';
import { company } from '../support/company.ts';
import { killServers, startServer, temporaryFolder } from '../support/server.ts';

/** `npm run test:crash` crashes it 20 times. */
const [, last = '1'] = (process.env['CRASH_ROUNDS'] ?? '1-1').split('-');
const rounds = last === '20' ? 20 : 1;
/** The number of answers between two crashes. */
const between = 150;

let postgres: Postgres | null = null;
afterEach(async () => {
  await killServers();
  await postgres?.stop();
});

const retryMs = (body: string): unknown =>
  (JSON.parse(body) as { data: { retry_ms?: number } }).data.retry_ms;

it(
  'COMMIT-3, COMMIT-4: PostgreSQL crashes under load: unknown outcomes are 502, no fault is found',
  async () => {
    // A server that returns before a commit is written, by default (COMMIT-11).
    const database = (postgres = await startPostgres());
    const env = { DATABASE_URL: database.url, REGISTRATION: 'open' };
    const nodes = await Promise.all([1, 2].map(() => startServer({ dataDir: temporaryFolder(), env })));
    const urls = nodes.map(({ url }) => url);
    const askers = startAskers(() => urls, await company(urls[0] ?? ''));
    const answered = (): number => askers.recorder.entries.filter(({ phase }) => phase === 'ok').length;
    for (let crash = 1; crash <= rounds; crash += 1) {
      const before = answered();
      await expect.poll(answered, { timeout: 60_000, interval: 20 }).toBeGreaterThan(before + between);
      await database.restart('crash');
    }
    await askers.stop();
    const output = nodes.map((node) => node.output()).join('');
    process.stdout.write(
      `${askers.recorder.operations} operations: ${JSON.stringify([...askers.statuses])}\n`,
    );
    expect(judge(askers.recorder.entries), `${output}\n${askers.recorder.lines()}`).toEqual([]);
    const statuses = [...askers.statuses.keys()];
    expect(
      statuses.filter((status) => status !== 200 && status !== 502),
      output,
    ).toEqual([]);
    for (const body of askers.unknown) expect(retryMs(body), body).toBeGreaterThan(0);
    // A fault of the program has its stack there; that the database was away is one line.
    expect(output).not.toMatch(/"stack":|\n {4}at /);
  },
  60_000 * (2 + rounds),
);
