import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Role } from '../../src/domain/contact.ts';
import type { GroupSetting } from '../../src/domain/group-fields.ts';
import { displayTime } from '../../src/domain/display-time.ts';
import {
  GROUP_ACTIONS,
  mayRecall,
  recallWaitMs,
  refusalFor,
  refusalOver,
  sameAccess,
} from '../../src/domain/permissions.ts';
import type { AccessFacts } from '../../src/domain/permissions.ts';
import { runs } from '../support/runs.ts';

const DAY = 86_400_000;
const many = { numRuns: runs(200) };

/** The viewer's calendar, computed with the engine's dates. */
const civil = (ms: number, offsetMin: number) => new Date(ms + offsetMin * 60_000).toISOString().slice(0, 10);

describe('display time', () => {
  const moment = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2090, 0, 1) });
  const age = fc.oneof(fc.integer({ min: -DAY, max: 3 * DAY }), fc.integer({ min: 0, max: 400 * DAY }));

  it('TIME-1: the shown time is true of the reader’s calendar', () => {
    fc.assert(
      fc.property(moment, age, fc.integer({ min: -720, max: 840 }), (now, ago, offset) => {
        const report = displayTime(now - ago, now, () => offset);
        const [then, today] = [civil(now - ago, offset), civil(now, offset)];
        switch (report.kind) {
          case 'now':
            expect(ago).toBeLessThan(60_000);
            return;
          case 'minutes':
            expect([report.n >= 1 && report.n <= 59, Math.floor(ago / 60_000)]).toEqual([true, report.n]);
            return;
          case 'hours':
            expect([then, report.n >= 1, Math.floor(ago / 3_600_000)]).toEqual([today, true, report.n]);
            return;
          case 'yesterday':
            expect(then).toBe(civil(now - DAY, offset));
            return;
          case 'days':
            expect([report.n >= 2 && report.n < 30, then]).toEqual([
              true,
              civil(now - report.n * DAY, offset),
            ]);
            return;
          case 'date':
            expect(
              `${report.year}-${String(report.month).padStart(2, '0')}-${String(report.day).padStart(2, '0')}`,
            ).toBe(then);
        }
      }),
      many,
    );
  });

  it('TIME-2: as the minutes pass, every row of a list only grows older', () => {
    const rank = { now: 0, minutes: 1, hours: 2, yesterday: 3, days: 4, date: 5 };
    const height = (display: ReturnType<typeof displayTime>): readonly [number, number] => [
      rank[display.kind],
      'n' in display ? display.n : 0,
    ];
    fc.assert(
      fc.property(
        moment,
        fc.array(fc.nat({ max: 40 * DAY }), { maxLength: 12 }),
        fc.array(fc.nat({ max: 2 * DAY }), { maxLength: 12 }),
        fc.integer({ min: -720, max: 840 }),
        (start, ages, waits, offset) => {
          let now = start;
          let before = ages.map((one) => height(displayTime(start - one, now, () => offset)));
          for (const wait of waits) {
            now += wait;
            const after = ages.map((one) => height(displayTime(start - one, now, () => offset)));
            for (const [i, [kind, n]] of after.entries()) {
              const [oldKind, oldN] = before[i] ?? [0, 0];
              expect(kind > oldKind || (kind === oldKind && n >= oldN)).toBe(true);
            }
            before = after;
          }
        },
      ),
      many,
    );
  });
});

describe('recall window', () => {
  const facts = fc.record({
    mine: fc.boolean(),
    inGroup: fc.boolean(),
    role: fc.constantFrom<Role | null>(1, 2, 3, null),
    ageSec: fc.integer({ min: -10, max: 200_000 }),
    redoTimeSec: fc.constantFrom(0, 1, 120, 86_400),
  });

  it('RECALL-1, RECALL-4: never opens again, and only the author and leads of a group ever may', () => {
    fc.assert(
      fc.property(facts, fc.nat({ max: 200_000 }), (one, later) => {
        const lead = one.inGroup && (one.role === 1 || one.role === 2);
        expect(mayRecall(one)).toBe(lead || (one.mine && one.ageSec < one.redoTimeSec));
        // Waiting for an undo never lets the window pass (RECALL-4).
        expect(mayRecall(one) && !mayRecall({ ...one, ageSec: one.ageSec + recallWaitMs(one) / 1_000 })).toBe(
          false,
        );
        if (!mayRecall(one)) expect(mayRecall({ ...one, ageSec: one.ageSec + later })).toBe(false);
        if (one.redoTimeSec === 0 && one.ageSec >= 0 && !lead) expect(mayRecall(one)).toBe(false);
      }),
      many,
    );
  });
});

describe('permissions', () => {
  const setting: fc.Arbitrary<GroupSetting> = fc.record({
    manage: fc.boolean(),
    invite: fc.boolean(),
    profile: fc.boolean(),
    history: fc.boolean(),
    pin: fc.boolean(),
    nospeak: fc.constantFrom(0 as const, 1 as const, 2 as const),
    media: fc.boolean(),
    slowSec: fc.constant(0),
    about: fc.constant(''),
    rules: fc.constant(''),
    timeZone: fc.constant(''),
    openRoom: fc.boolean(),
    teams: fc.constant(''),
  });
  const access: fc.Arbitrary<AccessFacts> = fc.record({
    role: fc.constantFrom<Role | null>(1, 2, 3, null),
    setting,
    mutedUntilSec: fc.integer({ min: 0, max: 200 }),
  });
  const action = fc.constantFrom(...GROUP_ACTIONS);

  it('ROLE-1: a higher role may do all that a lower one may, except leave; strangers nothing', () => {
    fc.assert(
      fc.property(access, action, fc.integer({ min: 0, max: 200 }), (who, what, now) => {
        const may = (role: Role | null) => refusalFor(what, { ...who, role }, now) === null;
        expect(may(null)).toBe(false);
        expect(refusalFor(what, { ...who, role: null }, now)).toBe('notMember');
        if (what === 'leave') {
          expect([may(1), may(2), may(3)]).toEqual([false, true, true]);
          return;
        }
        if (may(3)) expect(may(2)).toBe(true);
        if (may(2)) expect(may(1)).toBe(true);
      }),
      many,
    );
  });

  it('ROLE-2 ROLE-6: a mute only delays speaking, and lifts nothing else', () => {
    fc.assert(
      fc.property(access, action, fc.integer({ min: 0, max: 400 }), (who, what, now) => {
        const free = { ...who, mutedUntilSec: 0 };
        if (what === 'speak' && who.role !== null && now < who.mutedUntilSec)
          expect(refusalFor(what, who, now)).not.toBeNull();
        else expect(refusalFor(what, who, now)).toBe(refusalFor(what, free, now));
      }),
      many,
    );
  });

  it('ROLE-9: a member acts only on lower roles, never on themselves, and equal roles get equal answers', () => {
    fc.assert(
      fc.property(access, access, action, fc.nat({ max: 200 }), (a, b, what, now) => {
        const over = refusalOver(a.role, b.role) === null;
        expect(over).toBe(a.role !== null && b.role !== null && a.role < b.role && a.role <= 2);
        if (over) expect(refusalOver(b.role, a.role)).not.toBeNull();
        const copy: AccessFacts = { ...a };
        expect(sameAccess(a, copy)).toBe(true);
        if (sameAccess(a, b)) expect(refusalFor(what, a, now)).toBe(refusalFor(what, b, now));
      }),
      many,
    );
  });
});
