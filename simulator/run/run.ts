import { persistenceLimits } from '../../src/client/state/limits.ts';
import { readLedger, rowsOf } from '../checkers/checker.ts';
import { CHECKERS } from './checkers.ts';
import { hangUpTalks } from '../checkers/calls.ts';
import { leaveGroupCalls } from '../checkers/group-calls.ts';
import { refusalsChangeNothing } from '../world/unchanged.ts';
import { setOnline } from '../faults/connection.ts';
import { inject } from '../faults/inject.ts';
import { guardOutside, realMs, eventLoopTurn, workedMs } from '../world/guards.ts';
import { drawPlan } from '../plan/plan.ts';
import type { PlanOptions } from '../plan/plan.ts';
import type { BrokenSession, Violation } from '../devices/record.ts';
import { brokenSession } from './broken-session.ts';
import { returned, turnsMs, unsettled } from '../checkers/settled.ts';
import type { PlanStep, Sessions } from '../plan/step.ts';
import { isFault } from '../plan/step.ts';
import { FINE } from '../environment/surroundings.ts';
import type { Weather } from '../environment/surroundings.ts';
import type { TraceLine } from '../plan/trace.ts';
import { act } from '../users/act.ts';
import { createWorld } from '../world/world.ts';
import { drive } from '../time/drive.ts';
import { rememberedLogin } from '../world/sign-in.ts';
import type { World } from '../world/world-type.ts';

export interface RunOptions extends PlanOptions {
  /** Instead of the drawn plan. */
  readonly plan?: readonly PlanStep[];
  readonly keepTrace?: boolean;
  /** Keeps the session of the device that a broken promise names. */
  readonly keepSession?: boolean;
  readonly sessions?: Sessions;
  /** Number of newest messages of a chat that actions may choose from; 0 = all. */
  readonly eyes?: number;
  /** Rerolls all chance after this number of steps, for the remaining steps of the plan. */
  readonly reroll?: { readonly after: number; readonly salt: string };
  /** Applies from the first step on. */
  readonly weather?: Partial<Weather>;
}

/** How one seed went. */
export interface SeedOutcome {
  readonly seed: number;
  readonly hash: string;
  readonly problems: readonly Violation[];
  readonly counts: ReadonlyMap<string, number>;
  readonly plan: readonly PlanStep[];
  readonly events: number;
  /** Number of checks run. */
  readonly checks: number;
  readonly virtualMs: number;
  readonly realMs: number;
  /** Processor time. */
  readonly workedMs: number;
  /** Steps that were done before it broke, or all. */
  readonly steps: number;
  readonly lines: readonly TraceLine[];
  /** Null: every promise held, or no session was wanted. */
  readonly session: BrokenSession | null;
}

/** Time after the last fault within which all devices agree with the server. */
const CONVERGE_MS = 120_000;
/** Repeats of the convergence check, since a settled state may have moved once more. */
const ROUNDS = 3;

export async function runSeed(options: RunOptions): Promise<SeedOutcome> {
  const [began, worked] = [realMs(), workedMs()];
  const { reroll } = options;
  const plan = planOf(options);
  const errors: unknown[] = [];
  const world = await createGuarded(options, (error) => errors.push(error));
  const { record, around, clock } = world.world;
  const watch = (error: unknown) =>
    record.problem('no error is lost', String(error instanceof Error ? error.stack : error));
  process.on('unhandledRejection', watch);
  let checks = 0;
  try {
    Object.assign(world.world.weather, options.weather);
    record.recordsSession = options.keepSession === true;
    checks += await playPlan(world.world, plan, { reroll });
  } catch (error) {
    record.problem('the World goes on', String(error instanceof Error ? error.stack : error));
  } finally {
    await clock.settle();
    // Unhandled rejections surface with a turn of the event loop.
    await eventLoopTurn();
    process.off('unhandledRejection', watch);
    for (const error of errors) watch(error);
    world.release();
    await world.world.store.close();
  }
  const { trace } = around;
  return {
    seed: options.seed,
    hash: trace.hash(),
    problems: record.problems,
    counts: record.counts,
    plan,
    events: trace.events,
    checks,
    virtualMs: clock.elapsedMs(),
    realMs: realMs() - began,
    workedMs: workedMs() - worked,
    steps: record.steps,
    lines: trace.lines,
    session: record.session,
  };
}

