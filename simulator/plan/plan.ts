import { createChance } from './random.ts';
import { tourOf, withTour } from './tour.ts';
import type { Chance } from './random.ts';
import { ACTS, FAULT_KINDS, isFault as strikes, USER_KINDS } from './step.ts';
import type { ActKind, FaultKind, PlanStep, StepKind, Subject, UserKind } from './step.ts';

export interface PlanOptions {
  readonly seed: number;
  readonly clients: number;
  readonly nodes: number;
  readonly steps: number;
  /** Virtual time of the whole safety phase; null = as the steps come. */
  readonly hours: number | null;
  /** Kinds of faults that may be drawn; `all`, `none`, or some by name. */
  readonly faults: 'all' | 'none' | readonly FaultKind[];
  /** The users' focus: everything, or mostly calls (short runs suffice then). */
  readonly users?: Users;
  /** Share of events that concern the chat on top and the next user; 0 = unchanged. */
  readonly focus?: number;
  /** Share of actions followed at once by another by the same user; 0 = none added. */
  readonly haste?: number;
  /** Other steps of the same habits. */
  readonly otherwise?: string;
  /** Subjects beyond talking. */
  readonly subjects?: readonly Subject[];
}
export type Users = 'all' | 'calls' | 'plain';

/** How often people do what. */
const HABITS: Readonly<Record<UserKind, number>> = {
  write: 20,
  burst: 4,
  mention: 4,
  mentionAll: 1,
  quote: 1,
  open: 12,
  close: 3,
  older: 1,
  recall: 3,
  delete: 2,
  forward: 2,
  pin: 2,
  quiet: 2,
  hide: 2,
  readMentions: 2,
  discard: 1,
  retry: 1,
  makeGroup: 1,
  addMember: 3,
  removeMember: 2,
  leaveGroup: 1,
  dissolve: 0.3,
  rename: 1,
  setRole: 1,
  muteMember: 1,
  speaking: 0.5,
  befriend: 2,
  unfriend: 1,
  remark: 1,
  reload: 2,
  reloadNicely: 1,
  newTab: 2,
  closeTab: 1,
  hidePage: 1,
  showPage: 2,
  otherDevice: 0.7,
  flood: 0.03,
  logout: 0.7,
  login: 2,
  reconnect: 1,
  refresh: 0.5,
  call: 2,
  cross: 0.5,
  callBusy: 0.3,
  pickUp: 3,
  turnDown: 0.5,
  hangUp: 1,
  vanish: 0.3,
  closeCall: 0.5,
  openAll: 0,
  together: 1,
  lie: 0,
  speak: 0,
  mingle: 0,
  plain: 0,
};
/** Focused users keep one chat open on all devices, and write much in it. */
const FOCUSED: Partial<Record<UserKind, number>> = { openAll: 5, burst: 4, write: 20 };
/** Every fourth World has a dishonest user (SIM-22). */
const DISHONEST: Partial<Record<UserKind, number>> = { lie: 24, speak: 4, mingle: 3 };
const isDishonest = (seed: number): boolean => seed % 4 === 0;
/** A user also has a device with a base-protocol client (SIM-23). */
const PLAIN: Partial<Record<UserKind, number>> = { plain: 24 };
/** A day on the phone, and as much of everything else as gets in its way. */
const CALLERS: Readonly<Record<UserKind, number>> = {
  ...(Object.fromEntries(USER_KINDS.map((kind) => [kind, 0])) as Record<UserKind, number>),
  call: 8,
  cross: 2,
  callBusy: 2,
  pickUp: 12,
  turnDown: 2,
  hangUp: 4,
  vanish: 1,
  closeCall: 1,
  write: 1,
  delete: 0.3,
  unfriend: 0.2,
  befriend: 1,
  reload: 1,
  reloadNicely: 0.5,
  newTab: 0.7,
  closeTab: 0.5,
  hidePage: 0.7,
  showPage: 1,
  otherDevice: 0.7,
  logout: 0.3,
  login: 2,
  reconnect: 0.5,
};
const MISHAPS: Readonly<Record<FaultKind, number>> = {
  cut: 4,
  freeze: 2,
  unplug: 3,
  plug: 4,
  kill: 1,
  killOpen: 0.7,
  killCommitted: 0.7,
  killAnswering: 0.7,
  nodeJump: 1,
  tabJump: 1,
  storageFull: 0.7,
  storageFree: 1,
  throttle: 1,
  bringDown: 0.7,
  snapshot: 1,
  stopNode: 0.5,
  weather: 3,
  calm: 2,
};

