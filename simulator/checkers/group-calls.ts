import type { GroupCallView } from '../../src/client/interface/group-calls.ts';
import { groupCallLimits } from '../../src/domain/group-call-limits.ts';
import { callLimits } from '../../src/domain/call-limits.ts';
import type { Tab } from '../devices/device.ts';
import type { World } from '../world/world-type.ts';
import type { Checker } from './checker.ts';

/** A hidden tab's timers may come so much later. */
const THROTTLED_MS = 120_000;
/** The longest stage on the way into a call, with room for what follows it. */
const STUCK_MS = Math.max(callLimits.prepareMs, groupCallLimits.awayMaxMs) + 30_000;

/** Stages that end in a limited time. */
const WAITING: ReadonlySet<GroupCallView['stage']> = new Set([
  'returning',
  'opening',
  'joining',
  'reconnecting',
]);

interface Stage {
  readonly name: string;
  readonly sinceMs: number;
}

/** Stages of tabs, since when. */
const stages = new WeakMap<Tab, Stage>();

/** Each tab is in at most one call, and none waits without end (GCALL-11, GCALL-13). */
export const groupCallsChecker: Checker = {
  name: 'group calls go on or end',
  always: (tab, world) => {
    const view = tab.client.groupCalls.get();
    const nowMs = world.clock.elapsedMs();
    const name = `${view?.id ?? ''} ${view?.stage ?? ''}`;
    const before = stages.get(tab);
    const stage = before?.name === name ? before : { name, sinceMs: nowMs };
    stages.set(tab, stage);
    if (before !== stage && view?.stage === 'ended')
      world.record.count(`mark: group call ${view.end ?? 'over'}`);
    if (view === null || !WAITING.has(view.stage)) return [];
    const forMs = nowMs - stage.sinceMs;
    const isPrompt = tab.page.isVisible() && !tab.clock.throttled;
    return forMs > STUCK_MS + (isPrompt ? 0 : THROTTLED_MS)
      ? [`${tab.name} is ${view.stage} in a group call for ${Math.round(forMs / 1_000)} s`]
      : [];
  },
};

/** Tabs in a call, by its id. */
function talks(world: World): ReadonlyMap<string, readonly (readonly [Tab, GroupCallView])[]> {
  const found = new Map<string, (readonly [Tab, GroupCallView])[]>();
  for (const tab of world.tabs()) {
    const view = tab.client.groupCalls.get();
    if (view === null || view.stage === 'ended' || view.stage === 'returning') continue;
    found.set(view.id, [...(found.get(view.id) ?? []), [tab, view]]);
  }
  return found;
}

/** Why the devices of a call do not all hear each other, encrypted under words that all of them show. */
function disagreement(world: World, id: string, inIt: readonly (readonly [Tab, GroupCallView])[]): string[] {
  const rows = world.store.rows('group_call_devices');
  const call = world.store.rows('group_calls').find((row) => row['id'] === id);
  const listed = rows.filter(({ stream }) => stream === call?.['stream']).map(({ device }) => String(device));
  const faults: string[] = [];
  for (const [tab, { stage, device, others, encryption }] of inIt) {
    const expected = listed.filter((one) => one !== device).toSorted();
    const actual = others.filter((one) => one.stage === 'connected').map((one) => one.device);
    if (stage !== 'inCall' || !listed.includes(device))
      faults.push(`${tab.name} is ${stage} in a group call`);
    else if (actual.toSorted().join() !== expected.join())
      faults.push(`${tab.name} hears ${actual.length} devices of a group call, not ${expected.length}`);
    else if (others.length > 0 && (encryption.state !== 'on' || encryption.words === null))
      faults.push(`${tab.name} has ${encryption.state} for the encryption of a group call`);
  }
  const words = new Set(inIt.map(([, { encryption }]) => encryption.words?.join(' ')));
  if (faults.length === 0 && words.size > 1) faults.push(`devices of ${id} show different words`);
  return faults;
}

/** Calls are not over yet: why, or that all of their devices are connected and leave next. */
export function openGroupCalls(world: World): readonly string[] {
  const faults = [...talks(world)].flatMap(([id, inIt]) => {
    const why = disagreement(world, id, inIt);
    return why.length > 0 ? why : [`${inIt[0]?.[0].name ?? ''} is in a group call`];
  });
  const ghosts = world.store
    .rows('group_call_devices')
    .map(({ device }) => `${String(device)} is in a group call`);
  return faults.length > 0 ? faults : ghosts;
}

/** Users leave a call in which each device hears all others. */
export function leaveGroupCalls(world: World): void {
  for (const [id, inIt] of talks(world)) {
    if (disagreement(world, id, inIt).length > 0) continue;
    world.record.count(inIt.length > 1 ? 'mark: all in a group call agreed' : 'mark: alone in a group call');
    for (const [tab] of inIt) tab.client.actions.leaveGroupCall();
  }
}
