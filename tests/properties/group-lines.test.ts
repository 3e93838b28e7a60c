import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type GroupLine,
  gatheredBy,
  gatherEvents,
  GROUP_CHANGES,
  type ChatEntry,
} from '../../src/domain/group-lines.ts';
import { userId } from '../../src/domain/ids.ts';
import { runs } from '../support/runs.ts';

const person = fc.integer({ min: 1, max: 3 }).map((id) => ({ id: userId(id), name: `P${id}` }));
const line = fc.record({
  seq: fc.nat(),
  afterN: fc.nat(),
  atMs: fc.nat(),
  what: fc.constantFrom(...GROUP_CHANGES),
  by: person,
  who: fc.option(person),
  value: fc.constant(''),
}) satisfies fc.Arbitrary<GroupLine>;
const joined = fc
  .record({ by: person, users: fc.array(person, { minLength: 1, maxLength: 3 }), key: fc.string() })
  .map(({ by, users, key }): ChatEntry => {
    const ids = users.map(({ id }) => id);
    const names = users.map(({ name }) => name);
    return { kind: 'joined', key, note: { note: 'joined', users: ids, names, by: by.id, name: by.name } };
  });
const row = fc.record({
  self: fc.option(joined),
  below: fc.array(line, { maxLength: 3 }),
  parts: fc.boolean(),
});
const rows = fc.array(row, { maxLength: 12 });

const things = (all: readonly { readonly self: ChatEntry | null; readonly below: readonly GroupLine[] }[]) =>
  all.flatMap(({ self, below }) => [
    ...(self ? [self] : []),
    ...below.map((one): ChatEntry => ({ kind: 'line', line: one })),
  ]);

it('GROUP-28: gathering loses nothing, changes no order, and draws nothing above its place', () => {
  fc.assert(
    fc.property(rows, (all) => {
      const drawn = gatherEvents(all);
      expect(drawn).toHaveLength(all.length);
      expect(drawn.flat(2)).toEqual(things(all));
      // At each row everything up to it has been drawn but what still gathers.
      drawn.forEach((groups, at) => {
        const reportCount = drawn.slice(0, at + 1).flat(2).length;
        expect(reportCount).toBeLessThanOrEqual(things(all.slice(0, at + 1)).length);
        if (groups.length > 0) expect(reportCount).toBe(things(all.slice(0, at + 1)).length);
      });
    }),
    { numRuns: runs(300) },
  );
});

it('GROUP-28: only one kind is gathered, and nothing over a message, a day or the new ones', () => {
  fc.assert(
    fc.property(rows, (all) => {
      gatherEvents(all).forEach((groups, at) => {
        for (const reports of groups) {
          const kinds = new Set(reports.map(gatheredBy));
          expect(kinds.size).toBe(1);
          if (kinds.has(null)) expect(reports).toHaveLength(1);
        }
        const next = all[at + 1];
        const isEnd = next === undefined || next.self === null || next.parts;
        const open =
          things(all.slice(0, at + 1)).length -
          gatherEvents(all)
            .slice(0, at + 1)
            .flat(2).length;
        if (isEnd) expect(open).toBe(0);
      });
    }),
    { numRuns: runs(300) },
  );
});

it('GROUP-28: older rows in front change nothing of what is drawn below the first message', () => {
  fc.assert(
    fc.property(rows, rows, (older, newer) => {
      const message = { self: null, below: [], parts: false };
      const alone = gatherEvents([message, ...newer]);
      expect(gatherEvents([...older, message, ...newer]).slice(older.length)).toEqual(alone);
    }),
    { numRuns: runs(200) },
  );
});
