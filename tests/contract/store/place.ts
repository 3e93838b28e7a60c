import { afterEach, beforeEach } from 'vitest';
import type { Store } from '../../../src/ports/store.ts';
import { createVirtualClock, type VirtualClock } from '../../../simulator/time/virtual-clock.ts';
import { START_MS } from '../../support/store-rows.ts';

/** The place of a store. Every test gets a new one. */
export interface StorePlace {
  open(options: StorePlaceOptions): Promise<Store>;
  /** True if written rows are present when the place is opened again. */
  readonly durable: boolean;
  remove(): unknown;
}

export interface StorePlaceOptions {
  readonly clock: VirtualClock;
  /** Called just before each outer commit; throwing makes it fail. */
  readonly beforeCommit: () => void;
}

/** The store of the running test and what surrounds it. */
export interface Here {
  store: Store;
  clock: VirtualClock;
  place: StorePlace;
  /** Commands that come together commit together, one after another; else each for itself, side by side. */
  readonly grouped: boolean;
  /** Replaced by tests about failing commits. */
  beforeCommit: () => void;
}

/** Opens a store before each test of the surrounding `describe`, and closes it after. */
export function storeForEach(makePlace: () => StorePlace, grouped: boolean): Here {
  const here = { grouped } as Here;
  beforeEach(async () => {
    here.clock = createVirtualClock({ startMs: START_MS });
    here.place = makePlace();
    here.beforeCommit = () => undefined;
    here.store = await reopened(here);
  });
  afterEach(async () => {
    const closed = here.store.close();
    await here.clock.advance(60_000);
    await closed;
    await here.place.remove();
  });
  return here;
}

export const reopened = (here: Here): Promise<Store> =>
  here.place.open({ clock: here.clock, beforeCommit: () => here.beforeCommit() });