/** Share of steps replaced by an action of a subject. */
const SHARE = 0.4;
/** Share for unusual subjects: one action of them changes much for all users. */
const RARE: Partial<Record<Subject, number>> = { rule: 0.5, programs: 0.5, time: 0.06 };
const RARE_ACTS: Partial<Record<ActKind, number>> = {
  // A setting has to be met while it is another one, and there are thirty of them.
  configure: 5,
  manyFiles: 0.3,
  clearGroup: 0.4,
  handOver: 0.5,
  disable: 0.4,
  daysPass: 0.3,
  longRest: 0.3,
  foundLarge: 0.3,
  hurry: 0.2,
};
/** Pauses after these actions, so that periodic jobs of a server run. */
const RESTS: Partial<Record<ActKind, number>> = {
  blackout: 700_000,
  clearingNight: 60_000,
  daysPass: 60_000,
  longRest: 3_700_000,
};

/** Steps that follow at once when users are in haste: most faults of an action occur before it completes. */
const FOLLOWS: Partial<Record<UserKind | FaultKind, number>> = {
  reload: 4,
  unplug: 3,
  cut: 2,
  recall: 2,
  write: 1,
  discard: 1,
  open: 1,
  hidePage: 1,
  newTab: 1,
  logout: 0.3,
};
/** Repeats the same step, there or on another device of the user. */
const AGAIN = 0.4;
const AT_ONCE_MS = 400;

/** Swarm: each seed has its own habits, so that rare things also happen often somewhere. */
function swarm<T extends string>(
  chance: Chance,
  base: Readonly<Record<T, number>>,
  names: readonly T[],
  off: number,
): Record<T, number> {
  const weights = {} as Record<T, number>;
  for (const name of names)
    weights[name] = chance.happens(off) ? 0 : base[name] * chance.pick([0.5, 1, 1, 2, 6]);
  return weights;
}

export function drawPlan({
  seed,
  clients,
  nodes,
  steps,
  hours,
  faults,
  users = 'all',
  focus = 0,
  haste = 0,
  subjects = [],
  otherwise,
}: PlanOptions): readonly PlanStep[] {
  const chance = createChance(`plan ${seed}`);
  const habits = swarm(chance.fork('habits'), users === 'calls' ? CALLERS : HABITS, USER_KINDS, 0.15);
  if (users !== 'calls') habits.write = Math.max(habits.write, 5);
  else habits.call = Math.max(habits.call, 4);
  if (focus > 0)
    for (const [kind, least] of Object.entries(FOCUSED))
      habits[kind as UserKind] = Math.max(habits[kind as UserKind], least);
  if (users === 'all' && isDishonest(seed)) Object.assign(habits, DISHONEST);
  if (users === 'plain') Object.assign(habits, PLAIN);
  const allowed: readonly FaultKind[] = faults === 'all' ? FAULT_KINDS : faults === 'none' ? [] : faults;
  const mishaps = swarm(chance.fork('faults'), MISHAPS, allowed, 0.4);
  const anyFault = Object.values<number>(mishaps).some((odds) => odds > 0);
  const faultShare = anyFault ? chance.pick([0.05, 0.15, 0.3]) : 0;
  const pace = chance.pick([300, 1_500, 4_000]);
  const plan: PlanStep[] = [];
  const draws = otherwise === undefined ? chance : chance.fork(otherwise);
  let atMs = 0;
  for (let number = 0; number < steps; number += 1) {
    const isFault = draws.happens(faultShare);
    const kind: StepKind = isFault ? draws.weighted(mishaps) : draws.weighted(habits);
    atMs += hours === null ? gap(draws, pace) : draws.next() * 2 * ((hours * 3_600_000) / steps);
    const among = kind === 'nodeJump' || kind.startsWith('kill') ? nodes : clients;
    const who = draws.whole(0, among - 1);
    const onTop = focus > 0 && draws.happens(focus);
    plan.push({
      atMs: Math.round(atMs),
      kind,
      who,
      a: onTop ? 0 : draws.whole(0, 9_999),
      b: draws.whole(0, 9_999),
    });
  }
  const fullPlan = users === 'all' && subjects.length > 0 ? withActs(plan, seed, subjects) : plan;
  const hasty = haste > 0 ? inHaste(fullPlan, { seed, haste, allowed }) : fullPlan;
  const tour = users === 'all' ? tourOf(seed, subjects) : null;
  return tour
    ? withTour(hasty, { seed, clients, allowed }, tour, (kind) => RESTS[kind as ActKind] ?? 0)
    : hasty;
}

