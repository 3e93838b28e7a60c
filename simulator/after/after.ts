import { oracleChecker } from '../checkers/oracle.ts';
import type { Checker } from '../checkers/checker.ts';
import { presenceFaults } from '../checkers/presence.ts';
import { settles } from '../checkers/settled.ts';
import type { Chance } from '../plan/random.ts';
import type { World } from '../world/world-type.ts';
import { probes } from './probes.ts';
import { groupLinesRead } from './group-lines.ts';
import { interplay } from './interplay.ts';
import { keptThings } from './keeps.ts';
import { calls } from './calls.ts';
import { comings } from './comings.ts';
import { knocks } from './knocks.ts';
import { momentsRead } from './moments-read.ts';
import { named } from './named.ts';
import { outages } from './outages.ts';
import { typingShown } from './typed.ts';
import { places } from './places.ts';
import { pressed } from './pressed.ts';
import { pushes } from './pushes.ts';
import { readings } from './readings.ts';
import { reloads } from './reloads.ts';
import { stranger } from './stranger.ts';

/** One part of the final phase; returns its faults. */
export type AfterPart = (world: World) => Promise<readonly string[]>;

/** Parts that only read and change nothing. */
const READS: readonly AfterPart[] = [groupLinesRead, momentsRead];
/** Reads everything a user may read; expensive, so it runs in a quarter of the final phases. */
const READ_ALL: readonly (readonly AfterPart[])[] = [[], [], [], [readings]];

const isReading = (part: AfterPart): boolean => part === readings || READS.includes(part);

/**
 * Long parts take turns, one per run: all of them would cost more than the run itself. Half of the runs get
 * the dense interplay, which finds the most; a plan that ended with a coverage pass gets none. `places` needs
 * a page that has just signed in: `stranger` leaves one behind.
 */
const TURNS: readonly (readonly AfterPart[])[] = [
  [probes],
  [comings],
  [calls],
  [pressed],
  [named],
  [keptThings],
  [stranger, places],
  [typingShown],
  [outages],
  [pushes],
];

/** Reloaded by the same user, or used by a different one. */
const COMES_BACK: readonly AfterPart[] = [reloads, stranger];

/**
 * The final phase: checks that are impossible during faults run once everything is quiet, part by part
 * (SIM-19, SIM-20, SIM-30 …).
 */
export const after: Checker = {
  name: 'the life after',
  end: async (world, ledger) => {
    for (const part of partsOf(world, world.around.chance.fork('after'))) {
      const faults = await part(world);
      if (faults.length > 0) return faults;
      const open = isReading(part) ? [] : await settles(world);
      if (open.length > 0) return open;
    }
    return [...((await oracleChecker.end?.(world, ledger)) ?? []), ...presenceFaults(world)];
  },
};

function partsOf({ hasTour }: World, chance: Chance): readonly AfterPart[] {
  const drawn = chance.happens(0.5) ? [interplay] : chance.pick(TURNS);
  const turn = hasTour ? [] : drawn;
  return [...READS, ...chance.pick(READ_ALL), knocks, ...turn, chance.pick(COMES_BACK)];
}
