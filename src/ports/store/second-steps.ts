import type { UserId } from '../../domain/ids.ts';

/** What somebody is asked for after the password (SECOND-1). */
export interface SecondStepRow {
  readonly user: UserId;
  /** From which their app makes codes, in hexadecimal. */
  readonly secret: string;
  /** Proved by a code; before that nobody is asked for one. */
  readonly isOn: boolean;
  /** Of the newest code that was taken: half minutes since 1970. */
  readonly lastStep: number;
}

export interface SecondStepsReading {
  get(user: UserId): Promise<SecondStepRow | null>;
  /** How many recovery codes are left. */
  recoveryLeft(user: UserId): Promise<number>;
}

export interface SecondStepsWriting {
  /** Takes the place of one that was not proved; false where one was. */
  begin(user: UserId, secret: string): Promise<boolean>;
  /** Proved by the code of this half minute; false where there is no such secret to be proved. */
  turnOn(user: UserId, secret: string, step: number): Promise<boolean>;
  /** False when a code of this half minute, or of a later one, was taken already. */
  takeStep(user: UserId, step: number): Promise<boolean>;
  addRecovery(user: UserId, digests: readonly string[]): Promise<void>;
  /** False when there is no such code (any more). */
  takeRecovery(user: UserId, digest: string): Promise<boolean>;
  /** With all recovery codes; false when there was none. */
  end(user: UserId): Promise<boolean>;
}
