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
import { isSignedIn, tabsOf } from '../devices/person.ts';
import { devicesInUse, firstTabOf } from './people.ts';
import type { AtPage } from './people.ts';
import { returned } from '../checkers/settled.ts';
import { hasRoom, maySpeak } from './speaking.ts';

/** Time without a network after which a user counts as away. */
const AWAY_MS = 60_000;
/** Time until they are back. */
const BACK_MS = 25_000;
/** Number of calls per run. */
const CALLS = 2;
const LONG_MS = 30_000;
/** Time until a page shows its state. */
const OPENED_MS = 4_000;

/**
 * Two users make one call of a kind drawn from the seed, without losses or other activity. At each pause
 * every tab, the record and its chat line match the oracle, and at the end each step was sent once and
 * reached the right users (SIM-31).
 */
export async function calls(world: World): Promise<readonly string[]> {
  const chance = world.around.chance.fork('quiet call');
  const played = new Set<string>();
  const fromMs = world.clock.elapsedMs();
  // After a long one there is no other.
  for (let call = 0; call < CALLS && world.clock.elapsedMs() - fromMs < LONG_MS; call += 1) {
    const two = await pairIn(world, chance);
    if (two === null) return [];
    // Ended calls stay on screen until they are closed.
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

/** Signs in users who logged out during a call. */
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
    // A user with push enabled counts as present without a socket (CALL-33).
    ...(!world.subjects.has('push') && { away: () => away(world, two) }),
    ...(third && { engaged: (chance) => engaged(world, two, chance, third) }),
  };
}

/** Returns true if every socket of the two was sent the list of live calls. */
const allListed = ({ witness }: World, { caller, callee }: Pair): boolean =>
  [...witness.bound().values()].every(
    ({ user, listed }) => listed || (user !== caller.id && user !== callee.id),
  );

/** Closes it on all screens, and checks each step. */
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
  // The screens show the last call only.
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

/** The callee has no device online; the line is there when they return. */
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

/** A third user calls one of two who talk: the talking tab answers busy and continues (CALL-4). */
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

/** Draws two users of whom one may call the other; null if none may. */
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

/** Draws a third user who may call the callee and is not ignored there. */
function thirdIn(world: World, { caller, callee }: Pair): AtPage | null {
  for (const person of world.people) {
    const tab = firstTabOf(person);
    if (person === caller || person === callee || !tab || !mayCall(world, person, callee)) continue;
    if (hearsCallsOf(world, callee, person)) return { tab, person };
  }
  return null;
}
