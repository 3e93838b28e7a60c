import type { OwnDataFacts } from '../../wire/answers/accounts.ts';
import type { Answer } from './answer.ts';

/** How this device is reached while the app is closed. */
export interface PushActions {
  /** The public key of the server, which a subscription is made with; a refusal where it sends none. */
  pushKey(): Answer<string>;
  takePushes(device: PushDevice): Answer;
}

export interface PushDevice {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly platform: 'android' | 'ios' | 'other';
  /** False: pushes contain no details. */
  readonly words: boolean;
}

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
  dayUsage(): Answer<DayQuotas | null>;
  storageSizes(): Promise<KeptSizes>;
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

export type OwnData = OwnDataFacts;

/** The user's own data (DATA-5). */
export interface OwnDataActions {
  ownData(): Answer<OwnData>;
  /** Returns the temporary address of an archive of the data (DATA-7). */
  exportData(password: string): Answer<{ readonly address: string }>;
  /** Permanent; also ends the login of this device. */
  eraseAccount(password: string): Answer;
}
