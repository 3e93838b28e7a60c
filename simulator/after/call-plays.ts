import type { Device, Tab } from '../devices/device.ts';
import type { WorldPerson } from '../devices/person.ts';
import { setOnline } from '../faults/connection.ts';
import { RINGS_MS, WAITS_MS } from '../oracle/calls.ts';
import type { Chance } from '../plan/random.ts';
import type { CallScene } from './call-scene.ts';
import { tabsOf } from '../devices/person.ts';
import { deviceOfTab } from './people.ts';
import type { AtPage } from './people.ts';

/** Pause during a talk, and after the event that ends it. */
const HEARD_MS = 1_500;
/** Time until the remaining side notices that no media arrives. */
const NOTICED_MS = 7_000;
/** Time until all sides are connected again. */
const MENDED_MS = 15_000;

/** The outcome of a ringing call. */
export type CallPlay = (scene: CallScene, chance: Chance) => Promise<void>;

export const PLAYS: Readonly<Record<string, CallPlay>> = {
  'answered and hung up': talk,
  refused,
  cancelled,
  'not answered': unanswered,
  'no microphone': deniedByCalled,
  'not connected': notConnected,
  interrupted,
  'answered twice at once': answeredTwice,
};

/** Plays in which a page that knows the live calls reloads during one (CALL-46). */
export const RELOADED: Readonly<Record<string, CallPlay>> = {
  'loaded anew': returns,
  'loaded anew and declined': declines,
  'loaded anew and left': neverReturns,
};

export async function answered(scene: CallScene, tab: Tab): Promise<void> {
  tab.client.actions.answerCall();
  // Repeating it changes nothing.
  tab.client.actions.answerCall();
  scene.expected.taken(tab.name);
  await scene.rests();
  scene.talks();
  await scene.judge(`answered by ${tab.name}`);
}

async function talk(scene: CallScene, chance: Chance): Promise<void> {
  const { caller, callee, from } = scene.pair;
  const tab = chance.pick(tabsOf(callee));
  await answered(scene, tab);
  await scene.rests(chance.whole(0, chance.pick([10_000, 10_000, 75_000])));
  const [ends, by] = chance.happens(0.5) ? [from, caller] : [tab, callee];
  await hungUp(scene, ends, by);
}

/** It ends for the other one a moment later, which may be the next second. */
export async function hungUp(scene: CallScene, tab: Tab, by: WorldPerson): Promise<void> {
  tab.client.actions.hangUp();
  const sec = scene.lengthSec(tab);
  tab.client.actions.hangUp();
  tab.client.actions.answerCall();
  scene.expected.hungUp(tab.name, by.id, sec);
  await scene.rests(HEARD_MS);
  for (const { tab: other, view, endedMs } of scene.world.record.calls.ended)
    if (other !== tab && view.id === scene.id) scene.lengthSec(other, endedMs);
  await scene.judge(`hung up by ${tab.name}`);
}

async function refused(scene: CallScene, chance: Chance): Promise<void> {
  const { callee } = scene.pair;
  await hungUp(scene, chance.pick(tabsOf(callee)), callee);
}

async function cancelled(scene: CallScene): Promise<void> {
  await hungUp(scene, scene.pair.from, scene.pair.caller);
}

/** Ends exactly at its timeout, neither earlier nor later. */
async function unanswered(scene: CallScene): Promise<void> {
  const { world, pair: two } = scene;
  const sinceMs = world.record.calls.shown.get(two.from)?.sinceMs ?? 0;
  await scene.rests(sinceMs + RINGS_MS - 200 - world.clock.elapsedMs());
  await scene.judge('almost too late');
  await scene.rests(HEARD_MS);
  scene.expected.unanswered(endedBy(scene) === null ? 'server' : 'caller');
  await scene.judge('not answered');
}

/** The user who ended the call according to the command that recorded it; null: a server. */
function endedBy({ world, id }: CallScene): number | null {
  for (const { state, events } of world.witness.ran)
    for (const { facts } of state === 'kept' ? events : [])
      if (facts.kind === 'call' && facts.id === id) return facts.by;
  return null;
}

async function deniedByCalled(scene: CallScene, chance: Chance): Promise<void> {
  const { world, pair: two } = scene;
  const tab = chance.pick(tabsOf(two.callee));
  world.weather.mediaDenied = 1;
  tab.client.actions.answerCall();
  scene.expected.denied(tab.name, two.callee.id);
  await scene.rests();
  world.weather.mediaDenied = 0;
  await scene.judge(`no microphone in ${tab.name}`);
}

