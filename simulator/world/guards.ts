import { PlainResponse } from '../gear/http.ts';

/*
 * While a World runs, the outside of it throws: system time, chance, timers, randomness of the
 * platform. So whatever core reaches past its ports is found by the first run that comes by (SIM-2).
 */

/**
 * The library of machines stamps its timers with the time and a random name that nothing reads: its own
 * questions get a constant, so that they cannot differ between two runs either.
 */
function askedByMachines(): boolean {
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
    construct: (target, given: unknown[]) =>
      given.length === 0 ? forbid('new Date()')() : (Reflect.construct(target, given) as object),
    apply: forbid('Date()'),
    get: (target, key) =>
      key === 'now'
        ? () => (askedByMachines() ? 0 : forbid('Date.now')())
        : (Reflect.get(target, key) as unknown),
  });
}

/** An object of which nothing may be used. */
const closed = (name: string) => new Proxy({}, { get: (_, key) => forbid(`${name}.${String(key)}`)() });

const turnOf = globalThis.setImmediate;
/** One turn of the event loop: also what needs one, as errors that nobody handled, has come out after it. */
export const eventLoopTurn = (): Promise<void> => new Promise((done) => turnOf(done));

const { process: machine } = globalThis;
const tickOf = machine ? (run: () => void): void => machine.nextTick(run) : null;
/**
 * Whatever needs no outside help has gone on after it. Where there is a queue for "when all promises have
 * gone on", that is much cheaper than a turn of the event loop, and thousands of timers need it.
 */
export const settled = (): Promise<void> => (tickOf ? new Promise((done) => tickOf(done)) : eventLoopTurn());

const nowOf = globalThis.performance.now.bind(globalThis.performance);
/** Milliseconds of real time, for summaries only. */
export const realMs = (): number => nowOf();

const usedOf = machine?.cpuUsage?.bind(machine);
/**
 * Milliseconds that the processor worked for this process: the same on a busy machine. Where nobody counts
 * them, real time.
 */
export function workedMs(): number {
  if (!usedOf) return nowOf();
  const { user, system } = usedOf();
  return (user + system) / 1_000;
}

const timers = ['setInterval', 'setImmediate'] as const;

/**
 * Takes the outside away; the answer gives it back. Nests. Libraries throw what nobody handled from a
 * timer without delay: that is told to `unhandled` at once.
 */
export function guardOutside(unhandled: (error: unknown) => void): () => void {
  const kept = new Map<string, PropertyDescriptor | undefined>();
  const put = (name: string, value: unknown) => {
    kept.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true, enumerable: false });
  };
  const random = Math.random;
  put('Date', guardedDate());
  for (const name of timers) put(name, forbid(name));
  put('setTimeout', (run: () => void, delayMs?: number) => {
    if (delayMs !== undefined) forbid('setTimeout')();
    try {
      run();
    } catch (error) {
      unhandled(error);
    }
  });
  put('crypto', closed('crypto'));
  put('performance', closed('performance'));
  put('Response', PlainResponse);
  Math.random = () => (askedByMachines() ? 0.5 : forbid('Math.random')());
  return () => {
    Math.random = random;
    for (const [name, was] of kept) if (was) Object.defineProperty(globalThis, name, was);
  };
}

/** Node loads these when they are first named, and looks at the time while it does. */
export const loadedFirst = [new Headers().has('x')];
