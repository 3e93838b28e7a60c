import { afterEach, expect, it } from 'vitest';
import { killServers, runToEnd, startServer } from '../support/server.ts';

afterEach(killServers);

it('SIM-14: a run of many devices keeps a history, and the judge finds nothing wrong with it', async () => {
  const { url } = await startServer();
  const sizes = ['--users', '8', '--accounts', '4', '--rate', '20', '--seconds', '2'];
  const { stdout, stderr } = await runToEnd('src/tools/load.mjs', ['--url', url, ...sizes], {});
  expect(stdout, stderr).toMatch(
    /\n\d+ operations were judged \(\.cache\/histories\/load\.jsonl\): nothing is wrong\n$/,
  );
});
