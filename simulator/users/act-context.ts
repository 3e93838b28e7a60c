import type { UserId } from '../../src/domain/ids.ts';
import type { Contact } from '../../src/client/state/state.ts';
import type { Device, Tab } from '../devices/device.ts';
import type { PlanStep } from '../plan/step.ts';
import type { WorldPerson } from '../devices/person.ts';
import type { World } from '../world/world-type.ts';

/** One person in front of one tab, with what the step chose. */
export interface ActContext {
  readonly world: World;
  readonly person: WorldPerson;
  readonly device: Device;
  readonly tab: Tab;
  readonly step: PlanStep;
  readonly number: number;
  /** Conversations of the list, in its order. */
  readonly chats: readonly Contact[];
  readonly chat: Contact | undefined;
  readonly someone: UserId;
}
