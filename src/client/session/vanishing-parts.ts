import type { UserId } from '../../domain/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SettingsPort } from '../../ports/storage.ts';
import type { WatchActors } from '../../ports/watch.ts';
import type { StoredState } from '../persistence/records.ts';
import type { State } from '../state/state.ts';
import type { ClientStore } from '../state/store.ts';

/** Erases expired messages automatically (VANISH-6). */
export interface Vanishing {
  onChange(state: State): void;
  stop(): void;
}

export interface ReadDue {
  readonly user: UserId;
  readonly clock: Clock;
  readonly settings: SettingsPort;
}

export interface VanishingParts extends ReadDue {
  readonly store: ClientStore;
  /** Another tab may have logged out and dropped this login's data without this one knowing yet. */
  readonly stillMine: () => boolean;
  readonly watch?: WatchActors | undefined;
}

/** Loads with the code that a page fetches after its list is shown (UI-16). */
export interface VanishingCode {
  /** Returns the stored state without expired messages. */
  readonly eraseStored: (parts: ReadDue, stored: StoredState) => StoredState;
}
