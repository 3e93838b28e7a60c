import { MINUTE } from '../../domain/duration.ts';
import type { Input } from '../state/effects.ts';
import type { Applied } from '../state/first-turn.ts';
import { lineOf, type LogEntry } from '../state/log.ts';
import { stateToJson } from '../state/state-json.ts';
import type { State } from '../state/state.ts';
import type { RecordedLine } from './mask.ts';

export const recentLimits = { partEntries: 200, partsMax: 10, keepMs: 10 * MINUTE } as const;

interface Part {
  readonly before: State;
  readonly entries: LogEntry[];
}

/**
 * The events of the last minutes, for a report of a problem (INSP-14). They stay in memory. An event that
 * erases content, and the end of a session, begin a new recording, so that nothing erased remains.
 */
export class RecentEvents {
  private parts: Part[] = [];

  record(atMs: number, applied: readonly Applied[]): void {
    for (const { input, before } of applied) {
      if (begins(input)) this.parts = [];
      else this.add({ atMs, input }, before);
    }
    const [first] = this.parts;
    const newest = first?.entries.at(-1)?.atMs ?? atMs;
    if (
      this.parts.length > recentLimits.partsMax ||
      (this.parts.length > 1 && atMs - newest > recentLimits.keepMs)
    )
      this.parts.shift();
  }

  /** A state to begin with, and the events after it; none if nothing was recorded. */
  lines(): readonly RecordedLine[] {
    const [first] = this.parts;
    if (first === undefined) return [];
    const entries = this.parts.flatMap((part) => part.entries);
    return [
      { atMs: entries[0]?.atMs ?? 0, origin: 'state', event: stateToJson(first.before) },
      ...entries.map((entry) => lineOf(entry) as RecordedLine),
    ];
  }

  private add(entry: LogEntry, before: State): void {
    const last = this.parts.at(-1);
    if (last !== undefined && last.entries.length < recentLimits.partEntries) last.entries.push(entry);
    else this.parts.push({ before: { ...before, contacts: before.contacts.apart() }, entries: [entry] });
  }
}

/** Names of events after which earlier ones may hold content that no longer exists, or that of another user. */
const BEGINS: ReadonlySet<string> = new Set([
  'messageRecalled',
  'messageDeleted',
  'messageVoid',
  'messageEdited',
  'messagePreviewed',
  'historyCleared',
  'signedIn',
  'signedOut',
]);

function begins(input: Input): boolean {
  if (input.kind === 'server') return BEGINS.has(input.framed.event.type);
  const { event } = input;
  return BEGINS.has(event.type) || (event.type === 'outboxRemoved' && event.erased === true);
}
