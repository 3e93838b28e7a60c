import type { UserId } from '../../domain/ids.ts';

/** A user's second login step (SECOND-1). */
export interface SecondStepRow {
  readonly user: UserId;
  /** The secret of their authenticator app, in hexadecimal. */
  readonly secret: string;
  /** Confirmed by a code; until then logins do not ask for one. */
  readonly isOn: boolean;
  /** Time step of the newest accepted code: half minutes since 1970. */
  readonly lastStep: number;
}

export interface SecondStepsReading {
  get(user: UserId): Promise<SecondStepRow | null>;
  /** How many recovery codes are left. */
  recoveryLeft(user: UserId): Promise<number>;
}

export interface SecondStepsWriting {
  /** Replaces an unconfirmed one; false if one was confirmed. */
  begin(user: UserId, secret: string): Promise<boolean>;
  /** Confirmed by the code of this half minute; false if this secret is not waiting for confirmation. */
  turnOn(user: UserId, secret: string, step: number): Promise<boolean>;
  /** False when a code of this half minute, or of a later one, was taken already. */
  takeStep(user: UserId, step: number): Promise<boolean>;
  addRecovery(user: UserId, digests: readonly string[]): Promise<void>;
  /** False if the code does not exist, or was used. */
  takeRecovery(user: UserId, digest: string): Promise<boolean>;
  /** Deletes it with all recovery codes; false if it did not exist. */
  end(user: UserId): Promise<boolean>;
}
