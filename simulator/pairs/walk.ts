import { explore } from './explore.ts';
import type { Explored, OrderFailure } from './explore.ts';
import type { ActionChoice, Planned } from './plan-pairs.ts';
import { runPair } from './run-order.ts';
import { pairFrom, pairName } from './spelling.ts';

/** One pair that was walked, as a line of a file. */
export interface Walked extends Pick<Explored, 'orders' | 'merged' | 'left' | 'runs' | 'workedMs'> {
  readonly name: string;
  readonly subjects: readonly [string, string];
  readonly failure: OrderFailure | null;
  /** Planted bugs whose places were reached. */
  readonly reached: readonly string[];
  /** Of an action alone: what it does; empty: nothing. */
  readonly does?: string;
}

/** The work of one process. */
export interface WalkPart {
  readonly pairs: readonly {
    readonly name: string;
    readonly most: number;
    readonly races?: number | undefined;
    readonly subjects: readonly [string, string];
  }[];
  readonly planted: string | null;
  /** Ends with the first failure. */
  readonly untilFound: boolean;
  /** Ends after about so many Worlds; null: walks all pairs. */
  readonly worldsMax: number | null;
}

export const walkPartOf = (
  planned: readonly Pick<Planned, 'pair' | 'most' | 'races' | 'subjects'>[],
  planted: string | null,
  { untilFound = false, worldsMax = null }: Partial<Pick<WalkPart, 'untilFound' | 'worldsMax'>> = {},
): WalkPart => ({
  pairs: planned.map(({ pair, most, races, subjects }) => ({ name: pairName(pair), most, races, subjects })),
  planted,
  untilFound,
  worldsMax,
});

/** Walks pairs one after another; `take` gets each. */
export async function walkPart(
  { pairs, untilFound, worldsMax }: WalkPart,
  take: (one: Walked) => void,
): Promise<void> {
  let worlds = 0;
  for (const { name, most, races, subjects } of pairs) {
    const pair = pairFrom(name);
    const effect: { text?: string } = {};
    const reached = new Set<string>();
    const { orders, merged, left, runs, workedMs, failure } = await explore(
      pair,
      most,
      async (...args) => {
        const outcome = await runPair(...args);
        for (const bug of outcome.reached) reached.add(bug);
        // Pressing alone is no effect.
        if (pair.second === null)
          effect.text ??=
            outcome.transitions.length < 2 ? '' : outcome.requests.join('\n') || 'changes the page';
        return outcome;
      },
      races,
    );
    take({
      name,
      subjects,
      orders,
      merged,
      left,
      runs,
      workedMs,
      failure,
      reached: [...reached],
      ...(effect.text !== undefined && { does: effect.text }),
    });
    worlds += runs;
    if ((untilFound && failure) || worlds >= (worldsMax ?? Infinity)) return;
  }
}

/** What the actions alone have shown. */
export const choicesOf = (results: readonly Walked[]): readonly ActionChoice[] =>
  results.flatMap(({ name, does, subjects: [subject] }) => {
    const { scene, first, second, turn } = pairFrom(name);
    return second === null && turn === 'none' ? [{ scene, subject, action: first, does: does ?? '' }] : [];
  });
