import { createHash, createHmac } from 'node:crypto';
import type { Log } from '../../src/ports/log.ts';
import type { Passwords } from '../../src/ports/passwords.ts';
import { createServer } from '../../src/server/app.ts';
import type { ParleyServer } from '../../src/server/app.ts';
import type { WorldBus } from './bus.ts';
import type { WorldStore } from './database.ts';
import type { Gear } from '../gear/gear.ts';
import { storeOfNode } from './node-store.ts';
import type { Life, Trap } from './node-store.ts';
import { createProcessClock } from '../time/process-clock.ts';
import type { ProcessClock } from '../time/process-clock.ts';
import type { Surroundings } from '../world/surroundings.ts';
import type { Witness } from '../witness/witness.ts';

/** One server node: the real application, which can be killed and started again over the same database. */
export interface WorldNode {
  readonly name: string;
  /** Null while the process is not there. */
  readonly server: ParleyServer | null;
  readonly clock: ProcessClock | null;
  start(): Promise<void>;
  /** `kill -9`: all memory of the process is gone, open transactions are rolled back. */
  kill(): void;
  /** As on an update: it finishes what it began, and leaves nothing of itself. */
  stop(): Promise<void>;
  /** Lets the next command end in a kill at that point; the node comes back after `downMs`. */
  trap(at: Trap, downMs: number): void;
  disarm(): void;
  /** Runs when the process that is there now is gone. */
  onEnd(run: () => void): void;
}

/** Fast and visible: hashing itself is another test's matter; here only its waiting counts. */
export function passwordsIn(around: Surroundings): Passwords {
  const { clock, chance } = around;
  const wait = () => new Promise<void>((done) => void clock.setTimeout(done, chance.whole(1, 20)));
  return {
    hash: async (password) => {
      await wait();
      return `hash of ${password}`;
    },
    verify: async (hash, password) => {
      await wait();
      return hash === `hash of ${password}`;
    },
    digest: (text) => createHash('sha256').update(text).digest('hex'),
    mac: (key, text) => createHmac('sha256', key).update(text).digest('hex'),
    relayPassword: (secret, name) => createHmac('sha1', secret).update(name).digest('base64'),
  };
}

interface Process {
  readonly server: ParleyServer;
  readonly clock: ProcessClock;
  readonly ends: Set<() => void>;
  readonly life: Life;
}

/** What a node stands on. */
export interface Ground {
  readonly around: Surroundings;
  readonly store: WorldStore;
  readonly witness: Witness;
  readonly bus: WorldBus;
  readonly log: Log;
  readonly gear: Gear;
  /** Hears what a node that stopped in peace had not put away. */
  readonly left: (what: string) => void;
}

export function createNode(
  name: string,
  { around, store, witness, bus, log, gear, left }: Ground,
): WorldNode {
  const chance = around.chance.fork(name);
  let process: Process | null = null;
  let [starts, downMs] = [0, 1_000];

  const kill = (): void => {
    const was = process;
    if (was === null) return;
    process = null;
    was.clock.kill();
    for (const run of was.ends) run();
    around.trace.line('fault', around.clock.elapsedMs(), `${name} killed`);
  };
  const node: WorldNode = {
    name,
    get server() {
      return process?.server ?? null;
    },
    get clock() {
      return process?.clock ?? null;
    },
    start: async () => {
      if (process !== null) return;
      starts += 1;
      const turn = starts;
      const own = chance.fork(`start ${starts}`);
      const clock = createProcessClock(around.clock);
      const life: Life = {
        get dead() {
          return clock.dead;
        },
        trap: null,
        die: () => {
          kill();
          around.clock.setTimeout(() => void node.start(), downMs);
        },
      };
      const ports = {
        store: storeOfNode(store, life, around, own.fork('store'), witness),
        clock,
        random: own.fork('random'),
        ids: own.fork('ids').ids(),
        passwords: passwordsIn({ ...around, clock: around.clock, chance: own.fork('passwords') }),
        mail: gear.mail,
        push: gear.push,
        uploads: gear.uploads,
        log,
        bus: bus.join(() => !clock.dead),
        assets: null,
      };
      const server = await createServer(ports, gear.settings).catch(() => null);
      if (server === null) {
        // As whoever watches over the process would: it is started again.
        clock.kill();
        around.clock.setTimeout(() => void node.start(), 1_000);
        return;
      }
      if (process !== null || turn !== starts) return;
      process = { server, clock, ends: new Set(), life };
      server.start();
      around.trace.line('fault', around.clock.elapsedMs(), `${name} runs`);
    },
    kill,
    stop: async () => {
      const was = process;
      if (was === null) return;
      process = null;
      was.life.trap = null;
      around.trace.line('fault', around.clock.elapsedMs(), `${name} stops`);
      await was.server
        .close()
        .catch((error: unknown) => left(`${name} did not stop in peace: ${String(error)}`));
      if (was.clock.pending() > 0) left(`${name} stopped and left ${was.clock.pending()} timers`);
      if (was.server.gateway.count() > 0)
        left(`${name} stopped and left ${was.server.gateway.count()} sockets`);
      was.clock.kill();
      for (const run of was.ends) run();
    },
    trap: (at, down) => {
      if (process === null) return;
      downMs = down;
      process.life.trap = at;
    },
    disarm: () => {
      if (process !== null) process.life.trap = null;
    },
    onEnd: (run) => void process?.ends.add(run),
  };
  return node;
}
