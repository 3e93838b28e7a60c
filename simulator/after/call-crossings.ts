import { triedOf } from '../checkers/tried.ts';
import { FINE } from '../gear/surroundings.ts';
import type { Chance } from '../plan/random.ts';
import { drive } from '../time/drive.ts';
import type { World } from '../world/world-type.ts';
import { answered, hungUp } from './call-plays.ts';
import { CallScene, hearsCallsOf } from './call-scene.ts';
import type { Pair } from './call-scene.ts';
import { stepFaults } from './call-step-faults.ts';
import { tabsOf } from '../devices/person.ts';
import { deviceOfTab, devicesInUse } from './people.ts';

/** The longest wait for a microphone, and a little. */
const PREPARED_MS = 3_100;
/** Time after which a request has failed and the next attempt waits (CALL-19). */
const FAILED_MS = 100;
/** Time until a page shows its state. */
const OPENED_MS = 4_000;
/** A request or a frame is on its way for so long in a slow network. */
const SLOW_MS = 1_500;
/** The other one presses at most so much later. */
const CROSSES_MS = 2_000;

type Scenes = readonly CallScene[];

/** The caller hangs up before the microphone is open: no message is sent, and nothing is recorded. */
export async function regretted(world: World, two: Pair, chance: Chance): Promise<Scenes> {
  const scene = new CallScene(world, { ...two, unsaid: 'cancelled' });
  if (!(await scene.presses())) return [scene];
  await scene.rests(chance.pick([0, 0, 5]));
  two.from.client.actions.hangUp();
  await scene.rests();
  if (scene.passedLimits()) await scene.judge('hung up at once');
  return [scene];
}

/**
 * The first request of the call is lost, or its answer, and the caller hangs up while the retry waits: it may
 * have arrived, so the call is sent and then its end (CALL-19).
 */
export async function cancelledAmidTries(world: World, two: Pair, chance: Chance): Promise<Scenes> {
  const scene = new CallScene(world, two);
  scene.isPlain = false;
  const { from } = two;
  const what = chance.pick(['requestLoss', 'answerLoss'] as const);
  const end = from.client.calls.subscribe(() => {
    if (from.client.calls.get()?.stage === 'calling') world.weather[what] = 1;
  });
  const isPressed = await scene.presses();
  const mostMs = isPressed ? PREPARED_MS : 0;
  for (let ms = 0; world.weather[what] === 0 && ms < mostMs; ms += FAILED_MS) await scene.rests(FAILED_MS);
  end();
  await scene.rests(FAILED_MS);
  world.weather[what] = 0;
  if (!isPressed || scene.expected.shown(from.name)?.stage !== 'calling') {
    await scene.rests();
    return [scene];
  }
  await scene.rests(chance.whole(0, 250));
  from.client.actions.hangUp();
  scene.expected.hungUp(from.name, two.caller.id, 0);
  await scene.rests();
  if (scene.passedLimits()) await scene.judge('hung up while it was tried again');
  return [scene];
}

/** One call ends, and the same tab begins the next one at once. */
export async function callsAgain(world: World, two: Pair, chance: Chance): Promise<Scenes> {
  const first = new CallScene(world, two);
  if (!(await first.begins())) return [first];
  const theirs = chance.pick(tabsOf(two.callee));
  if (chance.happens(0.5)) await answered(first, theirs);
  const isCaller = chance.happens(0.5);
  const [ends, by] = isCaller ? [two.from, two.caller] : [theirs, two.callee];
  ends.client.actions.hangUp();
  first.expected.hungUp(ends.name, by.id, first.lengthSec(ends));
  await first.rests(chance.pick([0, 0, 30, 400]));
  if (!isCaller && !mayBothCall(world, two)) {
    await first.rests();
    return [first];
  }
  const callee = isCaller ? two.callee : two.caller;
  const second = new CallScene(world, { caller: by, callee, from: ends, video: !two.video });
  const isBegun = await second.begins();
  first.faults.push(...(await first.recordFaults()));
  if (first.faults.length === 0) first.faults.push(...stepFaults(first));
  if (isBegun) await hungUp(second, ends, by);
  return [first, second];
}

/** Returns true if each of them may call the other, without being ignored. */
export function mayBothCall(world: World, { caller, callee }: Pair): boolean {
  const areFriends = triedOf(world).oracle.areFriends(caller.id, callee.id);
  return areFriends && hearsCallsOf(world, caller, callee) && hearsCallsOf(world, callee, caller);
}

/**
 * Both call each other. One call remains, between the two pressing tabs: the one that was sent, or of two the
 * one by the smaller id; the line of the other is cancelled (CALL-9).
 */
