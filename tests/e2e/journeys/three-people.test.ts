import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lines } from '../../support/proof/page.ts';
import { type Cast, type Chapter, gather, part } from '../../support/three/cast.ts';
import { finding } from '../../support/three/find.ts';
import { grouping } from '../../support/three/group.ts';
import { marking } from '../../support/three/mark.ts';
import { meet } from '../../support/three/meet.ts';
import { ordering } from '../../support/three/order.ts';
import { owning } from '../../support/three/own.ts';
import { saying } from '../../support/three/say.ts';
import { showing } from '../../support/three/show.ts';
import { calling } from '../../support/three/talk.ts';

/** Two stories of three people, each on a server of its own, at the same time. */
const STORIES: Readonly<Record<string, readonly Chapter[]>> = {
  'in a chat': [meet, ordering, saying, marking, finding],
  'around it': [meet, calling, grouping, showing, owning],
};
/** Used by the story of guests, `tests/e2e/guests.test.ts`: this server admits none. */
const ELSEWHERE = ['guest'];
const used = new Set<string>(ELSEWHERE);

describe.concurrent.each(Object.entries(STORIES))('%s', (_, chapters) => {
  let cast: Cast;

  beforeAll(async () => {
    cast = await gather();
  });
  afterAll(async () => {
    await part(cast);
  });

  for (const chapter of chapters) {
    it.sequential(`SCREEN-3: ${chapter.title}`, async () => {
      await chapter.play(cast, (...screens) => screens.forEach((name) => used.add(name)));
      for (const { name, faults } of [cast.a, cast.b, cast.c])
        expect({ name, faults: faults.splice(0) }).toEqual({ name, faults: [] });
    });
  }
});

it('SCREEN-3: the chapters use every screen and every layer', () => {
  expect(lines.map(({ name }) => name).filter((name) => !used.has(name))).toEqual([]);
});
