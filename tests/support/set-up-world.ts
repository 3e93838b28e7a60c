import { afterEach, beforeEach } from 'vitest';
import { house, type House } from './attack.ts';
import { pretendedPush, type PretendedPush } from './pretended-push.ts';
import { preparePeople } from './prepared-people.ts';
import { localUploads } from './uploads.ts';
import { startWorld, type Person, type World, type WorldOptions } from './world.ts';

export type { Person, World } from './world.ts';

/** The ID of the first group of a world. */
const FIRST_GROUP = 'group-1';

interface Start {
  /** Stores files in a new folder. */
  readonly files?: boolean;
  /** Sends pushes to `push`. */
  readonly push?: boolean;
  /** Runs the jobs of the server. */
  readonly jobs?: boolean;
  readonly options?: WorldOptions | (() => WorldOptions | Promise<WorldOptions>);
}

interface Ties<Name extends string> extends Start {
  /** The first is a friend of each of the others. */
  readonly friends?: readonly Name[] | 'all';
  /** The members of the first group; its owner is the first. */
  readonly group?: readonly Name[] | 'all';
}

type PreparedWorld<Name extends string> = Readonly<Record<Name, Person>> & {
  readonly world: World;
  readonly group: string;
  readonly push: PretendedPush;
};

/**
 * Starts a world with these users before each test, and closes it afterwards. The objects stay the same and
 * receive the values of each test, so that helpers of a test file can be constants.
 */
export function setUpWorld<const Name extends string = never>(
  names: readonly Name[] = [],
  ties: Ties<NoInfer<Name>> = {},
): PreparedWorld<Name> {
  const world = {} as World;
  const push = {} as PretendedPush;
  const people = Object.fromEntries(names.map((name) => [name, {}])) as Record<Name, Person>;
  const namesOf = (some: readonly Name[] | 'all' = []) => (some === 'all' ? names : some);
  const [first, ...others] = namesOf(ties.friends);
  const friends = first === undefined ? [] : others.map((other) => [first, other] as const);
  const group = namesOf(ties.group);
  beforeEach(async () => {
    const { options = {} } = ties;
    if (ties.push === true) Object.assign(push, pretendedPush());
    const started = await startWorld({
      ...(ties.files === true && { uploads: await localUploads() }),
      ...(ties.push === true && { push }),
      ...(typeof options === 'function' ? await options() : options),
    });
    Object.assign(world, started);
    if (ties.jobs === true) world.server.start();
    if (names.length === 0) return;
    const prepared = await preparePeople(world, names, { friends, group });
    for (const [at, name] of names.entries()) Object.assign(people[name], prepared.people[at]);
    if (!['', FIRST_GROUP].includes(prepared.group)) throw new Error(`the group is ${prepared.group}`);
  });
  afterEach(() => world.close());
  return { ...people, world, push, group: FIRST_GROUP };
}

/** Three users: anna is a friend of the others and created the group. */
export const setUpThreePeople = (start: Start = {}): PreparedWorld<'anna' | 'bela' | 'cleo'> =>
  setUpWorld(['anna', 'bela', 'cleo'], { friends: 'all', group: 'all', ...start });

/** Starts a house before each test, and closes it afterwards. */
export function setUpHouse(options: Parameters<typeof house>[0] | (() => Promise<WorldOptions>) = {}): House {
  const at = {} as House;
  beforeEach(async () => {
    Object.assign(at, await house(typeof options === 'function' ? await options() : options));
  });
  afterEach(() => at.world.close());
  return at;
}
