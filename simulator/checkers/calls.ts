import type { CallView } from '../../src/client/interface/calls.ts';
import { CALL } from '../../src/domain/call.ts';
import type { MessageId } from '../../src/domain/ids.ts';
import { networkLimits } from '../../src/domain/limits.ts';
import type { EndedCall } from '../devices/call-watch.ts';
import type { Tab } from '../devices/device.ts';
import type { World } from '../world/world-type.ts';
import type { Checker } from './checker.ts';

/** Maximum time a call may stay in one stage without continuing or ending. */
const STUCK_MS = 100_000;
/** A hidden tab's timers may come so much later. */
const THROTTLED_MS = 120_000;

const WAITING: readonly CallView['stage'][] = [
  'ringing',
  'returning',
  'preparing',
  'calling',
  'connecting',
  'reconnecting',
];

/** No call is stuck on the way (CALL-5, CALL-7, CALL-12). */
function stuck(tab: Tab, world: World): readonly string[] {
  const visibleCall = world.record.calls.visibleCalls.get(tab);
  if (!visibleCall || !WAITING.includes(visibleCall.view.stage)) return [];
  const forMs = world.clock.elapsedMs() - visibleCall.sinceMs;
  return forMs > STUCK_MS + THROTTLED_MS || (tab.page.isVisible() && forMs > STUCK_MS && !tab.clock.throttled)
    ? [`${tab.name} is ${visibleCall.view.stage} for ${Math.round(forMs / 1_000)} s`]
    : [];
}

/** How many of the two saw it end. */
const people = (sides: readonly EndedCall[]): number => new Set(sides.map((one) => one.view.peer)).size;

/**
 * At most one call under a lock, none stuck, and the record has the outcome (CALL-5, CALL-9, CALL-11,
 * CALL-16).
 */
export const callsChecker: Checker = {
  name: 'calls come to one end',
  always: stuck,
  end: async (world) => {
    const faults: string[] = [...(await openRecords(world))];
    const { calls: watch } = world.record;
    for (const id of new Set(watch.ended.map((one) => one.view.id))) {
      const sides = watch.ended.filter((one) => one.view.id === id);
      const code = await codeOf(world, id);
      // The record was deleted.
      if (code === null) continue;
      const both = people(sides.filter((one) => one.talked)) > 1;
      if (both && code !== CALL.ended) faults.push(`${id}: both talked, the record says ${code}`);
      // A record with one side only reflects that side's choice: the other may have been faster.
      if (people(sides) > 1 && sides.every((one) => one.view.end === 'refused') && code !== CALL.refused)
        faults.push(`${id}: all sides say refused, the record says ${code}`);
    }
    return faults;
  },
};

async function codeOf(world: World, id: MessageId): Promise<number | null> {
  const row = await world.store.read((tx) => tx.messages.byId(id));
  return row?.extra ? Number(row.extra['code']) : null;
}

/**
 * Open records of calls that have ended for one side: ended by that side (CALL-31), or by a server (CALL-40).
 */
export async function openRecords(world: World): Promise<readonly string[]> {
  const over = new Set(
    world.record.calls.ended
      .filter(({ tab, isReporting, talked }) => talked || (isReporting && !tab.clock.dead))
      .map((one) => one.view.id),
  );
  const live = new Set(world.record.calls.in(...WAITING, 'talking').map(({ view }) => view.id));
  const faults: string[] = [];
  for (const id of over)
    if (!live.has(id) && (await codeOf(world, id)) === CALL.ringing)
      faults.push(`the record of ${id} was never ended`);
  return faults;
}

/** A request that got lost, and the steps of a call behind it, which go out one after another (CALL-19). */
const REPORT_MS = networkLimits.requestTimeoutMs + 15_000;

/** Calls whose start may still arrive, and then their end: no server has received them so far. */
export async function unreportedCalls(world: World): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { tab, view, isReporting, endedMs } of world.record.calls.ended) {
    const isLate = world.clock.elapsedMs() - endedMs > REPORT_MS || view.end === 'deviceDenied';
    if (view.caller && isReporting && !tab.clock.dead && !isLate && (await codeOf(world, view.id)) === null)
      faults.push(`${tab.name} may still tell of a call that is over`);
  }
  return faults;
}

/**
 * Every user hangs up; a talk that only one side believes in has no one to end it, so that side must detect
 * it automatically.
 */
export function hangUpTalks(world: World): void {
  const talks = world.record.calls.in('talking');
  for (const { tab, view } of talks)
    if (talks.filter((one) => one.view.id === view.id).length === 2) tab.client.actions.hangUp();
}

/** Lists calls that are not over yet. */
export function openCalls(world: World): readonly string[] {
  const faults: string[] = [];
  for (const { tab, view } of world.record.calls.in(...WAITING, 'talking'))
    faults.push(`${tab.name} is ${view.stage} in a call`);
  for (const tab of world.tabs()) {
    const locked = [...tab.state().contacts].find(
      (one) => tab.client.calls.mayCall(one.id) === 'busyElsewhere',
    );
    if (locked) faults.push(`${tab.name} may not call ${locked.id}: its lock is held`);
  }
  return faults;
}
