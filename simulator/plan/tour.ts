import { ACTS, SUBJECTS } from './step.ts';
import type { ActKind, FaultKind, PlanStep, Subject, UserKind } from './step.ts';
import { createChance } from './random.ts';
import { VALUES } from './values.ts';

/** Every third World has a subject whose turn it is, so that each has its turn, however rare it is. */
const EVERY = 3;
/** Each of these Worlds does one of this many parts of its subject's acts. */
const ROUNDS = 4;

/** Duration of the calm before it, and time until absent users are back. */
const [CALM_MS, BACK_MS] = [25_000, 20_000];
const DEVICES_MAX = 3;
/** Time between two actions: attempts against a setting are over by then. */
const PACE_MS = 2_500;
const BACK_AGAIN_MS = 600;

export interface Turn {
  readonly subject: Subject;
  readonly round: number;
}

/** One action of the step's user, or of a user at this offset; omitted parts are drawn. */
interface Stop {
  readonly kind: UserKind | ActKind;
  readonly next?: number;
  readonly a?: number;
  readonly b?: number;
  /** How much longer than usual it is until the next one. */
  readonly waitMs?: number;
}
/** Stops that belong together, one after the other. */
type Leg = readonly Stop[];

/** The subject whose turn it is in the World of a seed; null: none has. */
export function turnOf(seed: number): Turn | null {
  const turn = Math.floor(seed / EVERY);
  const subject = SUBJECTS[turn % SUBJECTS.length];
  if (seed % EVERY !== EVERY - 1 || subject === undefined) return null;
  return { subject, round: Math.floor(turn / SUBJECTS.length) % ROUNDS };
}

/** The same where the World has that subject: then its plan ends with a tour. */
export function tourOf(seed: number, subjects: Iterable<Subject>): Turn | null {
  const turn = turnOf(seed);
  return turn && [...subjects].includes(turn.subject) ? turn : null;
}

/** How many choices an act has, where each should have its turn. */
const CHOICES: Partial<Record<ActKind, number>> = { wrongForm: 5, wrongFile: 5, code: 6 };
const NAMES = Object.keys(VALUES);
const choicesOf = (kind: ActKind): number => CHOICES[kind] ?? (kind.endsWith('Wrong') ? 12 : 2);

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

/** Each setting, changed to an unusual value and back. */
const settings = (): readonly Leg[] =>
  Object.values(VALUES).flatMap((values, b) =>
    values.slice(0, -1).map((_, a): Leg => [
      { kind: 'configure', a, b },
      { kind: 'configure', a: values.length - 1, b },
    ]),
  );

const setTo = (name: string, a: number): Stop => ({ kind: 'configure', a, b: NAMES.indexOf(name) });

/** Rarely successful steps run in half of the rounds. */
const often = (leg: Leg): readonly Leg[] => numbers(ROUNDS / 2).map(() => leg);

