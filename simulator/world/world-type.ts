import type { Device, Tab } from '../devices/device.ts';
import type { DishonestDevice } from '../dishonest/dishonest-device.ts';
import type { Memory } from '../dishonest/memory.ts';
import type { Gear } from '../gear/gear.ts';
import type { WorldStore } from '../nodes/database.ts';
import type { WorldNode } from '../nodes/node.ts';
import type { Ruler } from '../nodes/ruler.ts';
import type { DeviceOfContract } from '../plain/device-of-contract.ts';
import type { Dice } from '../plan/random.ts';
import type { Sessions } from '../plan/sessions.ts';
import type { Subject } from '../plan/step.ts';
import type { ProcessClock } from '../time/process-clock.ts';
import type { VirtualClock } from '../time/virtual-clock.ts';
import type { Witness } from '../witness/witness.ts';
import type { WorldPerson } from '../devices/person.ts';
import type { WorldRecord } from '../devices/record.ts';
import type { Surroundings, Weather } from '../gear/surroundings.ts';

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
  /** So many of the newest messages of a chat are acted upon; 0 = all. */
  eyes: number;
  readonly people: readonly WorldPerson[];
  /** Those whose account has ended for good; nobody of them signs in again. */
  readonly gone: readonly WorldPerson[];
  /** Takes them from the others, at a rest. */
  part(gone: readonly WorldPerson[]): void;
  /** What all of its chance comes from. */
  readonly dice: Dice;
  readonly record: WorldRecord;
  readonly witness: Witness;
  /** What passed by lately, on any device. */
  readonly memory: Memory;
  /** Somebody without a client, who is there from the first time they are asked for (`dishonest/`). */
  stranger(): DishonestDevice;
  /** The one that is there, if there is one. */
  readonly strangers: readonly DishonestDevice[];
  readonly gear: Gear;
  /** Whoever runs the servers, with the commands for that. */
  readonly ruler: Ruler;
  readonly subjects: ReadonlySet<Subject>;
  /** Whether the plan ends with acts of the subject whose turn it is (SIM-40). */
  readonly hasTour: boolean;
  /** For how long everything has slept so far. */
  sleptMs: number;
  /** Devices with a client of the plain contract (`plain/`). */
  readonly plains: readonly DeviceOfContract[];
  addPlain(person: WorldPerson): DeviceOfContract;
  addDevice(person: WorldPerson): Device;
  tabs(): readonly Tab[];
  /** Nodes that hear the bus. */
  listening(): number;
}
