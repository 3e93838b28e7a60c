import { REACHABLE } from './reachable.ts';
import type { SeedOutcome } from '../run/run.ts';

/** A child's report to its parent about one seed. */
export interface Report {
  readonly seed: number;
  readonly hash: string;
  readonly problem: { readonly checker: string; readonly text: string } | null;
  readonly counts: readonly (readonly [string, number])[];
  readonly events: number;
  readonly checks: number;
  readonly virtualMs: number;
  readonly workedMs: number;
  /** It fails without the planted bug, too: an unplanted bug. */
  readonly failsAnyway?: true;
  /** Size of the shrunk failure, and the cost of finding it. */
  readonly shrunk?: { readonly steps: number; readonly runs: number; readonly workedMs: number };
}

export function reportOf({
  seed,
  hash,
  problems,
  counts,
  events,
  checks,
  virtualMs,
  workedMs,
}: SeedOutcome): Report {
  const [first] = problems;
  return {
    seed,
    hash,
    problem: first ? { checker: first.checker, text: first.text.slice(0, 600) } : null,
    counts: [...counts],
    events,
    checks,
    virtualMs,
    workedMs,
  };
}

const list = (counts: readonly (readonly [string, number])[]): string =>
  counts
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join(', ') || 'none';

/** Sums of many seeds. */
export class Tally {
  seeds = 0;
  events = 0;
  checks = 0;
  virtualMs = 0;
  workedMs = 0;
  readonly counts = new Map<string, number>();
  /** Number of seeds that reached a mark, and the first of them. */
  readonly seedsByMark = new Map<string, { seeds: number; first: number }>();
  readonly failures: Report[] = [];
  /** Seed → hash of its trace. */
  readonly hashes = new Map<number, string>();

  add(report: Report): void {
    this.seeds += 1;
    this.hashes.set(report.seed, report.hash);
    this.events += report.events;
    this.checks += report.checks;
    this.virtualMs += report.virtualMs;
    this.workedMs += report.workedMs;
    for (const [name, count] of report.counts) {
      this.counts.set(name, (this.counts.get(name) ?? 0) + count);
      const { seeds, first } = this.seedsByMark.get(name) ?? { seeds: 0, first: report.seed };
      this.seedsByMark.set(name, { seeds: seeds + 1, first: Math.min(first, report.seed) });
    }
    if (report.problem) this.failures.push(report);
  }

  /** Required marks, with the number of seeds that reached each, and the first. */
  finalPhaseText(): string {
    const lines = REACHABLE.map((name) => {
      const { seeds, first } = this.seedsByMark.get(name) ?? { seeds: 0, first: 0 };
      return seeds === 0 ? `${name}: NOT REACHED` : `${name}: ${seeds} seeds, first ${first}`;
    });
    const missing = REACHABLE.filter((name) => !this.seedsByMark.has(name));
    return [
      ...lines,
      missing.length === 0
        ? `All ${REACHABLE.length} are reached.`
        : `${missing.length} of ${REACHABLE.length} are not: ${missing.join(', ')}.`,
    ].join('\n');
  }

  summary(wallMs: number): string {
    const countsNamed = (prefix: string) =>
      [...this.counts]
        .filter(([name]) => name.startsWith(prefix))
        .map(([name, count]): [string, number] => [name.slice(prefix.length), count]);
    const hits = [...this.counts].filter(
      ([name]) => !/^(?:mark|log|fault|call|refusal|event|frame|setting|job|push|act|command): /.test(name),
    );
    const marks = MARKS.map((mark): [string, number] => [mark, timesReached(this.counts, mark)]);
    const missing = marks.filter(([, count]) => count === 0).map(([mark]) => mark);
    const perSeed = this.workedMs / Math.max(1, this.seeds);
    return [
      `${this.seeds} seeds, ${this.events} events, ${this.checks} promises looked at, ${this.failures.length} failures.`,
      `${(this.virtualMs / 3_600_000).toFixed(1)} hours of virtual time in ${(wallMs / 1_000).toFixed(1)} s; ${(this.workedMs / 1_000).toFixed(1)} s of one core: ${Math.round(this.virtualMs / Math.max(1, this.workedMs))} times faster than real time, ${perSeed.toFixed(0)} ms a seed.`,
      `Faults: ${list(countsNamed('fault: '))}.`,
      `What they did: ${list(hits)}.`,
      `Marks: ${marks.map(([mark, count]) => `${mark} ${count}`).join(', ')}.`,
      ...(this.seeds > 1
        ? [
            missing.length === 0
              ? `All ${MARKS.length} marks are reached.`
              : `Not reached: ${missing.join(', ')}.`,
          ]
        : []),
    ].join('\n');
  }
}

/** Events that a sweep must reach within 1,000 seeds, or it proves less than it seems to (SIM-6). */
export const MARKS = [
  'caught up by sync',
  'resync of a stream',
  'hole asked for',
  'send repeated',
  'several sent at once',
  'message gone',
  'taken back',
  'joined a group',
  'left a group',
  'muted somebody',
  'reload',
  'login elsewhere',
  'logout',
  'two tabs',
  'killed with an open transaction',
  'killed after the commit',
  'killed before the answer',
  'commit failed',
  'wake-up lost',
  'storage was full',
  'node stopped in peace',
  'stored between two events',
  'rang',
  'talked',
  'call refused',
  'call cancelled',
  'call noAnswer',
  'call busy',
  'call interrupted',
  'answered elsewhere',
  'a glare happened',
  'vanished in a call',
  'asked to come back to a talk',
  'came back to a talk',
  'a read failed',
  'a command ran twice',
  'broke at a frame',
  'a handshake hung',
  'a reader was slow',
] as const;
type CoverageMark = (typeof MARKS)[number];

const FROM_COUNTS: Readonly<Partial<Record<CoverageMark, string>>> = {
  'killed with an open transaction': 'kill: open',
  'killed after the commit': 'kill: committed',
  'killed before the answer': 'kill: answering',
  'commit failed': 'commit failed',
  'wake-up lost': 'bus loss',
  'storage was full': 'storage full',
  'a read failed': 'read failed',
  'a command ran twice': 'command ran twice',
  'broke at a frame': 'broke at a frame',
  'a handshake hung': 'handshake hung',
  'a reader was slow': 'slow reader',
};

export const timesReached = (counts: ReadonlyMap<string, number>, mark: CoverageMark): number =>
  counts.get(FROM_COUNTS[mark] ?? `mark: ${mark}`) ?? 0;