/** Actions that only work in sequence. */
const IN_ORDER: Partial<Record<Subject, readonly Leg[]>> = {
  later: [
    [
      { kind: 'putOff', b: 0 },
      { kind: 'remindMe', b: 1, waitMs: 45_000 },
    ],
    [{ kind: 'putOffFar', b: 1 }, { kind: 'lookLater' }, { kind: 'sayNow' }],
  ],
  vanishing: [
    [
      { kind: 'sayUnderTimer', b: 0 },
      { kind: 'daysPass', b: 2, waitMs: 70_000 },
    ],
  ],
  guiding: [
    // Restricts it to managers, tries as a member, and restores it.
    ...often([
      { kind: 'filesFor', a: 0, b: 1 },
      { kind: 'fileToGroup', next: 1, a: 0 },
      { kind: 'filesFor', a: 0, b: 0 },
    ]),
    [
      { kind: 'slowDown', a: 0 },
      { kind: 'saySoon', next: 1, a: 0, b: 0 },
    ],
    [
      { kind: 'askToCome', a: 0, b: 1 },
      { kind: 'answerThem', a: 0, b: 1 },
    ],
  ],
  pinning: often([{ kind: 'openAll', a: 0 }, { kind: 'pinLast' }, { kind: 'unpinMessage' }]),
  polling: often([
    { kind: 'openAll', a: 0 },
    { kind: 'askPoll', a: 0, b: 2 },
    { kind: 'votePoll', a: 1 },
    { kind: 'lookAtVoters', a: 1 },
    { kind: 'endPoll', a: 1 },
    { kind: 'voteLate', a: 1, b: 1 },
    // A secret one, whose voters nobody sees.
    { kind: 'askPoll', a: 0, b: 1 },
    { kind: 'lookAtVoters', a: 1 },
  ]),
  moments: [
    [
      { kind: 'showMoment' },
      { kind: 'likeMoment' },
      { kind: 'commentMoment' },
      { kind: 'dropComment' },
      { kind: 'dropMoment' },
    ],
  ],
  mistakes: often([{ kind: 'wrongForm', b: 0 }]),
  programs: [
    ...often([
      { kind: 'makeBot', a: 0, waitMs: 4_000 },
      ...numbers(6).map((b): Stop => ({ kind: 'useCommand', a: 1, b, waitMs: 6_000 })),
      ...numbers(6).map((b): Stop => ({ kind: 'pressButton', a: 0, b, waitMs: 6_000 })),
      ...numbers(3).map((b): Stop => ({ kind: 'changeBot', b })),
    ]),
    ...often([
      { kind: 'addHook', a: 0 },
      { kind: 'postHook', a: 3 },
      ...numbers(3).map((b): Stop => ({ kind: 'changeHook', b })),
    ]),
    ...often([
      { kind: 'addOutgoing', a: 0, b: 0 },
      { kind: 'open', a: 0 },
      { kind: 'write', a: 0 },
      ...numbers(3).map((b): Stop => ({ kind: 'changeOutgoing', b })),
    ]),
  ],
  files: [
    // More than some nodes let one person send in a day, and few nodes are set up so.
    ...often(numbers(14).map(() => ({ kind: 'paper' }))),
    ...often([{ kind: 'manyFiles' }, { kind: 'manyFiles' }]),
    [{ kind: 'emojiUp', b: 1 }, { kind: 'emojiSend' }, { kind: 'emojiMove' }, { kind: 'emojiDrop' }],
  ],
  account: [
    [{ kind: 'code', b: 0, waitMs: 430_000 }],
    [{ kind: 'code', a: 2, b: 1 }],
    [{ kind: 'useSecondStep', b: 1, waitMs: 130_000 }],
    ...often([{ kind: 'usePasskey', b: 0, waitMs: 310_000 }]),
  ],
  rule: [
    ...often([
      { kind: 'open', a: 0 },
      { kind: 'write', a: 0 },
      setTo('chatInfo.redoTime', 0),
      setTo('chatInfo.redoTime', 2),
    ]),
    [
      { kind: 'discover', b: 1 },
      { kind: 'discover', b: 2 },
      { kind: 'discover', b: 0 },
    ],
    // One of two users may be staff, who are exempt.
    ...often([
      { kind: 'appoint', b: 1 },
      { kind: 'appoint', next: 1, b: 1 },
      { kind: 'login', a: 0 },
      setTo('chatInfo.simpleChat', 0),
      setTo('chatInfo.simpleChat', 1),
    ]),
  ],
  // Adding the user is forbidden, and another user tries it.
  typing: often([
    { kind: 'tellLess', a: 2, b: 5 },
    { kind: 'makeGroup', next: 1, b: 0 },
    { kind: 'tellLess', a: 0, b: 5 },
  ]),
  entrances: [
    ...often([{ kind: 'newcomer' }, { kind: 'removeForCode', b: 1 }]),
    ...often([{ kind: 'newcomer' }, { kind: 'removeForCode', b: 0 }]),
  ],
};

const legsOf = (subject: Subject): readonly Leg[] => [
  ...(IN_ORDER[subject] ?? []),
  ...(subject === 'rule' ? settings() : []),
  ...ACTS[subject].flatMap((kind: ActKind) => legsOfAct(kind)),
];

function legsOfAct(kind: ActKind): readonly Leg[] {
  switch (kind) {
    case 'configure':
    case 'daysPass':
      return [];
    case 'wrongCall':
      return numbers(23).map((a) => [{ kind, a }]);
    default:
      return numbers(choicesOf(kind)).map((b) => [{ kind, b }]);
  }
}

/** Friend requests and withdrawals, for every subject. */
const EVERYDAY: Leg = [
  { kind: 'befriend', b: 0 },
  { kind: 'befriend', b: 4 },
];

/**
 * Appends a coverage pass: once all is calm and every user is back, one action after the other of the subject
 * whose turn it is (SIM-40).
 */
export function withTour(
  plan: readonly PlanStep[],
  { seed, clients, allowed }: { seed: number; clients: number; allowed: readonly FaultKind[] },
  { subject, round }: Turn,
  restsOf: (kind: UserKind | ActKind) => number,
): readonly PlanStep[] {
  const chance = createChance(`tour ${seed}`);
  const steps: PlanStep[] = [];
  let atMs = plan.at(-1)?.atMs ?? 0;
  const forEach = (kind: PlanStep['kind'], count: number, laterMs: number): void => {
    for (const who of numbers(count)) steps.push({ atMs: atMs + laterMs, kind, who, a: 0, b: 0 });
  };
  for (const kind of ['calm', 'plug', 'storageFree'] as const)
    if (allowed.includes(kind)) forEach(kind, kind === 'calm' ? 1 : clients * DEVICES_MAX, 0);
  for (const kind of ['showPage', 'login'] as const) forEach(kind, clients, BACK_MS);
  atMs += CALM_MS;
  const legs = legsOf(subject).filter((_, at) => at % ROUNDS === round);
  for (const leg of [EVERYDAY, ...legs]) {
    const who = chance.whole(0, clients - 1);
    // Users signed out by an earlier action are back.
    steps.push({ atMs: atMs - BACK_AGAIN_MS, kind: 'login', who, a: 0, b: 0 });
    for (const {
      kind,
      next = 0,
      a = chance.whole(0, 9_999),
      b = chance.whole(0, 9_999),
      waitMs = 0,
    } of leg) {
      steps.push({ atMs, kind, who: who + next, a, b });
      atMs += PACE_MS + waitMs + restsOf(kind);
    }
  }
  return [...plan, ...steps];
}
