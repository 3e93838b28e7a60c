import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { recordSequences, scriptText, withCharts } from '../support/calls/sequences.ts';
import { root } from '../support/house/repository.ts';

it('CALL-25: the charts of calls are what clients and server do (npm run charts:calls)', async () => {
  const sequences = await recordSequences();
  const page = readFileSync(join(root, 'docs/calls.md'), 'utf8');
  expect(withCharts(page, sequences)).toBe(page);
  for (const one of sequences)
    expect(readFileSync(join(root, `docs/calls/${one.name}.jsonl`), 'utf8'), one.name).toBe(scriptText(one));
  expect(sequences.map((one) => one.lines.at(-1)?.says ?? '').filter((says) => says === '')).toEqual([]);
});
