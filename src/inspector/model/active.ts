import type { StateValue } from 'xstate';

/** Ids of all active states of a machine: the root and every one below it. */
export function activeStates(machine: string, value: StateValue): ReadonlySet<string> {
  const active = new Set([machine]);
  const enter = (at: string, inner: StateValue): void => {
    if (typeof inner === 'string') {
      active.add(`${at}.${inner}`);
      return;
    }
    for (const [key, below] of Object.entries(inner)) {
      active.add(`${at}.${key}`);
      if (below !== undefined) enter(`${at}.${key}`, below);
    }
  };
  enter(machine, value);
  return active;
}
