import { createChance } from '../plan/random.ts';
import { createVirtualClock } from '../time/virtual-clock.ts';
import type { VirtualClock } from '../time/virtual-clock.ts';
import { Waits } from '../time/waits.ts';
import { createLightClient } from './light-client.ts';
import type { LightClient } from './light-client.ts';
import { LightBus, lightServer, openLightStore } from './light-nodes.ts';
import type { LightServer } from './light-nodes.ts';

/** How large it is, and for how long it is written. */
export interface LightOptions {
  readonly clients: number;
  readonly nodes: number;
  /** Messages of all in a second, half of them to a friend, half into a group of ten. */
  readonly rate: number;
  readonly seconds: number;
  readonly seed: number;
  /** Address of a PostgreSQL database; absent: the embedded one. */
  readonly database?: string | null;
  /** Bytes the process holds now; absent: memory is not measured. */
  readonly memory?: () => number;
}

/** Counts are of this seed and always the same; CPU is of this machine. */
export interface LightOutcome {
  readonly messages: number;
  /** People in the conversations of these messages, each counted for each. */
  readonly readers: number;
  readonly frames: number;
  readonly notes: number;
  readonly syncs: number;
  /** Longest virtual time until all users of the lost node were bound again. */
  readonly backMs: number;
  /** CPU of everything, including the clients, per message; and per second without messages. */
  readonly cpuPerMessageMs: number;
  readonly cpuPerIdleSecondMs: number;
  /** How much of that is what clients do with their frames. */
  readonly clientCpuPerMessageMs: number;
  /** Memory per bound user across all nodes, in bytes; 0 if it was not measured. */
  readonly memoryPerPersonBytes: number;
  readonly problems: readonly string[];
}

const GROUP = 10;
const LOSE_EVERY = 10;
const IDLE_SECONDS = 60;
const SETTLED_MS = 300_000;
/** Clients come back within this after a node died. */
const BACK_MS = 15_000;

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

interface Member {
  readonly token: string;
  readonly id: number;
}

/** A chat for writing: its name, its stream, and its recipients. */
interface Place {
  readonly to: string;
  readonly from: number;
  readonly stream: string;
}

export async function runLight(
  options: LightOptions,
  say: (line: string) => void = () => undefined,
): Promise<LightOutcome> {
  const waits = new Waits();
  const clock = createVirtualClock({ settle: waits.settle });
  const chance = createChance(`light ${options.seed}`);
  // An earlier run may have left its users and data in the same database.
  const own = chance.fork(`${options.clients} clients`);
  const store = await openLightStore(options.database ?? null, waits, {
    clock,
    ids: own.fork('store').ids(),
  });
  const bus = new LightBus(clock, LOSE_EVERY);
  const servers = Array.from({ length: options.nodes }, (_, at) =>
    lightServer(`node${at + 1}`, { clock, store, bus, chance: own }),
  );
  for (const server of servers) await server.start();
  const world = new LightWorld(options, clock, servers, (line) =>
    say(`${(clock.elapsedMs() / 1_000).toFixed(0).padStart(6)} s  ${line}`),
  );
  try {
    await world.settle();
    await world.load();
    const memoryBytes = async (): Promise<number> => {
      if (!options.memory) return 0;
      // Temporary memory of a load or a login does not count per user.
      await clock.advance(SETTLED_MS);
      return options.memory();
    };
    const alone = await memoryBytes();
    await world.connect();
    const memoryPerPersonBytes = ((await memoryBytes()) - alone) / options.clients;
    const cpuUse = () => ({ all: cpuMs(), clients: world.readingMs });
    const idle = cpuUse();
    await clock.advance(IDLE_SECONDS * 1_000);
    const cpuStart = cpuUse();
    const idleSecond = {
      all: (cpuStart.all - idle.all) / IDLE_SECONDS,
      clients: (cpuStart.clients - idle.clients) / IDLE_SECONDS,
    };
    const [writing, losing] = [chance.fork('writing'), chance.fork('losing')];
    const [frames, notes] = [world.frames(), bus.notes];
    await world.write(() => writing.next());
    const end = cpuUse();
    const perMessage = (who: 'all' | 'clients') =>
      (end[who] - cpuStart[who] - idleSecond[who] * options.seconds) / world.messages;
    const costs = {
      cpuPerMessageMs: perMessage('all'),
      clientCpuPerMessageMs: perMessage('clients'),
      cpuPerIdleSecondMs: idleSecond.all,
      memoryPerPersonBytes,
    };
    const after = {
      frames: world.frames() - frames,
      notes: bus.notes - notes,
      messages: world.messages,
      readers: world.readers,
    };
    const backMs = await world.loseNode(() => losing.next());
    const problems = await world.check();
    return { ...after, ...costs, syncs: world.syncs(), backMs, problems };
  } finally {
    for (const server of servers) server.kill();
    await store.close();
  }
}

