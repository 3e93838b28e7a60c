import type { UserId } from '../../domain/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SettingsPort } from '../../ports/storage.ts';
import type { WatchActors } from '../../ports/watch.ts';
import type { StoredState } from '../persistence/records.ts';
import type { State } from '../state/state.ts';
import type { ClientStore } from '../state/store.ts';

/** What erases by itself what may not stand any longer (VANISH-6). */
export interface Vanishing {
  looked(state: State): void;
  stop(): void;
}

export interface ReadDue {
  readonly user: UserId;
  readonly clock: Clock;
  readonly settings: SettingsPort;
}

export interface VanishingParts extends ReadDue {
  readonly store: ClientStore;
  /** Another tab may have logged out and dropped all that is theirs, and this one has not heard of it yet. */
  readonly stillMine: () => boolean;
  readonly watch?: WatchActors | undefined;
}

/** It comes with the code that a page fetches once its list stands (UI-16). */
export interface VanishingCode {
  /** What is stored, without what is over by now. */
  readonly eraseStored: (parts: ReadDue, stored: StoredState) => StoredState;
}
