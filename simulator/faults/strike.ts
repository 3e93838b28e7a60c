import type { Device } from '../devices/device.ts';
import type { Chance } from '../plan/random.ts';
import type { PlanStep } from '../plan/step.ts';
import type { World } from '../world/world-type.ts';

/** Where a fault strikes. */
export interface Strike {
  readonly world: World;
  readonly step: PlanStep;
  readonly device: Device;
  /** Of this step alone, so that leaving out others changes nothing here. */
  readonly chance: Chance;
}
