import { describe, expect, it } from 'vitest';
import { drawPlan } from '../../simulator/plan/plan.ts';
import { runSeed } from '../../simulator/run/run.ts';
import { Stage } from '../../simulator/browser/stage.ts';
import type { RunView } from '../../simulator/browser/view-types.ts';

const run = { seed: 11, clients: 3, nodes: 2, steps: 60, faults: 'all', plan: null } as const;

async function toTheEnd(stage: Stage, pieceMs: number): Promise<RunView> {
  for (let pieces = 0; pieces < 100_000; pieces += 1) {
    const view = stage.view();
    if (view.phase === 'over') return view;
    await stage.go(pieceMs, null);
  }
  throw new Error('it does not end');
}

describe('a seed that is watched', () => {
  it('WATCH-1, WATCH-4: ends with the same trace hash as on the command line, however its time is cut', async () => {
    const { hash, problems, checks } = await runSeed({ ...run, hours: null, plan: undefined });
    expect(problems).toEqual([]);
    for (const piece of [60_000, 977]) {
      const view = await toTheEnd(await Stage.open(run), piece);
      expect([view.hash, view.problems, view.done, view.byHand]).toEqual([hash, [], 60, false]);
      expect(view.phones.map(({ connection }) => connection)).toEqual(['open', 'open', 'open']);
      expect(view.checks).toBe(checks);
    }
  }, 300_000);

  it('WATCH-1: goes step by step, and shows phones, nodes and what passes between them', async () => {
    const stage = await Stage.open(run);
    const first = stage.view();
    expect(first.phones.map(({ person, session, connection }) => [person, session, connection])).toEqual(
      ['user1', 'user2', 'user3'].map((person) => [person, 'signedIn', expect.any(String)]),
    );
    expect(first.nodes).toMatchObject([
      { name: 'node1', up: true },
      { name: 'node2', up: true },
    ]);
    const uniqueKeys = new Set<string>();
    for (let step = 1; step <= 20; step += 1) {
      // Advances a few milliseconds at a time, so that work under way is visible on fast machines too.
      for (let view = stage.view(); view.done < step; view = stage.view()) {
        for (const { kind, way } of view.flights) uniqueKeys.add(`${kind} ${way}`);
        await stage.go(20, 1);
      }
      const view = stage.view();
      expect(view.done).toBe(step);
    }
    expect([...uniqueKeys]).toEqual(expect.arrayContaining(['call down', 'call up', 'frame down']));
    expect(stage.view().phones.some((phone) => phone.rows.length > 1)).toBe(true);
  }, 300_000);

  it('WATCH-2: manual faults take effect at once and are reported, and all still converges', async () => {
    const stage = await Stage.open({ ...run, faults: 'none' });
    await stage.go(5_000, null);
    await stage.inject({ at: 'device', what: 'unplug', device: 'user1a' });
    await stage.inject({ at: 'device', what: 'freeze', device: 'user2a' });
    await stage.inject({ at: 'node', what: 'kill', node: 'node2' });
    await stage.go(200, null);
    const broken = stage.view();
    expect(broken.phones).toMatchObject([{ plugged: false }, { frozen: true }, { plugged: true }]);
    expect(broken.nodes).toMatchObject([{ up: true }, { up: false, sockets: 0 }]);
    expect(broken.byHand).toBe(true);
    expect(broken.story.map((line) => line.text)).toEqual(
      expect.arrayContaining(['by hand: user1a: unplug', 'by hand: node2: kill']),
    );
    await stage.inject({ at: 'device', what: 'plug', device: 'user1a' });
    await stage.inject({ at: 'node', what: 'start', node: 'node2' });
    for (let wait = 0; wait < 100 && !stage.view().nodes.every((node) => node.up); wait += 1)
      await stage.go(100, null);
    expect(stage.view().nodes.map((node) => node.up)).toEqual([true, true]);
    expect((await toTheEnd(stage, 30_000)).problems).toEqual([]);
  }, 300_000);

  it('WATCH-2: a frozen server keeps its sockets, which are silent, and comes back', async () => {
    const stage = await Stage.open({ ...run, faults: 'none' });
    await stage.go(5_000, null);
    const held = stage.view().nodes[0]?.online ?? [];
    await stage.inject({ at: 'node', what: 'freeze', node: 'node1' });
    await stage.go(1_000, null);
    const { nodes, phones } = stage.view();
    expect(nodes).toMatchObject([
      { up: true, frozen: true },
      { up: true, frozen: false },
    ]);
    expect(phones.filter((phone) => phone.frozen).map((phone) => phone.person)).toEqual(held);
    expect((await toTheEnd(stage, 30_000)).problems).toEqual([]);
  }, 300_000);

  it('WATCH-3: a plan from a script takes the place of the drawn one', async () => {
    const plan = drawPlan({ ...run, hours: null }).slice(0, 7);
    const { hash } = await runSeed({ ...run, hours: null, plan });
    const end = await toTheEnd(await Stage.open({ ...run, plan }), 60_000);
    expect([end.steps, end.hash]).toEqual([7, hash]);
  }, 300_000);
});
