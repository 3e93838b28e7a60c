import type { AnyTransitionDefinition } from 'xstate';

/**
 * Identifies a transition within its machine, the same in every instance: `source|event|index among those of
 * the event`.
 */
export const transitionName = (transition: AnyTransitionDefinition): string =>
  `${transition.source.id}|${transition.eventType}|${transitionPlace(transition)}`;

/** 0 for the first transition of the same source and event. */
export function transitionPlace(transition: AnyTransitionDefinition): number {
  const { source, eventType } = transition;
  return (eventType === '' ? (source.always ?? []) : (source.transitions.get(eventType) ?? [])).indexOf(
    transition,
  );
}
