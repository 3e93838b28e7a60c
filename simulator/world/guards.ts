import { PlainResponse } from '../environment/http.ts';

/*
 * Makes the outside throw while a World runs: system time, chance, timers, randomness of the platform. Core
 * code that bypasses its ports is thus found by the first run that reaches it (SIM-2).
 */

/**
 * The machine library stamps its timers with the time and a random name that nothing reads: its own queries
 * get a constant, so that they cannot differ between two runs either.
 */
function isMachineCall(): boolean {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 5;
  const { stack = '' } = new Error('who asks');
  Error.stackTraceLimit = limit;
  return /node_modules[\\/]xstate[\\/]/.test(stack);
}

const forbid = (name: string) => (): never => {
  throw new Error(`${name} inside a World: it belongs behind a port`);
};

/** Making a date from a given moment is arithmetic; asking what time it is, is not. */
function guardedDate(): DateConstructor {
  return new Proxy(Date, {
    construct: (target, args: unknown[]) =>
      args.length === 0 ? forbid('new Date()')() : (Reflect.construct(target, args) as object),
    apply: forbid('Date()'),
    get: (target, key) =>
      key === 'now'
        ? () => (isMachineCall() ? 0 : forbid('Date.now')())
        : (Reflect.get(target, key) as unknown),
  });
}

/** An object whose use always throws. */
const closed = (name: string) => new Proxy({}, { get: (_, key) => forbid(`${name}.${String(key)}`)() });

const turnOf = globalThis.setImmediate;
/**
 * One turn of the event loop, after which everything that needs one, such as unhandled errors, has surfaced.
 */
export const eventLoopTurn = (): Promise<void> => new Promise((resolve) => turnOf(resolve));

const { process: machine } = globalThis;
const tickOf = machine ? (task: () => void): void => machine.nextTick(task) : null;
/**
 * Resolves after all work that needs no outside event. A queue for "when all promises have run" is much
 * cheaper than a turn of the event loop, and thousands of timers need it.
 */
export const settle = (): Promise<void> =>
  tickOf ? new Promise((resolve) => tickOf(resolve)) : eventLoopTurn();

const nowOf = globalThis.performance.now.bind(globalThis.performance);
/** Milliseconds of real time, for summaries only. */
export const realMs = (): number => nowOf();

const cpuUsageOf = machine?.cpuUsage?.bind(machine);
/** Milliseconds of processor time of this process: independent of other load. Falls back to real time. */
export function workedMs(): number {
  if (!cpuUsageOf) return nowOf();
  const { user, system } = cpuUsageOf();
  return (user + system) / 1_000;
}

const timers = ['setInterval', 'setImmediate'] as const;

/**
 * Removes the outside; the result restores it. Nests. Libraries throw unhandled errors from a timer without
 * delay: those go to `unhandled` at once.
 */
export function guardOutside(unhandled: (error: unknown) => void): () => void {
  const originals = new Map<string, PropertyDescriptor | undefined>();
  const replace = (name: string, value: unknown) => {
    originals.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true, enumerable: false });
  };
  const random = Math.random;
  replace('Date', guardedDate());
  for (const name of timers) replace(name, forbid(name));
  replace('setTimeout', (task: () => void, delayMs?: number) => {
    if (delayMs !== undefined) forbid('setTimeout')();
    try {
      task();
    } catch (error) {
      unhandled(error);
    }
  });
  replace('crypto', closed('crypto'));
  replace('performance', closed('performance'));
  replace('Response', PlainResponse);
  Math.random = () => (isMachineCall() ? 0.5 : forbid('Math.random')());
  return () => {
    Math.random = random;
    for (const [name, was] of originals) if (was) Object.defineProperty(globalThis, name, was);
  };
}

/** Node loads these on first use, and reads the clock while it does. */
export const loadedFirst = [new Headers().has('x')];
