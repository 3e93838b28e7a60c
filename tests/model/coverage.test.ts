import { readdirSync } from 'node:fs';
import { type AnyMachineSnapshot, createMachine } from 'xstate';
import { afterAll, describe, expect, it } from 'vitest';
import { MACHINES } from '../../src/inspector/machines.ts';
import { type Reached, walk } from '../support/machine-paths.ts';
import type { CatchUpContext } from '../../machines/catch-up.machine.ts';
import type { OutboxContext } from '../../machines/outbox.machine.ts';
import type { SocketContext } from '../../machines/socket.machine.ts';
import type { PendingChangeContext } from '../../machines/pending-change.machine.ts';

/**
 * How a machine is walked: from which inputs, and when two of its states count as one, so that walks stay
 * finite.
 */
interface MachineCase {
  readonly rule: string;
  readonly inputs?: readonly unknown[];
  readonly identity: (state: AnyMachineSnapshot) => string;
}

const whole = (state: AnyMachineSnapshot): string => JSON.stringify([state.value, state.context]);

function socketIdentity(state: AnyMachineSnapshot): string {
  const { signedIn, plain, openFailures, closes, unanswered, raised } = state.context as SocketContext;
  // One of the two counters at a time: their rules do not touch each other.
  const counters = closes === 1 ? `f${openFailures}` : openFailures === 1 ? `c${closes}` : 'both';
  return JSON.stringify([state.value, signedIn, plain, counters, Math.min(unanswered, 2), raised]);
}

function outboxIdentity(state: AnyMachineSnapshot): string {
  const { items, inFlight, allowed, misses, waitMs } = state.context as OutboxContext;
  return JSON.stringify([state.value, items, inFlight, allowed, Math.min(misses, 2), waitMs > 0]);
}

function changeIdentity(state: AnyMachineSnapshot): string {
  const { allowed, wanted, misses, waitMs } = state.context as PendingChangeContext;
  return JSON.stringify([state.value, allowed, wanted, Math.min(misses, 2), waitMs > 0]);
}

function catchUpIdentity(state: AnyMachineSnapshot): string {
  const { again, misses, stale, whole: asked } = state.context as CatchUpContext;
  return JSON.stringify([state.value, again, Math.min(misses, 3), stale, asked]);
}

const groupIdentity = (state: AnyMachineSnapshot): string =>
  JSON.stringify([
    state.value,
    state.context.role,
    state.context.setting.nospeak,
    state.context.mutedForMs > 0,
  ]);

/** Every machine there is, by the name of its file. */
const machineCases: Readonly<Record<string, MachineCase>> = {
  socket: { rule: 'SOCK-12', inputs: [{ signedIn: true }], identity: socketIdentity },
  session: { rule: 'SESS-1', identity: whole },
  outbox: { rule: 'SEND-4', identity: outboxIdentity },
  'pending-change': {
    rule: 'SEND-12',
    inputs: [
      { allowed: true, pauseMs: 10, holdMs: 0 },
      { allowed: true, pauseMs: 10, holdMs: 5_000 },
      { allowed: true, pauseMs: 10, holdMs: 5_000, rests: true },
    ],
    identity: changeIdentity,
  },
  quiet: { rule: 'LIST-14', identity: whole },
  'catch-up': { rule: 'SYNC-4', identity: catchUpIdentity },
  'call-lock': { rule: 'CALL-5', identity: whole },
  call: {
    rule: 'CALL-14',
    inputs: [true, false].flatMap((caller) =>
      [false, true].map((returning) => ({ self: 9, peer: 7, call: 'u1', caller, video: true, returning })),
    ),
    identity: whole,
  },
  'group-call': {
    rule: 'GCALL-17',
    inputs: [{ returning: false }, { returning: true }],
    identity: whole,
  },
  'group-call-peer': {
    rule: 'GCALL-17',
    inputs: [{ offers: true }, { offers: false }],
    identity: whole,
  },
  'group-call-keys': { rule: 'GCALL-17', identity: whole },
  'group-call-rekey': { rule: 'GCALL-17', identity: whole },
  group: { rule: 'ROLE-4', inputs: [{}], identity: groupIdentity },
  recorder: { rule: 'REC-4', inputs: [{ kind: 'voice' }, { kind: 'video' }], identity: whole },
  update: { rule: 'UPD-4', identity: whole },
  permission: { rule: 'PERM-4', inputs: [{ explained: false }, { explained: true }], identity: whole },
  typing: { rule: 'TYPING-2', identity: whole },
  typist: { rule: 'TYPING-3', identity: whole },
  upload: { rule: 'UP-4', inputs: [{ sizeBytes: 10 }], identity: whole },
};

const table: (readonly [string, Reached])[] = [];

describe('generated paths', () => {
  for (const { name, machine, events } of MACHINES) {
    const { rule, ...options } = machineCases[name] ?? { rule: 'MACH-1', identity: () => '' };
    it(`${rule}: reach every state and every transition of ${name}`, () => {
      const reached = walk(machine, { ...options, events: (state) => events(state.context) });
      table.push([name, reached]);
      expect([reached.missingStates, reached.missingTransitions]).toEqual([[], []]);
      expect(reached.paths).toBeGreaterThan(1);
    }, 300_000);
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
