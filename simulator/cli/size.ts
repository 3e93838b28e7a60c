import type { Args } from './args.ts';
import type { Users } from '../plan/plan.ts';
import { createChance } from '../plan/random.ts';
import type { Chance } from '../plan/random.ts';
import type { RunOptions } from '../run/run.ts';
import { SUBJECTS } from '../plan/step.ts';
import { turnOf } from '../plan/tour.ts';
import type { Turn } from '../plan/tour.ts';
import type { Subject } from '../plan/step.ts';

/** How large a World is, and how much of what happens is about the chat that is on top. */
export type WorldSize = Required<
  Pick<RunOptions, 'clients' | 'nodes' | 'sessions' | 'focus' | 'subjects' | 'eyes' | 'haste'>
>;

/**
 * Swarm testing: each seed of a sweep has its own size. Most bugs need two users, two tabs or two nodes, and
 * small Worlds cost a fraction; a few large ones search the rest. Users who stay with one chat, see only the
 * newest messages, or do several things at once make actions on the same message meet more often.
 */
export function drawSize(seed: number): WorldSize {
  const chance = createChance(`size ${seed}`);
  const subject = turnIn(seed)?.subject;
  const least = subject && IN_COMPANY.includes(subject) ? 3 : 2;
  const close = createChance(`closeness ${seed}`);
  return {
    clients: Math.max(least, chance.pick([2, 2, 2, 2, 2, 2, 2, 3, 3, 5])),
    nodes: chance.pick([1, 1, 1, 2, 2, 3]),
    sessions: { devices: chance.pick([1, 1, 2, 3]), tabs: chance.pick([1, 1, 1, 2, 3]) },
    focus: chance.pick([0, 0, 0, 0.3, 0.8]),
    eyes: close.pick([0, 0, 3]),
    haste: close.pick([0, 0, 0.25]),
    subjects: drawSubjects(chance, seed),
  };
}

/** Some acts of these are about a third person. */
const IN_COMPANY: readonly Subject[] = ['entrances', 'typing', 'groupCalls'];

/** Default number of steps, unless the command or the seed sets it. */
const STEPS = 200;

/**
 * How many steps a seed has before all is quiet: few where users only talk, more where they have subjects.
 * Long runs search for faults that need a history (SIM-38).
 */
const drawLength = (seed: number, { length: subjects }: readonly Subject[]): number =>
  createChance(`length ${seed}`).pick(subjects === 0 ? LENGTHS_OF_TALK : LENGTHS);
const LENGTHS_OF_TALK = [20, 20, 20, 20, 20, 40];
const LENGTHS = [20, 20, 20, 20, 20, 20, 20, 20, 40, 40, 40, 40, 40, 40, 100, 200];

/**
 * Every tenth World has a device with a base-protocol client (SIM-23); dishonest ones are in other Worlds.
 */
const isPlain = (seed: number): boolean => seed % 10 === 1;
/** Every tenth World is mostly calls, with devices enough to ring on several (SIM-6). */
const isOnPhone = (seed: number): boolean => seed % 10 === 3;
const usersOf = (seed: number): Users => (isPlain(seed) ? 'plain' : isOnPhone(seed) ? 'calls' : 'all');

/** Actions of subjects need users with all activities. */
const turnIn = (seed: number): Turn | null => (usersOf(seed) === 'all' ? turnOf(seed) : null);

const withPhones = (size: WorldSize): WorldSize => ({
  ...size,
  clients: Math.max(size.clients, 3),
  sessions: { ...size.sessions, devices: Math.max(size.sessions.devices, 2) },
});

/** A separate chance decides whether a user leaves permanently: all other users behave as before. */
const isLeaving = (seed: number): boolean => createChance(`leaving ${seed}`).happens(1 / 16);
const OTHERS = SUBJECTS.filter((one) => one !== 'leaving');

/**
 * Draws activities beyond talking: none half of the time, so that most Worlds stay small. Every third World
 * gives some subject its turn (SIM-40).
 */
function drawSubjects(chance: Chance, seed: number): readonly Subject[] {
  const turn = turnIn(seed);
  const subjects = new Set<Subject>(turn ? [turn.subject] : []);
  const count = chance.pick(turn ? [1, 1, 2, 3] : [0, 0, 0, 0, 0, 0, 1, 2]);
  while (subjects.size < count) subjects.add(chance.pick(OTHERS));
  if (isLeaving(seed)) subjects.add('leaving');
  return [...subjects];
}

/** Options of a run for one seed: the sizes on the command line, or the seed's own. */
export function optionsOf(
  { clients, nodes, steps, hours, faults, users, subjects }: Args,
  seed: number,
): RunOptions {
  const isRandom = clients === null || nodes === null;
  const who = users ?? usersOf(seed);
  const size = !isRandom ? { clients, nodes } : who === 'calls' ? withPhones(drawSize(seed)) : drawSize(seed);
  return {
    seed,
    steps:
      steps ?? (isRandom && hours === null ? drawLength(seed, subjects ?? drawSize(seed).subjects) : STEPS),
    hours,
    faults,
    users: who,
    ...size,
    ...(subjects && { subjects }),
  };
}
