import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contactsAnswer } from '../../src/server/features/sync/contacts-answer.ts';
import { sync } from '../../src/server/features/sync/sync.ts';
import { FrameFold } from '../support/frame-fold.ts';
import { live, scene, step, type Step } from '../support/life.ts';
import type { LiveWorld, Somebody } from '../support/live-world.ts';
import { patience, runs } from '../support/runs.ts';
import { framesOf } from '../support/script-of-life.ts';
import { asScriptLater } from '../support/smallest.ts';

/** A viewer three times: live, by one sync at the end, by syncs now and then. */
async function viewer(world: LiveWorld, who: Somebody) {
  const { rows, cursor } = await contactsAnswer(world.core, who.id);
  const device = await world.device(who);
  const list = rows.read();
  const received = new FrameFold(list);
  const late = new FrameFold(list);
  const often = new FrameFold(list);
  let at: string | null = cursor;
  const catchUp = async () => {
    const answer = await sync(world.core, who.id, { cursor: at });
    at = answer.cursor;
    often.sync(answer);
  };
  const end = async () => {
    await catchUp();
    late.sync(await sync(world.core, who.id, { cursor }));
    received.frames(device.take());
    return { live: received.state(), late: late.state(), often: often.state() };
  };
  return { caughtUp: catchUp, end };
}

describe('live and caught up', () => {
  it(
    'STREAM-5: frames received live and frames from sync always fold to the same state',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), async (steps) => {
          const here = await scene();
          const { world, people } = here;
          const viewers = [await viewer(world, people[1]), await viewer(world, people[2])];
          for (const one of steps) {
            await live(here, one);
            if (one.what === 'sync') for (const { caughtUp } of viewers) await caughtUp();
          }
          await world.marks.flush();
          await world.settle();
          for (const { end } of viewers) {
            const { live, late, often } = await end();
            expect(late).toEqual(live);
            expect(often).toEqual(live);
          }
          await world.close();
        }),
        { numRuns: runs(120), ...asScriptLater<[Step[]]>('live-and-sync', ([steps]) => framesOf(steps)) },
      );
    },
    patience(240_000),
  );
});
