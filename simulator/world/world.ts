import type { Log } from '../../src/ports/log.ts';
import { createDevice } from '../devices/device.ts';
import type { Device, DeviceOptions } from '../devices/device.ts';
import { createWorldAir } from '../devices/media.ts';
import { Memory } from '../dishonest/memory.ts';
import { Stranger } from './stranger.ts';
import { createEnvironment } from '../environment/environment.ts';
import { createWorldBus } from '../nodes/bus.ts';
import { openWorldStore } from '../nodes/database.ts';
import type { WorldStore } from '../nodes/database.ts';
import { createNode } from '../nodes/node.ts';
import type { Ground } from '../nodes/node.ts';
import { createRuler } from '../nodes/ruler.ts';
import { PlainDevice } from '../plain/device.ts';
import { PushWatch } from '../environment/push-watch.ts';
import { createChance, Dice } from '../plan/random.ts';
import { MANY_SESSIONS } from '../plan/step.ts';
import type { Sessions, Subject } from '../plan/step.ts';
import { createTrace } from '../plan/trace.ts';
import { drive } from '../time/drive.ts';
import { createProcessClock } from '../time/process-clock.ts';
import type { ProcessClock } from '../time/process-clock.ts';
import { createVirtualClock } from '../time/virtual-clock.ts';
import { Recorder } from '../recorder/recorder.ts';
import { settle as settlePromises } from './guards.ts';
import { tabsOf } from '../devices/person.ts';
import type { WorldPerson } from '../devices/person.ts';
import { WorldRecord } from '../devices/record.ts';
import { WorldPrograms } from './programs.ts';
import { opened, remembered } from './saved.ts';
import type { SavedWorld } from './saved.ts';
import { settleIn } from './sign-in.ts';
import { FINE } from '../environment/surroundings.ts';
import type { Surroundings } from '../environment/surroundings.ts';
import { accountsOf } from './world-type.ts';
import type { World } from './world-type.ts';

export interface WorldOptions {
  readonly seed: number;
  readonly clients: number;
  readonly nodes: number;
  readonly keepTrace: boolean;
  readonly sessions?: Sessions;
  readonly subjects?: readonly Subject[];
  readonly eyes?: number;
  /** Continues with the data of another one, instead of beginning with new accounts. */
  readonly from?: SavedWorld;
  /** Pages load the code of late parts with its first use. */
  readonly loadsLate?: boolean;
  /** Resolves when all work that needs no time is done; runs after each timer. */
  readonly settle?: () => Promise<void>;
}

export async function createWorld(options: WorldOptions): Promise<World> {
  const { sessions = MANY_SESSIONS, subjects: names = [], eyes = 0, from, loadsLate = false } = options;
  const { dice, record, around, log } = beginning(options);
  const storeClock = createProcessClock(around.clock);
  const store = await openedStore(around, log, storeClock, from?.image ?? null);
  const recorder = new Recorder(
    () => storeClock.nowMs(),
    () => around.clock.elapsedMs(),
    (what) => record.count(what),
  );
  const bus = createWorldBus(around, options.nodes > 1);
  const subjects = new Set(names);
  const pushes = new PushWatch(
    (work) => store.read(work),
    () => storeClock.nowMs(),
  );
  const environment = createEnvironment(around, subjects, (...push) => pushes.taken(...push));
  const left = (what: string): void => void record.left.push(what);
  const ground: Ground = { around, store, recorder, bus, log, environment, left };
  const nodes = Array.from({ length: options.nodes }, (_, at) => createNode(`node${at + 1}`, ground));
  const people = Array.from({ length: options.clients }, (_, index) => newPerson(index, from));
  const leavers: WorldPerson[] = [];
  const air = createWorldAir(around);
  const strangers: Stranger[] = [];
  const plains: PlainDevice[] = [];
  const world: World = {
    around,
    clock: around.clock,
    weather: around.weather,
    store,
    storeClock,
    nodes,
    sessions,
    eyes,
    people,
    leavers,
    part: (left) => {
      for (const person of left) leavers.push(...people.splice(people.indexOf(person), 1));
    },
    dice,
    record,
    recorder,
    memory: new Memory(),
    strangers,
    plains,
    addPlain: (person) => added(plains, new PlainDevice(world, person)),
    stranger: () =>
      strangers[0] ?? added(strangers, new Stranger(world, (person) => void people.push(person))),
    environment,
    programs: null,
    pushes,
    ruler: createRuler(ground),
    subjects,
    sleptMs: 0,
    addDevice: (person, stored) =>
      added(person.devices, deviceOf(world, person, { log, air, loadsLate, ...(stored && { stored }) })),
    listening: () => bus.listening(),
    tabs: () => accountsOf(world).flatMap(tabsOf),
    derived: { review: null, logins: new Map() },
  };
  if (environment.receivers) world.programs = new WorldPrograms(world, environment.receivers);
  if (from) remembered(world, from);
  await drive(world.clock, Promise.all(nodes.map((node) => node.start())));
  if (from) opened(world, from);
  else await drive(world.clock, settleIn(world));
  return world;
}

