import type { Notice } from '../interface/client.ts';

/** A part of the client whose code loads with the first call that needs it (UI-16). */
export interface Lazy<T> {
  /** The part, or null before its code is here. */
  now(): T | null;
  /** Loads the code once. Rejects if it cannot be loaded; the next call then tries again. */
  get(): Promise<T>;
  /**
   * Passes a call to the part: at once if it is loaded, otherwise when it is, in the order of the calls.
   * `failed`: its code cannot be loaded.
   */
  tell(what: (part: T) => void, failed: () => void): void;
  /**
   * Passes a call with a result to the part, in the same order. `dropped`: the caller's login has ended by
   * then.
   */
  ask<R>(what: (part: T) => Promise<R>, failed: () => R, dropped?: () => R): Promise<R>;
}

/** Code that may still have to come. */
export type Late<T> = Pick<Lazy<T>, 'now' | 'get'>;

/** Loaded from the start, for callers that load no code over a network. */
export const here = <T>(part: T): Late<T> => ({ now: () => part, get: () => Promise.resolve(part) });

/**
 * `make` runs once, when the code is loaded. `begin` follows with the part in place, before any waiting call.
 * `login`: the login these calls belong to, null while signed out. A call whose login has ended before the
 * code is loaded is dropped, so that it does not run for the next user (SESS-10).
 */
export function lazy<C, T>(
  load: () => Promise<C>,
  make: (code: C) => T,
  begin: (part: T) => void = nothing,
  login: () => unknown = () => null,
): Lazy<T> {
  let part: T | null = null;
  let coming: Promise<T> | null = null;
  const arrived = (code: C): T => {
    const instance = (part = make(code));
    begin(instance);
    return instance;
  };
  const onFault = (fault: unknown): never => {
    coming = null;
    throw fault;
  };
  const get = (): Promise<T> => (coming ??= load().then(arrived).catch(onFault));
  const later = async <R>(
    what: (part: T) => R | Promise<R>,
    failed: () => R,
    dropped: () => R,
  ): Promise<R> => {
    const asker = login();
    const isOver = () => asker !== null && asker !== login();
    return get().then((instance) => (isOver() ? dropped() : what(instance)), failed);
  };
  return {
    now: () => part,
    get,
    tell: (what, failed) => (part === null ? void later(what, failed, nothing) : what(part)),
    ask: (what, failed, dropped = failed) => (part === null ? later(what, failed, dropped) : what(part)),
  };
}

/** Code that cannot be loaded is reported like any lost request. */
export const tellNotLoaded = (raise: (notice: Notice) => void): void =>
  raise({ kind: 'text', key: 'err.noNetwork' });

export const nothing = (): void => undefined;

type Action = (...args: readonly unknown[]) => unknown;

/**
 * Actions of which some need code that is not loaded yet (UI-16): `here` has those that can run now, and `ask`
 * runs any other when its code is loaded. A late action is one function as long as it is late.
 */
export function lateActions<A extends object>(
  here: () => Partial<A>,
  ask: (call: (actions: A) => unknown, name: keyof A) => unknown,
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
