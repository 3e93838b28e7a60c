import type { UserId } from '../../domain/ids.ts';
import type { PasskeyFacts } from '../passkeys.ts';

/** A user's passkey (PASSKEY-1). */
export interface PasskeyRow extends PasskeyFacts {
  readonly user: UserId;
  readonly name: string;
  readonly createdAtMs: number;
  /** 0: never. */
  readonly usedAtMs: number;
}

export interface PasskeysReading {
  byId(id: string): Promise<PasskeyRow | null>;
  /** The oldest first. */
  ofUser(user: UserId): Promise<readonly PasskeyRow[]>;
}

export interface PasskeysWriting {
  /** False: it is already registered. */
  add(passkey: PasskeyRow): Promise<boolean>;
  /** False: the user does not have the passkey. */
  rename(user: UserId, id: string, name: string): Promise<boolean>;
  remove(user: UserId, id: string): Promise<boolean>;
  /** All of a person, with how many there were. */
  removeAll(user: UserId): Promise<number>;
  /** False if its counter is not below this one (unless it does not count), or if it no longer exists. */
  use(id: string, counter: number): Promise<boolean>;
  /** False when this challenge was used up already; it is remembered until then. */
  spend(challenge: string, endsMs: number): Promise<boolean>;
}
