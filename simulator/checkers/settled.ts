import { openCalls, openRecords, unreportedCalls } from './calls.ts';
import { openGroupCalls } from './group-calls.ts';
import type { Checker } from './checker.ts';
import { reviewOf } from './reviewed.ts';
import { isSignedIn, tabsOf } from '../devices/person.ts';
import { signIn } from '../world/sign-in.ts';
import { differences, freshView, seenOf } from '../world/view.ts';
import { accountsOf } from '../world/world-type.ts';
import type { World } from '../world/world-type.ts';
import { contactView } from '../../src/client/state/contact-view.ts';
import type { State } from '../../src/client/state/state.ts';
import { userId } from '../../src/domain/ids.ts';

/** Signs in users whose page shows the login form. */
export function returned(world: World): void {
  void world.programs?.heal();
  for (const person of world.people) {
    for (const tab of tabsOf(person)) {
      const { name } = tab.client.session.get();
      if (name === 'signedOut' || name === 'ended') void signIn(world, tab, person);
    }
  }
}

/**
 * The longest time that waiting messages need for their turns in a slow group (GROUP-26), ms. No admin may be
 * present to end the slow mode.
 */
export function turnsMs(world: World): number {
  const chats = [...reviewOf(world).oracle.chats.values()];
  const slowSec = Math.max(0, ...chats.map(({ group }) => group?.setting.slowSec ?? 0));
  const waiting = Math.max(
    0,
    ...world.tabs().map(({ client }) => client.actions.unsent() + client.uploads.get().length),
  );
  return slowSec * waiting * 1_000;
}

/** Pending changes of a failed message wait until a user retries or discards it. */
function openChanges({ outbox, pending }: State): number {
  const items = [...outbox.values()].flat().filter((item) => item.status === 'failed');
  const failed = new Set<unknown>(items.map(({ message }) => message.id));
  const isBehind = ([name, value]: readonly [string, unknown]): boolean =>
    failed.has(name) || failed.has((value as { readonly id?: unknown } | null)?.id);
  const registers: readonly ReadonlyMap<string, unknown>[] = Object.values(pending);
  return registers.flatMap((register) => [...register]).filter((change) => !isBehind(change)).length;
}

/** The time by which servers do what is due: that of the commits, and of the node that looks first. */
const servedMs = ({ storeClock, nodes }: World): number =>
  Math.min(storeClock.nowMs(), Math.max(...nodes.map(({ clock }) => clock?.nowMs() ?? 0)));

/** Longer than a run takes to be judged after all has settled. */
const JUDGED_MS = 10_000;

/** Time after which all devices agree again after a reload. */
const AGAIN_MS = 60_000;

/** Waits until everything has settled; returns what has not. */
export async function settles(world: World): Promise<readonly string[]> {
  const end = world.clock.elapsedMs() + AGAIN_MS + turnsMs(world);
  let open = await unsettled(world);
  for (; open.length > 0 && world.clock.elapsedMs() < end; open = await unsettled(world)) {
    returned(world);
    await world.clock.advance(2_000);
  }
  return open;
}

