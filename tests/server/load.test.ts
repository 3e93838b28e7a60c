import { expect, it } from 'vitest';
import { runToEnd } from '../support/server.ts';

it('OPS-4: the load of `npm run load` goes to this machine, unless the caller allows another host', async () => {
  const { code, stderr } = await runToEnd('src/tools/load.mjs', ['--url', 'http://192.0.2.7:80'], {});
  expect([code, stderr.trim()]).toEqual([
    1,
    '192.0.2.7 is another machine. If it is yours and may be burdened, add --allow-other-host',
  ]);
  const wrong = await runToEnd('src/tools/load.mjs', ['--users', 'many'], {});
  expect([wrong.code, wrong.stderr.trim()]).toEqual([1, '--users takes a whole number from 1 to 50000']);
  const { code: few, stderr: line } = await runToEnd('src/tools/load.mjs', ['--users', '5000'], {}, [
    'prlimit',
    '--nofile=4096:4096',
  ]);
  expect([few, line.trim()]).toEqual([
    1,
    '5000 devices need 5100 open files, this shell allows 4096: type ulimit -n 5100, here and where the server starts, or take fewer devices',
  ]);
}, 30_000);
