import { userId } from '../../src/domain/ids.ts';
import type { Log } from '../../src/ports/log.ts';
import { createWorldBus } from '../nodes/bus.ts';
import { openWorldStore } from '../nodes/database.ts';
import type { WorldStore } from '../nodes/database.ts';
import { Memory } from '../dishonest/memory.ts';
import { Stranger } from '../dishonest/stranger.ts';
import { createDevice, PASSWORD } from '../devices/device.ts';
import type { Device, Tab } from '../devices/device.ts';
import { settled } from './guards.ts';
import { requestOf } from './http.ts';
import { createWorldAir } from '../devices/media.ts';
import { createGear } from '../gear/gear.ts';
import type { Gear } from '../gear/gear.ts';
import { createNode } from '../nodes/node.ts';
import type { WorldNode } from '../nodes/node.ts';
import { PlainDevice } from '../plain/device.ts';
import { createProcessClock } from '../time/process-clock.ts';
import type { ProcessClock } from '../time/process-clock.ts';
import { createChance, Dice } from '../plan/random.ts';
import { WorldRecord } from './record.ts';
import { createRuler } from '../nodes/ruler.ts';
import type { Ruler } from '../nodes/ruler.ts';
import { MANY_SESSIONS } from '../cli/size.ts';
import type { Sessions } from '../cli/size.ts';
import type { Subject } from '../plan/step.ts';
import { FINE } from './surroundings.ts';
import type { Surroundings, Weather } from './surroundings.ts';
import { createTrace } from '../report/trace.ts';
import { createVirtualClock } from '../time/virtual-clock.ts';
import type { VirtualClock } from '../time/virtual-clock.ts';
import { Witness } from '../witness/witness.ts';

/** Somebody, with every browser that is theirs. */
export interface WorldPerson {
  readonly index: number;
  readonly account: string;
  id: number;
  readonly devices: Device[];
}

/** Many real clients and several real nodes over one database, one clock and one source of chance. */
export interface World {
  readonly around: Surroundings;
  readonly clock: VirtualClock;
  readonly weather: Weather;
  readonly store: WorldStore;
  /** What time the database believes it is. */
  readonly storeClock: ProcessClock;
  readonly nodes: readonly WorldNode[];
  readonly sessions: Sessions;
  readonly people: readonly WorldPerson[];
  /** What all of its chance comes from. */
  readonly dice: Dice;
  readonly record: WorldRecord;
  readonly witness: Witness;
  /** What passed by lately, on any device. */
  readonly memory: Memory;
  /** Somebody without a client, who is there from the first time they are asked for (`dishonest/`). */
  stranger(): Stranger;
  /** The one that is there, if there is one. */
  readonly strangers: readonly Stranger[];
  readonly gear: Gear;
  /** Whoever runs the servers, with the commands for that. */
  readonly ruler: Ruler;
  readonly subjects: ReadonlySet<Subject>;
  /** For how long everything has slept so far. */
  sleptMs: number;
  /** Devices with a client of the plain contract (`plain/`). */
  readonly plains: readonly PlainDevice[];
  addPlain(person: WorldPerson): PlainDevice;
  addDevice(person: WorldPerson): Device;
  tabs(): readonly Tab[];
  /** Nodes that hear the bus. */
  listening(): number;
}

export interface WorldOptions {
  readonly seed: number;
  readonly clients: number;
  readonly nodes: number;
  readonly keepTrace: boolean;
  readonly sessions?: Sessions;
  readonly subjects?: readonly Subject[];
}

/** Moves the time until the promise is settled; a World never waits for anything else. */
export async function drive<T>(clock: VirtualClock, work: Promise<T>, limitMs = 600_000): Promise<T> {
  let over = false;
  const end = clock.elapsedMs() + limitMs;
  const watched = work.finally(() => {
    over = true;
  });
  watched.catch(() => undefined);
  for (;;) {
    await clock.settle();
    if (over) return watched;
    if (clock.elapsedMs() > end || !(await clock.next()))
      throw new Error('nothing moves any more, and it is not done');
  }
}

