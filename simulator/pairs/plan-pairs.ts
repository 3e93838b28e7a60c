import { ACTIONS } from './catalogue.ts';
import type { ActionPair, PairAction, PairSide } from './run-order.ts';
import type { SceneName } from './scene.ts';
import { pairName } from './spelling.ts';
import { TURNS } from './turns.ts';
import type { TurnName } from './turns.ts';

/** An action that does something in a scene, and what it does, in a form that can be compared. */
export interface ActionChoice {
  readonly scene: SceneName;
  readonly subject: string;
  readonly action: PairAction;
  readonly does: string;
}

/** A pair with the maximum number of its orders. */
export interface Planned {
  readonly pair: ActionPair;
  readonly most: number;
  /** Further orders than the first one are walked if it has at most so many races; absent: always. */
  readonly races?: number;
  readonly nearness: Nearness;
  readonly subjects: readonly [string, string];
}

/** Choices that are tried for each action; those that do the same are walked once. */
const TRIED: readonly Omit<PairAction, 'kind'>[] = [
  { more: 0, b: 0 },
  { more: 0, b: 1 },
  { more: 0, b: 2 },
  { more: 0, b: 3 },
  { more: 1, b: 0 },
];
/** Scenes of every subject, and the further ones of some. */
const MAIN: readonly SceneName[] = ['friends', 'group'];
const FURTHER: Readonly<Record<string, readonly SceneName[]>> = {
  calls: ['call'],
  pages: ['call'],
  messages: ['newcomer', 'tabs', 'arranged', 'archived', 'blocked'],
  chats: ['tabs', 'arranged', 'archived'],
  editing: ['arranged', 'hushed'],
  threading: ['arranged'],
  arranging: ['archived'],
  groups: ['newcomer', 'requests', 'hushed'],
  people: ['requests'],
  later: ['blocked'],
  safety: ['requests', 'blocked'],
  entrances: ['requests'],
  guiding: ['requests'],
  finding: ['newcomer'],
};
/** Actions of these change what a page of messages shows; they also meet a page that loads. */
const SHOWN_IN_PAGES = ['messages', 'editing', 'pinning', 'reacting', 'polling', 'threading'];
const scenesOf = (subject: string): readonly SceneName[] => [...MAIN, ...(FURTHER[subject] ?? [])];

/** `near`: two actions of one subject; `beside`: an action and an event. */
type Nearness = 'near' | 'beside';

/**
 * How deep a walk goes: every order of the pairs whose first order has at most so many races, one order of
 * others. The near ones come first, because most faults are there.
 */
const DEPTHS: readonly Readonly<Record<Nearness, number>>[] = [
  { near: 0, beside: 0 },
  { near: 1, beside: 0 },
  { near: 2, beside: 0 },
  { near: 2, beside: 1 },
  { near: 3, beside: 1 },
  { near: 3, beside: 2 },
  { near: 4, beside: 3 },
];
/** Worlds of a pair on average, by the number of races up to which every order is walked. */
const WORLDS_OF: Readonly<Record<Nearness, readonly number[]>> = {
  near: [1, 1.3, 1.8, 3.6, 6.2],
  beside: [1, 1.3, 3.6, 4.8],
};
/** Maximum orders of a pair; a few have more than their races let expect. */
export const ORDERS_MAX = 60;

/** Seconds of processor time for a whole walk, which takes less than ten minutes on two cores. */
const WALK_SECONDS = 1_050;
/** A World costs about so much. */
const WORLD_MS = 60;

const worldsOf = (planned: readonly Planned[], depth: Readonly<Record<Nearness, number>>): number =>
  planned.reduce((sum, { nearness }) => sum + (WORLDS_OF[nearness][depth[nearness]] ?? 1), 0);

/** The same pairs, as deep as the time of a whole walk allows. */
export function fitting(planned: readonly Planned[]): readonly Planned[] {
  const worldsMax = (WALK_SECONDS * 1_000) / WORLD_MS;
  const depth = DEPTHS.findLast((one) => worldsOf(planned, one) <= worldsMax) ?? NO_DEPTH;
  return planned.map((one) => {
    const races = depth[one.nearness];
    return { ...one, most: races === 0 ? 1 : ORDERS_MAX, races };
  });
}
const NO_DEPTH: Readonly<Record<Nearness, number>> = { near: 0, beside: 0 };

