import type { Device } from '../devices/device.ts';
import type { Chance } from '../plan/random.ts';
import type { PlanStep } from '../plan/step.ts';
import type { World } from '../world/world-type.ts';

/** The target of a fault. */
export interface Strike {
  readonly world: World;
  readonly step: PlanStep;
  readonly device: Device;
  /** A chance for this step alone, so that removing other steps changes nothing here. */
  readonly chance: Chance;
}
