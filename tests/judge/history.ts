/**
 * The history of real clients, one line of JSON for each entry. `invoke` begins an operation. `ok`, `fail`
 * (refused, nothing happened) or `unknown` (no answer, it may happen later) ends it.
 */
export type Operation =
  | { readonly does: 'send'; readonly chat: string; readonly id: string }
  /** Reads a chat from ordinal `above` to its end. */
  | { readonly does: 'readLog'; readonly chat: string; readonly above: number }
  /** Values of a register are never written twice. */
  | { readonly does: 'write'; readonly register: string; readonly value: string }
  | { readonly does: 'read'; readonly register: string }
  /** A mark only moves forward. */
  | { readonly does: 'advance'; readonly mark: string; readonly to: number }
  | { readonly does: 'readMark'; readonly mark: string }
  | { readonly does: 'put'; readonly set: string; readonly member: string; readonly inside: boolean }
  | { readonly does: 'readSet'; readonly set: string };

export interface LogRow {
  readonly n: number;
  readonly id: string;
  /** True for a line that the server wrote, not a user. */
  readonly event?: true;
}

/** The result of an operation: ordinals of sends, and read messages. */
export interface Result {
  readonly n?: number;
  readonly rows?: readonly LogRow[];
  readonly value?: string | null;
  readonly mark?: number;
  readonly members?: readonly string[];
}

export type Entry = {
  /** The clock of the writer, for readers of the history. Checks ignore it. */ readonly ms?: number;
} & (
  | {
      readonly at: number;
      readonly who: string;
      readonly no: number;
      readonly phase: 'invoke';
      readonly operation: Operation;
    }
  | {
      readonly at: number;
      readonly who: string;
      readonly no: number;
      readonly phase: 'ok';
      readonly result: Result;
    }
  | { readonly at: number; readonly who: string; readonly no: number; readonly phase: 'fail' | 'unknown' }
  /**
   * All is quiet: operations up to `no` have ended. An operation without an answer has happened by now, or
   * never will.
   */
  | { readonly at: number; readonly who: string; readonly no: number; readonly phase: 'settled' }
);

/** An operation with both of its ends; one without an answer ends never. */
export interface Done<O extends Operation = Operation> {
  readonly who: string;
  readonly from: number;
  readonly until: number;
  readonly outcome: 'ok' | 'fail' | 'unknown';
  readonly operation: O;
  readonly result: Result;
}

/** Puts both ends of each operation together. `at` only has to rise: all entries are of one machine. */
export function operationsOf(entries: readonly Entry[]): readonly Done[] {
  const ends = new Map<number, Exclude<Entry, { phase: 'invoke' | 'settled' }>>();
  for (const entry of entries)
    if (entry.phase !== 'invoke' && entry.phase !== 'settled') ends.set(entry.no, entry);
  const settled = entries.filter((entry) => entry.phase === 'settled');
  return entries.flatMap((entry): readonly Done[] => {
    if (entry.phase !== 'invoke') return [];
    const end = ends.get(entry.no);
    const outcome = end?.phase ?? 'unknown';
    const over = () => settled.find(({ no }) => no >= entry.no)?.at ?? Number.POSITIVE_INFINITY;
    const until = end === undefined || outcome === 'unknown' ? over() : end.at;
    return [
      {
        who: entry.who,
        from: entry.at,
        until,
        outcome,
        operation: entry.operation,
        result: end?.phase === 'ok' ? end.result : {},
      },
    ];
  });
}

type Kind = Operation['does'];

/** All operations of one kind on one thing. */
export const those = <K extends Kind>(
  all: readonly Done[],
  does: K,
): readonly Done<Extract<Operation, { does: K }>>[] =>
  all.filter((one): one is Done<Extract<Operation, { does: K }>> => one.operation.does === does);

export const readHistory = (lines: string): readonly Entry[] =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry);
