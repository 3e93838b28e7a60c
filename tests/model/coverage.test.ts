import { readdirSync } from 'node:fs';
import { createMachine } from 'xstate';
import { afterAll, describe, expect, it } from 'vitest';
import { MACHINES } from '../../src/inspector/machines.ts';
import { machineCases } from '../support/machine-cases.ts';
import { walk, type Reached } from '../support/machine-paths.ts';

const table: (readonly [string, Reached])[] = [];

describe('generated paths', () => {
  for (const { name, machine, events } of MACHINES) {
    const { rule, ...options } = machineCases[name] ?? { rule: 'MACH-1', identity: () => '' };
    it(`${rule}: reach every state and every transition of ${name}`, () => {
      const reached = walk(machine, { ...options, events: (state) => events(state.context) });
      table.push([name, reached]);
      expect([reached.missingStates, reached.missingTransitions]).toEqual([[], []]);
      expect(reached.paths).toBeGreaterThan(1);
    }, 120_000);
  }

  it('MACH-1: there is no machine without them', () => {
    const files = readdirSync('machines').flatMap((file) => /^(.+)\.machine\.ts$/.exec(file)?.[1] ?? []);
    expect(Object.keys(machineCases).toSorted()).toEqual(files.toSorted());
    expect(MACHINES.map((one) => one.name).toSorted()).toEqual(files.toSorted());
  });

  it('SOCK-12: the walk names what no path can reach', () => {
    const islands = createMachine({
      id: 'islands',
      initial: 'here',
      states: {
        here: { on: { go: 'there' } },
        there: { after: { 10: 'here' } },
        nowhere: { on: { go: 'here' } },
      },
    });
    const reached = walk(islands, {
      events: () => [{ type: 'go' }],
      identity: (state) => JSON.stringify(state.value),
    });
    expect(reached.missingStates).toEqual(['islands.nowhere']);
    expect(reached.missingTransitions).toEqual(['islands.nowhere --go [else]--> islands.here']);
  });
});

const part = (all: number, missing: number): string =>
  `${String(all - missing).padStart(4)} of ${String(all).padEnd(4)} ${Math.floor(((all - missing) / all) * 100)} %`;

afterAll(() => {
  const lines = table.map(
    ([name, one]) =>
      `${name.padEnd(12)}${part(one.states, one.missingStates.length).padEnd(22)}${part(one.transitions, one.missingTransitions.length).padEnd(22)}${one.paths}`,
  );
  process.stdout.write(
    `\n${'machine'.padEnd(12)}${'states'.padEnd(22)}${'transitions'.padEnd(22)}paths\n${lines.join('\n')}\n\n`,
  );
});