/** How the number of orders was chosen, in words. */
export function budgetOf(planned: readonly Planned[]): string {
  const worlds = planned.reduce(
    (sum, { nearness, races = 0 }) => sum + (WORLDS_OF[nearness][races] ?? ORDERS_MAX),
    0,
  );
  const minutes = ((worlds * WORLD_MS) / 120_000).toFixed(0);
  return (
    `${planned.length} pairs, about ${worlds.toFixed(0)} Worlds of ${WORLD_MS} ms, ` +
    `${minutes} minutes on two cores.`
  );
}

/** Every action alone, with every choice; in further scenes with two of them. */
export const solosOf = (subjects: readonly string[]): readonly Planned[] =>
  subjects.flatMap((subject) =>
    scenesOf(subject).flatMap((scene) =>
      (ACTIONS[subject] ?? []).flatMap((kind) =>
        (MAIN.includes(scene) ? TRIED : TRIED.slice(0, 2)).map((choice): Planned => ({
          pair: { scene, first: { kind, ...choice }, second: null, side: 'other', turn: 'none' },
          most: 1,
          nearness: 'beside',
          subjects: [subject, subject],
        })),
      ),
    ),
  );

/** Choices that differ in what they do. */
export function distinct(choices: readonly ActionChoice[]): readonly ActionChoice[] {
  const names = new Set<string>();
  return choices.filter(({ scene, action, does }) => {
    const name = `${scene} ${action.kind} ${does}`;
    if (does === '' || names.has(name)) return false;
    names.add(name);
    return true;
  });
}

/** Small, the same on every machine. */
function numberOf(text: string): number {
  let sum = 7;
  for (const sign of text) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 1_000_003;
  return sum;
}

const SIDES_OF_ALL: readonly PairSide[] = ['other', 'self'];
const OF_SOME: ReadonlySet<TurnName> = new Set(['none', 'closeTab', 'offlineClose']);
const EVENTS = TURNS.filter((turn) => !OF_SOME.has(turn));
/** A second tab that closes leaves its work to the first one. A single page also closes while offline. */
const eventsOf = (scene: SceneName): readonly TurnName[] =>
  scene === 'tabs' ? [...EVENTS, 'closeTab'] : scene === 'friends' ? [...EVENTS, 'offlineClose'] : EVENTS;

type ByKind = ReadonlyMap<string, readonly ActionChoice[]>;

function byKind(choices: readonly ActionChoice[], scene: SceneName, subject: string): ByKind {
  const choicesByKind = new Map<string, ActionChoice[]>();
  for (const one of choices)
    if (one.scene === scene && one.subject === subject)
      choicesByKind.set(one.action.kind, [...(choicesByKind.get(one.action.kind) ?? []), one]);
  return choicesByKind;
}

/** All pairs of the walk: within each subject, of an action and an event, and of a loading page. */
export const pairsOf = (
  choices: readonly ActionChoice[],
  subjects: readonly string[],
): readonly Planned[] => [
  ...subjects.flatMap((one) =>
    scenesOf(one).flatMap((scene) => within(byKind(choices, scene, one), scene, one)),
  ),
  ...(subjects.includes('chats') ? choices.flatMap(opening) : []),
  ...choices.flatMap((choice, at) => beside(choice, isFirstChoice(choice, at, choices))),
];

/** A second device of the same user loads the first page of the chat while this happens. */
function opening({ scene, subject, action }: ActionChoice): readonly Planned[] {
  if (scene !== 'friends' || !SHOWN_IN_PAGES.includes(subject)) return [];
  const second = { kind: 'open', more: 0, b: 0 } as const;
  const pair: ActionPair = { scene: 'unopened', first: action, second, side: 'self', turn: 'none' };
  return [planned(pair, ORDERS_MAX, ['chats', subject])];
}

