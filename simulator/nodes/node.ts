import { createHash, createHmac } from 'node:crypto';
import type { Log } from '../../src/ports/log.ts';
import type { Passwords } from '../../src/ports/passwords.ts';
import { createServer } from '../../src/server/app.ts';
import type { ParleyServer } from '../../src/server/app.ts';
import type { WorldBus } from './bus.ts';
import type { WorldStore } from './database.ts';
import type { Environment } from '../environment/environment.ts';
import type { Chance } from '../plan/random.ts';
import { worldOpenIds } from '../environment/openids.ts';
import { worldPasskeys } from '../environment/passkeys.ts';
import { storeOfNode } from './node-store.ts';
import type { Life, Trap } from './node-store.ts';
import { createProcessClock } from '../time/process-clock.ts';
import type { ProcessClock } from '../time/process-clock.ts';
import type { Surroundings } from '../environment/surroundings.ts';
import type { Recorder } from '../recorder/recorder.ts';

/** One server node: the real application, which can be killed and started again over the same database. */
export interface WorldNode {
  readonly name: string;
  /** Null while the process is not there. */
  readonly server: ParleyServer | null;
  readonly clock: ProcessClock | null;
  start(): Promise<void>;
  /** `kill -9`: all memory of the process is lost, open transactions are rolled back. */
  kill(): void;
  /** Stops as for an update: it finishes its work and leaves nothing behind. */
  stop(): Promise<void>;
  /** Makes the next command end in a kill at that point; the node restarts after `downMs`. */
  trap(at: Trap, downMs: number): void;
  disarm(): void;
  /** Runs when the present process has ended. */
  onEnd(listener: () => void): void;
}

/** Fast and visible: hashing itself is another test's matter; here only its waiting counts. */
export function passwordsIn(around: Surroundings): Passwords {
  const { clock, chance } = around;
  const wait = () => new Promise<void>((resolve) => void clock.setTimeout(resolve, chance.whole(1, 20)));
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

/** Environment of a node. */
export interface Ground {
  readonly around: Surroundings;
  readonly store: WorldStore;
  readonly recorder: Recorder;
  readonly bus: WorldBus;
  readonly log: Log;
  readonly environment: Environment;
  /** Receives the leftovers of a cleanly stopped node. */
  readonly left: (what: string) => void;
}

export const createNode = (name: string, ground: Ground): WorldNode => new NodeOfWorld(name, ground);

class NodeOfWorld implements WorldNode {
  readonly name: string;
  readonly #ground: Ground;
  readonly #chance: Chance;
  #process: Process | null = null;
  #starts = 0;
  #downMs = 1_000;

  constructor(name: string, ground: Ground) {
    this.name = name;
    this.#ground = ground;
    this.#chance = ground.around.chance.fork(name);
  }

  get server(): Process['server'] | null {
    return this.#process?.server ?? null;
  }

  get clock(): ProcessClock | null {
    return this.#process?.clock ?? null;
  }

  async start(): Promise<void> {
    if (this.#process !== null) return;
    this.#starts += 1;
    const turn = this.#starts;
    const own = this.#chance.fork(`start ${turn}`);
    const clock = createProcessClock(this.#ground.around.clock);
    const life = this.#lifeOf(clock);
    const server = await createServer(
      this.#portsOf(own, clock, life),
      this.#ground.environment.settings,
    ).catch(() => null);
    if (server === null) {
      // As a process manager would: the node is restarted.
      clock.kill();
      this.#startIn(1_000);
      return;
    }
    if (this.#process !== null || turn !== this.#starts) {
      // Two starts were requested at once, and the later one wins: this one leaves nothing behind.
      clock.kill();
      return;
    }
    this.#process = { server, clock, ends: new Set(), life };
    server.start();
    this.#traced('runs');
  }

  kill(): void {
    const was = this.#process;
    if (was === null) return;
    this.#process = null;
    was.clock.kill();
    for (const listener of was.ends) listener();
    this.#traced('killed');
  }

  async stop(): Promise<void> {
    const { left } = this.#ground;
    const was = this.#process;
    if (was === null) return;
    this.#process = null;
    was.life.trap = null;
    this.#traced('stops');
    await was.server
      .close()
      .catch((error: unknown) => left(`${this.name} did not stop in peace: ${String(error)}`));
    if (was.clock.pending() > 0) left(`${this.name} stopped and left ${was.clock.pending()} timers`);
    if (was.server.gateway.count() > 0)
      left(`${this.name} stopped and left ${was.server.gateway.count()} sockets`);
    was.clock.kill();
    for (const listener of was.ends) listener();
  }

  trap(at: Trap, downMs: number): void {
    if (this.#process === null) return;
    this.#downMs = downMs;
    this.#process.life.trap = at;
  }

  disarm(): void {
    if (this.#process !== null) this.#process.life.trap = null;
  }

  onEnd(listener: () => void): void {
    this.#process?.ends.add(listener);
  }

  #startIn(ms: number): void {
    this.#ground.around.clock.setTimeout(() => void this.start(), ms);
  }

  #lifeOf(clock: ProcessClock): Life {
    return {
      name: this.name,
      get dead() {
        return clock.dead;
      },
      trap: null,
      die: () => {
        this.kill();
        this.#startIn(this.#downMs);
      },
    };
  }

  #portsOf(own: Chance, clock: ProcessClock, life: Life): Parameters<typeof createServer>[0] {
    const { around, store, recorder, bus, log, environment } = this.#ground;
    return {
      store: storeOfNode(store, life, around, own.fork('store'), recorder),
      clock,
      random: own.fork('random'),
      ids: own.fork('ids').ids(),
      passwords: passwordsIn({ ...around, clock: around.clock, chance: own.fork('passwords') }),
      passkeys: worldPasskeys,
      openIds: worldOpenIds,
      mail: environment.mail,
      push: environment.push,
      pages: environment.pages,
      hookPosts: environment.receivers,
      uploads: environment.uploads,
      log,
      bus: bus.join(() => !clock.dead),
      assets: null,
    };
  }

  #traced(what: string): void {
    const { clock, trace } = this.#ground.around;
    trace.line('fault', clock.elapsedMs(), `${this.name} ${what}`);
  }
}
