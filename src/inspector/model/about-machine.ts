import { machineOf, type Listed } from '../machines.ts';
import type { Recorded } from './session.ts';

/** They run in every session, so they are what a script is about only if nothing else moves. */
const ALWAYS = new Set(['socket', 'session', 'catch-up', 'call-lock']);

/** The machine that a script is about: a call, or else the one that moves most. */
export function aboutMachine({ lines }: Recorded): Listed['name'] {
  const steps = new Map<string, number>();
  for (const line of lines) {
    const name = line.origin === 'machine' ? machineOf(line.event.machine)?.name : undefined;
    if (name !== undefined) steps.set(name, (steps.get(name) ?? 0) + 1);
  }
  if (steps.has('call')) return 'call';
  const byCount = [...steps].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
  return byCount.find((name) => !ALWAYS.has(name)) ?? byCount[0] ?? 'socket';
}
