import { expect, it } from 'vitest';
import { READ_NAMES, worstReads } from '../bench/server/worst-reads.ts';

it('LIMIT-22: the bench of reads reads every kind, and each finds its messages', async () => {
  const reads = await worstReads({ messages: 4, groups: 2, characters: 120, rounds: 1 });
  expect(reads.map(({ name }) => name)).toEqual(READ_NAMES);
  const [found, worst] = [reads.map(({ rows }) => rows), reads.map((one) => one.worst)];
  expect(found.every((rows) => rows > 0)).toBe(true);
  expect(worst).not.toContain('words');
  for (const { turnMs, workMs } of reads) expect(Math.min(turnMs, workMs)).toBeGreaterThanOrEqual(0);
}, 60_000);