/** Why it is not over yet. */
export async function unsettled(world: World): Promise<readonly string[]> {
  await world.clock.settle();
  const faults: string[] = [];
  for (const tab of world.tabs()) {
    const state = tab.state();
    const { connection } = state;
    if (tab.client.session.get().name !== 'signedIn')
      faults.push(`${tab.name} is ${tab.client.session.get().name}`);
    else if (connection.name !== 'open' || !connection.bound)
      faults.push(`${tab.name} is not bound but ${connection.name}`);
    if (!state.sync.ready) faults.push(`${tab.name} has no list`);
    if (Object.keys(tab.client.holes()).length > 0)
      faults.push(`${tab.name} has holes ${JSON.stringify(tab.client.holes())}`);
    // A tab that is seldom given time takes them away late.
    if ((state.typing?.size ?? 0) > 0) faults.push(`${tab.name} shows somebody who types`);
    const waiting = [...state.outbox.values()].flat().filter((item) => item.status !== 'failed').length;
    if (waiting > 0) faults.push(`${tab.name} has ${waiting} unsent`);
    // A file without room is retried after a minute.
    const files = tab.client.uploads.get().filter((view) => view.state !== 'failed').length;
    if (files > 0) faults.push(`${tab.name} has ${files} files on their way`);
    const changes = openChanges(state);
    if (changes > 0) faults.push(`${tab.name} has ${changes} pending changes`);
  }
  for (const tab of world.leavers.flatMap(tabsOf))
    if (isSignedIn(tab)) faults.push(`${tab.name} is signed in, and is nobody's`);
  for (const user of world.store.rows('erasures')) faults.push(`${Number(user['user_id'])} is being erased`);
  for (const stream of await world.store.read((tx) => tx.clearings.list(100)))
    faults.push(`${stream} is being cleared`);
  for (const stream of await world.store.read((tx) => tx.dissolvings.list(100)))
    faults.push(`members of ${stream} are still to be told that it has ended`);
  // The server reports it some seconds late (ALERT-3), and a departed base-protocol client receives nothing.
  for (const { stream, user } of await world.store.read((tx) =>
    tx.members.quietOver(servedMs(world) + JUDGED_MS, 100),
  ))
    faults.push(`${stream} is soon heard again by ${user}`);
  for (const { person, tab } of world.programs?.bots ?? [])
    if (!tab) faults.push(`${person.account} does not run`);
  for (const plain of world.plains)
    if (!plain.isSettled) faults.push(`${plain.name} has not loaded what it missed`);
  faults.push(
    ...openCalls(world),
    ...openGroupCalls(world),
    ...(await openRecords(world)),
    ...(await unreportedCalls(world)),
  );
  if (faults.length > 0) return faults;
  const nothing = { events: new Map(), heads: new Map() };
  for (const { end: differs } of [presenceChecker, freshChecker])
    faults.push(...((await differs?.(world, nothing)) ?? []));
  return faults;
}

/** Snapshot and events lead where a fresh login begins (STORE-2). */
export const freshChecker: Checker = {
  name: 'snapshot + events = fresh',
  end: async (world) => {
    const faults: string[] = [];
    for (const person of accountsOf(world)) {
      for (const tab of person.devices.flatMap((device) => device.tabs)) {
        const state = tab.state();
        if (!state.self) throw new Error(`${tab.name} belongs to nobody`);
        const view = await freshView(world, userId(person.id), state.self);
        for (const line of differences(seenOf(tab.state()), view)) faults.push(`${tab.name} ${line}`);
      }
    }
    return faults;
  },
};

/**
 * Presence matches the oracle's socket state, grace periods included, for every user who has the other in the
 * list (PRES-1, PRES-3, SIM-18). An offline device cannot know of changes in the meantime. Two users of whom
 * one has blocked the other are not shown to each other.
 */
export const presenceChecker: Checker = {
  name: 'presence is the same for all',
  end: (world) => {
    const faults: string[] = [];
    const { oracle } = reviewOf(world);
    for (const { id: me, devices } of world.people) {
      for (const tab of devices.filter(({ online }) => online).flatMap((device) => device.tabs)) {
        const state = tab.state();
        for (const { id, kind } of state.contacts) {
          const other = Number(id);
          if (kind !== 'person' || other === me || other <= 0) continue;
          const isApart = oracle.blocked.areApart(me, other);
          const expected = isApart ? false : world.recorder.presence.isHere(other, world.clock.elapsedMs());
          const actual = contactView(state, id)?.isOnline;
          if (expected !== null && actual !== expected)
            faults.push(`${tab.name} shows ${id} as ${actual ? 'online' : 'offline'}, which is not so`);
        }
      }
    }
    return faults;
  },
};
