import type { AnyMachineSnapshot } from 'xstate';
import { describe, expect, it } from 'vitest';
import { catchUpMachine, type CatchUpContext, type CatchUpEvent } from '../../machines/catch-up.machine.ts';
import { walk } from '../support/machine-paths.ts';

const events = (state: AnyMachineSnapshot): readonly CatchUpEvent[] => {
  const { question } = state.context as CatchUpContext;
  return [
    { type: 'socket.bound' },
    { type: 'socket.gone' },
    { type: 'sync.wanted' },
    { type: 'sync.answered', question },
    { type: 'sync.failed', question },
    { type: 'sync.answered', question: question - 1 },
  ];
};

const identity = (state: AnyMachineSnapshot): string => {
  const { again, misses } = state.context as CatchUpContext;
  return JSON.stringify([state.value, again, Math.min(misses, 3)]);
};

describe('paths through the catch-up machine', () => {
  it('SYNC-4: generated paths reach every state and every transition', () => {
    const reached = walk(catchUpMachine, { events, identity });
    expect([reached.missingStates, reached.missingTransitions]).toEqual([[], []]);
  });
});
