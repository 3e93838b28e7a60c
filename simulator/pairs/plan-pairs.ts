import { ACTIONS } from './catalogue.ts';
import type { ActionPair, PairAction, PairSide } from './run-order.ts';
import type { SceneName } from './scene.ts';
import { pairName } from './spelling.ts';
import { TURNS } from './turns.ts';

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
  messages: ['newcomer'],
  groups: ['newcomer'],
  finding: ['newcomer'],
};
/** Actions of these change what a page of messages shows; they also meet a page that loads. */
const SHOWN_IN_PAGES = ['messages', 'editing', 'pinning', 'reacting', 'polling', 'threading'];
const scenesOf = (subject: string): readonly SceneName[] => [...MAIN, ...(FURTHER[subject] ?? [])];

export const MOST = { within: 6, across: 1, beside: 4, three: 2 } as const;

/** Seconds of processor time for a whole walk: half an hour on two cores. */
const WALK_SECONDS = 3_600;
/** A World costs about so much on a quiet machine. */
const WORLD_MS = 60;

export const worldsOf = (planned: readonly Planned[]): number =>
  planned.reduce((sum, { most }) => sum + most, 0);

/** The same pairs with fewer orders each, so that all of them fit into the time of a whole walk. */
export function fitting(planned: readonly Planned[]): readonly Planned[] {
  const capped = (cap: number) => planned.map((one) => ({ ...one, most: Math.min(one.most, cap) }));
  const worldsMax = Math.floor((WALK_SECONDS * 1_000) / WORLD_MS);
  let fit = capped(1);
  for (let cap = 2; cap <= MOST.within && worldsOf(capped(cap)) <= worldsMax; cap += 1) fit = capped(cap);
  return fit;
}

/** How the number of orders was chosen, in words. */
export function budgetOf(planned: readonly Planned[]): string {
  const most = Math.max(...planned.map((one) => one.most));
  const worlds = worldsOf(planned);
  const minutes = ((worlds * WORLD_MS) / 120_000).toFixed(0);
  return (
    `${planned.length} pairs, at most ${most} orders each: at most ${worlds} Worlds of ${WORLD_MS} ms, ` +
    `${minutes} minutes on two quiet cores.`
  );
}

/** Every action alone, with every choice. */
export const solosOf = (subjects: readonly string[]): readonly Planned[] =>
  subjects.flatMap((subject) =>
    scenesOf(subject).flatMap((scene) =>
      (ACTIONS[subject] ?? []).flatMap((kind) =>
        TRIED.map((choice): Planned => ({
          pair: { scene, first: { kind, ...choice }, second: null, side: 'other', turn: 'none' },
          most: 1,
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
const EVENTS = TURNS.filter((turn) => turn !== 'none');

type ByKind = ReadonlyMap<string, readonly ActionChoice[]>;

function byKind(choices: readonly ActionChoice[], scene: SceneName, subject: string): ByKind {
  const choicesByKind = new Map<string, ActionChoice[]>();
  for (const one of choices)
    if (one.scene === scene && one.subject === subject)
      choicesByKind.set(one.action.kind, [...(choicesByKind.get(one.action.kind) ?? []), one]);
  return choicesByKind;
}

/** All pairs of the walk: within each subject with all choices, and across subjects with one of each. */
export function pairsOf(choices: readonly ActionChoice[], subjects: readonly string[]): readonly Planned[] {
  const planned: Planned[] = [];
  for (const [at, one] of subjects.entries()) {
    for (const scene of scenesOf(one)) planned.push(...within(byKind(choices, scene, one), scene, one));
    for (const other of subjects.slice(at + 1))
      for (const scene of MAIN)
        planned.push(
          ...across(byKind(choices, scene, one), byKind(choices, scene, other), scene, [one, other]),
        );
  }
  if (subjects.includes('chats')) planned.push(...choices.flatMap(opening));
  for (const choice of choices) planned.push(...beside(choice));
  return planned;
}

/** A second device of the same user loads the first page of the chat while this happens. */
function opening({ scene, subject, action }: ActionChoice): readonly Planned[] {
  if (scene !== 'friends' || !SHOWN_IN_PAGES.includes(subject)) return [];
  const second = { kind: 'open', more: 0, b: 0 } as const;
  const pair: ActionPair = { scene: 'unopened', first: action, second, side: 'self', turn: 'none' };
  return [planned(pair, MOST.within, ['chats', subject])];
}

function within(kinds: ByKind, scene: SceneName, subject: string): readonly Planned[] {
  const names = [...kinds.keys()];
  return names.flatMap((one, at) =>
    names.slice(at).flatMap((other) => {
      const [mine, theirs] = [kinds.get(one) ?? [], kinds.get(other) ?? []];
      const pairs = Array.from({ length: Math.max(mine.length, theirs.length) }, (_, turn) => {
        const [first, second] = [mine[turn % mine.length], theirs[turn % theirs.length]];
        if (!first || !second) return [];
        return SIDES_OF_ALL.map((side) =>
          planned({ scene, first: first.action, second: second.action, side, turn: 'none' }, MOST.within, [
            subject,
            subject,
          ]),
        );
      }).flat();
      return [...pairs, ...pairs.slice(0, 1).map(withEvent)];
    }),
  );
}

/** The same with one of the events between. */
function withEvent({ pair, subjects }: Planned): Planned {
  const turn = EVENTS[numberOf(pairName(pair)) % EVENTS.length] ?? 'reload';
  return planned({ ...pair, turn }, MOST.three, subjects);
}

/** One choice of each, in one of the two scenes, by one of the two sides. */
function across(
  mine: ByKind,
  theirs: ByKind,
  scene: SceneName,
  subjects: readonly [string, string],
): readonly Planned[] {
  return [...mine].flatMap(([one, [first]]) =>
    [...theirs].flatMap(([other, [second]]) => {
      const number = numberOf(`${one} ${other}`);
      if (!first || !second || MAIN[number % MAIN.length] !== scene) return [];
      const side = SIDES_OF_ALL[Math.floor(number / 7) % 2] ?? 'other';
      return [
        planned(
          { scene, first: first.action, second: second.action, side, turn: 'none' },
          MOST.across,
          subjects,
        ),
      ];
    }),
  );
}

/** Each action with each event. */
function beside({ scene, subject, action }: ActionChoice): readonly Planned[] {
  return EVENTS.map((turn) =>
    planned({ scene, first: action, second: null, side: 'other', turn }, MOST.beside, [subject, subject]),
  );
}

const planned = (pair: ActionPair, most: number, subjects: readonly [string, string]): Planned => ({
  pair,
  most,
  subjects,
});

/** One of so many pairs within a subject, across two, and of an action beside an event; orders of each. */
export interface SampleShares {
  readonly within: number;
  readonly across: number;
  /** Absent: none with an event. */
  readonly beside?: number;
  readonly most?: number;
}

/** The same small part of all pairs each time. */
export function sampleOf(
  every: SampleShares,
  subjects: readonly string[] = Object.keys(ACTIONS),
): readonly Planned[] {
  const { most = 1 } = every;
  return subjects.flatMap((one, at) => [
    ...besideSample(one, every),
    ...subjects.slice(at).flatMap((other) => {
      const part = one === other ? every.within : every.across;
      return (ACTIONS[one] ?? []).flatMap((first, from) =>
        (ACTIONS[other] ?? []).slice(one === other ? from : 0).flatMap((second) => {
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
          return [planned(pair, most, [one, other])];
        }),
      );
    }),
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
