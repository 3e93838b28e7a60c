import type { FaultKind, PlanStep } from '../plan/step.ts';
import type { World } from '../world/world-type.ts';
import type { Strike } from './strike.ts';
import { calmWeather, weatherChange } from './change-weather.ts';
import { nodeJump, tabJump } from './clock-jump.ts';
import { bringDown, cut, freeze, plug, unplug } from './connection.ts';
import { snapshot, storageFree, storageFull, throttle } from './devices.ts';
import { kill, killAt, stopNode } from './nodes.ts';

const FAULTS: Readonly<Record<FaultKind, (strike: Strike) => void>> = {
  cut,
  freeze,
  unplug,
  plug,
  kill,
  killOpen: killAt('open'),
  killCommitted: killAt('committed'),
  killAnswering: killAt('answering'),
  nodeJump,
  tabJump,
  storageFull,
  storageFree,
  throttle,
  bringDown,
  snapshot,
  stopNode,
  weather: weatherChange,
  calm: calmWeather,
};

export function inject(world: World, step: PlanStep & { readonly kind: FaultKind }): void {
  const devices = world.people.flatMap((person) => person.devices);
  const device = devices[(step.who + step.a) % Math.max(1, devices.length)];
  if (!device) return;
  world.record.count(`fault: ${step.kind}`);
  FAULTS[step.kind]({
    world,
    step,
    device,
    chance: world.around.chance.fork(`fault ${step.kind} ${step.atMs} ${step.a} ${step.b}`),
  });
}
