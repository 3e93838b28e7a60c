import type { EventFacts } from '../../src/ports/store.ts';
import type { Deed } from '../oracle/deeds.ts';
import type { Ran } from './witnessed.ts';

/** A deed, and whether somebody asked for it. */
export interface ToldDeed {
  readonly deed: Deed;
  /** Null: nobody needed to ask. */
  readonly asked: boolean | null;
}

export type Facts<K extends EventFacts['kind']> = Extract<EventFacts, { kind: K }>;
/** As a command wrote it. */
export type WitnessedEvent = Ran['events'][number];
