import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { inMemory, memoryFolder } from '../support/memory-folder.ts';
import { temporaryFolder } from '../support/server.ts';

const MAKES = 'PARLEY_MAKES_FOLDERS';
const inMemoryNow = () =>
  readdirSync(memoryFolder() ?? '.').filter(
    (name) => name.startsWith('parley-run-') && name.includes('-made-'),
  );

/**
 * Runs this file in a separate run. Returns its status and the files that it left in the temporary folder.
 */
function play(how: string): { readonly status: number | null; readonly left: readonly string[] } {
  const folder = temporaryFolder();
  const { status } = spawnSync(
    process.execPath,
    [
      resolve('node_modules/vitest/vitest.mjs'),
      'run',
      '--project',
      'pure',
      'tests/rules/test-run.test.ts',
      '--reporter=dot',
    ],
    {
      env: { ...process.env, TMPDIR: folder, [MAKES]: how },
      encoding: 'utf8',
    },
  );
  return { status, left: readdirSync(folder) };
}

const how = process.env[MAKES];
if (how === undefined) {
  it('TEST-1: a test run leaves nothing in the temporary folder, also after failures and killed processes', () => {
    expect(play('well')).toEqual({ status: 0, left: [] });
    expect(play('badly')).toEqual({ status: 1, left: [] });
    expect(play('at once').left).toEqual([]);
    expect(inMemoryNow()).toEqual([]);
  }, 120_000);
} else {
  it('makes folders', () => {
    for (let count = 0; count < 3; count += 1) writeFileSync(join(temporaryFolder(), 'file'), 'x');
    const other = inMemory('made');
    mkdirSync(other);
    if (how === 'at once') process.kill(process.pid, 'SIGKILL');
    expect(how).toBe('well');
    rmSync(other, { recursive: true });
  });
}
