import type { PlanCut } from '../report/likelihood.ts';
import type { PlanStep, Sessions, StepKind, Subject } from '../plan/step.ts';
import { isFault } from '../plan/step.ts';

/** A run as a file: one line describes the World, each following one is a step (`{atMs, origin, event}`). */
export interface WorldScript {
  readonly seed: number;
  readonly clients: number;
  readonly nodes: number;
  readonly sessions?: Sessions;
  readonly subjects?: readonly Subject[];
  readonly eyes?: number;
  readonly plan: readonly PlanStep[];
  /** How likely its failure was after each part of it. */
  readonly cuts?: readonly PlanCut[];
}

export interface RawScriptLine {
  readonly atMs: number;
  readonly origin: string;
  readonly event: Readonly<Record<string, unknown>>;
}

export function worldScriptText({
  seed,
  clients,
  nodes,
  sessions,
  subjects,
  eyes = 0,
  plan,
  cuts = [],
}: WorldScript): string {
  const lines: RawScriptLine[] = [
    {
      atMs: 0,
      origin: 'world',
      event: {
        seed,
        clients,
        nodes,
        ...(sessions && { sessions }),
        ...(subjects && { subjects }),
        ...(eyes > 0 && { eyes }),
      },
    },
  ];
  for (const { atMs, kind, ...rest } of plan)
    lines.push({ atMs, origin: isFault(kind) ? 'fault' : 'user', event: { type: kind, ...rest } });
  for (const { atMs, ...event } of cuts) lines.push({ atMs, origin: 'likelihood', event });
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}

export const parseLines = (text: string): readonly RawScriptLine[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as RawScriptLine);

/** Null when the file is a script of another kind. */
export function worldScriptOf(lines: readonly RawScriptLine[]): WorldScript | null {
  const [first, ...rest] = lines;
  if (first?.origin !== 'world') return null;
  const world = first.event as Omit<WorldScript, 'plan'> & RawScriptLine['event'];
  const cuts = rest
    .filter((line) => line.origin === 'likelihood')
    .map(({ atMs, event }) => ({ atMs, ...event }) as PlanCut);
  const plan = rest
    .filter((line) => line.origin !== 'likelihood')
    .map(({ atMs, event }): PlanStep => {
      const { type, who, a, b } = event as { type: StepKind; who: number; a: number; b: number };
      return { atMs, kind: type, who, a, b };
    });
  return { ...world, plan, ...(cuts.length > 0 && { cuts }) };
}
