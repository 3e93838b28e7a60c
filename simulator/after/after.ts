import { oracle } from '../checkers/oracle.ts';
import type { Checker, Ledger } from '../checkers/checker.ts';
import { presenceFaults } from '../checkers/presence.ts';
import { returned, unsettled } from '../settled.ts';
import type { World } from '../world.ts';
import { probes } from './probes.ts';
import { comings } from './comings.ts';
import { reloads } from './reloads.ts';
import { stranger } from './stranger.ts';

/** One part of the life after a run; says what was wrong in it. */
export type Part = (world: World) => Promise<readonly string[]>;

const PARTS: readonly Part[] = [probes, comings, reloads, stranger];

/** Everybody agrees again this long after each part. */
const AGAIN_MS = 60_000;

/**
 * What nobody could tell amid faults, done when all is quiet: who hears of what, who is seen as online, what a device shows that is
 * loaded anew without a network, and what is left on it for whoever signs in next (SIM-19).
 */
export const after: Checker = {
  name: 'the life after',
  end: async (world, ledger) => {
    for (const part of PARTS) {
      const faults = [...(await part(world)), ...(await agrees(world, ledger))];
      if (faults.length > 0) return faults;
    }
    return [];
  },
};

async function agrees(world: World, ledger: Ledger): Promise<readonly string[]> {
  const end = world.clock.elapsedMs() + AGAIN_MS;
  let open = await unsettled(world);
  for (; open.length > 0 && world.clock.elapsedMs() < end; open = await unsettled(world)) {
    returned(world);
    await world.clock.advance(2_000);
  }
  return open.length > 0 ? open : [...((await oracle.end?.(world, ledger)) ?? []), ...presenceFaults(world)];
}
