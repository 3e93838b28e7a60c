import type { ContactId } from '../../domain/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SettingsPort } from '../../ports/storage.ts';
import type { LocalEvent } from '../state/local-event.ts';
import type { State } from '../state/state.ts';
import type { WatchActors } from '../../ports/watch.ts';

/**
 * Silences with an end (LIST-14). The server keeps only whether a conversation is muted, so the end lies
 * on the device where it was chosen; there it is lifted, at the latest when the app is opened next.
 */
export interface QuietTimes {
  /** Null: no end, or none any more. */
  set(id: ContactId, untilMs: number | null): void;
  /** The state changed: what was unmuted by hand, or is gone, has no end. */
  looked(state: State): void;
  /** `keep` false: whoever left takes their choices along. */
  stop(keep: boolean): void;
}

export interface QuietParts {
  readonly user: number;
  readonly clock: Clock;
  readonly settings: SettingsPort;
  readonly dispatch: (event: LocalEvent) => void;
  /** Notifications on again. */
  readonly lift: (id: ContactId) => void;
  readonly watch?: WatchActors;
}

/** Where the ends lie among the settings of the device. */
export const quietKey = (user: number): string => `quiet-${user}`;

export type MakeQuietTimes = (parts: QuietParts) => QuietTimes;
