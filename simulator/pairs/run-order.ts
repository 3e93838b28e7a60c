import { userId } from '../../src/domain/ids.ts';
import type { Violation } from '../devices/record.ts';
import type { ActKind, UserKind } from '../plan/step.ts';
import { act } from '../users/act.ts';
import { eventLoopTurn, guardOutside, workedMs } from '../world/guards.ts';
import type { World } from '../world/world-type.ts';
import { Director } from './director.ts';
import type { Transition } from './director.ts';
import { judgeScene } from './judge.ts';
import { Points } from './points.ts';
import { chatOfScene, createScene, pagesOf, stepFor } from './scene.ts';
import type { SceneName } from './scene.ts';
import { endTurn, eventsIn, happen } from './turns.ts';
import type { TurnName } from './turns.ts';

/** An action with one of its choices. */
export interface PairAction {
  readonly kind: UserKind | ActKind;
  /** Further choices about the same chat, and the choice among messages. */
  readonly more: number;
  readonly b: number;
}

/** Who does the second action: another user, or the same one on a second device. */
export const SIDES = ['other', 'self'] as const;
export type PairSide = (typeof SIDES)[number];

export interface ActionPair {
  readonly scene: SceneName;
  readonly first: PairAction;
  /** Null: the first action alone. */
  readonly second: PairAction | null;
  readonly side: PairSide;
  readonly turn: TurnName;
}

export interface OrderOutcome {
  readonly transitions: readonly Transition[];
  readonly problems: readonly Violation[];
  /** Requests that the actions made, without names that are drawn. */
  readonly requests: readonly string[];
  readonly lines: readonly string[];
  /** Planted bugs whose places the actions reached; empty outside the simulator's own build. */
  readonly reached: ReadonlySet<string>;
  /** Points of the beginning that could not come when they should. */
  readonly missCount: number;
  readonly workedMs: number;
  /** Recorded sessions of all pages, as the inspector opens them. */
  readonly sessions: ReadonlyMap<string, string>;
}

/** Time without any held point after which the order is complete. */
const QUIET_MS = 400;
/** Longer than nodes gather reactions and votes. */
const PAUSE_MS = 1_000;
/** Two actions reach far fewer points. */
const MOST_POINTS = 400;

/** What comes next: the name of a point, or its place among those that may come. */
export type OrderStep = string | number;

/** Runs a pair in the order that begins with `prefix` and continues in the order of arrival. */
export async function runPair(
  pair: ActionPair,
  prefix: readonly OrderStep[],
  {
    keep = false,
    stops = true,
    judges = () => true,
  }: { readonly keep?: boolean; readonly stops?: boolean; readonly judges?: Judges } = {},
): Promise<OrderOutcome> {
  const worked = workedMs();
  const errors: unknown[] = [];
  const watch = (error: unknown): void => void errors.push(error);
  const release = guardOutside(watch);
  process.on('unhandledRejection', watch);
  const { world, round } = await createScene(pair.scene, keep);
  const { record } = world;
  const director = new Director();
  const from = world.recorder.requests.length;
  let missCount = 0;
  const reached = new Set<string>();
  try {
    switches.reachedBugs = reached;
    missCount = await directed(world, director, pair, { prefix, round });
    switches.reachedBugs = undefined;
    if (judges(director.transitions)) {
      await endTurn(world, pair.turn);
      await judgeScene(world, stops);
    }
  } catch (error) {
    record.problem('the World goes on', String(error instanceof Error ? error.stack : error));
  } finally {
    switches.reachedBugs = undefined;
    await world.clock.settle();
    await eventLoopTurn();
    process.off('unhandledRejection', watch);
    for (const error of errors)
      record.problem('no error is lost', String(error instanceof Error ? error.stack : error));
    release();
    await world.store.close();
  }
  return {
    transitions: director.transitions,
    problems: record.problems,
    requests: world.recorder.requests
      .slice(from)
      .map(({ user, path, body }) => `${user} ${path} ${plain(body)}`),
    lines: world.around.trace.lines.map(({ atMs, what, text }) => `${atMs.toFixed(3)} ${what} ${text}`),
    reached,
    missCount,
    workedMs: workedMs() - worked,
    sessions: new Map(
      keep ? world.tabs().map((tab) => [tab.name, tab.client.core.log.export()] as const) : [],
    ),
  };
}

/** Each place of a planted bug names it here; only the simulator's own build has these places. */
const switches = globalThis as { reachedBugs?: Set<string> | undefined };

type Judges = (transitions: readonly Transition[]) => boolean;

const plain = (body: string | null): string =>
  (body ?? '').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID').replaceAll(/\d{10,}/g, 'TIME');

