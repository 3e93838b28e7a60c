import { expect, it } from 'vitest';
import { runLight } from '../../simulator/light/light-run.ts';

it('SIM-10: light clients have everything once and in one order, and a message costs as many notes with more of them', async () => {
  const options = { nodes: 3, rate: 10, seconds: 5, seed: 7 };
  const few = await runLight({ ...options, clients: 30 });
  const many = await runLight({ ...options, clients: 120 });
  expect([few.problems, many.problems]).toEqual([[], []]);
  expect([few.messages, many.messages]).toEqual([50, 50]);
  for (const { frames, messages, notes } of [few, many]) {
    // Half to two people, half to ten, one note to each other node; signs of life come beside it.
    expect(frames / messages).toBeGreaterThan(4);
    expect(frames / messages).toBeLessThan(16);
    expect(notes / messages).toBeGreaterThanOrEqual(2);
  }
  expect(many.notes).toBe(few.notes);
  // The same seed is the same run.
  const { frames, notes, syncs, backMs } = await runLight({ ...options, clients: 30 });
  expect({ frames, notes, syncs, backMs }).toEqual({
    frames: few.frames,
    notes: few.notes,
    syncs: few.syncs,
    backMs: few.backMs,
  });
}, 60_000);
