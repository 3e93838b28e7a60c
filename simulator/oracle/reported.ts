import type { ReportAction, ReportedThing } from './actions.ts';
import type { OracleLine } from './state.ts';
import { recognisableWords } from './erasure.ts';
import type { Remains } from './erasure.ts';

/** Days for which administrators keep decided reports. */
const KEPT_MS = 90 * 86_400_000;

export interface KeptReport {
  readonly by: number;
  readonly about: ReportedThing;
  /** Text of the line at that moment; '' if no line was reported. */
  readonly words: string;
  /** The kind of the line. */
  readonly lineKind: string;
  decidedAtMs: number | null;
}

/**
 * Preserves reported content as it was at that moment, for the administrators; for all others a report
 * changes nothing.
 */
export class Reported {
  readonly all = new Map<number, KeptReport>();

  apply(action: ReportAction, lines: Iterable<OracleLine>, nowMs: number): void {
    const existing = this.all.get(action.report);
    if (action.do === 'report') {
      const { by, about } = action;
      const line = about.kind === 'message' ? [...lines].find((one) => one.id === about.id) : undefined;
      this.all.set(action.report, {
        by,
        about,
        words: wordsNow(line),
        lineKind: line?.kind ?? '',
        decidedAtMs: null,
      });
    } else if (existing) existing.decidedAtMs ??= nowMs;
  }

  /** The same by the same person while one waits: it is to be there once. */
  twice(): readonly string[] {
    const open = [...this.all.values()].filter(({ decidedAtMs }) => decidedAtMs === null);
    const names = open.map(({ by, about }) => `${by} of ${JSON.stringify(about)}`);
    return names.filter((name, at) => names.indexOf(name) !== at);
  }

  /** Content that may remain with the reports although it was recalled; null if none may remain. */
  reportAt(report: number, nowMs: number): KeptReport | null {
    const existing = this.all.get(report);
    if (!existing || (existing.decidedAtMs !== null && nowMs - existing.decidedAtMs >= KEPT_MS)) return null;
    return existing;
  }
}

const wordsNow = (line: OracleLine | undefined): string =>
  line === undefined ? '' : recognisableWords(line).join(' ');

/** A round of the servers that forget what has lived its time, and a little. */
export const ROUND_MS = 11 * 60_000;

/** Words in a row of reports that were erased elsewhere and are not what this report keeps. */
export const notKept = (
  reported: Reported,
  remains: Remains,
  row: Readonly<Record<string, unknown>>,
  nowMs: number,
): readonly string[] =>
  remains.erasedIn(JSON.stringify(row)).filter(
    (word) =>
      !reported
        .reportAt(Number(row['id']), nowMs - ROUND_MS)
        ?.words.split(' ')
        .includes(word),
  );
