import type { MessageId } from '../../domain/ids.ts';
import { logLimits as limits } from './limits.ts';
import type { MachineStep } from './machine-step.ts';
import type { ShownPage } from './shown-page.ts';
import type { Input } from './effects.ts';
import { draftReplacedBy, isErasing, withoutDraft } from './erasing.ts';
import { reduce } from './reduce.ts';
import { EMPTY } from './empty.ts';
import type { State } from './state.ts';
import { apart, stateFromJson, stateToJson } from './state-json.ts';
import type { StateJson } from './state-json.ts';

/**
 * Records every applied input with its time and origin, in a bounded ring (STORE-11). A state is stored
 * before every 500th, so the ring drops 500 at a time and the rest still replays to the same state. After an
 * input that erases text the log starts again from the present state, so no erased text remains (STREAM-4).
 */
export interface LogEntry {
  readonly atMs: number;
  readonly input: Input;
}

interface Segment {
  readonly atMs: number;
  readonly before: State;
  entries: LogEntry[];
}

/** Raised when a line means something else than before; a reader tells a newer version apart (INSP-3). */
export const SCRIPT_VERSION = 1;

/**
 * One line of a script: `.jsonl`, in order of time. A header and an initial state may come first; machine
 * and screen lines are for inspection, and are skipped in a replay.
 */
export type ScriptLine =
  | {
      readonly atMs: number;
      readonly origin: 'script';
      readonly event: { readonly version: number; readonly masked: boolean };
    }
  | { readonly atMs: number; readonly origin: 'machine'; readonly event: MachineStep }
  | { readonly atMs: number; readonly origin: 'screen'; readonly event: ShownPage }
  | { readonly atMs: number; readonly origin: 'state'; readonly event: StateJson }
  | {
      readonly atMs: number;
      readonly origin: 'local';
      readonly event: Extract<Input, { kind: 'local' }>['event'];
    }
  | {
      readonly atMs: number;
      readonly origin: 'live' | 'catchUp' | 'replay';
      readonly event: Extract<Input, { kind: 'server' }>['framed'];
    };

export class EventLog {
  /** Inputs since the start, including those that the log no longer has. */
  recorded = 0;
  /** Observes every input; null: the log starts again (STREAM-4). Null without an inspector (INSP-6). */
  watcher: ((entry: LogEntry | null) => void) | null = null;
  private segments: Segment[] = [];
  /**
   * Messages that were erased or edited, the newest last: another tab without room may still have their
   * previous text in the outbox that all tabs share.
   */
  private readonly erased = new Set<MessageId>();

  /** `before` and `after`: the states that the input was applied to and led to. */
  record(atMs: number, input: Input, before: State, after: State): void {
    this.recorded += 1;
    if (isErasing(input, before) || this.repeatsErased(input)) {
      this.note(input);
      this.segments = [{ atMs, before: this.copyOf(after), entries: [] }];
      this.watcher?.(null);
      return;
    }
    let last = this.segments.at(-1);
    if (!last || last.entries.length >= limits.checkpointEvery) {
      last = { atMs, before: this.copyOf(before), entries: [] };
      this.segments.push(last);
      if (this.segments.length > limits.ringMax / limits.checkpointEvery) this.segments.shift();
    }
    const draft = draftReplacedBy(input);
    if (draft !== null) this.rewrite((one) => withoutDraft(one, draft));
    const entry = { atMs, input };
    last.entries.push(entry);
    this.watcher?.(entry);
  }

  entries(): readonly LogEntry[] {
    return this.segments.flatMap((segment) => segment.entries);
  }

  /** The state before the oldest entry; null while nothing is recorded. */
  before(): State | null {
    return this.segments[0]?.before ?? null;
  }

  clear(): void {
    this.segments = [];
    this.erased.clear();
  }

  /** The ring as a script: a state to start from, then its inputs. */
  export(): string {
    const first = this.segments[0];
    if (!first) return '';
    const lines: ScriptLine[] = [
      { atMs: first.atMs, origin: 'state', event: stateToJson(first.before) },
      ...this.entries().map(lineOf),
    ];
    return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  }

  private note(input: Input): void {
    const { event } = input.kind === 'server' ? input.framed : input;
    if (!('id' in event) || typeof event.id !== 'string' || event.type === 'messagePreviewed') return;
    this.erased.add(event.id);
    for (const id of this.erased) {
      if (this.erased.size <= limits.erasedMax) break;
      this.erased.delete(id);
    }
  }

  private repeatsErased(input: Input): boolean {
    if (input.kind === 'server' || this.erased.size === 0) return false;
    const { event } = input;
    if (event.type === 'outboxPut') return this.erased.has(event.item.message.id);
    return event.type === 'outboxSet' && event.items.some(({ message }) => this.erased.has(message.id));
  }

  /** A copy of a state, without waiting messages that were erased. */
  private copyOf(state: State): State {
    const { outbox } = state;
    if (outbox.size === 0 || this.erased.size === 0) return apart(state);
    const left = [...outbox].map(
      ([id, items]) => [id, items.filter(({ message }) => !this.erased.has(message.id))] as const,
    );
    return apart({ ...state, outbox: new Map(left) });
  }

  private rewrite(change: (input: Input) => Input): void {
    for (const segment of this.segments)
      segment.entries = segment.entries.map((entry) => {
        const input = change(entry.input);
        return input === entry.input ? entry : { ...entry, input };
      });
  }
}

export function lineOf({ atMs, input }: LogEntry): ScriptLine {
  return input.kind === 'local'
    ? { atMs, origin: 'local', event: input.event }
    : { atMs, origin: input.origin, event: input.framed };
}

/** Parses the lines of a script; a line that is not an object is rejected with its number. */
export function importScript(script: string): readonly ScriptLine[] {
  return script
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, i) => {
      const parsed: unknown = JSON.parse(line);
      const fits = typeof parsed === 'object' && parsed !== null && 'origin' in parsed && 'event' in parsed;
      if (!fits) throw new Error(`script line ${i + 1} has no origin or event`);
      return parsed as ScriptLine;
    });
}

/** The state after a script, from its own first state or from `from`. Runs no effect. */
export function replay(lines: readonly ScriptLine[], from: State = EMPTY): State {
  let state = from;
  for (const line of lines) {
    if (line.origin === 'state') state = stateFromJson(line.event);
    else if (line.origin === 'script' || line.origin === 'machine' || line.origin === 'screen') continue;
    else if (line.origin === 'local') state = reduce(state, { kind: 'local', event: line.event }).state;
    else state = reduce(state, { kind: 'server', framed: line.event, origin: 'replay' }).state;
  }
  return state;
}
