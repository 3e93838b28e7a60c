import { expect, it } from 'vitest';
import { drive } from '../../simulator/time/drive.ts';
import { createWorld } from '../../simulator/world/world.ts';

it('SIM-3: two simultaneous starts of a node leave one process', async () => {
  const world = await createWorld({ seed: 1, clients: 2, nodes: 1, keepTrace: false });
  const [node] = world.nodes;
  if (!node) throw new Error('one node');
  const ears = world.listening();
  node.kill();
  expect(world.listening()).toBe(0);
  await drive(world.clock, Promise.all([node.start(), node.start()]));
  expect(world.listening()).toBe(ears);
  await drive(world.clock, node.stop());
  expect([world.listening(), world.record.left]).toEqual([0, []]);
});
