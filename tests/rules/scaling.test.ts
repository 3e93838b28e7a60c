import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runLight } from '../../simulator/light/light-run.ts';
import { withSizes } from '../support/scaling-model.ts';

it('OPS-6: the sizes of docs/scaling.md follow from its constants (npm run docs)', () => {
  const page = readFileSync('docs/scaling.md', 'utf8');
  expect(withSizes(page)).toBe(page);
  expect(withSizes(page.replace(/(\| `message` \|[^|]*\|) [0-9.]+ \|/, '$1 99 |'))).not.toBe(page);
});

it('OPS-6: a message costs the frames and notes that the model counts: one for each reader, one for each other node', async () => {
  const { messages, frames, notes, readers } = await runLight({
    clients: 40,
    nodes: 3,
    rate: 10,
    seconds: 10,
    seed: 3,
  });
  expect(messages).toBe(100);
  expect(frames).toBe(readers);
  // A node also sends a sign of life every two seconds.
  expect(notes / messages).toBeGreaterThanOrEqual(2);
}, 60_000);
