import type { FiguresRow } from '../../ports/store.ts';
import { consoleLimits as limits } from '../kernel/limits.ts';
import { REFUSAL } from '../operation/figures.ts';

export interface DaySeries {
  /** Minutes since 1970 at which a step begins, the oldest first. */
  readonly minutes: readonly number[];
  /** One value for each step; null if no node reported any. */
  readonly lines: Readonly<Record<string, readonly (number | null)[]>>;
  /** How many of each reason were refused, the most first. */
  readonly refusals: readonly { readonly reason: string; readonly count: number }[];
}

/** Counted per minute and summed; the others are values of a moment. */
const COUNTED = ['calls', 'faults', 'frames', 'crowded', 'cpuMs'] as const;
/** Summed over all nodes; the others show the node with the highest value (of free room: the lowest). */
const TOGETHER = ['sockets', 'users', 'memoryBytes', 'storeWaiting'] as const;
const MOST = ['databaseBytes', 'lateMs', 'busLagMs'] as const;
const LEAST = ['diskFreeBytes'] as const;

const sum = (all: readonly number[]): number => all.reduce((one, more) => one + more, 0);
const mean = (all: readonly number[]): number => sum(all) / all.length;

const nodesIn = (step: readonly FiguresRow[]): number => new Set(step.map(({ node }) => node)).size;

/** The figures of a day in steps, all nodes together. */
export function daySeries(rows: readonly FiguresRow[], since: number, now: number): DaySeries {
  const steps = Math.ceil((now - since + 1) / limits.stepMinutes);
  const minutes = Array.from({ length: steps }, (_, at) => since + at * limits.stepMinutes);
  const inStep = minutes.map((): FiguresRow[] => []);
  for (const row of rows) inStep[Math.floor((row.minute - since) / limits.stepMinutes)]?.push(row);
  const line = (name: string, of: (values: readonly number[], step: readonly FiguresRow[]) => number) =>
    inStep.map((step) => {
      const values = step.map(({ figures }) => figures[name]).filter((value) => value !== undefined);
      return values.length === 0 ? null : Math.round(of(values, step));
    });
  return {
    minutes,
    lines: Object.fromEntries([
      ...COUNTED.map((name) => [name, line(name, sum)] as const),
      ...TOGETHER.map((name) => [name, line(name, (all, step) => mean(all) * nodesIn(step))] as const),
      ...MOST.map((name) => [name, line(name, (all) => Math.max(...all))] as const),
      ...LEAST.map((name) => [name, line(name, (all) => Math.min(...all))] as const),
    ]),
    refusals: refusalsIn(rows),
  };
}

function refusalsIn(rows: readonly FiguresRow[]): DaySeries['refusals'] {
  const counts = new Map<string, number>();
  for (const { figures } of rows)
    for (const [name, count] of Object.entries(figures))
      if (name.startsWith(REFUSAL)) {
        const reason = name.slice(REFUSAL.length);
        counts.set(reason, (counts.get(reason) ?? 0) + count);
      }
  return [...counts].map(([reason, count]) => ({ reason, count })).toSorted((a, b) => b.count - a.count);
}
