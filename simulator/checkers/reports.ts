import type { Checker } from './checker.ts';
import { textsOf } from './erasure.ts';
import { reviewOf } from './reviewed.ts';
import { ROUND_MS } from '../oracle/reported.ts';
import type { Reported } from '../oracle/reported.ts';
import type { World } from '../world/world-type.ts';

type Row = Readonly<Record<string, unknown>>;

/** Text that users write, including in reports. */
const WORD = /[a-z]+\d+(?:\.\d+)+/g;

/**
 * Reported content is preserved as it was and for its retention time, with the reports and nowhere else; the
 * reporter's comment reaches no other user (REPORT-3, REPORT-4, REPORT-6).
 */
export const reportsChecker: Checker = {
  name: 'reports are kept as they were, for their time',
  end: async (world) => {
    const { oracle } = reviewOf(world);
    const rows = () => world.store.rows('reports');
    const overdue = () => rows().filter((row) => isOver(oracle.reported, row, world.clock.nowMs()));
    if (overdue().length > 0) await world.clock.advance(ROUND_MS);
    return [
      ...overdue().map((row) => `report ${Number(row['id'])} outlived its time`),
      ...copyFaults(oracle.reported, rows(), nowOf(world)),
      ...oracle.reported.twice().map((name) => `the report by ${name} waits twice`),
      ...rows().flatMap((row) => elsewhere(world, row)),
    ];
  },
};

/** Uses the slowest clock. */
const nowOf = (world: World): number => Math.max(world.clock.nowMs(), world.recorder.ran.at(-1)?.nowMs ?? 0);

const isOver = (reported: Reported, { id }: Row, nowMs: number): boolean =>
  reported.all.has(Number(id)) && reported.reportAt(Number(id), nowMs - ROUND_MS) === null;

function copyFaults(reported: Reported, rows: readonly Row[], nowMs: number): readonly string[] {
  const byId = new Map(rows.map((row) => [Number(row['id']), row]));
  const unknown = [...byId.keys()].filter((id) => !reported.all.has(id));
  return [
    ...unknown.map((id) => `nobody asked for report ${id}`),
    ...[...reported.all].flatMap(([id, one]): readonly string[] => {
      const row = byId.get(id);
      if (!row) return reported.reportAt(id, nowMs) ? [`report ${id} is gone before its time`] : [];
      const isDecided = row['decision'] !== null;
      if (isDecided !== (one.decidedAtMs !== null)) return [`report ${id} is decided: ${isDecided}`];
      if (one.about.kind !== 'message' || one.lineKind !== 'text') return [];
      const copy = JSON.parse(String(row['copy'])) as { readonly content: string; readonly extra: unknown };
      const text = wordsIn(`${copy.content} ${JSON.stringify(copy.extra)}`);
      return text === wordsIn(one.words) ? [] : [`report ${id} has kept ${text}, not ${one.words}`];
    }),
  ];
}

const wordsIn = (text: string): string =>
  [...new Set([...text.matchAll(WORD)].map(([word]) => word))].toSorted().join();

/** The comment is in no other table, in no log and with no user. */
function elsewhere(world: World, { id, words }: Row): readonly string[] {
  const word = String(words);
  if (!word.startsWith('r')) return [];
  const tables = world.store.tables().filter((table) => table !== 'reports');
  const leaks = [
    ...tables.filter((table) => JSON.stringify(world.store.rows(table)).includes(`"${word}"`)),
    ...(world.record.log.some((line) => line.includes(word)) ? ['a log'] : []),
    ...world.people.flatMap(({ devices }) =>
      devices.flatMap((device) =>
        textsOf(device).flatMap(([where, text]) =>
          text.includes(`"${word}"`) ? [`${where} of ${device.name}`] : [],
        ),
      ),
    ),
  ];
  return leaks.map((where) => `what report ${Number(id)} says lies in ${where}`);
}