/** Replaces some steps by immediate follow-ups, drawn separately. */
function inHaste(
  plan: readonly PlanStep[],
  { seed, haste, allowed }: { seed: number; haste: number; allowed: readonly FaultKind[] },
): readonly PlanStep[] {
  const chance = createChance(`haste ${seed}`);
  const odds = Object.fromEntries(
    Object.entries(FOLLOWS).filter(
      ([kind]) => !strikes(kind as StepKind) || allowed.includes(kind as FaultKind),
    ),
  ) as Readonly<Record<UserKind | FaultKind, number>>;
  const hasty: PlanStep[] = [];
  for (const step of plan) {
    const before = hasty.at(-1);
    const follows = before !== undefined && !strikes(before.kind) && chance.happens(haste);
    hasty.push(follows ? next(before, step) : step);
  }
  return hasty;

  function next(before: PlanStep, { atMs: laterMs }: PlanStep): PlanStep {
    const atMs = Math.min(laterMs, before.atMs + chance.whole(0, AT_ONCE_MS));
    if (chance.happens(AGAIN)) return { ...before, atMs, b: before.b + chance.whole(0, 1) };
    return { ...before, atMs, kind: chance.weighted(odds) };
  }
}

/** Replaces some steps by other actions, drawn separately, so that the remaining steps stay unchanged. */
function withActs(
  plan: readonly PlanStep[],
  seed: number,
  subjects: readonly Subject[],
): readonly PlanStep[] {
  const chance = createChance(`acts ${seed}`);
  const odds = Object.fromEntries(
    subjects.flatMap((subject) =>
      ACTS[subject].map((kind: ActKind) => [
        kind,
        ((RARE[subject] ?? 1) * (RARE_ACTS[kind] ?? 1)) / ACTS[subject].length,
      ]),
    ),
  );
  const share = SHARE * Math.max(...subjects.map((subject) => RARE[subject] ?? 1));
  let restsMs = 0;
  return plan.map((step) => {
    const atMs = step.atMs + restsMs;
    if (strikes(step.kind) || !chance.happens(share)) return { ...step, atMs };
    const kind = chance.weighted(odds as Readonly<Record<ActKind, number>>);
    restsMs += RESTS[kind] ?? 0;
    return { ...step, atMs, kind };
  });
}

/** Draws gaps: most are zero, some short, and occasionally all users pause. */
const gap = (chance: Chance, pace: number): number => {
  const roll = chance.next();
  if (roll < 0.3) return 0;
  return roll < 0.98 ? chance.next() * pace : chance.next() * 60_000;
};
