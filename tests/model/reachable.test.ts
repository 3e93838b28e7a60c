import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ELSEWHERE, REACHABLE } from '../../simulator/report/reachable.ts';
import { drawPlan } from '../../simulator/plan/plan.ts';
import { turnOf } from '../../simulator/plan/tour.ts';
import { VALUES } from '../../simulator/plan/values.ts';
import { readArgs } from '../../simulator/cli/args.ts';
import { drawSize, optionsOf } from '../../simulator/cli/size.ts';
import { ACTS, isFault, SUBJECTS, USER_KINDS } from '../../simulator/plan/step.ts';
import { NEVER_REFUSED } from '../../simulator/recorder/reasons.ts';
import { AUDIT, GROUPS, NOTICES, SERVER_EMOJI } from '../../src/server/admin/run.ts';
import { SETTINGS } from '../../src/server/admin/settings/settings.ts';
import { CONFIG } from '../../src/server/admin/configure.ts';
import { KEEPING_HELP } from '../../src/server/admin/keep.ts';
import { INVITATIONS } from '../../src/server/admin/invitations.ts';
import { PEOPLE } from '../../src/server/admin/people.ts';
import { REPORTS } from '../../src/server/admin/reports.ts';
import { RETENTION } from '../../src/server/admin/retention.ts';
import { SETTING_COMMANDS } from '../../src/server/admin/settings-commands.ts';
import { ENDPOINTS } from '../../src/server/features/features.ts';
import { REASONS, say } from '../../src/server/kernel/texts.ts';
import { FRAME_TYPES } from '../../src/wire/down/down.ts';

const findMatches = (file: string, shape: RegExp): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(shape)].map(([, name = '']) => name);
const listNamed = (kind: string, names: readonly string[]): readonly string[] =>
  [...new Set(names)].map((name) => `${kind}: ${name}`);
const refusals = REASONS.filter((name) => !NEVER_REFUSED.has(name));

/** Everything that there is, from the product's own tables. */
const EVERYTHING: Readonly<Record<string, readonly string[]>> = {
  call: listNamed(
    'call',
    ENDPOINTS.map((row) => row.paths[0] ?? ''),
  ),
  event: listNamed('event', findMatches('src/ports/store/event-facts.ts', /readonly kind: '(\w+)'/g)),
  frame: listNamed('frame', FRAME_TYPES),
  refusal: listNamed('refusal', refusals),
  setting: listNamed('setting', [
    ...SETTINGS.map(({ key }) => key),
    ...findMatches('src/server/kernel/settings.ts', /env\['(\w+)'\]/g),
  ]),
  job: listNamed('job', findMatches('src/server/features/features.ts', /^  start(\w+),$/gm)),
  command: listNamed('command', [
    ...[
      INVITATIONS,
      PEOPLE,
      GROUPS,
      REPORTS,
      RETENTION,
      NOTICES,
      SERVER_EMOJI,
      SETTING_COMMANDS,
      CONFIG,
      AUDIT,
    ].flatMap((all) => all.map(({ words }) => words)),
    ...KEEPING_HELP.map((line) => line.trim().split(' ')[0] ?? ''),
  ]),
};