export async function createWorld({
  seed,
  clients,
  nodes: nodeCount,
  keepTrace,
  sessions = MANY_SESSIONS,
  subjects: named = [],
}: WorldOptions): Promise<World> {
  const dice = new Dice();
  const chance = createChance(`seed ${seed}`, dice);
  const clock = createVirtualClock({ settle: settled });
  const record = new WorldRecord(() => clock.elapsedMs());
  const weather: Weather = { ...FINE };
  const around: Surroundings = {
    clock,
    chance,
    weather,
    trace: createTrace(keepTrace),
    count: (what) => record.count(what),
  };
  const log: Log = { write: (level, what, facts) => record.logged(level, what, facts) };
  const commits = chance.fork('commits');
  const beforeCommit = (): void => {
    if (!commits.happens(weather.commitFails)) return;
    record.count('commit failed');
    throw new Error('the disk said no');
  };
  const storeClock = createProcessClock(clock);
  const store = await openWorldStore({
    clock: storeClock,
    ids: chance.fork('database').ids(),
    log,
    endOfTurn: queueMicrotask,
    faults: { beforeCommit },
  });
  const witness = new Witness(
    () => storeClock.nowMs(),
    () => clock.elapsedMs(),
    (what) => record.count(what),
  );
  const bus = createWorldBus(around, nodeCount > 1);
  const subjects = new Set(named);
  const gear = createGear(around, subjects);
  const ground = {
    around,
    store,
    witness,
    bus,
    log,
    gear,
    left: (what: string) => void record.left.push(what),
  };
  const nodes = Array.from({ length: nodeCount }, (_, at) => createNode(`node${at + 1}`, ground));
  const people = Array.from({ length: clients }, (_, index): WorldPerson => ({
    index,
    account: `user${index + 1}`,
    id: 0,
    devices: [],
  }));
  const air = createWorldAir(around);
  const memory = new Memory();
  const strangers: Stranger[] = [];
  const plains: PlainDevice[] = [];
  const world: World = {
    around,
    clock,
    weather,
    store,
    storeClock,
    nodes,
    sessions,
    people,
    dice,
    record,
    witness,
    memory,
    strangers,
    plains,
    addPlain: (person) => {
      const one = new PlainDevice(world, person);
      plains.push(one);
      return one;
    },
    stranger: () => {
      const [known] = strangers;
      if (known) return known;
      const one = new Stranger(world, (person) => void people.push(person));
      strangers.push(one);
      return one;
    },
    gear,
    ruler: createRuler(ground),
    subjects,
    sleptMs: 0,
    addDevice: (person) => {
      const device = createDevice({
        around,
        nodes,
        name: `${person.account}${'abcdefgh'[person.devices.length] ?? 'x'}`,
        account: person.account,
        isMobile: person.devices.length % 2 === 1,
        log,
        air,
        witness,
        called: (tab) => record.calls.changed(person.index, tab),
        heard: (tab, notice) => void record.heard.push({ tab, notice, at: witness.ran.length }),
        read: (tab, id, n) =>
          void record.pressed.push({
            tab,
            person: person.id,
            register: 'read',
            of: id,
            value: n,
            at: witness.ran.length,
            atMs: clock.elapsedMs(),
          }),
        signedOut: (tab) => {
          record.signedOutMs.set(tab, clock.elapsedMs());
          record.calls.left(tab);
        },
        answered: (of, path, body, text) => {
          memory.saw(text);
          record.answered(of.name, path, body, text);
        },
        framed: (of, text) => {
          memory.saw(text);
          record.framed(of.name, text);
        },
        failed: (where, error) => record.problem('no promise is lost', `${where}: ${String(error)}`),
      });
      person.devices.push(device);
      return device;
    },
    listening: () => bus.listening(),
    tabs: () => people.flatMap((person) => person.devices.flatMap((device) => device.tabs)),
  };
  await drive(clock, Promise.all(nodes.map((node) => node.start())));
  await drive(clock, settleIn(world));
  return world;
}

/** Everybody has an account, is everybody's friend and signed in on one device; two groups exist. */
async function settleIn(world: World): Promise<void> {
  const call = async (token: string, path: string, body: unknown): Promise<{ readonly data: never }> => {
    const server = world.nodes[0]?.server;
    if (!server) throw new Error('no node runs');
    const headers = { 'content-type': 'application/json', authorization: token };
    const seen = world.witness.arrived(path, token, JSON.stringify(body));
    const response = await server.fetch(requestOf('POST', path, headers, JSON.stringify(body)), {
      address: '10.0.0.2',
      userAgent: 'Desktop',
    });
    const text = await response.text();
    world.witness.answered(seen, response.status, text);
    const answer = JSON.parse(text) as { code: number; msg: string; data: never };
    if (answer.code !== 0) throw new Error(`${path}: ${answer.code} ${answer.msg}`);
    return answer;
  };
  const tokens: string[] = [];
  for (const person of world.people) {
    const inviteCode = world.gear.settings.registration === 'invite' ? await world.ruler.invite() : '';
    await call('', '/common/pub/register', {
      account: person.account,
      realname: `Name ${person.index + 1}`,
      password: PASSWORD,
      inviteCode,
    });
    const { data } = await call('', '/common/pub/login', { account: person.account, password: PASSWORD });
    const { userInfo, authToken } = data as { userInfo: { user_id: number }; authToken: string };
    person.id = userInfo.user_id;
    tokens.push(authToken);
  }
  const pairs = world.people.flatMap((a) => world.people.slice(a.index + 1).map((b) => [a, b] as const));
  for (const [a, b] of pairs) {
    await call(tokens[a.index] ?? '', '/enterprise/friend/add', { user_id: b.id, remark: 'hello' });
    await call(tokens[b.index] ?? '', '/enterprise/friend/add', { user_id: a.id, remark: 'hello' });
  }
  const [first, second] = world.people;
  const ids = world.people.slice(1).map((person) => person.id);
  await call(tokens[0] ?? '', '/enterprise/group/add', { user_ids: ids, name: 'Everybody' });
  if (first && second)
    await call(tokens[1] ?? '', '/enterprise/group/add', { user_ids: [first.id], name: 'Two' });
  await Promise.all(
    world.people.map(async (person) => {
      const tab = world.addDevice(person).open();
      await signIn(world, tab, person);
    }),
  );
}

/**
 * What somebody knows of their account; where that may be changed, as it came to be: they remember what
 * worked.
 */
export async function rememberedLogin(
  { store }: World,
  { account, id }: WorldPerson,
): Promise<{ readonly account: string; readonly password: string }> {
  const row = await store.read((tx) => tx.users.byId(userId(id)));
  return {
    account: row?.account ?? account,
    password: row?.passwordHash.replace('hash of ', '') ?? PASSWORD,
  };
}

export async function signIn(world: World, tab: Tab, person: WorldPerson): Promise<boolean> {
  const changes = world.subjects.has('account') || world.subjects.has('rule');
  const known = changes
    ? await rememberedLogin(world, person)
    : { account: person.account, password: PASSWORD };
  const answer = await tab.client.actions.login({ ...known, remember: false });
  return answer.ok;
}
