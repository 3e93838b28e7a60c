import type { InspectionEvent } from 'xstate';

/** Receives inspection events of a machine's actor. Passed to every actor as `inspect`. */
export type WatchActors = (event: InspectionEvent) => void;
