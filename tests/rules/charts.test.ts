import { readdirSync, readFileSync } from 'node:fs';
import ELK from 'elkjs/lib/elk.bundled.js';
import { createMachine } from 'xstate';
import { describe, expect, it } from 'vitest';
import { edgeLabel, graphOf } from '../../src/inspector/chart/graph.ts';
import { layOut } from '../../src/inspector/chart/layout.ts';
import { chartFiles } from '../../src/inspector/chart/pages.ts';
import { readScript } from '../../src/inspector/model/script-reader.ts';
import { Recorded } from '../../src/inspector/model/session.ts';
import { MACHINES } from '../../src/inspector/machines.ts';
import { rulesOfState, statesWithRules } from '../../src/inspector/rules-of-states.ts';
import { contactId } from '../../src/domain/ids.ts';
import { callScript } from '../support/call-script.ts';
import { storyScript } from '../support/story-script.ts';
import { rulesPage } from '../../src/tools/rules-page.mjs';
import { rulesOn } from '../../src/tools/rules-report.mjs';

const lamp = createMachine({
  id: 'lamp',
  initial: 'off',
  on: { 'power.gone': { target: '.off', actions: 'forget' } },
  states: {
    off: { on: { press: [{ guard: 'hasBulb', target: 'on' }, { actions: 'click' }] } },
    on: {
      entry: 'light',
      initial: 'bright',
      after: { 60_000: 'off' },
      states: { bright: { on: { dim: 'low' } }, low: { type: 'final' } },
    },
  },
});

describe('the graph of a machine', () => {
  const graph = graphOf(lamp);

  it('MACH-2: has every state with its place, and the first one of each', () => {
    expect(graph.nodes.map((node) => [node.id, node.parent, node.kind, node.initial])).toEqual([
      ['lamp', null, 'compound', false],
      ['lamp.off', 'lamp', 'plain', true],
      ['lamp.on', 'lamp', 'compound', false],
      ['lamp.on.bright', 'lamp.on', 'plain', true],
      ['lamp.on.low', 'lamp.on', 'final', false],
    ]);
    expect(graph.nodes[2]?.entry).toEqual(['light']);
  });

  it('MACH-2: has every way with event, guard and delay in words', () => {
    expect(graph.edges.map((edge) => [edgeLabel(edge), edge.source, edge.targets, edge.actions])).toEqual([
      ['power.gone', 'lamp', ['lamp.off'], ['forget']],
      ['press [hasBulb]', 'lamp.off', ['lamp.on'], []],
      ['press [else]', 'lamp.off', [], ['click']],
      ['after 60000 60 s', 'lamp.on', ['lamp.off'], []],
      ['dim', 'lamp.on.bright', ['lamp.on.low'], []],
    ]);
    expect(new Set(graph.edges.map((edge) => edge.id)).size).toBe(graph.edges.length);
  });

  it('MACH-2: is laid out with children inside their parents and nothing on top of its neighbour', async () => {
    const elk = new ELK();
    for (const { machine } of MACHINES) {
      const { nodes, edges } = await layOut(graphOf(machine), elk);
      const boxes = new Map(nodes.map((one) => [one.node.id, one]));
      for (const one of nodes) {
        const parent = one.node.parent === null ? undefined : boxes.get(one.node.parent);
        if (parent === undefined) continue;
        expect([
          one.x >= parent.x,
          one.y >= parent.y,
          one.x + one.width <= parent.x + parent.width,
          one.y + one.height <= parent.y + parent.height,
        ]).toEqual([true, true, true, true]);
        const overlaps = nodes.filter(
          (other) =>
            other !== one &&
            other.node.parent === one.node.parent &&
            other.x < one.x + one.width &&
            one.x < other.x + other.width &&
            other.y < one.y + one.height &&
            one.y < other.y + other.height,
        );
        expect(overlaps.map((other) => other.node.id)).toEqual([]);
      }
      const drawn = new Set(edges.flatMap((edge) => edge.edges.map((one) => one.id)));
      expect(graphOf(machine).edges.filter((edge) => edge.targets.length > 0 && !drawn.has(edge.id))).toEqual(
        [],
      );
    }
  });
});

describe('the charts', () => {
  it('MACH-2: docs/machines equals the charts of the code; npm run charts redraws it', async () => {
    const files = await chartFiles(new ELK());
    const there = new Map(
      readdirSync('docs/machines').map((name) => [
        `docs/machines/${name}`,
        readFileSync(`docs/machines/${name}`, 'utf8'),
      ]),
    );
    const stale = [...new Set([...files.keys(), ...there.keys()])].filter(
      (path) => files.get(path) !== there.get(path),
    );
    expect(stale).toEqual([]);
  });

  it('INSP-17: the story of the demo keeps a message sent twice once, and its call survives a cut', async () => {
    const script = readFileSync('simulator/scripts/story.jsonl', 'utf8');
    expect(
      (await storyScript()) === script,
      'story.jsonl is not what the code does: run npm run charts',
    ).toBe(true);
    const read = readScript(script);
    const session = new Recorded();
    expect([...read.problems, ...session.append(read.lines)]).toEqual([]);
    expect([session.length >= 40, session.length <= 50]).toEqual([true, true]);
    const steps = session.lines.flatMap(({ origin, event }) => (origin === 'machine' ? [event] : []));
    const values = (machine: string) =>
      steps.filter((step) => step.machine === machine).map(({ value }) => JSON.stringify(value));
    expect(values('outbox').filter((value) => value === '"sending"').length).toBe(2);
    expect(values('call')).toEqual(expect.arrayContaining([expect.stringContaining('reconnecting')]));
    expect(values('call').at(-1)).toBe('"ended"');
    const { state } = session.at(session.length);
    const chat = state.conversations.get(contactId(9));
    expect(chat?.chunks.flat().map(({ n }) => n)).toEqual([1, 2, 3, 4, 5]);
    expect([state.outbox.size, state.contacts.get(contactId(9))?.counting.peerMark]).toEqual([0, 3]);
  });

  it('MACH-2: the script of a call is what the machines do, and it ends with everything let go', async () => {
    const script = readFileSync('simulator/scripts/call.jsonl', 'utf8');
    expect((await callScript()) === script, 'call.jsonl is not what the code does: run npm run charts').toBe(
      true,
    );
    const read = readScript(script);
    const session = new Recorded();
    expect([...read.problems, ...session.append(read.lines)]).toEqual([]);
    const { machines } = session.at(session.length);
    expect([machines.get('call')?.value, machines.get('call-lock')?.value]).toEqual([
      'ended',
      { lock: 'free', page: 'closed' },
    ]);
  });

  it('MACH-2: there is no machine without a chart', () => {
    const names = readdirSync('machines').flatMap((file) => /^(.+)\.machine\.ts$/.exec(file)?.[1] ?? []);
    expect(MACHINES.map((one) => one.name).toSorted()).toEqual(names.toSorted());
  });

  it('INSP-1: every state leads to its rules, and they exist', () => {
    const rules = rulesOn(rulesPage);
    const states = MACHINES.flatMap(({ machine }) => graphOf(machine).nodes.map((node) => node.id));
    expect(states.filter((id) => rulesOfState(id).length === 0)).toEqual([]);
    expect(states.flatMap(rulesOfState).filter((rule) => !rules.has(rule))).toEqual([]);
    expect(statesWithRules.filter((id) => !states.includes(id))).toEqual([]);
  });
});
