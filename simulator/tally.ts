import { MARKS, reached } from './marks.ts';
import type { Outcome } from './run.ts';

/** What a child tells its parent about one seed. */
export interface Report {
  readonly seed: number;
  readonly hash: string;
  readonly problem: { readonly checker: string; readonly text: string } | null;
  readonly counts: readonly (readonly [string, number])[];
  readonly events: number;
  readonly checks: number;
  readonly virtualMs: number;
  readonly realMs: number;
}

export function reportOf({ seed, hash, problems, counts, events, checks, virtualMs, realMs }: Outcome): Report {
  const [first] = problems;
  return { seed, hash, problem: first ? { checker: first.checker, text: first.text.slice(0, 600) } : null, counts: [...counts], events, checks, virtualMs, realMs };
}

/** Sums of many seeds. */
export class Tally {
  seeds = 0;
  events = 0;
  checks = 0;
  virtualMs = 0;
  realMs = 0;
  readonly counts = new Map<string, number>();
  readonly failures: Report[] = [];

  add(report: Report): void {
    this.seeds += 1;
    this.events += report.events;
    this.checks += report.checks;
    this.virtualMs += report.virtualMs;
    this.realMs += report.realMs;
    for (const [name, count] of report.counts) this.counts.set(name, (this.counts.get(name) ?? 0) + count);
    if (report.problem) this.failures.push(report);
  }

  summary(wallMs: number): string {
    const faults = [...this.counts].filter(([name]) => !/^(?:mark|log|fault): /.test(name)).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const injected = [...this.counts].filter(([name]) => name.startsWith('fault: ')).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const marks = MARKS.map((mark) => `${mark} ${reached(this.counts, mark)}`);
    return [
      `${this.seeds} seeds, ${this.events} events, ${this.checks} promises looked at, ${this.failures.length} failures.`,
      `${(this.virtualMs / 3_600_000).toFixed(1)} hours of virtual time in ${(wallMs / 1_000).toFixed(1)} s: ${Math.round(this.virtualMs / Math.max(1, this.realMs))} times faster than real time in one process.`,
      `Faults: ${[...injected.map(([name, count]) => `${name.slice(7)} ${count}`), ...faults.map(([name, count]) => `${name} ${count}`)].join(', ') || 'none'}.`,
      `Marks: ${marks.join(', ')}.`,
    ].join('\n');
  }
}