const newPerson = (index: number, from: SavedWorld | undefined): WorldPerson => ({
  index,
  account: `user${index + 1}`,
  id: from?.people[index]?.id ?? 0,
  devices: [],
});

function added<T>(to: T[], one: T): T {
  to.push(one);
  return one;
}

/** Chance, time, network conditions, and records: everything a World has before its content. */
function beginning({ seed, keepTrace, from, settle = settlePromises }: WorldOptions): {
  readonly dice: Dice;
  readonly record: WorldRecord;
  readonly around: Surroundings;
  readonly log: Log;
} {
  const dice = new Dice();
  const clock = createVirtualClock({ settle, fromMs: from?.atMs ?? 0 });
  const record = new WorldRecord(() => clock.elapsedMs());
  return {
    dice,
    record,
    around: {
      clock,
      chance: createChance(`${from ? 'again' : 'seed'} ${seed}`, dice),
      weather: { ...FINE },
      orderControl: { present: null },
      trace: createTrace(keepTrace),
      count: (what) => record.count(what),
      fault: (promise, text) => record.problem(promise, text),
    },
    log: { write: (level, what, facts) => record.logged(level, what, facts) },
  };
}

/** The database, whose outer commits fail at the configured rate. */
function openedStore(
  around: Surroundings,
  log: Log,
  clock: ProcessClock,
  image: string | null,
): Promise<WorldStore> {
  const commits = around.chance.fork('commits');
  const beforeCommit = (): void => {
    if (!commits.happens(around.weather.commitFails)) return;
    around.count('commit failed');
    throw new Error('the disk said no');
  };
  return openWorldStore(
    {
      clock,
      ids: around.chance.fork('database').ids(),
      log,
      endOfTurn: queueMicrotask,
      faults: { beforeCommit },
    },
    image,
  );
}

/** A user's browser, with all its observers. */
function deviceOf(
  { around, clock, nodes, record, recorder, memory, environment }: World,
  person: WorldPerson,
  { log, air, loadsLate, stored }: Pick<DeviceOptions, 'log' | 'air' | 'loadsLate' | 'stored'>,
): Device {
  return createDevice({
    around,
    nodes,
    name: `${person.account}${'abcdefgh'[person.devices.length] ?? 'x'}`,
    account: person.account,
    isMobile: person.devices.length % 2 === 1,
    ...(stored && { stored }),
    log,
    air,
    loadsLate,
    recorder,
    acks: () => environment.push !== null,
    onCallChange: (tab) => record.calls.changed(person.index, tab),
    read: (tab, id, n) =>
      void record.presses.push({
        tab,
        person: person.id,
        register: 'read',
        of: id,
        value: n,
        at: recorder.ran.length,
        selfSeq: tab.state().sync.selfSeq,
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
}
