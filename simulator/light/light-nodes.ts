import { createHash, createHmac } from 'node:crypto';
import type { LightAnswer, LightNode } from './light-client.ts';
import type { Chance } from '../plan/random.ts';
import { createProcessClock } from '../time/process-clock.ts';
import type { VirtualClock } from '../time/virtual-clock.ts';
import type { Waits } from '../time/waits.ts';
import type { Bus, BusNote } from '../../src/ports/bus.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { silentLog } from '../../src/ports/log.ts';
import type { Passwords } from '../../src/ports/passwords.ts';
import type { Ids } from '../../src/ports/random.ts';
import type { Store } from '../../src/ports/store.ts';
import { createServer } from '../../src/server/app.ts';
import type { ParleyServer } from '../../src/server/app.ts';
import { openData } from '../../src/server/storage/engine/open-data.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';

const passwords: Passwords = {
  hash: (password) => Promise.resolve(`hash of ${password}`),
  verify: (hash, password) => Promise.resolve(hash === `hash of ${password}`),
  digest: (text) => createHash('sha256').update(text).digest('hex'),
  mac: (key, text) => createHmac('sha256', key).update(text).digest('hex'),
  relayPassword: (secret, name) => createHmac('sha1', secret).update(name).digest('base64'),
};

/** The bus of all nodes; every so many notes one gets lost. */
export class LightBus {
  notes = 0;
  private readonly ends = new Set<Set<(note: BusNote) => void>>();

  constructor(
    private readonly clock: VirtualClock,
    private readonly loseEvery: number,
  ) {}

  join(): Bus {
    const own = new Set<(note: BusNote) => void>();
    this.ends.add(own);
    return {
      shared: true,
      talks: true,
      publish: (note) => {
        for (const end of this.ends) {
          if (end === own) continue;
          this.notes += 1;
          if (this.notes % this.loseEvery === 0) continue;
          this.clock.setTimeout(() => {
            for (const listener of end) listener(note);
          }, 1);
        }
      },
      subscribe: (listener) => {
        own.add(listener);
        return () => own.delete(listener);
      },
      close: async () => void this.ends.delete(own),
    };
  }

  leave(bus: Bus): void {
    void bus.close();
  }
}

/** A node that can die and come again under another name. */
export interface LightServer extends LightNode {
  readonly runs: boolean;
  start(): Promise<void>;
  /** Stops at once, losing all state; further requests get no answer. */
  kill(): void;
}

interface Parts {
  readonly clock: VirtualClock;
  /** Shared by all nodes: each user of it leaves it open for the others. */
  readonly store: Store;
  readonly bus: LightBus;
  readonly chance: Chance;
}

/** A separate address for each, because limits apply per address. */
function addressOf(token: string, path: string, body: unknown): string {
  const isNameless = path === '/common/pub/register' || path === '/common/pub/login';
  const hash = createHash('md5').update(`${token}${isNameless ? JSON.stringify(body) : ''}`);
  return `10.${hash.digest().subarray(0, 3).join('.')}`;
}

export function lightServer(name: string, { clock, store, bus, chance }: Parts): LightServer {
  let now: { readonly server: ParleyServer; readonly end: () => void } | null = null;
  let [starts, sockets] = [0, 0];
  return {
    get runs() {
      return now !== null;
    },
    async start() {
      const own = chance.fork(`${name} ${(starts += 1)}`);
      const [process, line] = [createProcessClock(clock), bus.join()];
      const server = await createServer(
        {
          store: { ...store, close: () => Promise.resolve() },
          clock: process,
          random: own,
          ids: own.fork('ids').ids(),
          passwords,
          log: silentLog,
          bus: line,
          assets: null,
        },
        { registration: 'open', wireTime: 's' },
      );
      server.start();
      now = {
        server,
        end: () => {
          process.kill();
          bus.leave(line);
        },
      };
    },
    kill() {
      now?.end();
      now = null;
    },
    async call(token, path, body): Promise<LightAnswer> {
      if (!now) throw new Error(`${name} is not there`);
      const request = new Request(`http://parley.test${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: token }) },
        body: JSON.stringify(body),
      });
      const answer = await now.server.fetch(request, {
        address: addressOf(token, path, body),
        userAgent: 'light',
      });
      if (answer.status !== 200) throw new Error(`${path}: HTTP ${answer.status}`);
      return (await answer.json()) as LightAnswer;
    },
    accept(end) {
      if (!now) return null;
      const was = now;
      sockets += 1;
      const remoteAddress = `10.${(sockets >> 16) & 255}.${(sockets >> 8) & 255}.${sockets & 255}`;
      const session = was.server.gateway.accept({
        send: (text) => end.send(text),
        close: () => end.close(),
        bufferedBytes: () => 0,
        remoteAddress,
      });
      if (!session) return null;
      // A dead node receives nothing further.
      return {
        receive: (text) => now === was && session.receive(text),
        closed: () => now === was && session.closed(),
      };
    },
  };
}

interface Ports {
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Shared by all nodes: a PostgreSQL database, or without an address the embedded one, in memory. Counts
 * queries in `waits`, so that virtual time can wait for their answers.
 */
export async function openLightStore(url: string | null, waits: Waits, ports: Ports): Promise<Store> {
  const all = { ...ports, log: silentLog };
  if (url === null) {
    const store = await openStore({ ...all, path: ':memory:' });
    return {
      write: (work) => store.write(work),
      read: (work) => store.read(work),
      epoch: () => store.epoch(),
      close: () => store.close(),
    };
  }
  return waits.over(await openData({ databaseUrl: url, dataDir: '' }, { ...all, program: '' }));
}
