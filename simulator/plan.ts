import { createChance } from './random.ts';
import type { Chance } from './random.ts';
import { FAULT_KINDS, USER_KINDS } from './step.ts';
import type { FaultKind, Step, StepKind, UserKind } from './step.ts';

export interface PlanOptions {
  readonly seed: number;
  readonly clients: number;
  readonly nodes: number;
  readonly steps: number;
  /** Virtual time of the whole safety phase; null = as the steps come. */
  readonly hours: number | null;
  /** Kinds of faults that may be drawn; `all`, `none`, or some by name. */
  readonly faults: 'all' | 'none' | readonly FaultKind[];
}

/** How often people do what. */
const HABITS: Readonly<Record<UserKind, number>> = {
  write: 20, burst: 4, mention: 4, mentionAll: 1, quote: 1, open: 9, close: 3, older: 1, recall: 3, delete: 2, forward: 2, pin: 2, quiet: 2,
  hide: 2, readMentions: 2, discard: 1, retry: 1, makeGroup: 1, addMember: 3, removeMember: 2, leaveGroup: 1, dissolve: 0.3, rename: 1,
  setRole: 1, muteMember: 1, speaking: 0.5, befriend: 2, unfriend: 1, remark: 1, reload: 2, reloadNicely: 1, newTab: 1, closeTab: 1,
  hidePage: 1, showPage: 2, otherDevice: 0.7, flood: 0.1, logout: 0.5, login: 2, reconnect: 1, refresh: 0.5,
};
const MISHAPS: Readonly<Record<FaultKind, number>> = {
  cut: 4, freeze: 2, unplug: 3, plug: 4, kill: 1, killOpen: 0.7, killCommitted: 0.7, killAnswering: 0.7, nodeJump: 1, tabJump: 1,
  storageFull: 0.7, storageFree: 1, throttle: 1, bringDown: 0.7, weather: 3, calm: 2,
};

/** Swarm: each seed has its own habits, so that rare things also happen often somewhere. */
function swarm<T extends string>(chance: Chance, base: Readonly<Record<T, number>>, names: readonly T[], off: number): Record<T, number> {
  const drawn = {} as Record<T, number>;
  for (const name of names) drawn[name] = chance.happens(off) ? 0 : base[name] * chance.pick([0.5, 1, 1, 2, 6]);
  return drawn;
}

export function drawPlan({ seed, clients, nodes, steps, hours, faults }: PlanOptions): readonly Step[] {
  const chance = createChance(`plan ${seed}`);
  const habits = swarm(chance.fork('habits'), HABITS, USER_KINDS, 0.15);
  habits.write = Math.max(habits.write, 5);
  const allowed: readonly FaultKind[] = faults === 'all' ? FAULT_KINDS : faults === 'none' ? [] : faults;
  const mishaps = swarm(chance.fork('faults'), MISHAPS, allowed, 0.4);
  const anyFault = Object.values<number>(mishaps).some((odds) => odds > 0);
  const faultShare = anyFault ? chance.pick([0.05, 0.15, 0.3]) : 0;
  const pace = chance.pick([300, 1_500, 6_000]);
  const plan: Step[] = [];
  let atMs = 0;
  for (let number = 0; number < steps; number += 1) {
    const isFault = chance.happens(faultShare);
    const kind: StepKind = isFault ? chance.weighted(mishaps) : chance.weighted(habits);
    atMs += hours === null ? gap(chance, pace) : chance.next() * 2 * ((hours * 3_600_000) / steps);
    const among = kind === 'nodeJump' || kind.startsWith('kill') ? nodes : clients;
    plan.push({ atMs: Math.round(atMs), kind, who: chance.whole(0, among - 1), a: chance.whole(0, 9_999), b: chance.whole(0, 9_999) });
  }
  return plan;
}

/** Much happens at once, some a little later, and now and then everybody rests. */
const gap = (chance: Chance, pace: number): number => {
  const drawn = chance.next();
  if (drawn < 0.3) return 0;
  return drawn < 0.93 ? chance.next() * pace : chance.next() * 60_000;
};
