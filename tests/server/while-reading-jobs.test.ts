import { describe, expect, it } from 'vitest';
import { SECOND } from '../../src/domain/duration.ts';
import { JOBS } from '../../src/server/features/features.ts';
import { LISTS } from '../support/failing-lists.ts';
import { PUSHES } from './while-reading-pushes.ts';
import { TABLE } from './while-reading-rows.ts';
import { OTHER } from './while-reading-users.ts';
import { eventsAndPushes, type Change, HeldAnswer, heldHouse, parts, type Work } from './while-reading.ts';

const ANSWERS_MAX = 12;
/** The number of answers after which another node does the same. */
const SAME_MAX = 3;
/** Lists whose work leaves neither an event nor a push. */
const TRACELESS: ReadonlySet<string> = new Set(['unused files', 'words', 'calls that nobody follows']);

/** Holds each answer once. Returns how many there were. */
async function untilNotReached(run: Work['run'], { arrange, change, right }: Change): Promise<number> {
  for (let nth = 1; nth <= ANSWERS_MAX; nth += 1) {
    const at = await heldHouse();
    try {
      await arrange(at);
      let code = -1;
      const held = new HeldAnswer(nth, async () => (code = await change(at)));
      await run(at.coreOf(held));
      await parts(at).world.settle();
      if (!held.isReached) return nth - 1;
      await right(at, code === 0);
      expect(parts(at).world.log.filter(({ level }) => level === 'error')).toEqual([]);
    } finally {
      await at.close();
    }
  }
  return ANSWERS_MAX;
}

const works = [...Object.entries(TABLE), ...Object.entries(OTHER)].flatMap(([job, work]) =>
  typeof work === 'object' && work !== PUSHES ? [{ job, work }] : [],
);

describe('a change while a job waits for an answer', () => {
  it('COMMIT-13: every job of a node is in the table', () => {
    expect(JOBS.map(({ name }) => name).toSorted()).toEqual(Object.keys(TABLE).toSorted());
  });

  it.each(Object.entries(PUSHES.changes))(
    'PUSH-23: startPushing: %s while the push is on its way',
    async (_, row) => {
      expect(await untilNotReached(PUSHES.run, row)).toBeGreaterThan(0);
    },
  );

  const cases = works.flatMap(({ job, work }) =>
    Object.entries(work.changes).map(([what, row]) => [`${job}: ${what}`, work.run, row] as const),
  );
  it.each(cases)('COMMIT-13: %s while the job waits for an answer', async (_, run, row) => {
    expect(await untilNotReached(run, row)).toBeGreaterThan(0);
  });

  const lists = Object.entries(LISTS).flatMap(([job, of]) => {
    const work = TABLE[job];
    return typeof of === 'object' && typeof work === 'object'
      ? Object.entries(of)
          .filter(([what]) => !TRACELESS.has(what))
          .map(([what, prepare]) => [what, prepare, work.run] as const)
      : [];
  });
  it.each(lists)('COMMIT-13: another node also does the same: %s', async (_, prepare, run) => {
    let alone: readonly string[] | null = null;
    for (let nth = 0; nth <= SAME_MAX; nth += 1) {
      const at = await heldHouse();
      const rows = await prepare(at.house);
      at.house.at.world.clock.pass(11 * SECOND);
      const before = await eventsAndPushes(at);
      const held = new HeldAnswer(nth, () => run(at.house.at.world.server.core));
      await run(at.coreOf(held));
      expect(await rows.done()).toEqual([true, true]);
      const now = await eventsAndPushes(at);
      expect(now).not.toEqual(before);
      await at.close();
      if (nth > 0 && !held.isReached) break;
      expect(now).toEqual((alone ??= now));
    }
  });
});
