import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { stateToJson, type StateJson } from '../../src/client/state/state-json.ts';
import type { State } from '../../src/client/state/state.ts';
import type { RawLine } from '../../src/client/state/play-frames.ts';
import type { FramedEvent } from '../../src/domain/events.ts';
import type { ScriptEventLine } from '../../src/inspector/model/line.ts';

/**
 * A line of a script; `bad` is a frame with invalid JSON, `expected` what the state should be then: the
 * inspector opens at the first event where it differs, with both screens (INSP-15).
 */
export type SmallestLine =
  | ScriptEventLine
  | RawLine
  | { readonly atMs: number; readonly origin: 'expected'; readonly event: Partial<StateJson> }
  | { readonly atMs: number; readonly origin: 'bad'; readonly event: { readonly text: string } };

type Lines<Ts> = (example: Ts) => readonly SmallestLine[] | Promise<readonly SmallestLine[]>;

/** The used part of the details of a run, so that lists may be read-only. */
type Run<Ts> = Pick<fc.RunDetails<Ts>, 'failed' | 'counterexample' | 'errorInstance'>;

const FOLDER = fileURLToPath(new URL('../../.cache/properties/', import.meta.url));

/**
 * Options for a property of events. On a failure the smallest example is written as a script, and the message
 * names the file besides seed and path (PROP-1).
 */
export const asScript = <Ts>(
  name: string,
  lines: (example: Ts) => readonly SmallestLine[],
  folder = FOLDER,
): { reporter(out: Run<Ts>): void } => ({
  reporter: (out) => {
    if (!out.failed) return;
    throw failure(
      out,
      out.counterexample === null ? null : writeFile(folder, name, lines(out.counterexample)),
    );
  },
});

/** The same for properties that wait, and whose script is made by living through the example again. */
export const asScriptLater = <Ts>(
  name: string,
  lines: Lines<Ts>,
  folder = FOLDER,
): { asyncReporter(out: Run<Ts>): Promise<void> } => ({
  asyncReporter: async (out) => {
    if (!out.failed) return;
    throw failure(
      out,
      out.counterexample === null ? null : writeFile(folder, name, await lines(out.counterexample)),
    );
  },
});

function failure<Ts>(out: Run<Ts>, script: string | null): Error {
  const report = fc.defaultReportMessage(out as fc.RunDetails<Ts>) ?? 'failed';
  return new Error(
    script === null ? report : `${report}\n\nThe smallest example as a script: npm run inspect -- ${script}`,
    { cause: out.errorInstance },
  );
}

function writeFile(folder: string, name: string, lines: readonly SmallestLine[]): string {
  mkdirSync(folder, { recursive: true });
  const path = `${folder.replace(/\/?$/, '/')}${name}.jsonl`;
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

/** The chat list and the counts of a state that a test expects. */
export function expectedList(state: State, atMs: number): SmallestLine {
  const { contacts, totals } = stateToJson(state);
  return { atMs, origin: 'expected', event: { contacts, totals } };
}

/** A state to begin with and what the server said then. */
export const scriptOf = (from: State, frames: readonly FramedEvent[]): readonly ScriptEventLine[] => [
  { atMs: 0, origin: 'state', event: stateToJson(from) },
  ...frames.map((event, i): ScriptEventLine => ({ atMs: (i + 1) * 100, origin: 'live', event })),
];
