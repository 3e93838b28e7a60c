type Action = (...args: readonly unknown[]) => unknown;

/**
 * Actions of which some need code that is not loaded yet (UI-16): `here` has those that can run now, and `ask`
 * runs any other when its code is loaded. A late action is one function as long as it is late.
 */
export function lateActions<A extends object>(
  here: () => Partial<A>,
  ask: (run: (actions: A) => unknown, name: keyof A) => unknown,
): A {
  const late = new Map<keyof A, Action>();
  const lateAction = (name: keyof A): Action => {
    const cached = late.get(name);
    if (cached !== undefined) return cached;
    const action: Action = (...args) => ask((actions) => (actions[name] as Action)(...args), name);
    late.set(name, action);
    return action;
  };
  return new Proxy({} as A, { get: (_, name) => here()[name as keyof A] ?? lateAction(name as keyof A) });
}
