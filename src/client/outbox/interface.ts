import type { MessageId } from '../../domain/ids.ts';
import type { Outgoing } from '../../domain/message.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Random } from '../../ports/random.ts';
import type { WatchActors } from '../../ports/watch.ts';
import type { LocalEvent } from '../state/local-event.ts';
import type { SentBeside } from './beside.ts';
import type { OutboxRecords } from './records.ts';
import type { SenderParts } from './sender.ts';

/**
 * The unsent messages of one person (SEND-3 … SEND-8, SEND-13 … SEND-15): stored first, then sent by
 * the tab that holds the lock, one queue per conversation. Other tabs write into the same records and
 * wake the sender; each tab shows the same list.
 */
export interface Outbox {
  /** Reads what is stored and shows it. */
  load(): Promise<void>;
  /**
   * False if it was not accepted: the list is full, or the login has ended. Messages that found no room on
   * the device are sent from memory by this tab, in parallel with the sending tab (SEND-22).
   */
  add(message: Outgoing): Promise<boolean>;
  retry(id: MessageId): void;
  discard(id: MessageId): void;
  /** Its stream event came. */
  settle(id: MessageId): void;
  /** Sets whether this tab holds the lock. Changes made by other tabs are read first (STORE-12). */
  hold(on: boolean): void;
  /** Is there a network, and a session to send with (SEND-15)? */
  permit(on: boolean): void;
  networkReturned(): void;
  unsent(): number;
  /** Ends all timers; what is stored stays. */
  stop(): void;
}

export interface OutboxParts {
  readonly user: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly records: OutboxRecords;
  readonly sent: SenderParts;
  readonly beside: SentBeside;
  /** The login is still the browser's. */
  readonly isLoginCurrent: () => boolean;
  readonly dispatch: (event: LocalEvent) => void;
  readonly watch?: WatchActors;
}

export type MakeOutbox = (parts: OutboxParts) => Outbox;
