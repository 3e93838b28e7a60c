import type { Participant } from '../../domain/group-call.ts';
import type { ClientId, StreamId, UserId } from '../../domain/ids.ts';

/** A device in a call, with its user's present name and picture, and its newest socket. */
export interface GroupCallDeviceRow extends Participant {
  readonly client: ClientId;
}

/** The live call of a group (GCALL-1). */
export interface GroupCallRow {
  readonly stream: StreamId;
  readonly id: string;
  readonly startedAtMs: number;
  readonly startedBy: UserId;
  /** Users who took part so far, in the order of their first join. */
  readonly users: readonly UserId[];
  /** Users removed by a manager, who cannot join again (GCALL-6). */
  readonly removed: readonly UserId[];
  /** Node and process of the unit that forwards between the devices; empty: none (GCALL-23). */
  readonly unit: string;
  /** In the order in which they joined. */
  readonly devices: readonly GroupCallDeviceRow[];
}

/** What is stored of a device. */
export type StoredDevice = Omit<GroupCallDeviceRow, 'name' | 'avatar'> & { readonly stream: StreamId };

export interface GroupCallsReading {
  get(stream: StreamId): Promise<GroupCallRow | null>;
  /** The calls of these groups. */
  of(streams: readonly StreamId[]): Promise<ReadonlyMap<StreamId, GroupCallRow>>;
  /** Groups in whose call the user takes part, in order of name. */
  streamsOf(user: UserId): Promise<readonly StreamId[]>;
  /** Sockets of all devices in calls. */
  sockets(): Promise<readonly Pick<StoredDevice, 'stream' | 'device' | 'user' | 'client'>[]>;
  /** Calls of at least so many devices, and all that have a unit. */
  large(devices: number): Promise<readonly Pick<GroupCallRow, 'stream' | 'unit'>[]>;
  /** Live calls. */
  count(): Promise<number>;
}

export interface GroupCallsWriting {
  /** Begins the call, or replaces the users of it. */
  save(call: Omit<GroupCallRow, 'devices'>): Promise<void>;
  /** Adds a device, or replaces its socket and hand. */
  saveDevice(device: StoredDevice): Promise<void>;
  dropDevice(stream: StreamId, device: string): Promise<void>;
  /** Removes the call with its devices. */
  end(stream: StreamId): Promise<void>;
}
