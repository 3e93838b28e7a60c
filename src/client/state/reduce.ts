import type { Origin } from '../../domain/events.ts';
import { afterCatchUp } from './catch-up-effects.ts';
import type { Effect, Input, Reduced } from './effects.ts';
import { NO_EFFECTS } from './effects.ts';
import { reduceLocal } from './reduce-local.ts';
import { reduceServer } from './reduce-server.ts';
import type { State } from './state.ts';

/**
 * The whole client state is `inputs.reduce(reduce, EMPTY)`, in a page, a replay and the properties alike. Pure
 * and total: an input that changes nothing gives back the same state (LIST-11), and what has to be done
 * comes as data; which of it is done `effectsOf` says.
 */
export const reduce = (state: State, input: Input): Reduced =>
  input.kind === 'local' ? reduceLocal(state, input.event) : reduceServer(state, input.framed);

/**
 * What is done of the effects that inputs of one origin had, judged by the state after the last of them
 * (EFFECT-2): all of it live, nothing in a replay, what is still worth doing after a catch-up.
 */
export function effectsOf(origin: Origin, state: State, effects: readonly Effect[]): readonly Effect[] {
  if (origin === 'live') return effects;
  return origin === 'replay' ? NO_EFFECTS : afterCatchUp(state, effects);
}
