import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { callFiles, recordSequences } from '../support/calls/sequences.ts';
import { root } from '../support/house/repository.ts';

it('CALL-25: scripts and charts of calls are what clients and server do (npm run charts:calls)', async () => {
  const sequences = await recordSequences();
  const files = callFiles(sequences);
  expect(files.size).toBeGreaterThan(20);
  for (const [path, text] of files) expect(readFileSync(join(root, path), 'utf8'), path).toBe(text);
  expect(sequences.map((one) => one.lines.at(-1)?.says ?? '').filter((says) => says === '')).toEqual([]);
});
