import { oracleChecker } from '../checkers/oracle.ts';
import type { Checker } from '../checkers/checker.ts';
import { presenceFaults } from '../checkers/presence.ts';
import { returned, unsettled } from './settled.ts';
import type { World } from '../world/world-type.ts';
import { probes } from './probes.ts';
import { groupLinesRead } from './group-lines.ts';
import { calls } from './calls.ts';
import { comings } from './comings.ts';
import { knocks } from './knocks.ts';
import { momentsRead } from './moments-read.ts';
import { places } from './places.ts';
import { pressed } from './pressed.ts';
import { readings } from './readings.ts';
import { reloads } from './reloads.ts';
import { stranger } from './stranger.ts';

/** One part of the life after a run; says what was wrong in it. */
export type AfterPart = (world: World) => Promise<readonly string[]>;

/** Who hears of what and who is seen take turns: together they would cost a run half as much again. */
const TURNS: readonly AfterPart[] = [probes, comings];

/** What every run goes on with, in this order. */
const PARTS: readonly AfterPart[] = [
  groupLinesRead,
  knocks,
  calls,
  readings,
  momentsRead,
  pressed,
  reloads,
  stranger,
  places,
];

/** Everybody agrees again this long after each part. */
const AGAIN_MS = 60_000;

/**
 * What nobody could tell amid faults, done when all is quiet: who hears of what, who is seen as online, what
 * a device shows that is loaded anew without a network, and what is left on it for whoever signs in next
 * (SIM-19).
 */
export const after: Checker = {
  name: 'the life after',
  end: async (world, ledger) => {
    const first = world.around.chance.fork('after').pick(TURNS);
    for (const part of [first, ...PARTS]) {
      const faults = await part(world);
      if (faults.length > 0) return faults;
      const open = await settles(world);
      if (open.length > 0) return open;
    }
    return [...((await oracleChecker.end?.(world, ledger)) ?? []), ...presenceFaults(world)];
  },
};

async function settles(world: World): Promise<readonly string[]> {
  const end = world.clock.elapsedMs() + AGAIN_MS;
  let open = await unsettled(world);
  for (; open.length > 0 && world.clock.elapsedMs() < end; open = await unsettled(world)) {
    returned(world);
    await world.clock.advance(2_000);
  }
  return open;
}