describe('coverage of the World', () => {
  it.each(Object.keys(EVERYTHING))(
    'SIM-26: each %s has an act that reaches it, or is listed with a reason and a test',
    (kind) => {
      const all = EVERYTHING[kind] ?? [];
      expect(all.length).toBeGreaterThan(5);
      const allNames = new Set([...REACHABLE, ...ELSEWHERE.flatMap(({ names }) => names)]);
      expect(all.filter((name) => !allNames.has(name))).toEqual([]);
    },
  );

  it('SIM-26: nothing is named that there is not, and nothing twice', () => {
    const all = new Set(Object.values(EVERYTHING).flat());
    const names = [...REACHABLE, ...ELSEWHERE.flatMap((one) => one.names)];
    expect(names.filter((name) => !all.has(name))).toEqual([]);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it('SIM-26: each exception names a test that exists, and a reason', () => {
    for (const { why, test } of ELSEWHERE) {
      expect(existsSync(test), test).toBe(true);
      expect(why.split(' ').length, why).toBeGreaterThan(4);
    }
  });

  it('SIM-26: no text is taken for another one when refusals are counted', () => {
    const texts = refusals.map((name) => say(name, 'zh-CN'));
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
  });

  it('SIM-33: some Worlds see the newest lines alone, some are in haste, and most are neither', () => {
    const sizes = Array.from({ length: 300 }, (_, seed) => drawSize(seed));
    for (const drawn of [sizes.map(({ eyes }) => eyes > 0), sizes.map(({ haste }) => haste > 0)]) {
      expect(drawn.filter(Boolean).length).toBeGreaterThan(60);
      expect(drawn.filter(Boolean).length).toBeLessThan(150);
    }
  });

  it('SIM-38: how long a World lives is its own, mostly short, and otherwise as it is said', () => {
    const lengths = Array.from({ length: 300 }, (_, seed) => optionsOf(readArgs([], 1), seed).steps);
    expect(lengths.filter((steps) => steps <= 40).length).toBeGreaterThan(200);
    expect(lengths.filter((steps) => steps === 200).length).toBeGreaterThan(10);
    expect(optionsOf(readArgs(['--steps', '7'], 1), 1).steps).toBe(7);
    expect(optionsOf(readArgs(['--hours', '7'], 1), 1).steps).toBe(200);
  });

  it('SIM-40: 1,000 seeds go through every act of every subject in the end, each in its calm', () => {
    const options = { clients: 3, nodes: 2, steps: 20, hours: null, faults: 'all' } as const;
    const ends = Array.from({ length: 1_000 }, (_, seed) => {
      const subjects = [turnOf(seed)?.subject].filter((one) => one !== undefined);
      return drawPlan({ ...options, seed, subjects }).slice(options.steps);
    });
    const done = ends.flat().filter(({ kind }) => !isFault(kind));
    const times = (kind: string, b?: number): number =>
      done.filter((step) => step.kind === kind && (b === undefined || step.b === b)).length;
    expect(
      Object.values(ACTS)
        .flat()
        .filter((kind) => times(kind) < 2),
    ).toEqual([]);
    expect(Object.keys(VALUES).filter((_, b) => times('configure', b) < 4)).toEqual([]);
    expect(ends.filter((steps) => steps.length > 0)).toHaveLength(333);
    const [first] = ends.filter((steps) => steps.length > 0);
    expect(first?.slice(0, 2).map(({ kind }) => kind)).toEqual(['calm', 'plug']);
    expect(drawPlan({ ...options, seed: 2, subjects: [] })).toHaveLength(20);
    const calm = drawPlan({ ...options, seed: 2, subjects: ['finding'], faults: 'none' });
    expect(calm.filter(({ kind }) => isFault(kind))).toEqual([]);
  });

  it('SIM-33: in haste an act is followed at once in the same hands, and by no fault that is off', () => {
    const options = { seed: 3, clients: 3, nodes: 2, steps: 2_000, hours: null, faults: 'none' } as const;
    const [calm, hasty] = [drawPlan(options), drawPlan({ ...options, haste: 0.25 })];
    expect(hasty).toHaveLength(calm.length);
    expect(hasty.some(({ kind }) => isFault(kind))).toBe(false);
    const others = hasty.flatMap((step, at) => {
      const before = hasty[at - 1];
      const { atMs, kind } = calm[at] ?? step;
      return before && (atMs !== step.atMs || kind !== step.kind) ? [{ before, step }] : [];
    });
    expect(others.length).toBeGreaterThan(300);
    expect(others.length).toBeLessThan(600);
    for (const { before, step } of others) {
      expect(step.who).toBe(before.who);
      expect(step.atMs - before.atMs).toBeLessThanOrEqual(400);
    }
    const faults = drawPlan({ ...options, faults: ['unplug'], haste: 0.25 });
    expect(new Set(faults.flatMap(({ kind }) => (isFault(kind) ? kind : [])))).toEqual(new Set(['unplug']));
  });

  it('SIM-26: each subject comes in some seed and each act in some plan; other plans stay', () => {
    const sizes = Array.from({ length: 300 }, (_, seed) => drawSize(seed));
    expect(SUBJECTS.filter((subject) => !sizes.some(({ subjects }) => subjects.includes(subject)))).toEqual(
      [],
    );
    const byDefault = sizes.map((_, seed) => optionsOf(readArgs([], 1), seed));
    expect(byDefault.map(({ subjects }) => subjects)).toEqual(sizes.map(({ subjects }) => subjects));
    expect(byDefault.filter(({ users }) => users === 'plain')).toHaveLength(30);
    expect(sizes.filter(({ subjects }) => subjects.length === 0).length).toBeGreaterThan(100);
    const options = { clients: 3, nodes: 2, steps: 2_000, hours: null, faults: 'all' } as const;
    for (const subject of SUBJECTS) {
      const kinds = new Set(
        Array.from({ length: 4 }, (_, seed) => drawPlan({ ...options, seed, subjects: [subject] }))
          .flat()
          .map(({ kind }) => kind),
      );
      expect(
        ACTS[subject].filter((kind) => !kinds.has(kind)),
        subject,
      ).toEqual([]);
    }
    const plain = drawPlan({ ...options, seed: 7 });
    const own: ReadonlySet<string> = new Set(USER_KINDS);
    expect(plain.every(({ kind }) => isFault(kind) || own.has(kind))).toBe(true);
    const beside = drawPlan({ ...options, seed: 7, subjects: ['finding'] });
    expect(beside.filter(({ kind }, at) => kind !== plain[at]?.kind).length).toBeLessThan(
      plain.length * 0.35,
    );
  });
});
