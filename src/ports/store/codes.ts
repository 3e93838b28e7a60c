import type { Day } from './quotas.ts';

/** Purpose of a code; a code works for its purpose only. */
export type CodePurpose = 'login' | 'register' | 'password' | 'account' | 'link';

export interface CodeKey {
  readonly account: string;
  readonly purpose: CodePurpose;
  /** The requester: a user, a device or an address; a code works for its requester only (ACC-16). */
  readonly asker: string;
}

/** A code that was sent to an address, as a digest. */
export interface CodeRow extends CodeKey {
  readonly hash: string;
  readonly sentAtMs: number;
  readonly expiresAtMs: number;
  /** Wrong answers so far. */
  readonly tries: number;
}

export interface CodesReading {
  get(key: CodeKey): Promise<CodeRow | null>;
  /** Count under this name in a day that has not ended. */
  day(name: string, nowMs: number): Promise<Day | null>;
}

export interface CodesWriting {
  /** Replaces an earlier code for the same purpose. */
  put(row: CodeRow): Promise<void>;
  /** Counts a try, in order of arrival; null if the code no longer exists. */
  countTry(key: CodeKey): Promise<number | null>;
  end(key: CodeKey): Promise<void>;
  putDay(name: string, day: Day): Promise<void>;
  /** One less: it did not come to anything. */
  undoDay(name: string): Promise<void>;
}
