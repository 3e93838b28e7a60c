import { logLimits as limits } from './limits.ts';
import type { Clock } from '../../ports/clock.ts';
import { createStepWatcher } from './machine-step.ts';
import type { ShownPage } from './shown-page.ts';
import { lineOf, SCRIPT_VERSION, type EventLog, type ScriptLine } from './log.ts';
import { stateToJson } from './state-json.ts';
import type { WatchActors } from '../../ports/watch.ts';

/** Between a page of the app and inspectors in other tabs of the same browser. */
export interface InspectionChannel {
  post(message: InspectionMessage): void;
  listen(listener: (message: InspectionMessage) => void): () => void;
}

export type InspectionMessage =
  /** An inspector asks which pages there are. */
  | { readonly type: 'who' }
  /** It wants everything so far, then every line. */
  | { readonly type: 'watch'; readonly app: string }
  | { readonly type: 'unwatch'; readonly app: string }
  | { readonly type: 'here'; readonly app: string; readonly title: string }
  | { readonly type: 'script'; readonly app: string; readonly lines: readonly ScriptLine[] }
  | { readonly type: 'lines'; readonly app: string; readonly lines: readonly ScriptLine[] }
  | { readonly type: 'gone'; readonly app: string };

export interface Inspection {
  /** An observer for the client's ports. */
  readonly watch: WatchActors;
  /** Receives the client's log. */
  attach(log: EventLog): void;
  /** The app shows another page; repeated reports of one page are ignored. */
  shows(page: ShownPage): void;
  /** Everything so far, as an inspector gets it. */
  lines(): readonly ScriptLine[];
  stop(): void;
}

export interface InspectionParts {
  readonly clock: Clock;
  readonly channel: InspectionChannel;
  /** Tells this page from others. */
  readonly app: string;
  readonly title: () => string;
  /** Lines are posted together, soon. */
  readonly schedule: (task: () => void) => void;
}

/** A line that is no input of the reducer: a step of a machine, or a page. */
interface SeenLine {
  readonly atMs: number;
  readonly line: StepLine;
  /** How many inputs had been recorded before it. */
  readonly after: number;
}

/** Watches one client for inspectors (INSP-6): the machines' steps between the inputs of the log. */
export function inspectionOver({ clock, channel, app, title, schedule }: InspectionParts): Inspection {
  const steps: SeenLine[] = [];
  /** The state of each machine, and the page, when their lines were discarded. */
  const checkpoint = new Map<string, SeenLine>();
  let page = '';
  let log: EventLog | null = null;
  let isWatched = false;
  let waiting: ScriptLine[] = [];

  const send = (): void => {
    const lines = waiting;
    waiting = [];
    if (lines.length > 0) channel.post({ type: 'lines', app, lines });
  };
  const tell = (line: ScriptLine): void => {
    if (!isWatched) return;
    if (waiting.length === 0) schedule(send);
    waiting.push(line);
  };
  const note = (line: StepLine): void => {
    steps.push({ atMs: line.atMs, line, after: log?.recorded ?? 0 });
    if (steps.length > limits.ringMax) forget(steps.splice(0, limits.checkpointEvery), checkpoint);
    tell(line);
  };
  const watch = createStepWatcher((step) => note({ atMs: clock.nowMs(), origin: 'machine', event: step }));
  const lines = (): readonly ScriptLine[] => linesOf(log, steps, checkpoint, clock.nowMs());
  const start = (): void => {
    waiting = [];
    channel.post({ type: 'script', app, lines: lines() });
  };
  const end = channel.listen((message) => {
    if (message.type === 'who') channel.post({ type: 'here', app, title: title() });
    else if (message.type === 'watch' && message.app === app) {
      isWatched = true;
      start();
    } else if (message.type === 'unwatch' && message.app === app) isWatched = false;
  });
  channel.post({ type: 'here', app, title: title() });

  return {
    watch,
    attach: (of) => {
      log = of;
      of.watcher = (entry) => {
        if (entry !== null) tell(lineOf(entry));
        else if (isWatched) start();
      };
    },
    shows: (next) => {
      const now = JSON.stringify(next);
      if (now === page) return;
      page = now;
      note({ atMs: clock.nowMs(), origin: 'screen', event: next });
    },
    lines,
    stop: () => {
      if (log) log.watcher = null;
      end();
      channel.post({ type: 'gone', app });
    },
  };
}

/** Everything so far: a header, a state to begin with, and what followed. */
function linesOf(
  log: EventLog | null,
  steps: readonly SeenLine[],
  checkpoint: ReadonlyMap<string, SeenLine>,
  nowMs: number,
): readonly ScriptLine[] {
  const start: ScriptLine[] = [
    { atMs: nowMs, origin: 'script', event: { version: SCRIPT_VERSION, masked: false } },
  ];
  const before = log?.before() ?? null;
  const entries = log?.entries() ?? [];
  if (before) start.push({ atMs: entries[0]?.atMs ?? nowMs, origin: 'state', event: stateToJson(before) });
  return [
    ...start,
    ...[...checkpoint.values()].map(({ line }) => line),
    ...merged(entries.map(lineOf), steps, (log?.recorded ?? 0) - entries.length),
  ];
}

type StepLine = Extract<ScriptLine, { readonly origin: 'machine' | 'screen' }>;

function forget(old: readonly SeenLine[], into: Map<string, SeenLine>): void {
  for (const step of old) {
    const { line } = step;
    const name = line.origin === 'screen' ? 'screen' : `machine ${line.event.actor}`;
    if (line.origin === 'machine' && line.event.over) into.delete(name);
    else into.set(name, step);
  }
}

/** Inputs and steps in the order in which they happened; `first` is the number of the first input. */
function merged(
  inputs: readonly ScriptLine[],
  steps: readonly SeenLine[],
  first: number,
): readonly ScriptLine[] {
  const lines: ScriptLine[] = [];
  let next = 0;
  inputs.forEach((input, i) => {
    for (let step = steps[next]; step && step.after <= first + i; step = steps[(next += 1)])
      lines.push(step.line);
    lines.push(input);
  });
  for (const step of steps.slice(next)) lines.push(step.line);
  return lines;
}
