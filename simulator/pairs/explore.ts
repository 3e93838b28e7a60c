import { classOf, reversalsOf } from './races.ts';
import type { Reversal } from './races.ts';
import { runPair } from './run-order.ts';
import type { OrderOutcome, ActionPair } from './run-order.ts';

/** All orders of a pair, up to a limit. */
export interface Explored {
  readonly pair: ActionPair;
  /** Orders that were judged. */
  readonly orders: number;
  /** Orders that were run, and were another one except for independent points. */
  readonly merged: number;
  /** Beginnings that were left when the limit was reached. */
  readonly left: number;
  readonly failure: OrderFailure | null;
  readonly workedMs: number;
  readonly runs: number;
}
export interface OrderFailure {
  readonly checker: string;
  readonly text: string;
  /** The order: of each point its place among those that could come, without the usual ones at the end. */
  readonly order: readonly number[];
}

interface Branch {
  readonly prefix: readonly string[];
  readonly depth: number;
  /** Lower comes first among those of one depth; only orders with one reversal differ. */
  readonly rank: number;
}

/** An answer that arrives later than a newer frame breaks most often. */
function rankOf({ early, late }: Reversal): number {
  const [first, second] = [early, late].map((id) => id.slice(0, id.indexOf(' ')));
  return first === 'frame' && second === 'answer' ? 0 : 1;
}

/**
 * Walks the orders of a pair: every race of an order that was run is the beginning of another one, and an
 * order that only swaps independent points is not judged again. Fewer reversals come first, so that a failure
 * is found in the simplest order. `races`: with more of them in the first order, it stays the only one.
 */
export async function explore(
  pair: ActionPair,
  most: number,
  execute: typeof runPair = runPair,
  races = Infinity,
): Promise<Explored> {
  const classes = new Set<string>();
  const starts = new Set<string>();
  const queue: Branch[] = [{ prefix: [], depth: 0, rank: 0 }];
  let [orders, merged, runs, workedMs] = [0, 0, 0, 0];
  let failure: OrderFailure | null = null;
  while (queue.length > 0 && runs < most && failure === null) {
    if (runs === 1 && queue.length > races) break;
    const [branch] = queue.splice(0, 1);
    if (!branch) break;
    let isNew = true;
    const outcome: OrderOutcome = await execute(pair, branch.prefix, {
      // What stopping leaves behind depends little on the order: once for each pair within a subject.
      stops: runs === 0 && (most > 1 || pair.second === null),
      judges: (transitions) => {
        const name = classOf(transitions);
        isNew = !classes.has(name);
        classes.add(name);
        return isNew;
      },
    });
    runs += 1;
    workedMs += outcome.workedMs;
    const [problem] = outcome.problems;
    if (problem) failure = { checker: problem.checker, text: problem.text, order: orderOf(outcome) };
    if (!isNew) {
      merged += 1;
      continue;
    }
    orders += 1;
    for (const reversal of reversalsOf(outcome.transitions)) {
      const { prefix } = reversal;
      const name = prefix.join('\n');
      if (starts.has(name)) continue;
      starts.add(name);
      queue.push({ prefix, depth: branch.depth + 1, rank: branch.depth === 0 ? rankOf(reversal) : 1 });
    }
    queue.sort((a, b) => a.depth - b.depth || a.rank - b.rank);
  }
  return { pair, orders, merged, left: queue.length, failure, workedMs, runs };
}

/** The choices of an execution, up to the last unusual one. */
function orderOf({ transitions }: OrderOutcome): readonly number[] {
  const choices = transitions.map(({ id, enabled }) => enabled.indexOf(id));
  return choices.slice(0, choices.findLastIndex((choice) => choice > 0) + 1);
}
