import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ClientView, seen } from '../support/client-view.ts';
import { live, scene, step, type Step } from '../support/life.ts';
import type { LiveWorld, Somebody } from '../support/live-world.ts';
import { patience, runs } from '../support/runs.ts';
import { framesOf } from '../support/script-of-life.ts';
import { asScriptLater } from '../support/smallest.ts';

/**
 * A user on four devices: with frames, with one sync at the end, with repeated syncs, and with a login at the
 * end.
 */
async function devices(world: LiveWorld, who: Somebody) {
  const [heard, late, often] = [
    await ClientView.fresh(world, who),
    await ClientView.fresh(world, who),
    await ClientView.fresh(world, who),
  ];
  const device = await world.device(who);
  const end = async () => {
    for (const text of device.texts.splice(0)) heard.frame(text);
    await late.sync();
    await often.sync();
    return { heard, late, often, fresh: await ClientView.fresh(world, who) };
  };
  return { often, end };
}

describe('the client on a real server', () => {
  it(
    'STORE-2 LIST-4 WIRE-4: frames, syncs and a fresh login lead to the same list, and every frame decodes',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }), async (steps) => {
          const here = await scene();
          const mine = [await devices(here.world, here.people[1]), await devices(here.world, here.people[2])];
          for (const one of steps) {
            await live(here, one);
            if (one.what === 'sync') for (const { often } of mine) await often.sync();
          }
          await here.world.marks.flush();
          await here.world.settle();
          for (const { end } of mine) {
            const { heard, late, often, fresh } = await end();
            expect([heard.waiting, late.waiting, often.waiting]).toEqual([0, 0, 0]);
            expect(seen(heard.state)).toEqual(seen(fresh.state));
            expect(seen(late.state)).toEqual(seen(fresh.state));
            expect(seen(often.state)).toEqual(seen(fresh.state));
          }
          await here.world.close();
        }),
        { numRuns: runs(60), ...asScriptLater<[Step[]]>('devices', ([steps]) => framesOf(steps)) },
      );
    },
    patience(240_000),
  );
});
