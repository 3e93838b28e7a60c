import type { Cluster } from './cluster.ts';
import type { Cut } from '../support/line.ts';

/** Something that goes wrong with one node while the others work. */
export interface Fault {
  readonly name: string;
  begin(on: Cluster, at: number): Promise<void>;
  end(on: Cluster, at: number): Promise<void>;
  /** The node closes its sockets during the fault (NODE-11). */
  readonly leaves?: boolean;
  /** True if no other node is reachable from there, so its users stay and wait. */
  readonly strands?: boolean;
}

const HOUR_MS = 3_600_000;
const STEPPED_MS = 5_000;
/** Longer than other nodes wait for a sign of life, and than a user stays online without one (NODE-4). */
const FROZEN_MS = 40_000;

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A long limit, for busy machines. */
const limitMs = 60_000;

export async function fact(
  name: string,
  is: () => boolean | Promise<boolean>,
  instead = (): string => '',
): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await is())) {
    if (Date.now() > end) throw new Error(`not so after ${limitMs / 1_000} s: ${name}; ${instead()}`);
    await wait(20);
  }
}

const SERVERS = { postgres: 'PostgreSQL', redis: 'Redis' } as const;
const WORDS: Readonly<Record<Cut, string>> = {
  both: 'cut off from',
  there: 'not heard by',
  back: 'hears nothing of',
  broken: 'refused by',
};

const disconnectFrom = (to: keyof typeof SERVERS, how: Cut): Fault => ({
  name: `${WORDS[how]} ${SERVERS[to]} alone`,
  leaves: to !== 'redis',
  begin: (on, at) => on.line(at, to).cut(how),
  end: (on, at) => on.line(at, to).mend(),
});

/** Both sides keep connections that lead nowhere without a close. New connections work. */
const forgotten: Fault = {
  name: 'all connections forgotten by a box in the middle',
  begin: async (on, at) => {
    for (const to of ['postgres', 'redis'] as const) await on.line(at, to).forget();
  },
  end: async () => undefined,
};

const isolated: Fault = {
  name: 'cut off from PostgreSQL and Redis',
  strands: true,
  begin: async (on, at) => {
    for (const to of ['postgres', 'redis'] as const) await on.line(at, to).cut('both');
  },
  end: async (on, at) => {
    for (const to of ['postgres', 'redis'] as const) await on.line(at, to).mend();
  },
};

/** The clock of one node is off by an hour and reports it (OPS-2), then by an hour in the other direction. */
const clockForwardAndBack: Fault = {
  name: 'clock an hour ahead, then an hour behind',
  async begin(on, at) {
    on.stepClock(at, HOUR_MS);
    const warns = async () => (await on.ready(at)).warnings.some((text) => text.includes('clocks'));
    await fact('a warning of clocks that differ', warns);
    await wait(STEPPED_MS);
    on.stepClock(at, -HOUR_MS);
  },
  end: async (on, at) => on.stepClock(at, 0),
};

/** Its connections stay open, as those of a machine whose power is out. */
const frozen: Fault = {
  name: 'frozen',
  begin: async (on, at) => {
    on.pause(at);
    await wait(FROZEN_MS);
  },
  end: async (on, at) => on.resume(at),
};

/** One after the other, in rounds between those of the great trouble. */
export const FAULTS: readonly Fault[] = [
  disconnectFrom('postgres', 'both'),
  disconnectFrom('redis', 'both'),
  clockForwardAndBack,
  frozen,
  disconnectFrom('postgres', 'there'),
  disconnectFrom('redis', 'there'),
  disconnectFrom('postgres', 'back'),
  disconnectFrom('redis', 'back'),
  forgotten,
  isolated,
  disconnectFrom('postgres', 'broken'),
];