async function directed(
  world: World,
  director: Director,
  pair: ActionPair,
  { prefix, round }: { readonly prefix: readonly OrderStep[]; readonly round: number },
): Promise<number> {
  const { clock, around } = world;
  around.orderControl.present = director;
  around.orderControl.onFrame = (device, text) => committedFirst(world, device, text);
  presses(world, director, pair, round);
  const order = [...prefix];
  const points = new Points(world);
  let [missCount, quietSince] = [0, clock.elapsedMs()];
  while (director.transitions.length < MOST_POINTS) {
    await clock.advance(0);
    points.look(director.transitions.at(-1));
    const enabled = director.enabled();
    if (enabled.length === 0) {
      if (clock.elapsedMs() - quietSince > QUIET_MS) break;
      director.timePasses();
      await clock.advance(20);
      continue;
    }
    const next = (): string | undefined => {
      for (let one = order.shift(); one !== undefined; one = order.shift()) {
        const choice = typeof one === 'number' ? enabled[one] : enabled.find((name) => name === one);
        if (choice !== undefined) return choice;
        missCount += 1;
      }
      return enabled[0];
    };
    director.release(next() ?? '', enabled);
    // Timers run while everything else waits.
    if (director.transitions.at(-1)?.point.what === 'pause') await clock.advance(PAUSE_MS);
    if (pair.turn === 'commitFails' && (world.record.counts.get('commit failed') ?? 0) > 0)
      world.weather.commitFails = 0;
    quietSince = clock.elapsedMs();
  }
  around.orderControl.present = null;
  director.end();
  await clock.advance(1_000);
  delete around.orderControl.onFrame;
  return missCount;
}

/** Both actions, and what happens beside them, wait to be pressed. */
function presses(world: World, director: Director, pair: ActionPair, round: number): void {
  const { scene, first, second, side, turn } = pair;
  const chat = chatOfScene(scene);
  const [one, other] = world.people;
  const press = (action: PairAction, who: number, at: number, number: number): void => {
    const person = world.people[who];
    const place = person && pagesOf(person)[at];
    if (!place) return;
    const { kind, more, b } = action;
    director.hold({ kind: 'press', at: place.device.name, what: kind, lane: null }, () => {
      const pages = pagesOf(person);
      const now =
        pages.find(({ tab }) => tab === place.tab) ??
        pages.find(({ device }) => device === place.device) ??
        place;
      const user = now.tab.state().self?.id;
      // Another user sits at this page.
      if (user !== undefined && user !== userId(person.id)) return;
      act(world, stepFor(world, { kind, who, a: more * round, b }, chat), 100 + number, now);
    });
  };
  if (!one || !other) throw new Error('a pair needs two people');
  press(first, 0, 0, 1);
  if (second) press(second, side === 'self' ? 0 : 1, side === 'self' ? 1 : 0, 2);
  const device = one.devices[0]?.name ?? '';
  for (const event of eventsIn(turn))
    director.hold({ kind: 'event', at: placeOf(event) ?? device, what: event, lane: null }, () =>
      happen(world, event),
    );
}

/** Events at a server or at the database; null: at the page of the first action. */
const placeOf = (turn: TurnName): string | null =>
  turn === 'restart' || turn === 'pause' ? 'node1' : AT_THE_DATABASE.has(turn) ? 'database' : null;
const AT_THE_DATABASE: ReadonlySet<TurnName> = new Set(['commitFails', 'commitsFail', 'configure']);

interface GivenFrame {
  readonly type?: string;
  readonly stream?: string;
  readonly seq?: number;
  readonly data?: { readonly off?: readonly number[] };
}

/** Nothing that tells of a change leaves a node before its commit (SIM-43). */
function committedFirst(world: World, device: string, text: string): void {
  const { type, stream, seq, data } = JSON.parse(text) as GivenFrame;
  if (type === 'presence') awayOnly(world, device, data?.off ?? []);
  if (stream === undefined || seq === undefined) return;
  const isKept = world.recorder.ran.some(
    ({ state, events }) => state === 'kept' && events.some((one) => one.stream === stream && one.seq === seq),
  );
  if (!isKept)
    world.record.problem('nothing leaves before its commit', `${device} got ${stream} ${seq}: ${text}`);
}

/** Users without a page are reported as away, and users with a block between them. */
function awayOnly({ recorder, clock, record }: World, device: string, away: readonly number[]): void {
  for (const user of away) {
    if (recorder.presence.isHere(user, clock.elapsedMs()) !== true) continue;
    const isBlocked = recorder.ran.some(
      ({ state, events }) => state === 'kept' && events.some(({ facts }) => facts.kind === 'blocked'),
    );
    if (!isBlocked)
      record.problem('nothing leaves before its commit', `${device} got: ${user} is away, who is here`);
  }
}
