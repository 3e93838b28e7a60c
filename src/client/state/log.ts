import type { MessageId } from '../../domain/ids.ts';
import type { EditedWords } from '../../domain/message.ts';
import { logLimits as limits } from './limits.ts';
import type { MachineStep } from './machine-step.ts';
import type { ShownPage } from './shown-page.ts';
import type { Input } from './effects.ts';
import { eraseIn, eraseInputs, eraseInput, goneBy, isErasing } from './log-erase.ts';
import type { Gone } from './log-erase.ts';
import { draftReplacedBy, withoutDraft } from './log-drafts.ts';
import { pageAsTold } from './log-pages.ts';
import { reduce } from './reduce.ts';
import { EMPTY } from './empty.ts';
import type { State } from './state.ts';
import { apart, stateFromJson, stateToJson } from './state-json.ts';
import type { StateJson } from './state-json.ts';

/**
 * Records every applied input with its time and origin, in a bounded ring (STORE-11). A state is stored
 * before every 500th, so the ring drops 500 at a time and the rest still replays to the same state. Recall,
 * edit, deletion and clearing rewrite the ring as well, so that no erased text remains (STREAM-4).
 */
export interface LogEntry {
  readonly atMs: number;
  readonly input: Input;
}

interface Segment {
  before: State;
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
  /** Inputs recorded since the start, including those the ring dropped. */
  recorded = 0;
  /** Observes every input as it is recorded; null without an inspector (INSP-6). */
  watcher: ((entry: LogEntry) => void) | null = null;
  private segments: Segment[] = [];
  /**
   * Everything erased since the start, the newest last: a full device may still hold it in its outbox and
   * show it once more, and a page requested earlier still contains it.
   */
  private readonly erased = new Set<MessageId>();
  private readonly edits = new Map<MessageId, EditedWords>();

  /** `before` is the state that the input was applied to. */
  record(atMs: number, given: Input, before: State): void {
    const gone: Gone = { ids: this.erased, numbers: new Set(), told: true };
    const held = given.kind === 'local' && this.erased.size > 0 ? eraseInput(given, gone) : given;
    const input = pageAsTold(this.reworded(held), before);
    let last = this.segments.at(-1);
    if (!last || last.entries.length >= limits.checkpointEvery) {
      last = { before: before.outbox.size > 0 ? eraseIn(apart(before), gone) : apart(before), entries: [] };
      this.segments.push(last);
      if (this.segments.length > limits.ringMax / limits.checkpointEvery) this.segments.shift();
    }
    const draft = draftReplacedBy(input);
    if (draft !== null) this.rewrite((one) => withoutDraft(one, draft));
    const entry = { atMs, input };
    last.entries.push(entry);
    this.recorded += 1;
    // An erased message of another user has nothing waiting here.
    const { event } = input.kind === 'server' ? input.framed : input;
    if (event.type !== 'messageVoid' || event.from === before.self?.id) this.forget(input);
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
    this.edits.clear();
  }

  /** The ring as a script: a state to start from, then its inputs. */
  export(): string {
    const first = this.segments[0];
    if (!first) return '';
    const lines: ScriptLine[] = [
      { atMs: first.entries[0]?.atMs ?? 0, origin: 'state', event: stateToJson(first.before) },
    ];
    for (const entry of this.entries()) lines.push(lineOf(entry));
    return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  }

  /**
   * Later inputs about the same messages, from a tab that does not know of the erasure, are rewritten too.
   */
  private keep({ ids, words }: Gone): void {
    for (const id of ids) {
      this.edits.delete(id);
      if (words) this.edits.set(id, words);
      else this.erased.add(id);
    }
    dropOldest(this.erased);
    dropOldest(this.edits);
  }

  /** Gives a waiting message the text of its edit. */
  private reworded(input: Input): Input {
    let next = input;
    for (const id of waitingIn(input)) {
      const words = this.edits.get(id);
      if (words) next = eraseInput(next, { ids: new Set([id]), numbers: new Set(), words });
    }
    return next;
  }

  private rewrite(change: (input: Input) => Input): void {
    for (const segment of this.segments)
      segment.entries = segment.entries.map((entry) => {
        const input = change(entry.input);
        return input === entry.input ? entry : { ...entry, input };
      });
  }

  private forget(input: Input): void {
    if (!isErasing(input)) return;
    const gone = goneBy(
      input,
      this.entries().map((entry) => entry.input),
      this.segments.map((segment) => segment.before),
    );
    if (gone === null) return;
    if (!gone.links) this.keep(gone);
    for (const segment of this.segments) {
      segment.before = eraseIn(segment.before, gone);
      segment.entries = eraseInputs(segment.entries, gone);
    }
  }
}

/** A set or map in order of its coming in loses its first ones above the limit. */
function dropOldest(held: Set<MessageId> | Map<MessageId, EditedWords>): void {
  for (const id of held.keys()) {
    if (held.size <= limits.erasedMax) break;
    held.delete(id);
  }
}

/** The messages of the outbox that an input names. */
function waitingIn(input: Input): readonly MessageId[] {
  if (input.kind !== 'local') return [];
  const { event } = input;
  if (event.type === 'outboxPut') return [event.item.message.id];
  return event.type === 'outboxSet' ? event.items.map(({ message }) => message.id) : [];
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
      const found: unknown = JSON.parse(line);
      const fits = typeof found === 'object' && found !== null && 'origin' in found && 'event' in found;
      if (!fits) throw new Error(`script line ${i + 1} has no origin or event`);
      return found as ScriptLine;
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
