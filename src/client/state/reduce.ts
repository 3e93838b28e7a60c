import type { FramedEvent, Origin } from '../../domain/events.ts';
import { afterCatchUp } from './catch-up-effects.ts';
import type { Effect, Input, Reduced } from './effects.ts';
import { NO_EFFECTS } from './effects.ts';
import { reduceLocal } from './reduce-local.ts';
import { reduceServer } from './reduce-server.ts';
import type { State } from './state.ts';

/**
 * The whole client state is `inputs.reduce(reduce, EMPTY)`. Pure and total: an input that changes
 * nothing gives back the same state (LIST-11), and what has to be done comes as data (EFFECT-2).
 */
export function reduce(state: State, input: Input): Reduced {
  const reduced =
    input.kind === 'local' ? reduceLocal(state, input.event) : reduceServer(state, input.framed);
  if (input.kind === 'local' || input.origin === 'live' || reduced.effects.length === 0) return reduced;
  if (input.origin === 'replay') return { state: reduced.state, effects: NO_EFFECTS };
  return { state: reduced.state, effects: afterCatchUp(reduced.state, reduced.effects) };
}

/** A batch of missed events: effects once, judged by the state at its end (EFFECT-2). */
export function reduceAll(state: State, framed: readonly FramedEvent[], origin: Origin): Reduced {
  let next = state;
  const effects: Effect[] = [];
  for (const one of framed) {
    const reduced = reduceServer(next, one);
    next = reduced.state;
    effects.push(...reduced.effects);
  }
  if (origin === 'live') return { state: next, effects };
  return { state: next, effects: origin === 'replay' ? NO_EFFECTS : afterCatchUp(next, effects) };
}
