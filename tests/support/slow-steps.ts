import type { Clock } from '../../src/ports/clock.ts';
import { schemaLimits } from '../../src/server/kernel/store-limits.ts';

/** Each look at this clock finds that as much time has gone by as one step of a schema change may take. */
export function slowSteps(clock: Clock): Clock {
  let elapsed = 0;
  return { ...clock, elapsedMs: () => (elapsed += schemaLimits.fillStepMs) };
}
