import type { Device, Tab } from '../devices/device.ts';
import type { DishonestDevice } from '../dishonest/dishonest-device.ts';
import type { Memory } from '../dishonest/memory.ts';
import type { Environment } from '../environment/environment.ts';
import type { WorldStore } from '../nodes/database.ts';
import type { WorldNode } from '../nodes/node.ts';
import type { Ruler } from '../nodes/ruler.ts';
import type { DeviceOfContract } from '../plain/device-of-contract.ts';
import type { PushWatch } from '../environment/push-watch.ts';
import type { Dice } from '../plan/random.ts';
import type { Sessions, Subject } from '../plan/step.ts';
import type { ProcessClock } from '../time/process-clock.ts';
import type { VirtualClock } from '../time/virtual-clock.ts';
import type { Review } from '../recorder/review.ts';
import type { Recorder } from '../recorder/recorder.ts';
import type { StoredProfile } from '../devices/disk.ts';
import type { WorldPerson } from '../devices/person.ts';
import type { WorldRecord } from '../devices/record.ts';
import type { Surroundings, Weather } from '../environment/surroundings.ts';

/** Many real clients and several real nodes over one database, one clock and one source of chance. */
export interface World {
  readonly around: Surroundings;
  readonly clock: VirtualClock;
  readonly weather: Weather;
  readonly store: WorldStore;
  /** The database's clock. */
  readonly storeClock: ProcessClock;
  readonly nodes: readonly WorldNode[];
  readonly sessions: Sessions;
  /** Number of newest messages of a chat that actions may choose from; 0 = all. */
  readonly eyes: number;
  readonly people: readonly WorldPerson[];
  /** Users whose account has ended permanently; they never sign in again. */
  readonly leavers: readonly WorldPerson[];
  /** Takes them from the others, at a rest. */
  part(leavers: readonly WorldPerson[]): void;
  /** The source of all its chance. */
  readonly dice: Dice;
  readonly record: WorldRecord;
  readonly recorder: Recorder;
  /** Recent traffic, on any device. */
  readonly memory: Memory;
  /** A user without a client, created on first use (`dishonest/`). */
  stranger(): DishonestDevice;
  /** The existing one, if any. */
  readonly strangers: readonly DishonestDevice[];
  readonly environment: Environment;
  /** Bots and hooks; null: none. */
  programs: Programs | null;
  readonly pushes: PushWatch;
  /** The operator, with the administration commands. */
  readonly ruler: Ruler;
  readonly subjects: ReadonlySet<Subject>;
  /** Total sleep time so far. */
  sleptMs: number;
  /** Devices with a client of the plain contract (`plain/`). */
  readonly plains: readonly DeviceOfContract[];
  addPlain(person: WorldPerson): DeviceOfContract;
  /** `stored`: what the device has from another World. */
  addDevice(person: WorldPerson, stored?: StoredProfile): Device;
  tabs(): readonly Tab[];
  readonly derived: Derived;
  /** Nodes that hear the bus. */
  listening(): number;
}

/**
 * What checkers compute once. A weak map beside the World would keep each World until a full garbage
 * collection.
 */
export interface Derived {
  review: Review | null;
  /** By user; with what the view depends on: the rows written by then, and the node's configuration. */
  readonly logins: Map<
    number,
    { readonly changes: number; readonly config: unknown; readonly view: ReadonlyMap<string, string> }
  >;
}

/** An incoming hook as its sender knows it, or an outgoing one as its receiver does. */
export interface WorldHook {
  readonly bot: number;
  readonly group: string;
  /** Address of an incoming hook; '': the hook is an outgoing one. */
  path: string;
  /** Kinds of events that an outgoing hook reports. */
  readonly kinds?: readonly string[];
}

/** A message that a bot's program was given. */
export interface Heard {
  readonly chat: string;
  readonly id: string;
  readonly n: number;
}

/** A program with the library of docs/bots.md; it may be away. */
export interface ProgramOfBot {
  readonly person: WorldPerson;
  readonly owner: number;
  readonly token: string;
  /** Messages that it was given, in order. */
  readonly heard: Heard[];
  /** The number in each chat behind which it begins. */
  readonly starts: ReadonlyMap<string, number>;
  readonly tab: Tab | undefined;
  restart(): void;
  /** The program is killed. */
  kill(): void;
  write(chat: string, text: string): Promise<void>;
}

/** Bots, systems that post to hooks, and what they know. */
export interface Programs {
  readonly bots: ProgramOfBot[];
  readonly hooks: WorldHook[];
  /** Tokens of users and bots, also dead ones. */
  readonly tokens: { readonly id: string; readonly token: string; readonly owner: number }[];
  /** Outgoing hooks whose receiver never answered for a while: some of their events are given up. */
  readonly unreachable: Set<number>;
  /** Posts a form of another system; `delivery`: its number for it. */
  post(path: string, body: object, delivery?: string): Promise<unknown>;
  /** Makes a call with a token, as a program without the library does. */
  call(token: string, path: string, body: object): Promise<unknown>;
  begin(person: WorldPerson, owner: number, token: string): void;
  /** Programs whose token is over stop; all others run again. */
  heal(): Promise<void>;
}

/** Users, and their bots. */
export const accountsOf = ({ people, programs }: World): readonly WorldPerson[] => [
  ...people,
  ...(programs?.bots.map(({ person }) => person) ?? []),
];