class LightWorld {
  messages = 0;
  readers = 0;
  /** CPU of all clients with what they were sent. */
  readingMs = 0;
  private readonly people: Member[] = [];
  private readonly places: Place[] = [];
  private readonly streams = new Map<string, readonly number[]>();
  private readonly frameCounts = new Map<string, number>();
  private clients: LightClient[] = [];
  private readonly faults: string[] = [];
  private turn = 0;

  constructor(
    private readonly options: LightOptions,
    private readonly clock: VirtualClock,
    private readonly servers: readonly LightServer[],
    private readonly say: (line: string) => void,
  ) {}

  private readonly reading = (task: () => void): void => {
    const from = cpuMs();
    task();
    this.readingMs += cpuMs() - from;
  };
  frames = (): number => this.clients.reduce((sum, client) => sum + client.frames, 0);
  syncs = (): number => this.clients.reduce((sum, client) => sum + client.syncs, 0);

  /** No sticky balancing: each call goes to the next running node. */
  private node(): LightServer | null {
    const there = this.servers.filter(({ runs }) => runs);
    return there[(this.turn += 1) % Math.max(1, there.length)] ?? null;
  }

  private async ok<T>(token: string, path: string, body: object): Promise<T> {
    const answer = await this.node()?.call(token, path, body);
    if (answer?.code !== 0) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer.data as T;
  }

  /** People in a ring of friends, and in groups of ten. */
  async settle(): Promise<void> {
    for (let at = 0; at < this.options.clients; at += 1) {
      const account = `light${this.options.clients}x${at}`;
      await this.ok('', '/common/pub/register', { account, realname: `Light ${at}`, password: 'secret-1' });
      const { userInfo, authToken } = await this.ok<{ authToken: string; userInfo: { user_id: number } }>(
        '',
        '/common/pub/login',
        { account, password: 'secret-1' },
      );
      this.people.push({ token: authToken, id: userInfo.user_id });
    }
    const many = this.people.length;
    for (const [at, person] of this.people.entries()) {
      const next = (at + 1) % many;
      const other = this.people[next] as Member;
      await this.befriend(person, other);
      this.streams.set([person.id, other.id].toSorted((a, b) => a - b).join('-'), [at, next]);
      this.places.push({
        to: String(other.id),
        from: at,
        stream: [person.id, other.id].toSorted((a, b) => a - b).join('-'),
      });
    }
    for (let at = 0; at + GROUP <= many; at += GROUP) {
      const owner = this.people[at] as Member;
      const others = this.people.slice(at + 1, at + GROUP);
      for (const other of others.slice(1)) await this.befriend(owner, other);
      const { id } = await this.ok<{ id: string }>(owner.token, '/enterprise/group/add', {
        user_ids: others.map((one) => one.id),
        name: `Group ${at}`,
      });
      const members = Array.from({ length: GROUP }, (_, one) => at + one);
      this.streams.set(id, members);
      this.places.push(...members.map((from) => ({ to: id, from, stream: id })));
    }
    this.say(`${many} people, ${this.streams.size} conversations`);
  }

  private async befriend(a: Member, b: Member): Promise<void> {
    await this.ok(a.token, '/enterprise/friend/add', { user_id: b.id, remark: 'light' });
    await this.ok(b.token, '/enterprise/friend/add', { user_id: a.id, remark: 'light' });
  }