/** Each two actions of a scene: main ones on both sides and with an event, most further ones on one side. */
function within(kinds: ByKind, scene: SceneName, subject: string): readonly Planned[] {
  const names = [...kinds.keys()];
  return names.flatMap((one, at) =>
    names.slice(at).flatMap((other) => {
      const [mine, theirs] = [kinds.get(one) ?? [], kinds.get(other) ?? []];
      const pairs = sidesIn(scene, `${one} ${other}`).flatMap((side, turn) => {
        const [first, second] = [mine[turn % mine.length], theirs[turn % theirs.length]];
        if (!first || !second) return [];
        const pair = { scene, first: first.action, second: second.action, side, turn: 'none' } as const;
        return [planned(pair, ORDERS_MAX, [subject, subject])];
      });
      return MAIN.includes(scene) ? [...pairs, ...pairs.slice(0, 1).map(withEvent)] : pairs;
    }),
  );
}

/** The same with one of the events between. */
function withEvent({ pair, subjects }: Planned): Planned {
  const events = eventsOf(pair.scene);
  const turn = events[numberOf(pairName(pair)) % events.length] ?? 'reload';
  return planned({ ...pair, turn }, ORDERS_MAX, subjects);
}

/** Here two actions of different users do what three do elsewhere. */
const SET_ALREADY: readonly SceneName[] = ['arranged', 'hushed'];
const sidesIn = (scene: SceneName, name: string): readonly PairSide[] =>
  [...MAIN, ...SET_ALREADY].includes(scene)
    ? SIDES_OF_ALL
    : SIDES_OF_ALL.filter((_, at) => at === numberOf(name) % 2);

/** Each action of a main scene with each event; further choices and scenes with one event each. */
function beside({ scene, subject, action }: ActionChoice, isFirst: boolean): readonly Planned[] {
  const events = eventsOf(scene);
  const name = `${scene} ${action.kind} ${action.more} ${action.b}`;
  const isWhole = isFirst && (MAIN.includes(scene) || scene === 'tabs');
  const turns = isWhole ? events : [events[numberOf(name) % events.length] ?? 'reload'];
  return turns.map((turn) =>
    planned({ scene, first: action, second: null, side: 'other', turn }, ORDERS_MAX, [subject, subject]),
  );
}

/** Returns true for the first choice of an action in a scene. */
const isFirstChoice = ({ scene, action }: ActionChoice, at: number, all: readonly ActionChoice[]): boolean =>
  all.findIndex((one) => one.scene === scene && one.action.kind === action.kind) === at;

export const planned = (pair: ActionPair, most: number, subjects: readonly [string, string]): Planned => ({
  pair,
  most,
  nearness: pair.second === null ? 'beside' : 'near',
  subjects,
});

/** One of so many pairs within a subject, and of an action beside an event; orders of each. */
export interface SampleShares {
  readonly within: number;
  /** Absent: none with an event. */
  readonly beside?: number;
  readonly most?: number;
}

/** The same small part of all pairs each time. */
export function sampleOf(
  every: SampleShares,
  subjects: readonly string[] = Object.keys(ACTIONS),
): readonly Planned[] {
  const { most = 1, within: part } = every;
  return subjects.flatMap((one) => [
    ...besideSample(one, every),
    ...(ACTIONS[one] ?? []).flatMap((first, from) =>
      (ACTIONS[one] ?? []).slice(from).flatMap((second) => {
        const number = numberOf(`${second} ${first}`);
        if (number % part !== 0) return [];
        const turn = Math.floor(number / part);
        const pair: ActionPair = {
          scene: MAIN[turn % 2] ?? 'friends',
          first: { kind: first, more: 0, b: turn % 3 },
          second: { kind: second, more: 0, b: turn % 2 },
          side: SIDES_OF_ALL[Math.floor(turn / 2) % 2] ?? 'other',
          turn: 'none',
        };
        return [planned(pair, most, [one, one])];
      }),
    ),
  ]);
}

function besideSample(subject: string, { beside: part, most = 1 }: SampleShares): readonly Planned[] {
  if (part === undefined) return [];
  return (ACTIONS[subject] ?? []).flatMap((kind) =>
    EVENTS.flatMap((turn) => {
      const number = numberOf(`${turn} ${kind}`);
      if (number % part !== 0) return [];
      const first = { kind, more: 0, b: number % 3 };
      const scene = MAIN[Math.floor(number / part) % 2] ?? 'friends';
      return [planned({ scene, first, second: null, side: 'other', turn }, most, [subject, subject])];
    }),
  );
}
