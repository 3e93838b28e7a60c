import { operationsOf, type Entry } from './history.ts';
import { logFaults } from './logs.ts';
import { markFaults, registerFaults } from './registers.ts';
import { setFaults } from './sets.ts';

/** Everything that is wrong with a history, in words; empty when nothing is. */
export function judge(entries: readonly Entry[]): readonly string[] {
  const all = operationsOf(entries);
  return [...logFaults(all), ...registerFaults(all), ...markFaults(all), ...setFaults(all)];
}
