import type { EventFacts } from '../../src/ports/store.ts';
import type { Deed } from '../oracle/deeds.ts';
import type { Ran } from './witnessed.ts';

/** An action, and whether it was requested. */
export interface ToldDeed {
  readonly deed: Deed;
  /** Null: it needs no request. */
  readonly asked: boolean | null;
}

export type Facts<K extends EventFacts['kind']> = Extract<EventFacts, { kind: K }>;
/** An event as a command wrote it. */
export type WitnessedEvent = Ran['events'][number];
