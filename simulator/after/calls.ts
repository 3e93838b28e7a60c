import type { WorldPerson } from '../devices/person.ts';
import { setOnline } from '../faults/connection.ts';
import { pair } from '../oracle/state.ts';
import type { Chance } from '../plan/random.ts';
import type { World } from '../world/world-type.ts';
import { answered, hungUp, PLAYS, RELOADED } from './call-plays.ts';
import {
  callsAgain,
  callerGoes,
  cancelledAmidTries,
  crossed,
  mayBothCall,
  regretted,
  ringsElsewhere,
} from './call-crossings.ts';
import { CallScene, hearsCallsOf } from './call-scene.ts';
import type { Pair } from './call-scene.ts';
import { stepFaults } from './call-step-faults.ts';
import { devicesInUse, firstTabOf, isSignedIn, tabsOf } from './people.ts';
import type { AtPage } from './people.ts';
import { returned } from './settled.ts';
import { hasRoom, maySpeak } from './speaking.ts';

/** Nobody counts as there any more whose devices have been without a network for so long. */
const AWAY_MS = 60_000;
/** Until they are back. */
const BACK_MS = 25_000;
/** So many in one life. */
const CALLS = 2;
const LONG_MS = 30_000;
/** Until a page shows what it has. */
const OPENED_MS = 4_000;

/**
 * Two people make one call of a kind that the seed draws, while nothing is lost and nobody else does
 * anything. At each rest every tab, the record and the line of it are as the oracle says, and in the end each
 * step went out once and came to those whom it is for (SIM-31).
 */
export async function calls(world: World): Promise<readonly string[]> {
  const chance = world.around.chance.fork('quiet call');
  const played = new Set<string>();
  const fromMs = world.clock.elapsedMs();
  // After a long one there is no other.
  for (let call = 0; call < CALLS && world.clock.elapsedMs() - fromMs < LONG_MS; call += 1) {
    const two = await pairIn(world, chance);
    if (two === null) return [];
    // Ends of before stand until somebody takes them away.
    for (const tab of world.tabs()) tab.client.actions.closeCall();
    const closesIt = call === 0 && chance.happens(0.5) ? await opensOneMore(world, two.callee) : null;
    const kinds = Object.entries(kindsIn(world, two)).filter(([name]) => !played.has(name));
    const [name, kind] = chance.pick(kinds);
    played.add(name);
    world.around.count(`mark: a quiet call, ${name}`);
    const faults = await kind(chance);
    if (faults.length > 0) return faults.map((text) => `a call, ${name}: ${text}`);
    closesIt?.();
    await signedInAgain(world);
  }
  return [];
}

/** Whoever left their account amid a call. */
async function signedInAgain(world: World): Promise<void> {
  if (world.tabs().every(isSignedIn)) return;
  returned(world);
  await world.clock.advance(OPENED_MS);
}

/** The called one has one more page, so that it rings in several; what closes it again. */
async function opensOneMore(world: World, person: WorldPerson): Promise<() => void> {
  const [device] = devicesInUse(person);
  const tab = device?.open();
  await world.clock.advance(OPENED_MS);
  return () => {
    if (device && tab && device.tabs.length > 1) device.close(tab);
  };
}

type Kind = (chance: Chance) => Promise<readonly string[]>;

/** The kinds of calls that these two can make now, by their names. */
function kindsIn(world: World, two: Pair): Readonly<Record<string, Kind>> {
  const areListed = allListed(world, two);
  const third = thirdIn(world, two);
  const plays = Object.entries({ ...PLAYS, ...(areListed && RELOADED) }).map(
    ([name, play]): readonly [string, Kind] => [
      name,
      async (chance) => {
        const scene = new CallScene(world, two);
        if (await scene.begins()) await play(scene, chance);
        return closed(scene);
      },
    ],
  );
  const crossings = Object.entries({
    regretted,
    again: callsAgain,
    'cancelled amid tries': cancelledAmidTries,
    ...(mayBothCall(world, two) && { 'both call': crossed }),
    ...(areListed && { 'the caller goes': callerGoes }),
    ...(areListed && tabsOf(two.callee).length > 1 && { 'rings elsewhere': ringsElsewhere }),
  }).map(([name, play]): readonly [string, Kind] => [
    name,
    async (chance) => allClosed(await play(world, two, chance)),
  ]);
  return {
    ...Object.fromEntries([...plays, ...crossings]),
    'no microphone to call with': () => denied(world, two),
    // Who takes pushes is there without a socket (CALL-33).
    ...(!world.subjects.has('push') && { away: () => away(world, two) }),
    ...(third && { engaged: (chance) => engaged(world, two, chance, third) }),
  };
}

