import { expect, it } from 'vitest';
import { reviewOf } from '../../simulator/checkers/reviewed.ts';
import { requestOf } from '../../simulator/environment/http.ts';
import { drive } from '../../simulator/time/drive.ts';
import { createWorld } from '../../simulator/world/world.ts';

it('SIM-12: an answer from before a stranger came is checked without them', async () => {
  const world = await createWorld({ seed: 1, clients: 2, nodes: 1, keepTrace: false });
  await drive(world.clock, world.ruler.configure('sysInfo.directory', '1'));
  await world.clock.advance(2_000);
  const token = world.recorder.requests.findLast(({ user }) => user !== null)?.token ?? '';
  const [path, body] = ['/enterprise/im/directory', '{"keywords":"","after":0}'];
  const view = world.recorder.arrived(path, token, body);
  const headers = { authorization: token, 'content-type': 'application/json' };
  const request = requestOf('POST', path, headers, body);
  const [node] = world.nodes;
  if (!node?.server) throw new Error('no node runs');
  const answering = node.server.fetch(request, { address: '10.0.0.2', userAgent: 'Desktop' });
  const answer = await drive(world.clock, answering);
  world.recorder.answered(view, answer.status, await answer.text());
  expect(view.answer?.code).toBe(0);
  await drive(world.clock, world.stranger().act({ kind: 'mingle', who: 0, atMs: 1, a: 0, b: 0 }, 1));
  expect(world.people).toHaveLength(3);
  const review = reviewOf(world);
  expect([review.faults, review.oracle.people.size]).toEqual([[], 3]);
});
