import type { Answer } from './answer.ts';

/** What this device keeps of the person who is signed in, by kind; sizes in bytes, roughly. */
export interface KeptSizes {
  /** Messages of the conversations that were looked at last. */
  readonly messages: number;
  /** The list of chats and the address book. */
  readonly contacts: number;
  readonly drafts: number;
  /** Messages and files that wait to be sent. */
  readonly unsent: number;
}

export interface StorageActions {
  keptSizes(): Promise<KeptSizes>;
  /** The server has them all: they come again when a chat is opened. */
  dropMessages(): Promise<void>;
  dropDrafts(): void;
}

export interface RollbackActions {
  /** The server went back, so that a newer build's unsent messages wait on this device where this one cannot reach them (STORE-16). */
  newerKept(): Answer<boolean>;
}
