import type { Answer } from './answer.ts';

/** Approximate size in bytes of the data this device stores for the signed-in user, by kind. */
export interface KeptSizes {
  /** Messages of the conversations opened last. */
  readonly messages: number;
  /** The list of chats and the address book. */
  readonly contacts: number;
  readonly drafts: number;
  /** Messages and files that wait to be sent. */
  readonly unsent: number;
}

export interface DayQuota {
  readonly used: number;
  /** 0: no limit. */
  readonly max: number;
  /** Start of the next period; 0 if nothing is used. */
  readonly endsMs: number;
}

/** Daily limits of a user on the server. */
export type DayQuotas = Readonly<Record<'messages' | 'files' | 'bytes', DayQuota>>;

export interface StorageActions {
  /** Null where the server has no quotas. */
  usedToday(): Answer<DayQuotas | null>;
  keptSizes(): Promise<KeptSizes>;
  /** The server has them all: they come again when a chat is opened. */
  dropMessages(): Promise<void>;
  dropDrafts(): void;
}

export interface RollbackActions {
  /**
   * The server went back, so that a newer build's unsent messages wait on this device where this one cannot
   * reach them (STORE-16).
   */
  newerKept(): Answer<boolean>;
}
