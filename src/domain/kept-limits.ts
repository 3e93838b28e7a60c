import { SECOND } from './duration.ts';

/** Limits of preferences, which one user stores for all devices (KEPT-1 …). */
export const preferenceLimits = {
  nameMax: 64,
  /** Bytes of one value, as JSON. */
  bytesMax: 16_384,
  /** Drafts of one user: above this, the oldest is deleted. */
  draftsMax: 200,
  /** A draft is sent to the server after this long without typing. */
  draftRestMs: 2_000,
  /** The shortest time between two saves. */
  draftEveryMs: 5_000,
  foldersMax: 20,
  folderNameMax: 32,
  folderChatsMax: 200,
  pinsMax: 200,
  /** Chats with an individual sound. */
  soundsMax: 100,
  /** Notes about the ways into the account (ACC-21), and their names of devices. */
  securityMax: 10,
  deviceMax: 64,
  /** Characters in the name of a time zone. */
  zoneMax: 64,
  rate: { times: 240, windowMs: 60_000 },
} as const;

/** Limits of notifications (ALERT-1 …). */
export const alertLimits = {
  /** Interval of checks for ended mutes, and how many end at once. */
  lookMs: 2 * SECOND,
  overAtOnce: 100,
  /** The user's additional words that count as mentions. */
  wordsMax: 20,
  wordMax: 32,
} as const;
