import type { InspectionEvent } from 'xstate';

/** What a machine's actor tells whoever inspects it. Given to every actor as its `inspect`. */
export type WatchActors = (event: InspectionEvent) => void;
