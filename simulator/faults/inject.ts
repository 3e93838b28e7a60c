import { bringDown, disconnect, freeze, plug, unplug } from './connection.ts';
import type { Strike } from './connection.ts';
import { FINE } from '../environment/surroundings.ts';
import type { Trap } from '../nodes/node-store.ts';
import type { FaultKind, PlanStep } from '../plan/step.ts';
import type { World } from '../world/world-type.ts';

/** The network, the store or the bus get bad in some ways at once. */
export function weatherChange({ world, chance }: Strike): void {
  const { weather } = world;
  const odds = (one: number) => (chance.happens(0.4) ? one * chance.next() : 0);
  weather.latencyMs = chance.pick([5, 50, 500, 3_000]);
  weather.storeMs = chance.pick([0.2, 2, 20]);
  weather.diskMs = chance.pick([3, 30, 150]);
  weather.busDelayMs = chance.pick([1, 20, 800]);
  weather.busLoss = odds(0.9);
  weather.requestLoss = odds(0.5);
  weather.answerLoss = odds(0.5);
  weather.silence = odds(0.2);
  weather.repeat = odds(0.4);
  weather.commitFails = odds(0.2);
  weather.slowTransaction = odds(0.5);
  weather.readFails = odds(0.05);
  weather.runsTwice = odds(0.5);
  weather.breaksAtFrame = odds(0.05);
  weather.slowReader = odds(0.02);
  weather.hangs = odds(0.4);
  weather.mediaDenied = odds(0.3);
  weather.mediaBroken = odds(0.5);
}

function calmWeather({ world }: Strike): void {
  Object.assign(world.weather, FINE);
}

/** Less than what ends the waiting of unsent messages (SEND-14). */
const MONTHS = 50 * 86_400_000;
const jumps = [-3_600_000, -60_000, -1_500, 1_500, 60_000, 3_600_000] as const;
const by = (b: number): number => jumps[b % jumps.length] ?? 0;

/** A node's clock is corrected; commits take their time from it. */
export function nodeJump({ world, step }: Strike): void {
  world.nodes[step.who % world.nodes.length]?.clock?.jump(by(step.b));
  if (step.a % 2 === 0) world.storeClock.jump(by(step.b));
}

/**
 * A device’s clock is wrong, by hours or by months; by months in one direction, and ahead only once: between
 * two lives of its pages each time would add to the age of what waits.
 */
export function tabJump({ device, step }: Strike): void {
  if (step.a % 8 !== 0) return device.jump(by(step.b));
  const [now, ahead] = [device.wrongMs(), device.name.charCodeAt(device.name.length - 1) % 2 === 0];
  const isBack = Math.abs(now) > MONTHS / 2 ? now > 0 : !ahead;
  if (isBack) device.jump(-MONTHS);
  else if (device.aheadMs() < MONTHS) device.jump(MONTHS);
}

/** The browser has no room left: every write is refused whole. */
export function storageFull({ device }: Strike): void {
  device.disk.setFull(true);
}

export function storageFree({ device }: Strike): void {
  device.disk.setFull(false);
}

/** A hidden tab: its timers run once a second, or once a minute. */
export function throttle({ device, step }: Strike): void {
  const tab = device.tabs[step.b % Math.max(1, device.tabs.length)];
  tab?.page.setVisible(false);
  tab?.clock.throttle(step.b % 3 === 0 ? 60_000 : 1_000);
}

/** Writes the stored state between two events, and closes the page a moment later: it restarts from there. */
export function snapshot({ world, device, step, chance }: Strike): void {
  const tab = device.tabs[step.b % Math.max(1, device.tabs.length)];
  if (!tab) return;
  world.clock.setTimeout(() => {
    if (tab.clock.dead) return;
    world.record.count('mark: stored between two events');
    tab.page.leave();
    world.clock.setTimeout(() => {
      if (tab.clock.dead) return;
      device.close(tab);
      device.open();
    }, chance.next() * 20);
  }, chance.next() * 3_000);
}

const downMs = (b: number): number => 100 + (b % 200) * 100;

/** Kills the process between two turns, and restarts it. */
export function kill({ world, step }: Strike): void {
  const node = world.nodes[step.who % world.nodes.length];
  if (!node?.server) return;
  node.kill();
  world.clock.setTimeout(() => void node.start(), downMs(step.b));
}

/**
 * Kills the process at its next command: while it is open, when it is committed, or before it is answered.
 */
export const killAt =
  (at: Trap) =>
  ({ world, step }: Strike): void => {
    world.nodes[step.who % world.nodes.length]?.trap(at, downMs(step.b));
  };

/** Updates a node: it stops cleanly, and returns. It must leave nothing behind. */
export function stopNode({ world, step }: Strike): void {
  const node = world.nodes[step.who % world.nodes.length];
  if (!node?.server) return;
  world.record.count('mark: node stopped in peace');
  void node.stop().then(() => world.clock.setTimeout(() => void node.start(), 100 + (step.b % 100) * 100));
}

const FAULTS: Readonly<Record<FaultKind, (strike: Strike) => void>> = {
  cut: disconnect,
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