  /** Each loads its list once, as after a login. */
  async load(): Promise<void> {
    for (const { token, id } of this.people) {
      const answer = (await this.node()?.call(token, '/enterprise/im/getContacts', {})) as
        | {
            readonly code: number;
            readonly data: readonly { readonly stream: string; readonly seq: number }[];
            readonly cursor?: string;
            readonly seq?: number;
          }
        | undefined;
      if (answer?.code !== 0 || answer.cursor === undefined)
        throw new Error(`the list of ${id}: ${JSON.stringify(answer)}`);
      const positions = new Map([
        ...answer.data.map(({ stream, seq }) => [stream, seq] as const),
        [`u${id}`, answer.seq ?? 0] as const,
      ]);
      const ports = {
        node: () => this.node(),
        setTimeout: (task: () => void, ms: number) => this.clock.setTimeout(task, ms),
        reading: this.reading,
        fault: (text: string) => void this.faults.push(text),
      };
      this.clients.push(createLightClient(id, token, positions, answer.cursor, ports));
    }
  }

  async connect(): Promise<void> {
    for (const [at, client] of this.clients.entries()) {
      client.connect(this.servers[at % this.servers.length] as LightServer);
      if (at % 100 === 99) await this.clock.advance(100);
    }
    await this.clock.advance(3_000);
    this.say(`${this.clients.filter(({ bound }) => bound).length} clients are bound`);
  }

  async write(next: () => number): Promise<void> {
    for (let second = 0; second < this.options.seconds; second += 1) await this.second(next);
    await this.clock.advance(2_000);
    this.say(`${this.messages} messages`);
  }

  private async second(next: () => number): Promise<void> {
    for (let one = 0; one < this.options.rate; one += 1) {
      const many = this.people.length;
      const [from, to] = next() < 0.5 ? [0, many] : [many, this.places.length];
      const place = this.places[from + Math.floor(next() * (to - from))] as Place;
      this.messages += 1;
      this.readers += this.streams.get(place.stream)?.length ?? 0;
      // A request unanswered by a dead node is repeated with the same id.
      await this.ok((this.people[place.from] as Member).token, '/enterprise/im/sendMessage', {
        id: `light-${this.options.clients}-${this.messages}`,
        toContactId: place.to,
        type: 'text',
        content: `word ${this.messages}`,
        at: [],
      });
      this.frameCounts.set(place.stream, (this.frameCounts.get(place.stream) ?? 0) + 1);
      await this.clock.advance(1_000 / this.options.rate);
    }
  }

  /**
   * Kills one node during the writing; its users return to other nodes, spread over some seconds. Returns the
   * time until the last one is back.
   */
  async loseNode(next: () => number): Promise<number> {
    const [dead] = this.servers;
    if (!dead || this.servers.length < 2) return 0;
    dead.kill();
    const startMs = this.clock.elapsedMs();
    let lastMs = 0;
    for (const [at, client] of this.clients.entries()) {
      if (at % this.servers.length !== 0) continue;
      this.clock.setTimeout(() => {
        const node = this.node();
        if (node) client.connect(node);
        lastMs = this.clock.elapsedMs() - startMs;
      }, next() * BACK_MS);
    }
    for (let second = 0; second * 1_000 < BACK_MS; second += 1) await this.second(next);
    await dead.start();
    await this.clock.advance(30_000);
    this.say(
      `a node died and came back; ${this.clients.filter(({ bound }) => bound).length} clients are bound`,
    );
    return lastMs;
  }

  /** Checks that every user has every message of their conversations once, in one order. */
  async check(): Promise<readonly string[]> {
    const problems = this.faults.slice(0, 10);
    for (const [stream, members] of this.streams) {
      const received = members.map((at) => this.clients[at]?.digests.get(stream) ?? { count: 0, print: 0 });
      const accepted = this.frameCounts.get(stream) ?? 0;
      for (const [at, { count, print }] of received.entries()) {
        if (count < accepted) problems.push(`${stream}: ${members[at]} lost ${accepted - count}`);
        else if (count > accepted) problems.push(`${stream}: ${members[at]} has ${count - accepted} twice`);
        else if (print !== received[0]?.print) problems.push(`${stream}: ${members[at]} has another order`);
      }
    }
    const away = this.clients.filter(({ bound }) => !bound).length;
    return away === 0 ? problems : [...problems, `${away} clients are not bound`];
  }
}