/** The side that first detects the missing path reports it, and perhaps both do. */
async function notConnected(scene: CallScene, chance: Chance): Promise<void> {
  const { world, pair: two } = scene;
  world.weather.mediaBroken = 1;
  const tab = chance.pick(tabsOf(two.callee));
  tab.client.actions.answerCall();
  await scene.rests();
  world.weather.mediaBroken = 0;
  scene.expected.taken(tab.name);
  scene.expected.notConnected(endedBy(scene) ?? 0);
  scene.isPlain = false;
  await scene.judge('no path');
}

interface Side extends AtPage {
  readonly device: Device;
}

/** A talk, with the side that something will happen to, and the other one. */
async function talking(
  scene: CallScene,
  chance: Chance,
): Promise<{ readonly side: Side; readonly far: Side }> {
  const { caller, callee, from } = scene.pair;
  const tab = chance.pick(tabsOf(callee));
  await answered(scene, tab);
  await scene.rests(chance.whole(0, 20_000));
  const sides = [
    { tab: from, device: deviceOfTab(caller, from), person: caller },
    { tab, device: deviceOfTab(callee, tab), person: callee },
  ] as const;
  const [side, far] = chance.happens(0.5) ? sides : ([sides[1], sides[0]] as const);
  return { side, far };
}

/** The page reloads during the talk, and the new page offers to resume it (CALL-46). */
async function loadedAnew(
  scene: CallScene,
  chance: Chance,
): Promise<{ readonly side: Side; readonly far: Side }> {
  const { side, far } = await talking(scene, chance);
  const { tab, device, person } = side;
  scene.isPlain = false;
  // A browser announces its closing, or crashes.
  if (chance.happens(0.5)) tab.page.gone();
  device.close(tab);
  scene.world.record.calls.shown.delete(tab);
  scene.expected.interrupted(tab.name);
  await scene.rests(NOTICED_MS);
  await scene.judge('the page is gone');
  const next = device.open(tab.memory);
  scene.follows(tab, next);
  scene.expected.asks(next.name);
  await scene.rests();
  await scene.judge('loaded anew');
  return { side: { tab: next, device, person }, far };
}

async function returns(scene: CallScene, chance: Chance): Promise<void> {
  const { side, far } = await loadedAnew(scene, chance);
  side.tab.client.actions.answerCall();
  await scene.rests(MENDED_MS);
  scene.expected.returned(side.person.id);
  await scene.judge('come back');
  const ends = chance.happens(0.5) ? side : far;
  await hungUp(scene, ends.tab, ends.person);
}

async function declines(scene: CallScene, chance: Chance): Promise<void> {
  const { side } = await loadedAnew(scene, chance);
  await hungUp(scene, side.tab, side.person);
}

/** The user ignores the offer, and the other side's wait expires. */
async function neverReturns(scene: CallScene, chance: Chance): Promise<void> {
  const { side, far } = await loadedAnew(scene, chance);
  const { world } = scene;
  const endMs = (world.record.calls.shown.get(far.tab)?.sinceMs ?? 0) + WAITS_MS;
  await scene.rests(endMs - 200 - world.clock.elapsedMs());
  await scene.judge('almost lost');
  await scene.rests(HEARD_MS);
  scene.expected.lost(far.person.id, scene.lengthSec(far.tab, endMs));
  for (const { tab, view, endedMs } of world.record.calls.ended)
    if (tab === side.tab && view.id === scene.id) scene.lengthSec(tab, endedMs);
  await scene.judge('lost');
}

/** One side loses its network for a while. */
async function interrupted(scene: CallScene, chance: Chance): Promise<void> {
  const { side, far } = await talking(scene, chance);
  scene.isPlain = false;
  setOnline(side.device, false);
  scene.expected.interrupted(null);
  await scene.rests(chance.whole(1_000, 10_000));
  await scene.judge('no network');
  setOnline(side.device, true);
  await scene.rests(MENDED_MS);
  scene.expected.mended();
  await scene.judge('a network again');
  const ends = chance.happens(0.5) ? side : far;
  await hungUp(scene, ends.tab, ends.person);
}

/** One of the two is the one, and the other one closes. */
async function answeredTwice(scene: CallScene, chance: Chance): Promise<void> {
  const { caller, callee, from } = scene.pair;
  for (const tab of tabsOf(callee)) tab.client.actions.answerCall();
  scene.isPlain = false;
  await scene.rests();
  const taken = tabsOf(callee).find((tab) => tab.client.calls.get()?.stage === 'talking');
  if (!taken) return void scene.faults.push('answered at once by all, and nobody talks');
  scene.expected.taken(taken.name);
  scene.talks();
  await scene.judge('answered at once by all');
  const [ends, by] = chance.happens(0.5) ? [from, caller] : [taken, callee];
  await hungUp(scene, ends, by);
}
