import type { Device, Tab } from '../devices/device.ts';
import { setOnline } from '../faults/connection.ts';
import { AGAIN_MS, ASKED_MS, OracleOutage, SILENT_MS } from '../oracle/outage.ts';
import type { LineFate } from '../oracle/outage.ts';
import type { Chance } from '../plan/random.ts';
import type { World } from '../world/world-type.ts';
import { devicesInUse } from './people.ts';

const OUTAGES = 2;
/** Time until a page has noticed the outage, or is bound again. */
const HEARD_MS = 2_000;
/**
 * Slow mode is turned off within this time by the user who turned it on (`slowDown`). During an outage that
 * request would fail, and raise the same notice as a lost line.
 */
const ACTS_MS = 30_000;
/** Each attempt ends a moment after the wait before it. */
const TRIED_MS = 100;
/** Longer than any outage. */
const FROZEN_MS = 1_800_000;
/** Attempts checked in one outage. */
const TRIES_MAX = 14;

/** How the line is lost. */
const WAYS = ['network off', 'cable out', 'silent', 'refused', 'dropped'] as const;
type Way = (typeof WAYS)[number];
/** The event that ends it; `itself`: no action is needed. */
type Remedy = 'browser' | 'hand' | 'look' | 'itself';

interface Scene {
  readonly world: World;
  readonly chance: Chance;
  readonly device: Device;
  readonly tab: Tab;
  readonly line: OracleOutage;
  readonly faults: string[];
  /** Number of times the page reported a missing network. */
  told: number;
}

/**
 * A device loses its connection twice, in several ways, mostly for longer than it retries. At each attempt
 * its page matches the oracle, and it reports once in each outage that there is no network (SIM-37, SOCK-3 …
 * SOCK-7).
 */
export async function outages(world: World): Promise<readonly string[]> {
  const chance = world.around.chance.fork('outages');
  const devices = world.people.flatMap(devicesInUse);
  if (devices.length === 0) return [];
  const device = chance.pick(devices);
  const tab = chance.pick(device.tabs);
  const scene: Scene = { world, chance, device, tab, line: new OracleOutage(), faults: [], told: 0 };
  const end = tab.client.notices.subscribe((notice) => {
    if (notice.kind === 'text' && notice.key === 'err.noNetwork') scene.told += 1;
  });
  try {
    return await linesLost(scene);
  } finally {
    end();
  }
}

async function linesLost(scene: Scene): Promise<readonly string[]> {
  const { world, chance, tab } = scene;
  tab.page.setVisible(true);
  await world.clock.advance(ACTS_MS);
  for (let outage = 1; outage <= OUTAGES; outage += 1) {
    // Sockets that close are given up soonest, and time is dear: mostly that.
    const way = chance.happens(outage === 1 ? 0.7 : 0.85) ? 'dropped' : chance.pick(WAYS);
    world.around.count(`mark: an outage, ${way}`);
    await outageOf(scene, way);
    if (scene.faults.length > 0) return scene.faults.map((text) => `outage ${outage}, ${way}: ${text}`);
    await world.clock.advance(chance.whole(500, 5_000));
  }
  world.record.count('mark: a line was lost twice');
  return [];
}

async function outageOf(scene: Scene, way: Way): Promise<void> {
  const { world, chance, line } = scene;
  await begins(scene, way);
  await look(scene, 'the line is gone');
  const fate: LineFate = way === 'dropped' ? 'closed' : 'refused';
  // A socket that never opens is retried for minutes.
  const tries = chance.happens(way === 'dropped' ? 0.85 : 0.25) ? TRIES_MAX : chance.whole(0, 3);
  for (let attempt = 1; attempt <= tries && line.shows === 'waiting'; attempt += 1) {
    await world.clock.advance(AGAIN_MS + TRIED_MS);
    line.fails(fate);
    await look(scene, `attempt ${attempt}`);
  }
  if (line.shows === 'lost') await staysLost(scene, fate);
  await comesBack(scene, way);
}

/** Cuts the connection, and waits until the page has noticed. */
async function begins({ world, device, tab, line, faults }: Scene, way: Way): Promise<void> {
  if (way === 'network off') setOnline(device, false);
  if (way === 'cable out') device.link.unplug(true);
  if (way === 'refused' || way === 'dropped') {
    device.link.opens(way);
    device.link.cut();
  }
  if (way === 'silent') {
    device.link.freeze(world.clock.elapsedMs() + FROZEN_MS);
    await world.clock.advance(SILENT_MS.min);
    if (shownIn(tab) !== 'open') faults.push(`${tab.name} gave up a socket that was silent for a moment`);
    let ms = SILENT_MS.min;
    for (; shownIn(tab) === 'open' && ms < SILENT_MS.max; ms += 1_000) await world.clock.advance(1_000);
  } else await world.clock.advance(HEARD_MS);
  line.fails('closed');
}

/** The page has given up, and does not report that twice, for any press. */
async function staysLost(scene: Scene, fate: LineFate): Promise<void> {
  const { world, chance, tab, line } = scene;
  while (chance.happens(0.3)) {
    if (chance.happens(0.5)) tab.client.actions.reconnect();
    await world.clock.advance(chance.pick([HEARD_MS, ASKED_MS]));
    line.fails(fate);
    await look(scene, 'given up');
  }
}

async function comesBack(scene: Scene, way: Way): Promise<void> {
  const { world, chance, device, tab, line } = scene;
  const isLost = line.shows === 'lost';
  const how: Remedy =
    way === 'network off' ? 'browser' : chance.pick(['hand', 'hand', 'look', 'look', 'itself'] as const);
  if (how === 'look') tab.page.setVisible(false);
  device.link.thaw();
  device.link.opens('opened');
  if (how === 'browser') setOnline(device, true);
  else device.link.unplug(false);
  if (how === 'hand') tab.client.actions.reconnect();
  if (how === 'look') tab.page.setVisible(true);
  await world.clock.advance((how === 'itself' ? (isLost ? ASKED_MS : AGAIN_MS) : 0) + HEARD_MS);
  line.isBound();
  await look(scene, `back by ${how}`);
}

async function look(scene: Scene, when: string): Promise<void> {
  const { world, tab, line, faults } = scene;
  // An answered call may have begun an attempt at this very moment (SOCK-7).
  if (['connecting', 'not bound'].includes(shownIn(tab))) await world.clock.advance(2 * TRIED_MS);
  const is = shownIn(tab);
  if (is !== line.shows)
    faults.push(`${when}: ${tab.name} shows its line as ${is}, it should be ${line.shows}`);
  if (scene.told !== line.told)
    faults.push(`${when}: ${tab.name} has told ${scene.told} times of it, it should be ${line.told}`);
}

function shownIn(tab: Tab): string {
  const { connection } = tab.state();
  return connection.name === 'open' && !connection.bound ? 'not bound' : connection.name;
}