/** The drawn plan or a given one; for a reroll, the steps after the cut are drawn again. */
function planOf(options: RunOptions): readonly PlanStep[] {
  const { plan = drawPlan(options), reroll } = options;
  if (reroll === undefined) return plan;
  const firstSteps = plan.slice(0, reroll.after);
  const sinceMs = firstSteps.at(-1)?.atMs ?? 0;
  const rest = drawPlan({ ...options, steps: plan.length - firstSteps.length, otherwise: reroll.salt });
  return [...firstSteps, ...rest.map((step) => ({ ...step, atMs: step.atMs + sinceMs }))];
}

async function createGuarded(
  { seed, clients, nodes, sessions, subjects, eyes, keepTrace = false }: RunOptions,
  unhandled: (error: unknown) => void,
): Promise<{ readonly world: World; readonly release: () => void }> {
  const release = guardOutside(unhandled);
  try {
    return {
      world: await createWorld({
        seed,
        clients,
        nodes,
        keepTrace,
        ...(sessions && { sessions }),
        ...(subjects && { subjects }),
        ...(eyes && { eyes }),
      }),
      release,
    };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Runs both phases, and returns the number of checks. A viewer supplies a World whose clock waits for it.
 *
 * @param agreed runs when all devices agree, before the last checkers close them
 */
export async function playPlan(
  world: World,
  plan: readonly PlanStep[],
  { reroll, agreed }: Pick<RunOptions, 'reroll'> & { readonly agreed?: () => void } = {},
): Promise<number> {
  let checks = await safety(world, plan, reroll);
  if (world.record.problems.length === 0) checks += await liveness(world, agreed);
  await keepSession(world);
  await rowsIntoTrace(world);
  return checks;
}

/** Faults are on; every promise that can be judged at once is, after every step. */
async function safety(
  world: World,
  plan: readonly PlanStep[],
  reroll: RunOptions['reroll'],
): Promise<number> {
  const { clock, record, around } = world;
  if (plan.some((step) => step.kind === 'plain')) await plainBegins(world);
  const startMs = clock.elapsedMs();
  let checks = 0;
  for (const [number, step] of plan.entries()) {
    const wait = startMs + world.sleptMs + step.atMs - clock.elapsedMs();
    if (wait > 0) await clock.advance(wait);
    else await clock.settle();
    if (number === reroll?.after) world.dice.throwAgain(reroll.salt);
    const { kind } = step;
    record.steps = number + 1;
    around.trace.line('step', clock.elapsedMs(), `${number} ${kind} ${step.who} ${step.a} ${step.b}`);
    if (isFault(kind)) inject(world, { ...step, kind });
    else act(world, { ...step, kind }, number);
    checks += look(world);
    if (record.problems.length > 0) break;
  }
  if (reroll?.after === plan.length) world.dice.throwAgain(reroll.salt);
  return checks;
}

/** Runs before any other activity: the list it loads is complete. */
async function plainBegins(world: World): Promise<void> {
  const person = world.people[1];
  if (!person) return;
  const device = world.addPlain(person);
  device.begin();
  for (let seconds = 0; seconds < 60 && !device.isSettled; seconds += 1) await world.clock.advance(1_000);
}

function look(world: World): number {
  let checks = 0;
  for (const tab of world.tabs()) {
    for (const { name, always } of CHECKERS) {
      if (!always) continue;
      checks += 1;
      for (const text of always(tab, world)) world.record.problem(name, text);
    }
  }
  return checks;
}

/** Stops all faults; all devices must agree with the server in time, and then every checker runs. */
async function liveness(world: World, agreed?: () => void): Promise<number> {
  const { clock, record } = world;
  await healed(world);
  for (const stranger of world.strangers) stranger.leave();
  const end = clock.elapsedMs() + CONVERGE_MS + turnsMs(world);
  const halfOpen = () =>
    world.people.some(({ devices }) => devices.some(({ link }) => link.halfOpen())) ||
    world.nodes.reduce((sum, node) => sum + (node.server?.gateway.count() ?? 0), 0) >
      world.tabs().length + world.plains.reduce((sum, plain) => sum + plain.sockets, 0);
  let checks = 0;
  // Actions that were started may still be in transit when all looks settled first.
  for (let round = 0; round < ROUNDS && record.problems.length === 0; round += 1) {
    await converge(world, Math.max(end, clock.elapsedMs() + 30_000 * round));
    if (round === 0 && record.problems.length === 0) {
      // Data that found no room is written again within a minute, and only then do other tabs know of it
      // (STORE-13).
      if ((record.counts.get('storage full') ?? 0) > 0) await clock.advance(persistenceLimits.saveAgainMaxMs);
      checks += await liedAgain(world);
    }
    // Half-open sockets of frozen devices are found by their silence.
    for (let seconds = 0; seconds < 100 && (seconds === 0 || halfOpen()); seconds += 1)
      await clock.advance(1_000);
    if ((await unsettled(world)).length === 0 && !halfOpen()) break;
  }
  for (const plain of world.plains) plain.leave();
  if (world.plains.length > 0) await clock.advance(2_000);
  checks += look(world);
  if (record.problems.length > 0) return checks;
  agreed?.();
  const ledger = await readLedger(world);
  for (const { name, end: judge } of CHECKERS) {
    if (!judge) continue;
    checks += 1;
    for (const text of await judge(world, ledger)) record.problem(name, text);
    // The later ones close the devices.
    await keepSession(world);
  }
  return checks;
}

/** Once, as soon as a promise is broken. */
async function keepSession(world: World): Promise<void> {
  const { record } = world;
  if (!record.recordsSession || record.session !== null || record.problems.length === 0) return;
  record.session = await brokenSession(world);
}

/** All devices must agree once more afterwards: some requests were accepted. */
async function liedAgain(world: World): Promise<number> {
  let checkCount = 0;
  for (const stranger of world.strangers)
    if (stranger.repeats.length > 0) checkCount += await refusalsChangeNothing(world, stranger);
  if (checkCount > 0) await converge(world, world.clock.elapsedMs() + CONVERGE_MS);
  return checkCount;
}

/** Waits until nothing is open any longer, or the time is over. */
async function converge(world: World, end: number): Promise<void> {
  const { clock, record } = world;
  let open = await unsettled(world);
  for (
    let waitMs = 1_000;
    open.length > 0 && clock.elapsedMs() < end && record.problems.length === 0;
    waitMs = Math.min(waitMs * 1.5, 15_000)
  ) {
    returned(world);
    hangUpTalks(world);
    leaveGroupCalls(world);
    await clock.advance(waitMs);
    open = await unsettled(world);
  }
  if (record.problems.length > 0) return;
  for (const text of open) record.problem('everybody converges within 120 s', text);
}

async function healed(world: World): Promise<void> {
  Object.assign(world.weather, FINE);
  // Faults that were scheduled complete first.
  await world.clock.advance(30_000);
  Object.assign(world.weather, FINE);
  for (const node of world.nodes) {
    node.disarm();
    if (node.server === null) await drive(world.clock, node.start());
  }
  partGone(world);
  if (world.subjects.size > 0) await drive(world.clock, setRight(world));
  for (const { person } of world.programs?.bots ?? []) for (const { link } of person.devices) link.thaw();
  for (const plain of world.plains) plain.heal();
  for (const person of [...world.people, ...world.leavers]) {
    if (person.devices.every((device) => device.tabs.length === 0)) person.devices[0]?.open();
    for (const device of person.devices) {
      setOnline(device, true);
      device.link.thaw();
      device.disk.setFull(false);
      for (const tab of device.tabs) {
        tab.clock.throttle(0);
        tab.page.setVisible(true);
      }
    }
  }
}

/** Erased accounts are excluded from the agreement; their waiting messages are dropped. */
function partGone(world: World): void {
  const ended = new Set(
    world.recorder.ran.flatMap(({ state, ending }) => (state === 'kept' && ending ? [ending.user] : [])),
  );
  world.part(world.people.filter(({ id }) => ended.has(id)));
  const devices = world.leavers.flatMap((person) => person.devices.map(({ name }) => name));
  for (const one of world.record.messages) if (devices.includes(one.device)) one.released = true;
}

/** Restores the operator's changes; nodes learn of it within a second. */
async function setRight(world: World): Promise<void> {
  const logins = await Promise.all(world.people.map((person) => rememberedLogin(world, person)));
  await world.ruler.settle(logins.map(({ account }) => account));
}

/** The rows are part of what must be the same (SIM-1). */
async function rowsIntoTrace(world: World): Promise<void> {
  const { events } = await rowsOf(world);
  for (const [stream, rows] of events)
    for (const row of rows)
      world.around.trace.line('row', row.atMs, `${stream} ${row.seq} ${JSON.stringify(row.facts)}`);
}