export async function crossed(world: World, two: Pair, chance: Chance): Promise<Scenes> {
  const { caller, callee, from, video } = two;
  const theirs = chance.pick(chance.pick(devicesInUse(callee)).tabs);
  const mine = new CallScene(world, { ...two, crossing: theirs });
  const other = new CallScene(world, { caller: callee, callee: caller, from: theirs, video, crossing: from });
  // On a slow network both are mostly sent before one is received.
  if (chance.happens(0.7)) world.weather.latencyMs = SLOW_MS;
  let haveBoth = await mine.presses();
  if (haveBoth) {
    await mine.rests(chance.pick([0, 0, chance.whole(0, CROSSES_MS)]));
    haveBoth = await other.presses();
  }
  if (haveBoth) await mine.rests(PREPARED_MS + SLOW_MS);
  world.weather.latencyMs = FINE.latencyMs;
  if (!haveBoth) return hangsUpAll([mine, other]);
  await mine.rests(PREPARED_MS + SLOW_MS);
  const sent = [mine, other].filter((one) =>
    one.steps().some(({ event, by }) => event === 'calling' && by === one.pair.caller.id),
  );
  const kept = sent.filter((one) => one.passedLimits());
  // A limit was in the way of one of them.
  if (kept.length < sent.length) return hangsUpAll([mine, other]);
  const wins = kept.toSorted((a, b) => a.pair.caller.id - b.pair.caller.id)[0];
  if (!wins) {
    mine.faults.push('both called, and nobody was called');
    return [mine];
  }
  const far = wins.pair.crossing ?? theirs;
  wins.expected.taken(far.name);
  wins.talks();
  for (const lost of kept.filter((one) => one !== wins && one.id !== wins.id)) await judgesLost(lost, wins);
  await wins.judge('both called');
  const [ends, by] = chance.happens(0.5) ? [wins.pair.from, wins.pair.caller] : [far, wins.pair.callee];
  if (wins.faults.length === 0) await hungUp(wins, ends, by);
  return [wins];
}

async function hangsUpAll(scenes: Scenes): Promise<Scenes> {
  for (const { pair } of scenes) pair.from.client.actions.hangUp();
  await scenes[0]?.rests();
  for (const scene of scenes) scene.isBegun = false;
  return scenes;
}

/** The lost call is recorded as cancelled; a device that still shows it shows it as missed. */
async function judgesLost(lost: CallScene, wins: CallScene): Promise<void> {
  const { caller, callee, from, crossing } = lost.pair;
  lost.expected.hungUp(from.name, caller.id, 0);
  wins.faults.push(...(await lost.recordFaults()).map((text) => `of the lost call ${text}`));
  for (const tab of tabsOf(callee)) {
    const view = tab.client.calls.get();
    if (view?.id !== lost.id || tab === crossing) continue;
    if (view.end !== 'missed')
      wins.faults.push(`${tab.name} shows the lost call as ${view.stage} ${view.end}`);
    tab.client.actions.closeCall();
  }
}

/** A page where it only rings is closed, or its login ends: it rings on elsewhere (CALL-22). */
export async function ringsElsewhere(world: World, two: Pair, chance: Chance): Promise<Scenes> {
  const scene = new CallScene(world, two);
  if (!(await scene.begins())) return [scene];
  const { callee, caller, from } = two;
  const tab = chance.pick(tabsOf(callee));
  const device = deviceOfTab(callee, tab);
  const hasOther = tabsOf(callee).some((one) => !device.tabs.includes(one));
  if (hasOther && chance.happens(0.5)) {
    for (const one of device.tabs) scene.expected.left(one.name);
    await drive(world.clock, tab.client.actions.logout(), 60_000);
    await scene.rests();
    await scene.judge(`${device.name} logged out`);
  } else {
    tab.page.gone();
    device.close(tab);
    scene.expected.left(tab.name);
    await scene.rests();
    await scene.judge(`the page of ${tab.name} is gone`);
    const next = device.open(tab.memory);
    scene.follows(tab, next);
    scene.expected.ringsAt(next.name);
    await scene.rests();
    await scene.judge(`opened as ${next.name}`);
  }
  if (scene.faults.length > 0) return [scene];
  const rings = tabsOf(callee).filter((one) => scene.expected.shown(one.name)?.stage === 'ringing');
  const takes = chance.pick(rings);
  if (chance.happens(0.4)) await hungUp(scene, takes, callee);
  else {
    await answered(scene, takes);
    if (scene.faults.length === 0) await hungUp(scene, from, caller);
  }
  return [scene];
}

/** The caller closes the page or logs out, which hangs up at once (CALL-22). */
export async function callerGoes(world: World, two: Pair, chance: Chance): Promise<Scenes> {
  const scene = new CallScene(world, two);
  if (!(await scene.begins())) return [scene];
  const { caller, from } = two;
  const device = deviceOfTab(caller, from);
  scene.isPlain = false;
  if (chance.happens(0.5)) {
    scene.expected.hungUp(from.name, caller.id, 0);
    for (const one of device.tabs) scene.expected.left(one.name);
    await drive(world.clock, from.client.actions.logout(), 60_000);
    await scene.rests();
    await scene.judge(`${from.name} logged out`);
    return [scene];
  }
  from.page.gone();
  device.close(from);
  scene.expected.hungUp(from.name, caller.id, 0);
  scene.expected.left(from.name);
  await scene.rests();
  await scene.judge(`the page of ${from.name} is gone`);
  const next = device.open(from.memory);
  scene.follows(from, next);
  await scene.rests(OPENED_MS);
  await scene.judge(`opened as ${next.name}`);
  return [scene];
}
