import { createMachine, type AnyMachineSnapshot } from 'xstate';
import { describe, expect, it } from 'vitest';
import { socketMachine, type SocketContext, type SocketEvent } from '../../machines/socket.machine.ts';
import { walk } from '../support/machine-paths.ts';

/** Everything that can happen, said by the present socket and by an orphan. */
const events = (state: AnyMachineSnapshot): readonly SocketEvent[] => {
  const { socket } = state.context as SocketContext;
  return [
    { type: 'connect.asked' },
    { type: 'close.asked' },
    { type: 'retry.asked' },
    { type: 'user.signedIn' },
    { type: 'user.signedOut' },
    { type: 'foreground.returned' },
    { type: 'network.returned' },
    { type: 'call.answered' },
    { type: 'socket.opened', socket },
    { type: 'socket.failed', socket },
    { type: 'socket.closed', socket },
    { type: 'init.received', socket },
    { type: 'ping.received', socket },
    { type: 'pong.received', socket, bound: true },
    { type: 'pong.received', socket, bound: false },
    { type: 'socket.opened', socket: socket - 1 },
    { type: 'socket.closed', socket: socket - 1 },
  ];
};

const identity = (state: AnyMachineSnapshot): string => {
  const { signedIn, openFailures, closes, unanswered, raised } = state.context as SocketContext;
  // One of the two counters at a time: their rules do not touch each other.
  const counters = closes === 1 ? `f${openFailures}` : openFailures === 1 ? `c${closes}` : 'both';
  return JSON.stringify([state.value, signedIn, counters, Math.min(unanswered, 2), raised]);
};

describe('paths through the socket machine', () => {
  it('SOCK-12: generated paths reach every state and every transition', () => {
    const reached = walk(socketMachine, { input: { signedIn: true }, events, identity });
    expect(reached.missingStates).toEqual([]);
    expect(reached.missingTransitions).toEqual([]);
    expect(reached.paths).toBeGreaterThan(100);
  });
});

describe('the walk itself', () => {
  it('SOCK-12: names what no path can reach', () => {
    const islands = createMachine({
      id: 'islands',
      initial: 'here',
      states: { here: { on: { go: 'there' } }, there: { after: { 10: 'here' } }, nowhere: { on: { go: 'here' } } },
    });
    const reached = walk(islands, { events: () => [{ type: 'go' }], identity: (state) => JSON.stringify(state.value) });
    expect(reached.missingStates).toEqual(['islands.nowhere']);
    expect(reached.missingTransitions).toEqual(['islands.nowhere --go [else]--> islands.here']);
  });
});
