import type { UserId } from '../../domain/ids.ts';
import type { EventFacts, EventRow } from '../../ports/store.ts';
import type { FrameBody } from '../kernel/wire-frame.ts';
import type { FramingContext, Joined } from './load.ts';
import type { EventForViewers, FrameNeeds } from './wanted.ts';

export type Facts<K extends EventFacts['kind']> = Extract<EventFacts, { readonly kind: K }>;

/** What an event of one kind needs to be read, and its frame for one viewer. */
export interface FrameKind<K extends EventFacts['kind']> {
  readonly addNeeds?: (needs: FrameNeeds, item: EventForViewers, facts: Facts<K>) => void;
  readonly frame: (
    event: EventRow,
    facts: Facts<K>,
    viewer: UserId,
    batchData: Joined,
    context: FramingContext,
  ) => FrameBody;
}

/** A row for each of these kinds. */
export type FrameKinds<K extends EventFacts['kind'] = EventFacts['kind']> = {
  readonly [One in K]: FrameKind<One>;
};