/** All sockets of the two were told which calls there are. */
const allListed = ({ witness }: World, { caller, callee }: Pair): boolean =>
  [...witness.bound().values()].every(
    ({ user, listed }) => listed || (user !== caller.id && user !== callee.id),
  );

/** All goes from the screens, and each step of it is looked at. */
async function closed(scene: CallScene): Promise<readonly string[]> {
  const { world, expected, faults } = scene;
  if (faults.length === 0 && scene.isBegun) faults.push(...stepFaults(scene));
  for (const tab of world.tabs()) {
    tab.client.actions.closeCall();
    expected.closed(tab.name);
  }
  await world.clock.settle();
  if (faults.length === 0 && scene.isBegun) await scene.judge('closed');
  return faults;
}

async function allClosed(scenes: readonly CallScene[]): Promise<readonly string[]> {
  const faults = scenes.flatMap((scene) => scene.faults);
  // What is left on the screens is of the last one.
  const last = scenes.at(-1);
  return faults.length > 0 || !last ? faults : closed(last);
}

async function denied(world: World, two: Pair): Promise<readonly string[]> {
  world.weather.mediaDenied = 1;
  const scene = new CallScene(world, { ...two, unsaid: 'deviceDenied' });
  await scene.begins();
  world.weather.mediaDenied = 0;
  return closed(scene);
}

/** Nobody of the called one is there; they find the line when they are back. */
async function away(world: World, two: Pair): Promise<readonly string[]> {
  for (const device of two.callee.devices) setOnline(device, false);
  await world.clock.advance(AWAY_MS);
  const scene = new CallScene(world, { ...two, unplugged: true });
  await scene.begins();
  for (const device of two.callee.devices) setOnline(device, true);
  await world.clock.advance(BACK_MS);
  if (scene.isBegun && scene.faults.length === 0) await scene.judge('back again');
  return closed(scene);
}

/** Somebody calls one of two who talk: the tab that talks says so, and goes on (CALL-4). */
async function engaged(
  world: World,
  two: Pair,
  chance: Chance,
  { tab, person }: AtPage,
): Promise<readonly string[]> {
  const talk = new CallScene(world, two);
  if (!(await talk.begins())) return closed(talk);
  const theirs = chance.pick(tabsOf(two.callee));
  await answered(talk, theirs);
  const other = new CallScene(world, {
    caller: person,
    callee: two.callee,
    from: tab,
    video: !two.video,
    engaged: theirs,
  });
  if (talk.faults.length === 0) await other.begins();
  tab.client.actions.closeCall();
  if (other.isBegun && other.faults.length === 0) other.faults.push(...stepFaults(other));
  if (other.faults.length > 0) return [...talk.faults, ...other.faults];
  await hungUp(talk, two.from, two.caller);
  return closed(talk);
}

const mayCall = (world: World, caller: WorldPerson, callee: WorldPerson): boolean =>
  maySpeak(world, caller, pair(caller.id, callee.id));

/** Two of whom one may call the other; where nobody may there is no call. */
async function pairIn(world: World, chance: Chance): Promise<Pair | null> {
  const found: Pair[] = [];
  for (const caller of world.people) {
    if (tabsOf(caller).length === 0 || !(await hasRoom(world, caller))) continue;
    for (const callee of world.people) {
      if (callee === caller || tabsOf(callee).length === 0 || !mayCall(world, caller, callee)) continue;
      const from = chance.pick(tabsOf(caller));
      found.push({ caller, callee, from, video: chance.happens(0.5) });
    }
  }
  return found.length === 0 ? null : chance.pick(found);
}

/** Somebody else who may call the called one, and is heard there. */
function thirdIn(world: World, { caller, callee }: Pair): AtPage | null {
  for (const person of world.people) {
    const tab = firstTabOf(person);
    if (person === caller || person === callee || !tab || !mayCall(world, person, callee)) continue;
    if (hearsCallsOf(world, callee, person)) return { tab, person };
  }
  return null;
}
