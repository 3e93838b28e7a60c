import { triedOf } from '../checkers/tried.ts';
import type { Device, Tab } from '../devices/device.ts';
import type { WorldPerson } from '../devices/person.ts';
import { RINGS_MS } from '../oracle/calls.ts';
import { refusalReason } from '../oracle/rights.ts';
import { pair } from '../oracle/state.ts';
import type { Chance } from '../plan/random.ts';
import type { World } from '../world/world-type.ts';
import { CallScene } from './call-scene.ts';
import type { Pair } from './call-scene.ts';
import { stepFaults } from './call-steps.ts';
import { hasRoom } from './probes.ts';

/** A rest amid a talk, and after what ends it. */
const HEARD_MS = 1_500;

type Scene = (scene: CallScene, chance: Chance) => Promise<void>;

const SCENES: Readonly<Record<string, Scene>> = {
  'answered and hung up': talk,
  refused,
  cancelled,
  'not answered': unanswered,
  'no microphone': deniedByCalled,
};

/**
 * Two people make one call of a kind that the seed draws, while nothing is lost and nobody else does anything. At
 * each rest every tab, the record and the line of it are as the oracle says, and in the end each step went out
 * once and came to those whom it is for (SIM-31).
 */
export async function calls(world: World): Promise<readonly string[]> {
  const chance = world.around.chance.fork('quiet call');
  const two = await pairIn(world, chance);
  if (two === null) return [];
  // Ends of before stand until somebody takes them away.
  for (const tab of world.tabs()) tab.client.actions.closeCall();
  const scene = new CallScene(world, two);
  const [name, play] = chance.pick(Object.entries(SCENES));
  const named = (text: string): string => `a call, ${name}: ${text}`;
  if (!(await scene.begins())) return scene.faults.map(named);
  if (scene.expected.shown(two.from.name)?.stage === 'calling') await play(scene, chance);
  if (scene.faults.length === 0) scene.faults.push(...stepFaults(scene));
  for (const tab of world.tabs()) {
    tab.client.actions.closeCall();
    scene.expected.closed(tab.name);
  }
  await world.clock.settle();
  if (scene.faults.length === 0) await scene.judge('closed');
  return scene.faults.map(named);
}

async function answered(scene: CallScene, tab: Tab): Promise<void> {
  tab.client.actions.answerCall();
  // Once more changes nothing.
  tab.client.actions.answerCall();
  scene.expected.taken(tab.name);
  await scene.rests();
  scene.talks();
  await scene.judge(`answered by ${tab.name}`);
}

async function talk(scene: CallScene, chance: Chance): Promise<void> {
  const { caller, callee, from } = scene.pair;
  const tab = chance.pick(scene.tabsOf(callee));
  await answered(scene, tab);
  await scene.rests(chance.whole(0, 75_000));
  const [ends, by] = chance.happens(0.5) ? [from, caller] : [tab, callee];
  await hungUp(scene, ends, by);
}

/** It ends for the other one a moment later, which may be the next second. */
async function hungUp(scene: CallScene, tab: Tab, by: WorldPerson): Promise<void> {
  const sec = scene.lengthSec(tab);
  tab.client.actions.hangUp();
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
  await hungUp(scene, chance.pick(scene.tabsOf(callee)), callee);
}

async function cancelled(scene: CallScene): Promise<void> {
  await hungUp(scene, scene.pair.from, scene.pair.caller);
}

/** Not before its time, and then at once. */
async function unanswered(scene: CallScene): Promise<void> {
  const { world, pair: two } = scene;
  const sinceMs = world.record.calls.shown.get(two.from)?.sinceMs ?? 0;
  await scene.rests(sinceMs + RINGS_MS - 200 - world.clock.elapsedMs());
  await scene.judge('almost too late');
  await scene.rests(HEARD_MS);
  scene.expected.unanswered(endedBy(scene) === null ? 'server' : 'caller');
  await scene.judge('not answered');
}

/** Who ended it, as the command says that wrote it; null: a server. */
function endedBy({ world, id }: CallScene): number | null {
  for (const { state, events } of world.witness.ran)
    for (const { facts } of state === 'kept' ? events : [])
      if (facts.kind === 'call' && facts.id === id) return facts.by;
  return null;
}

async function deniedByCalled(scene: CallScene, chance: Chance): Promise<void> {
  const { world, pair: two } = scene;
  const tab = chance.pick(scene.tabsOf(two.callee));
  world.weather.mediaDenied = 1;
  tab.client.actions.answerCall();
  scene.expected.denied(tab.name, two.callee.id);
  await scene.rests();
  world.weather.mediaDenied = 0;
  await scene.judge(`no microphone in ${tab.name}`);
}

const tabsOf = ({ devices }: WorldPerson): readonly { readonly tab: Tab; readonly device: Device }[] =>
  devices.flatMap((device) => device.tabs.map((tab) => ({ tab, device })));

/** Two of whom one may call the other; where nobody may there is no call. */
async function pairIn(world: World, chance: Chance): Promise<Pair | null> {
  const { oracle } = triedOf(world);
  const found: Pair[] = [];
  for (const caller of world.people) {
    if (tabsOf(caller).length === 0 || !(await hasRoom(world, caller))) continue;
    for (const callee of world.people) {
      if (callee === caller || tabsOf(callee).length === 0) continue;
      const chat = pair(caller.id, callee.id);
      if (refusalReason(oracle, caller.id, { wants: 'say', chat, at: [] }) !== null) continue;
      const { tab, device } = chance.pick(tabsOf(caller));
      found.push({ caller, callee, from: tab, device, video: chance.happens(0.5) });
    }
  }
  return found.length === 0 ? null : chance.pick(found);
}
