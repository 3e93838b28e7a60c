import type { Transition } from './director.ts';
import { dependent } from './footprint.ts';

/** For each transition those before it that it depends on directly, and all that happen before it. */
interface Past {
  readonly direct: readonly number[];
  readonly all: ReadonlySet<number>;
}

/** The partial order of an execution: cause, queue, shared places, and time. */
export function pastsOf(transitions: readonly Transition[]): readonly Past[] {
  const pasts: Past[] = [];
  for (const [at, one] of transitions.entries()) {
    const direct: number[] = [];
    const all = new Set<number>();
    for (let before = at - 1; before >= 0; before -= 1) {
      const other = transitions[before];
      if (!other || !(isForced(other, before, one) || dependent(other.footprint, one.footprint))) continue;
      direct.push(before);
      all.add(before);
      for (const far of pasts[before]?.all ?? []) all.add(far);
    }
    pasts.push({ direct, all });
  }
  return pasts;
}

/** The later one cannot come first: it was reached because of the other, after time passed, or queues. */
const isForced = (other: Transition, before: number, { cause, afterTime, point }: Transition): boolean =>
  cause === before || before < afterTime || (point.lane !== null && point.lane === other.point.lane);

/**
 * What two executions have in common that differ only in the order of independent transitions: every
 * transition with those it directly depends on.
 */
export function classOf(
  transitions: readonly Transition[],
  pasts: readonly Past[] = pastsOf(transitions),
): string {
  return transitions
    .map(
      ({ id }, at) =>
        `${id}<${(pasts[at]?.direct ?? [])
          .map((one) => transitions[one]?.id ?? '')
          .toSorted()
          .join()}`,
    )
    .toSorted()
    .join('\n');
}

/** A beginning of an order that swaps one race of an execution. */
export interface Reversal {
  readonly prefix: readonly string[];
  /** The later transition of the race, which now comes first. */
  readonly early: string;
  readonly late: string;
}

/**
 * Every pair of neighbouring dependent transitions in the partial order that could have come the other way
 * round, as the beginning of an order in which it does: everything before, then what the later one needs,
 * then the later one.
 */
export function reversalsOf(transitions: readonly Transition[]): readonly Reversal[] {
  const pasts = pastsOf(transitions);
  const reversals: Reversal[] = [];
  for (const [later, one] of transitions.entries()) {
    const past = pasts[later];
    for (const earlier of past?.direct ?? []) {
      const other = transitions[earlier];
      if (!other || !past || isForced(other, earlier, one)) continue;
      if (past.direct.some((between) => between !== earlier && pasts[between]?.all.has(earlier))) continue;
      const before = transitions.slice(0, earlier);
      const needed = transitions.filter((_, at) => at > earlier && at < later && past.all.has(at));
      reversals.push({
        prefix: [...before, ...needed, one].map(({ id }) => id),
        early: one.id,
        late: other.id,
      });
    }
  }
  return reversals;
}
