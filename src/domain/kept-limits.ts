/** What a person keeps for all their devices (KEPT-1 …). */
export const keptLimits = {
  nameMax: 64,
  /** Of one value, as JSON. */
  bytesMax: 16_384,
  /** Drafts of one person: of more the one that was written longest ago goes. */
  draftsMax: 200,
  /** A draft is told to the server when nothing was typed for so long. */
  draftRestMs: 2_000,
  /** And no more often than so. */
  draftEveryMs: 5_000,
  foldersMax: 20,
  folderNameMax: 32,
  folderChatsMax: 200,
  pinsMax: 200,
  /** Chats with a sound of their own. */
  soundsMax: 100,
  /** Notes about the ways into the account (ACC-21), and their names of devices. */
  securityMax: 10,
  deviceMax: 64,
  /** Of the name of a time zone. */
  zoneMax: 64,
  rate: { times: 240, windowMs: 60_000 },
} as const;
